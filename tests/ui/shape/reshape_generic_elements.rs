use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(x: Param<[f32; N]>) -> f32 {
    sum(reshape(x, [M]))
}

fn main() {
    model::<4, 5>(&model::Params { x: [0.0; 4] });
}
