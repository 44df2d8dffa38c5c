use autodiff_runtime::prelude::*;

#[differentiable]
fn model(a: Param<[[f32; 3]; 2]>, b: Param<[[f32; 2]; 2]>) -> f32 {
    sum(a + b)
}

fn main() {}
