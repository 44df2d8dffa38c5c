use autodiff_runtime::prelude::*;

#[differentiable]
fn model(p: Param<[f32; 4]>, t: Param<[f32; 4]>) -> f32 {
    binary_cross_entropy(p, t)
}

fn main() {}
