use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = sum(x);
    for e in x {
        h = h * e;
    }
    h
}

fn main() {}
