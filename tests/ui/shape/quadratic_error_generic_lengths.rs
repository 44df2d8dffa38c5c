use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(p: Param<[f32; N]>, t: Input<[f32; M]>) -> f32 {
    quadratic_error(p, t)
}

fn main() {}
