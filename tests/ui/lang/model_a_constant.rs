use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    x * std::f32::consts::PI
}

fn main() {}
