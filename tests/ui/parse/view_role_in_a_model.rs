use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Parameter<[f32; 4]>) -> f32 {
    dot(x, w)
}

fn main() {}
