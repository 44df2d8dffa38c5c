use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const P: f32 = 3.0;
    sum(powi(x, P))
}

fn main() {}
