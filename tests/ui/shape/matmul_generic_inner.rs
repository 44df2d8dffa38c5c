use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(a: Param<[[f32; N]; 2]>, b: Param<[[f32; 7]; M]>) -> f32 {
    sum(matmul(a, b))
}

fn main() {}
