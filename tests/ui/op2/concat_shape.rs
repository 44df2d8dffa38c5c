use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, m: Param<[[f32; 2]; 3]>) -> f32 {
    sum(concat(x, m))
}

fn main() {}
