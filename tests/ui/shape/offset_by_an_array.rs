use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>, b: Param<[f32; 3]>) -> f32 {
    sum(offset(x, b))
}

fn main() {}
