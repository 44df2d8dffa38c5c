use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>, y: Param<[f32; 3]>) -> f32 {
    sum(concat(x, y))
}

fn main() {}
