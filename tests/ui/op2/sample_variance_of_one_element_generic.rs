use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>) -> f32 {
    sample_variance(x)
}

fn main() {
    model(&model::Params::<1>::ZERO);
}
