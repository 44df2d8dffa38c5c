use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn twice(x: Param<f32>) -> f32 {
        2.0 * x
    }
}

mod api {
    pub use super::nn::twice;
}

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    square(api::twice(x))
}

fn main() {}
