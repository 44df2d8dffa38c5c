use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    const LO: [f32; 2] = [1.0, 0.0];
    sum(clamp(x, LO[0], LO[1]))
}

fn main() {}
