use autodiff_runtime::prelude::*;

#[differentiable]
const N: usize = 2;
#[differentiable]
const TWICE: usize = 2 * N;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x[..self::TWICE])
}

fn main() {}
