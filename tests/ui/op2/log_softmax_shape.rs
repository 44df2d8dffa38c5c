use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 4]; 2]>) -> f32 {
    sum(log_softmax(x))
}

fn main() {}
