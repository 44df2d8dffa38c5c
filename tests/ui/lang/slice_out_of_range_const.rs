use autodiff_runtime::prelude::*;

const N: usize = 4;

#[differentiable]
fn model(x: Param<[f32; N]>) -> f32 {
    sum(x[2..5])
}

fn main() {}
