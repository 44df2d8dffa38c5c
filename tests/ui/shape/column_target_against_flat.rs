use autodiff_runtime::prelude::*;

#[differentiable]
fn model(pred: Param<[f32; 3]>, target: Input<[[f32; 1]; 3]>) -> f32 {
    cross_entropy(pred, target)
}

fn main() {}
