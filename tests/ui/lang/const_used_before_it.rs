use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    let y = x * K;
    const K: f32 = 2.0;
    sum(y)
}

fn main() {}
