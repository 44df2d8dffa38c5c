use autodiff_runtime::prelude::*;

#[differentiable]
fn scaled(#[cfg(any())] k: Input<f32>, x: Param<[f32; 3]>) -> f32 {
    sum(x)
}

fn main() {}
