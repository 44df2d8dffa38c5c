use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>, a: Param<f32>) -> f32 {
    sum(scale(a, x))
}

fn main() {}
