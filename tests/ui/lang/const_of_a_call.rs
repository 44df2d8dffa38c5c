use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const K: f32 = sqrt(2.0);
    sum(x) * K
}

fn main() {}
