use autodiff_runtime::prelude::*;

#[allow(dead_code)]
const M: usize = 3;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    let y = sum(broadcast(x, [M * 2]));
    const M: usize = 2;
    y + sum(broadcast(x, [M]))
}

fn main() {}
