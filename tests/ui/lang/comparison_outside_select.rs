use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mask = x > 0.0;
    sum(mask * x)
}

fn main() {}
