use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(z: Param<[f32; N]>, t: Input<[f32; M]>) -> f32 {
    softmax_cross_entropy(z, t)
}

fn main() {}
