use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, a: Param<f32>, t: Input<[f32; 4]>) -> f32 {
    mse(t, scale(x, a))
}

fn main() {}
