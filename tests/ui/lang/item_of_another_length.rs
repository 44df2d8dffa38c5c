use autodiff_runtime::prelude::*;

#[differentiable]
const V: [f32; 2] = [1.0, 2.0];

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    dot(x, self::V)
}

fn main() {}
