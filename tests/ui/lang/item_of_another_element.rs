use autodiff_runtime::prelude::*;

#[differentiable]
const KERNEL: [f64; 4] = [0.5, -1.0, 2.0, 0.25];

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    dot(x, self::KERNEL)
}

fn main() {}
