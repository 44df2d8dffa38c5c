use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input, w: Param<[f32; 4]>) -> f32 {
    dot(w, w)
}

fn main() {}
