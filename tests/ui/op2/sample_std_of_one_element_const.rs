use autodiff_runtime::prelude::*;

const N: usize = 1;

#[differentiable]
fn model(x: Param<[f32; N]>) -> f32 {
    sample_std(x)
}

fn main() {
    model(&model::Params { x: [1.0; N] });
}
