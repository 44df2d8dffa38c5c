use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 4]; 2]>) -> f32 {
    logsumexp(x)
}

fn main() {}
