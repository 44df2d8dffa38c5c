use autodiff_runtime::prelude::*;

#[differentiable]
const K: f32 = 3 as f32;

fn main() {}
