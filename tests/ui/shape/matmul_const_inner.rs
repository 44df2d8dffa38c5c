use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(a: Param<[[f32; N]; 2]>, b: Param<[[f32; 7]; M]>) -> f32 {
    sum(matmul(a, b))
}

fn main() {}
