use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; 2] = [0.5, 1.0f64];
    sum(x) * K[1]
}

fn main() {}
