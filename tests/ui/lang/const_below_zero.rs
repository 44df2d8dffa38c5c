use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const N: usize = 2 - 3;
    x[N + 1]
}

fn main() {}
