use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, memory: State<[f32; 4]>) -> f32 {
    dot(x, memory)
}

fn main() {}
