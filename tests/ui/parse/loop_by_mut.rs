use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    let mut h = x;
    for mut i in 0..2 {
        h = h + x;
    }
    h
}

fn main() {}
