use autodiff_runtime::prelude::*;

#[differentiable]
fn model(pred: Param<[f32; 3]>, target: Input<f32>) -> f32 {
    mse(pred, target)
}

fn main() {}
