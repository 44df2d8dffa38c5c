use autodiff_runtime::prelude::*;

#[differentiable]
fn model(a: Param<f32>) -> f32 {
    a[0]
}

fn main() {}
