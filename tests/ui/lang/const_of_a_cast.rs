use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const K: f32 = 3 as f32;
    sum(x) * K
}

fn main() {}
