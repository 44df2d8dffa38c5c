use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 1]>) -> f32 {
    sample_variance(x)
}

fn main() {}
