use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(x: Param<[f32; N]>) -> [f32; M] {
    square(x)
}

fn main() {}
