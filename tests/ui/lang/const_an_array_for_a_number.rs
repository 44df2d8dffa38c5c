use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const G: f32 = [9.81];
    sum(x) * G
}

fn main() {}
