use autodiff_runtime::prelude::*;

use sizes::*;

mod sizes {
    use super::*;

    #[differentiable]
    pub const N: usize = 4;
}

const N: usize = 3;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x[..self::N])
}

fn main() {}
