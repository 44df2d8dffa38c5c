use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[f32; 4]>, b: Param<f32>) -> f32 {
    fully_connected(x, w, b)
}

fn main() {}
