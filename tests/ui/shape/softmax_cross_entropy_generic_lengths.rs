use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(z: Param<[f32; N]>, t: Input<[f32; M]>) -> f32 {
    softmax_cross_entropy(z, t)
}

fn main() {}
