use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = x[0];
    for i in 0..4 {
        h = h * x[i - 1];
    }
    h
}

fn main() {}
