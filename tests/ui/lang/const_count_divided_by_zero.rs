use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const DIV: usize = 1 / 0;
    x[DIV]
}

fn main() {}
