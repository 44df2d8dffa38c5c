use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, a: Param<f32>) -> f32 {
    sum(concat(x, a))
}

fn main() {}
