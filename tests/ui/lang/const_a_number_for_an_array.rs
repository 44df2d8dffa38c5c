use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; 4] = 0.5;
    dot(x, K)
}

fn main() {}
