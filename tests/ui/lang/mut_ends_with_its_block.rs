use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    let h = x;
    for _ in 0..2 {
        let mut h = x;
        h = h + x;
    }
    h = h + x;
    h
}

fn main() {}
