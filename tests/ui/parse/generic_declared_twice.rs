use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const N: usize>(x: Param<[f32; N]>) -> f32 {
    sum(x)
}

#[differentiable]
fn caller(x: Param<[f32; 3]>) -> f32 {
    self::model(x)
}

fn main() {}
