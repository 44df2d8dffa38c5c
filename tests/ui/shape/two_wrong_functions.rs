use autodiff_runtime::prelude::*;

#[differentiable]
fn first(x: Param<[f32; 4]>, y: Param<[f32; 3]>) -> f32 {
    dot(x, y)
}

#[differentiable]
fn second(x: Param<[f32; 4]>) -> f32 {
    sum(transpose(x))
}

fn main() {}
