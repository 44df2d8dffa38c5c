use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    let k: [f32; 2] = [1.0, -2.0];
    dot(x, k)
}

fn main() {}
