use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[[f32; 2]; 4]>, w: Param<[[f32; 5]; 2]>) -> f32 {
    sum(matrix_multiply(x, w))
}

fn main() {}
