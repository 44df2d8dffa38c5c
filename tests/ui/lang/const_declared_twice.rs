use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const A: usize = 3;
    const A: usize = 4;
    x[A - 1]
}

fn main() {}
