use autodiff_runtime::prelude::*;

#[differentiable]
fn model(z: Param<[f32; 4]>, t: Input<[f32; 5]>) -> f32 {
    softmax_cross_entropy(z, t)
}

fn main() {}
