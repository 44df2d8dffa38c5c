use autodiff_runtime::prelude::*;

#[differentiable]
const N: u8 = 4;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x[..self::N])
}

fn main() {}
