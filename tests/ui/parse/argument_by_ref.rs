use autodiff_runtime::prelude::*;

#[differentiable]
fn model(ref x: Param<f32>) -> f32 {
    x
}

fn main() {}
