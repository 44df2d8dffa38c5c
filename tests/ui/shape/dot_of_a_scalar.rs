use autodiff_runtime::prelude::*;

#[differentiable]
fn model(a: Param<f32>, x: Param<[f32; 3]>) -> f32 {
    dot(x, a)
}

fn main() {}
