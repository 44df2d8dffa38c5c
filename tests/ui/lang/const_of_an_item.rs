use autodiff_runtime::prelude::*;

const N: usize = 4;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: usize = N;
    sum(x[..K])
}

fn main() {}
