use autodiff_runtime::prelude::*;

mod sizes {
    pub const M: usize = 3;
}

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    const N: usize = 2;
    sum(broadcast(x, [N + sizes::M]))
}

fn main() {}
