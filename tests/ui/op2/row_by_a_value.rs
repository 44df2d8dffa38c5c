use autodiff_runtime::prelude::*;

#[differentiable]
fn model(m: Param<[[f32; 3]; 2]>, i: Input<f32>) -> f32 {
    sum(row(m, i))
}

fn main() {}
