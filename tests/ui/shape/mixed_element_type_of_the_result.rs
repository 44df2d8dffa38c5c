use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[f32; 4]>) -> f64 {
    dot(x, w)
}

fn main() {}
