use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn twice(x: Param<f32>) -> f32 {
        2.0 * x
    }

    pub mod blocks {
        use super::*;

        #[differentiable]
        pub fn residual(x: Param<f32>) -> f32 {
            x + super::twice(x)
        }
    }
}

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    square(nn::blocks::residual(x))
}

fn main() {}
