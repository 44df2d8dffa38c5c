use autodiff_runtime::prelude::*;

#[differentiable]
fn model(m: Param<[[f32; 3]; 2]>) -> f32 {
    m[1][3]
}

fn main() {}
