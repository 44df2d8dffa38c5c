use autodiff_runtime::prelude::*;

#[differentiable]
const A: usize = self::B + 1;
#[differentiable]
const B: usize = self::A - 1;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x[..self::A])
}

fn main() {}
