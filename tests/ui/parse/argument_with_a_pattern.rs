use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x @ y: Param<f32>) -> f32 {
    x
}

fn main() {}
