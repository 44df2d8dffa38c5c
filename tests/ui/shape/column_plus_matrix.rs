use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 3]; 2]>, bias: Param<[[f32; 1]; 2]>) -> f32 {
    sum(x + bias)
}

fn main() {}
