use autodiff_runtime::prelude::*;

#[differentiable]
fn model(m: Param<[[f32; 3]; 2]>) -> f32 {
    sum(m[0..1])
}

fn main() {}
