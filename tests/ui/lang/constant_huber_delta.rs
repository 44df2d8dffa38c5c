use autodiff_runtime::prelude::*;

#[differentiable]
fn model(p: Param<[f32; 4]>, t: Input<[f32; 4]>, delta: Param<f32>) -> f32 {
    huber(p, t, delta)
}

fn main() {}
