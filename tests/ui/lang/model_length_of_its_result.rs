use autodiff_runtime::prelude::*;

#[differentiable]
fn joined<const N: usize>(x: Input<[f32; 2]>, y: Param<[f32; N]>) -> [f32; 4] {
    concat(x, y)
}

#[differentiable]
fn model(x: Input<[f32; 2]>, y: Param<[f32; 3]>) -> f32 {
    sum(self::joined(x, y))
}

fn main() {}
