use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; 2 * N]>) -> f32 {
    sum(x)
}

fn main() {}
