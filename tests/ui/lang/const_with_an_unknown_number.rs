use autodiff_runtime::prelude::*;

const G: f32 = 9.81;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; 2] = [G, 1.0];
    sum(x) * K[0]
}

fn main() {}
