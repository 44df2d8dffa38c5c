use autodiff_runtime::prelude::*;

#[differentiable]
fn inner(x: Param<[f32; 3]>, t: Input<[f32; 3]>) -> f32 {
    quadratic_error(x, t)
}

#[differentiable]
fn outer(p: Param<[f32; 3]>, t: Input<[f32; 3]>) -> f32 {
    self::inner(p, t * 2.0)
}

#[differentiable]
fn model(w: Param<[f32; 3]>) -> f32 {
    self::outer(w, square(w))
}

fn main() {}
