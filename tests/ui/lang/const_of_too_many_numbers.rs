use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: [f32; 100000] = [0.5; 100000];
    sum(x) * K[7]
}

fn main() {}
