use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let positive = x > 0.0;
    sum(positive)
}

fn main() {}
