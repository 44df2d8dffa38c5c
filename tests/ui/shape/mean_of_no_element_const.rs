use autodiff_runtime::prelude::*;

const N: usize = 0;

#[differentiable]
fn model(x: Param<[f32; N]>) -> f32 {
    mean(x)
}

fn main() {}
