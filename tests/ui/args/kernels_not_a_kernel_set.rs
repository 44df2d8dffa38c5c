use autodiff_runtime::prelude::*;

#[differentiable(kernels = Cat)]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x)
}

struct Cat;

fn main() {}
