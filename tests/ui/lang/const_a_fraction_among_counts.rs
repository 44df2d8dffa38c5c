use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const ORDER: [usize; 3] = [2, 0.5, 1];
    x[ORDER[0]]
}

fn main() {}
