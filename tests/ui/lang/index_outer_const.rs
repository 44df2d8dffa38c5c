use autodiff_runtime::prelude::*;

const N: usize = 1;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    x[N]
}

fn main() {}
