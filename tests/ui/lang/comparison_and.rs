use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(select(x > 0.0 && x < 1.0, x, 1.0))
}

fn main() {}
