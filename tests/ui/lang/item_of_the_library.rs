use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    sum(core::f32::consts::PI * x)
}

fn main() {}
