use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[[f32; 5]; 2]>, b: Param<[f32; 2]>) -> f32 {
    sum(fully_connected(x, w, b))
}

fn main() {}
