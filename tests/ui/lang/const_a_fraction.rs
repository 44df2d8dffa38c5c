use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const N: usize = 2.5;
    sum(x[..N])
}

fn main() {}
