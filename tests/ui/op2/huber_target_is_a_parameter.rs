use autodiff_runtime::prelude::*;

#[differentiable]
fn model(p: Param<[f32; 4]>, t: Param<[f32; 4]>) -> f32 {
    huber(p, t, 1.0)
}

fn main() {}
