use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, k: Param<f32>) -> f32 {
    sum(leaky_relu(x, k))
}

fn main() {}
