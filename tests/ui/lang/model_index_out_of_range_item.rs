use autodiff_runtime::prelude::*;

#[differentiable]
fn fifth<const N: usize>(x: Param<[f32; N]>) -> f32 {
    x[4]
}

const A: usize = 3;

#[differentiable]
fn model(x: Param<[f32; A]>) -> f32 {
    self::fifth(x)
}

fn main() {}
