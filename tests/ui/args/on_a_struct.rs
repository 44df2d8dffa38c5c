use autodiff_runtime::prelude::*;

#[differentiable]
struct Weights {
    w: [f32; 4],
}

fn main() {}
