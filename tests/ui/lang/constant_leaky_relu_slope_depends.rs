use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let k = 0.5 * max(x);
    sum(leaky_relu(x, k))
}

fn main() {}
