use autodiff_runtime::prelude::*;

#[differentiable]
fn model(w: Param<[[f32; 3]; 2]>, x: Param<[f32; 3]>) -> f32 {
    sum(dot(w, x))
}

fn main() {}
