use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let h = for i in 0..4 {
        x[i]
    };
    h
}

fn main() {}
