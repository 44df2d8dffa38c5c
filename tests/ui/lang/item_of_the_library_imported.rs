use autodiff_runtime::prelude::*;

use core::f64::consts::PI;

#[differentiable]
fn model(x: Param<[f64; 3]>) -> f64 {
    sum(PI * x)
}

fn main() {}
