use autodiff_runtime::prelude::*;

#[differentiable]
const HALF: usize = 2;

mod sizes {
    use super::*;

    #[differentiable]
    pub const N: usize = 2 * super::HALF;
}

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x[..sizes::N])
}

fn main() {}
