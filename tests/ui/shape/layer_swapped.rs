use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[[f32; 4]; 2]>, b: Param<[f32; 2]>) -> f32 {
    sum(fully_connected(w, x, b))
}

fn main() {}
