use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    x[0][1]
}

fn main() {}
