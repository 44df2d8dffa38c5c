use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let h: [f32; 3] = square(x);
    sum(h)
}

fn main() {}
