use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, low: Param<f32>) -> f32 {
    sum(clamp(x, low, 1.0))
}

fn main() {}
