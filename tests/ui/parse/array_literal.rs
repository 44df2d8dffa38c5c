use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    dot(x, [1.0, 2.0, 3.0, 4.0])
}

fn main() {}
