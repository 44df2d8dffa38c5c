use autodiff_runtime::prelude::*;

#[differentiable]
fn model(
    x: Input<[[f32; 3]; 5]>,
    w: Param<[[f32; 1]; 3]>,
    b: Param<f32>,
    y: Input<[f32; 5]>,
) -> f32 {
    mse(matmul(x, w) + b, y)
}

fn main() {}
