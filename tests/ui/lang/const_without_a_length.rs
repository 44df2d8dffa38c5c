use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const K: [f32] = [1.0, 2.0];
    dot(x, K)
}

fn main() {}
