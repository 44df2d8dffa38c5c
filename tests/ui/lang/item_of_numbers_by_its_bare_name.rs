use autodiff_runtime::prelude::*;

#[differentiable]
const KERNEL: [f32; 4] = [0.5, -1.0, 2.0, 0.25];

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    dot(x, KERNEL)
}

fn main() {}
