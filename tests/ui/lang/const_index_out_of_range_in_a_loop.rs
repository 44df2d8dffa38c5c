use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; 3] = [0.5, -1.0, 2.0];
    let mut h = 0.0 * x[0];
    for i in 0..4 {
        h = h + K[i] * x[i];
    }
    h
}

fn main() {}
