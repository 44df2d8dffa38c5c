use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const K: [f32; _] = [1.0, 2.0];
    const L: [[f32; 2]; _] = [[1.0, 2.0], [3.0, 4.0]];
    dot(x, K) + sum(matvec(L, x))
}

fn main() {}
