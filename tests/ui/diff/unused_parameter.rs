#![deny(deprecated)]

use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, a: Param<f32>, w: Param<[f32; 3]>) -> f32 {
    sum(scale(x, a))
}

fn main() {}
