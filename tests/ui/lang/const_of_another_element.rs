use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f64; 4] = [0.5, -1.0, 2.0, 0.25];
    dot(x, K)
}

fn main() {}
