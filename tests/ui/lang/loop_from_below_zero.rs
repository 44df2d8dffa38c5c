use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = sum(x);
    for i in -1..2 {
        h = h * 2.0;
    }
    h
}

fn main() {}
