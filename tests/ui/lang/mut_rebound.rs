use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = square(x);
    let h = h * 2.0;
    sum(h)
}

fn main() {}
