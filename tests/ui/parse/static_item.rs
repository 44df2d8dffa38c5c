use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    static K: [f32; 2] = [1.0, 2.0];
    dot(x, K)
}

fn main() {}
