use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let __ad_h = square(x);
    sum(__ad_h)
}

fn main() {}
