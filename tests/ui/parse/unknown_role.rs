use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Imput<[f32; 4]>, w: Param<[f32; 4]>) -> f32 {
    dot(x, w)
}

fn main() {}
