use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let f = |v| square(v);
    sum(x)
}

fn main() {}
