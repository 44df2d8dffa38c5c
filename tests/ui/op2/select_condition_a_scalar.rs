use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>, s: Input<f32>) -> f32 {
    sum(select(s > 0.0, x, -x))
}

fn main() {}
