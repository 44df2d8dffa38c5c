use autodiff_runtime::prelude::*;

#[differentiable]
fn twice(x: Param<f32>) -> f32 {
    2.0 * x
}

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x[..self::twice])
}

fn main() {}
