use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    let y @ z = x;
    y
}

fn main() {}
