use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>) -> f32 {
    x[4]
}

fn main() {
    model(&model::Params { x: [1.0; 4] });
}
