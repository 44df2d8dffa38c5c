use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(p: Param<[f32; N]>, t: Input<[f32; M]>) -> f32 {
    cross_entropy(p, t)
}

fn main() {}
