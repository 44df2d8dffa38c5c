use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    pub const N: usize = 2;

    #[differentiable]
    pub fn energy(x: Param<[f32; 2 * N]>) -> f32 {
        dot(x, x)
    }
}

#[differentiable]
fn model<const M: usize>(x: Param<[f32; M]>) -> f32 {
    nn::energy(x)
}

fn main() {}
