use autodiff_runtime::prelude::*;

#[differentiable]
fn model(b: Param<f32>, x: Input<[f32; 3]>) -> f32 {
    const N: usize = 4;
    dot(broadcast(b, [N]), x)
}

fn main() {}
