use autodiff_runtime::prelude::*;

#[differentiable]
fn model<E>(x: Param<[E; 4]>) -> f32 {
    sum(x)
}

fn main() {}
