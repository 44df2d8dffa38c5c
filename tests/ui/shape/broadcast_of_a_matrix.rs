use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[[f32; 3]; 2]>) -> f32 {
    sum(broadcast(x, [4, 3]))
}

fn main() {}
