use autodiff_runtime::prelude::*;

mod p {
    use super::*;

    #[differentiable]
    pub fn f(x: Input<[f32; 3]>, w: Param<[f32; 4]>) -> f32 {
        dot(x, w)
    }
}

#[differentiable]
fn first(x: Input<[f32; 3]>, w: Param<[f32; 4]>) -> f32 {
    p::f(x, w)
}

#[differentiable]
fn second(x: Input<[f32; 3]>, w: Param<[f32; 4]>) -> f32 {
    square(p::f(x, w)) + p::f(x, w)
}

#[differentiable]
fn third(x: Input<[f32; 3]>, w: Param<[f32; 4]>) -> f32 {
    self::first(x, w)
}

fn main() {}
