use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    sum(select(x > 1.0 || x < -1.0, x, 0.0))
}

fn main() {}
