use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 0]>) -> f32 {
    max(x)
}

fn main() {}
