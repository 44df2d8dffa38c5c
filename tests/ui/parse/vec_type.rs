use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<Vec<f32>>, w: Param<[f32; 4]>) -> f32 {
    sum(w)
}

fn main() {}
