use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const ORDER: [usize; 4] = [2, 0, 1, 3];
    dot(x, ORDER)
}

fn main() {}
