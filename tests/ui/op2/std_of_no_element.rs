use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 0]>) -> f32 {
    std(x)
}

fn main() {}
