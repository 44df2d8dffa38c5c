use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const N: usize = 1;
    sum(N(x))
}

fn main() {}
