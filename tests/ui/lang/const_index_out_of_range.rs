use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; 3] = [0.5, -1.0, 2.0];
    sum(x) * K[3]
}

fn main() {}
