use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let a = square(b);
    let b = relu(x);
    sum(a)
}

fn main() {}
