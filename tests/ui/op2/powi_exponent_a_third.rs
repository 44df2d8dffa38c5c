use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    sum(powi(x, 0.33))
}

fn main() {}
