use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, x: Param<[f32; 4]>) -> f32 {
    sum(x)
}

fn main() {}
