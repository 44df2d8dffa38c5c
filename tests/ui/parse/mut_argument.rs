use autodiff_runtime::prelude::*;

#[differentiable]
fn model(mut x: Param<[f32; 4]>) -> f32 {
    sum(x)
}

fn main() {}
