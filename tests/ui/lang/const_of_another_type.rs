use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const N: i32 = 4;
    sum(x[..N])
}

fn main() {}
