use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    pub const N: usize = 4;

    #[differentiable]
    pub fn energy(x: Param<[f32; N]>) -> f32 {
        dot(x, x)
    }
}

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    nn::energy(x)
}

fn main() {}
