use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn fifth<const N: usize>(x: Param<[f32; N]>) -> f32 {
        x[4]
    }
}

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    nn::fifth(x)
}

fn main() {}
