use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 3]; 0]>) -> f32 {
    sum(mean(x, axis = 0))
}

fn main() {}
