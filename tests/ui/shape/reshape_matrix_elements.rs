use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 3]; 2]>) -> f32 {
    sum(reshape(x, [5]))
}

fn main() {}
