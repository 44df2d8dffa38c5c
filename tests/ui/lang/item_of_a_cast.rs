use autodiff_runtime::prelude::*;

#[differentiable]
const K: f32 = 3 as f32;

#[differentiable]
const L: [f32; 2] = [1.0, f32::sqrt(2.0)];

fn main() {}
