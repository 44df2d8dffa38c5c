use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn inner<const N: usize>(x: Param<[f32; N]>, y: Param<[f32; N]>) -> f32 {
        dot(x, y)
    }
}

#[differentiable]
fn model(x: Param<[f32; 3]>, y: Param<[f32; 4]>) -> f32 {
    nn::inner(x, y)
}

fn main() {}
