use autodiff_runtime::prelude::*;

#[differentiable]
fn model(b: Param<f32>) -> f32 {
    const N: usize = 4;
    sum(broadcast(b, [N]))
}

fn main() {}
