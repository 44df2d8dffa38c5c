use autodiff_runtime::prelude::*;

const N: usize = 4;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = sum(x);
    for i in 0..self::N {
        h = h * x[i];
    }
    h
}

fn main() {}
