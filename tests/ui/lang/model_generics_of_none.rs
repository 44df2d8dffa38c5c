use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn total(x: Param<[f32; 4]>) -> f32 {
        sum(x)
    }
}

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    nn::total::<4>(x)
}

fn main() {}
