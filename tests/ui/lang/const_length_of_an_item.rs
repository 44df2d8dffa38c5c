use autodiff_runtime::prelude::*;

const N: usize = 2;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; N] = [0.5, -1.0];
    sum(x) * K[0]
}

fn main() {}
