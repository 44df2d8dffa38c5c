use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(clamp(x, 0.0, max(x)))
}

fn main() {}
