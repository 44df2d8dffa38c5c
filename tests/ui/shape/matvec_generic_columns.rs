use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(x: Input<[f32; N]>, w: Param<[[f32; M]; 2]>) -> f32 {
    sum(matvec(w, x))
}

fn main() {}
