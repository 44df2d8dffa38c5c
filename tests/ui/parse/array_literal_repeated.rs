use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    dot(x, [0.5; 2])
}

fn main() {}
