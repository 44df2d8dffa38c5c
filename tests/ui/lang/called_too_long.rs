use autodiff_runtime::prelude::*;

#[differentiable]
fn inner(x: Param<f32>) -> f32 {
    let mut h = x;
    for i in 0..30 {
        h = tanh(h);
    }
    h
}

#[differentiable]
fn middle(x: Param<f32>) -> f32 {
    let mut h = x;
    for i in 0..30 {
        h = self::inner(h);
    }
    h
}

#[differentiable]
fn f(x: Param<f32>) -> f32 {
    let mut h = x;
    for i in 0..30 {
        h = self::middle(h);
    }
    h
}

fn main() {}
