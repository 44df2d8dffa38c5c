use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn filled<const N: usize>(b: Param<f32>) -> [f32; N] {
        broadcast(b, [N])
    }
}

#[differentiable]
fn model(b: Param<f32>) -> f32 {
    sum(nn::filled(b))
}

fn main() {}
