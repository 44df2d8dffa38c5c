use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut h = square(x);
    for i in 0..2 {
        h = outer(h, x);
    }
    sum(h)
}

fn main() {}
