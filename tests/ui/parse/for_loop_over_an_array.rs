use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let mut total = sum(x);
    for element in x {
        total = total + element;
    }
    total
}

fn main() {}
