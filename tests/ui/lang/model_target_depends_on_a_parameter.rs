use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn loss(p: Param<[f32; 3]>, t: Input<[f32; 3]>) -> f32 {
        mse(p, t)
    }
}

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    nn::loss(x, x * 2.0)
}

fn main() {}
