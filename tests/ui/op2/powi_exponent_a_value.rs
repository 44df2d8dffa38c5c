use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, k: Input<f32>) -> f32 {
    sum(powi(x, k))
}

fn main() {}
