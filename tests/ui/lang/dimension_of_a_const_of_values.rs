use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    const K: f32 = 2.0;
    sum(broadcast(x, [K]))
}

fn main() {}
