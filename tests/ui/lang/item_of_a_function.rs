use autodiff_runtime::prelude::*;

#[differentiable]
const ROOT: f32 = self::root();

const fn root() -> f32 {
    1.5
}

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    sum(x) * self::ROOT
}

fn main() {}
