use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 3]; 2]>) -> [f32; 3] {
    const A: usize = 2;
    sum(x, axis = A)
}

fn main() {}
