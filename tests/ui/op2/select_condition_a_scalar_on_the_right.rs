use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>, s: Input<f32>) -> f32 {
    sum(select(0.0 <= s, x, 2.0))
}

fn main() {}
