use autodiff_runtime::prelude::*;

struct Plain([f32; 4]);

#[differentiable]
fn model(x: Param<[f32; 4]>) -> [f32; 4] {
    Plain(x)
}

fn main() {}
