use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const PI: f32 = std::f32::consts::PI;
    sum(x) * PI
}

fn main() {}
