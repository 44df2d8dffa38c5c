use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, i: Input<f32>) -> f32 {
    x[i]
}

fn main() {}
