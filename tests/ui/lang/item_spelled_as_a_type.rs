use autodiff_runtime::prelude::*;

#[differentiable]
#[allow(non_upper_case_globals)]
const TapsOf: [f32; 2] = [1.0, 2.0];

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    dot(x, self::TapsOf)
}

fn main() {}
