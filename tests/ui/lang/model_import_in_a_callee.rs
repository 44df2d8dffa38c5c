use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn twice(x: Param<f32>) -> f32 {
        2.0 * x
    }
}

mod blocks {
    use super::nn;
    use super::*;

    #[differentiable]
    pub fn residual(x: Param<f32>) -> f32 {
        x + nn::twice(x)
    }
}

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    square(blocks::residual(x))
}

fn main() {}
