use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    h = x * 2.0;
    sum(h)
}

fn main() {}
