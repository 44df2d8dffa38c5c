use autodiff_runtime::prelude::*;

#[differentiable]
fn model(pred: Param<[[f32; 1]; 3]>, target: Input<[f32; 3]>) -> f32 {
    quadratic_error(pred, target)
}

fn main() {}
