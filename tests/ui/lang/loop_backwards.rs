use autodiff_runtime::prelude::*;

#[differentiable]
fn model(c: Param<[f32; 4]>, x: Input<f32>) -> f32 {
    let mut h = c[3];
    for i in (0..3).rev() {
        h = h * x + c[i];
    }
    h
}

fn main() {}
