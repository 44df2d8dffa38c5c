use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(x: Input<[[f32; 2]; N]>, w: Param<[[f32; M]; 2]>) -> f32 {
    sum(matrix_multiply(x, w))
}

fn main() {}
