use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const K: [f32; 2] = [1.0, 2.0];
    sum(x) + sum(K(x))
}

fn main() {}
