use autodiff_runtime::prelude::*;

#[differentiable]
const EDGE: [f32; 2] = [0.5, core::f32::consts::PI];

#[differentiable]
const SIZE: usize = core::mem::size_of::<f32>();

fn main() {}
