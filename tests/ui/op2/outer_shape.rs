use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, w: Param<[[f32; 2]; 3]>) -> f32 {
    sum(outer(x, w))
}

fn main() {}
