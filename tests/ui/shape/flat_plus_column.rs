use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>, y: Param<[[f32; 1]; 3]>) -> f32 {
    sum(x + y)
}

fn main() {}
