use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize = 3>(x: Param<[f32; N]>) -> f32 {
    sum(x)
}

fn main() {}
