use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(x: Input<[f32; 2]>, w: Param<[[f32; 2]; N]>, b: Param<[f32; M]>) -> f32 {
    sum(fully_connected(x, w, b))
}

fn main() {}
