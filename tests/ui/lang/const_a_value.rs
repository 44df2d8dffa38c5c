use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const N: f32 = 4.0;
    sum(x) * N
}

fn main() {}
