use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>) -> f32 {
    sum(x[1..])
}

fn main() {}
