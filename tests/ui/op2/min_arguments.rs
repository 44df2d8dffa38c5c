use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, y: Param<[f32; 4]>) -> f32 {
    sum(min(x, y, x))
}

fn main() {}
