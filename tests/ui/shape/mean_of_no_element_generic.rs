use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>) -> f32 {
    mean(x)
}

fn main() {
    model(&model::Params::<0>::ZERO);
}
