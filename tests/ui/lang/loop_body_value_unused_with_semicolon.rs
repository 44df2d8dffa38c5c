use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let h = sum(x);
    for i in 0..4 {
        h * x[i];
    }
    h
}

fn main() {}
