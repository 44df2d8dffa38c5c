use autodiff_runtime::prelude::*;

#[differentiable]
fn joined<const N: usize>(x: Input<[f32; N]>, y: Param<[f32; 2]>) -> [f32; 4] {
    concat(x, y)
}

#[differentiable]
fn model(x: Input<[f32; 3]>, y: Param<[f32; 2]>) -> f32 {
    sum(self::joined(x, y))
}

fn main() {}
