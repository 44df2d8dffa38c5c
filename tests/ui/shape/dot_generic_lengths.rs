use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(x: Param<[f32; N]>, y: Param<[f32; M]>) -> f32 {
    dot(x, y)
}

fn main() {}
