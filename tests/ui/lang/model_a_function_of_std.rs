use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    f32::sin(x)
}

fn main() {}
