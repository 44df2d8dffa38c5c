use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>, y: Param<[f32; 3]>) -> [f32; 8] {
    concat(x, y)
}

fn main() {}
