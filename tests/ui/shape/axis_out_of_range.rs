use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 3]; 2]>) -> f32 {
    sum(mean(x, axis = 2))
}

fn main() {}
