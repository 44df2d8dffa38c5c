use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    sum(x, axis = 0)
}

fn main() {}
