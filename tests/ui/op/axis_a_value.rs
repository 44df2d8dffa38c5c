use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 4]; 2]>, a: Input<f32>) -> f32 {
    sum(mean(x, axis = a))
}

fn main() {}
