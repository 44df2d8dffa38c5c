use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const _: usize = 3;
    sum(x)
}

fn main() {}
