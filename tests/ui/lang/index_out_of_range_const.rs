use autodiff_runtime::prelude::*;

const N: usize = 4;

#[differentiable]
fn model(x: Param<[f32; N]>) -> f32 {
    x[4]
}

fn main() {}
