use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(x: Param<[f32; N]>, y: Param<[f32; M]>) -> f32 {
    sum(x + y)
}

fn main() {}
