use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f64; 4]>, w: Param<[f32; 4]>) -> f32 {
    dot(x, w)
}

fn main() {}
