use autodiff_runtime::prelude::*;

use tables::*;

mod tables {
    use super::*;

    #[differentiable]
    pub const K: [f32; 4] = [0.5, -1.0, 2.0, 0.25];
}

const K: [f32; 4] = [0.5, -1.0, 2.0, 0.5];

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    dot(x, self::K)
}

fn main() {}
