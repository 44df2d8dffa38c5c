use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; 4] = [0.5, -1.0, 2.0, 0.25];
    dot(x[..2], K[3..5])
}

fn main() {}
