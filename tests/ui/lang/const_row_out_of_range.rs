use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const M: [[f32; 2]; 3] = [[0.0; 2]; 3];
    sum(x) * M[1][2]
}

fn main() {}
