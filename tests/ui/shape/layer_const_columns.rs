use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(x: Input<[f32; N]>, w: Param<[[f32; M]; 2]>, b: Param<[f32; 2]>) -> f32 {
    sum(fully_connected(x, w, b))
}

fn main() {}
