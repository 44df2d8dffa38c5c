use autodiff_runtime::prelude::*;

const M: usize = 3;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>, y: Param<[f32; M]>) -> f32 {
    sum(x + y)
}

fn main() {}
