use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>, m: Param<[[f32; 3]; 2]>) -> f32 {
    sum(select(x > 0.0, x, m))
}

fn main() {}
