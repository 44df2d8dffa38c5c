use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = sum(x);
    for i in 0..4 {
        let e = x[i];
        h = h * e;
    }
    h * e
}

fn main() {}
