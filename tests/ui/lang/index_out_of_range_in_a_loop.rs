use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = x[0];
    for i in 0..5 {
        h = h * x[i];
    }
    h
}

fn main() {}
