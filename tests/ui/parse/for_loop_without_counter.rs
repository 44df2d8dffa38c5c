use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut_free = square(x);
    for _ in 0..3 {
        relu(x);
    }
    sum(mut_free)
}

fn main() {}
