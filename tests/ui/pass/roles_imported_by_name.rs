#![deny(warnings)]

use autodiff_runtime::{Input, Param, differentiable};

#[differentiable]
fn model(x: Input<[f32; 4]>, a: Param<f32>) -> f32 {
    sum(scale(x, a))
}

#[differentiable]
fn by_path(x: autodiff_runtime::Input<[f32; 4]>, a: autodiff_runtime::Param<f32>) -> f32 {
    sum(scale(x, a))
}

fn main() {
    assert_eq!(model(&[1.0; 4], &model::Params { a: 2.0 }), 8.0);
    assert_eq!(by_path(&[1.0; 4], &by_path::Params { a: 2.0 }), 8.0);
}
