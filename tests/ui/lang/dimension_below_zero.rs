use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    const N: usize = 2;
    sum(broadcast(x, [N - 3]))
}

fn main() {}
