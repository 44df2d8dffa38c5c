use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const M: [[f32; 3]; 2] = [[1.0, 2.0, 3.0], [4.0, 5.0]];
    sum(x) * M[0][2]
}

fn main() {}
