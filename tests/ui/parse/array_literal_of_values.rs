use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>, a: Param<f32>, b: Param<f32>) -> f32 {
    let k = [a, b];
    dot(x, k)
}

fn main() {}
