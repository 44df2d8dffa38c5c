use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn total<const N: usize>(x: Param<[f32; N]>) -> f32 {
        sum(x)
    }
}

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    nn::total::<'static>(x)
}

fn main() {}
