use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let h = x else { loop {} };
    sum(h)
}

fn main() {}
