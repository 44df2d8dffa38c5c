use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 4]; 3]>) -> [[f32; 3]; 4] {
    square(x)
}

fn main() {}
