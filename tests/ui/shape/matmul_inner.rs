use autodiff_runtime::prelude::*;

#[differentiable]
fn model(a: Param<[[f32; 4]; 2]>, b: Param<[[f32; 7]; 5]>) -> f32 {
    sum(matmul(a, b))
}

fn main() {}
