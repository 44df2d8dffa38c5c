use autodiff_runtime::prelude::*;

#[differentiable]
const K: [f32; 2] = [1.0, 2.0];

#[differentiable]
fn model(x: Param<[f32; 2]>) -> [f32; 2] {
    self::K(x)
}

fn main() {}
