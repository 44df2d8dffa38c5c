use autodiff_runtime::prelude::*;

fn double(x: f32) -> f32 {
    2.0 * x
}

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(double(x))
}

fn main() {}
