use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, y: Param<[f32; 4]>) -> f32 {
    sample_variance(x, y)
}

fn main() {}
