use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = sum(x);
    for (i, j) in 0..4 {
        h = h * x[0];
    }
    h
}

fn main() {}
