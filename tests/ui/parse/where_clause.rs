use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>) -> f32
where
    [f32; N]: Default,
{
    sum(x)
}

fn main() {}
