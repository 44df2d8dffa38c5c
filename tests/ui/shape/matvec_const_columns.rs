use autodiff_runtime::prelude::*;

const N: usize = 4;
const M: usize = 3;

#[differentiable]
fn model(x: Input<[f32; N]>, w: Param<[[f32; M]; 2]>) -> f32 {
    sum(matvec(w, x))
}

fn main() {}
