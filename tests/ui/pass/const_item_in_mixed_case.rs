#![allow(non_upper_case_globals)]

use autodiff_runtime::prelude::*;

#[differentiable]
const Taps_C: [f64; 2] = [1.0, 2.0];

#[differentiable]
fn model(x: Param<[f64; 2]>) -> f64 {
    dot(x, self::Taps_C)
}

fn main() {
    let x = model::Params { x: [3.0, 4.0] };
    assert_eq!(model(&x), 11.0);
}
