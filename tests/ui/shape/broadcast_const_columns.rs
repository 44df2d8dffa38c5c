use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(x: Param<[f32; N]>) -> f32 {
    sum(broadcast(x, [2, M]))
}

fn main() {}
