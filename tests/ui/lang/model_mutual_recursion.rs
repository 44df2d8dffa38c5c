use autodiff_runtime::prelude::*;

#[differentiable]
fn even(x: Param<f32>) -> f32 {
    x * self::odd(x)
}

#[differentiable]
fn odd(x: Param<f32>) -> f32 {
    x + self::even(x)
}

fn main() {}
