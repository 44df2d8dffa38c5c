use autodiff_runtime::prelude::*;

#[differentiable]
const W: f32 = 1.0;

fn main() {}
