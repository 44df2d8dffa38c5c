use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(x: Input<[[f32; 2]; N]>, w: Param<[[f32; M]; 2]>) -> f32 {
    sum(matrix_multiply(x, w))
}

fn main() {}
