use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[[f32; 3]; 5]>, w: Param<[[f32; 5]; 2]>) -> f32 {
    sum(matmul(x, w))
}

fn main() {}
