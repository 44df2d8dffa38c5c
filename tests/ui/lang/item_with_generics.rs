use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    sum(x * self::K::<3>)
}

fn main() {}
