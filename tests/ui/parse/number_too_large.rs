use autodiff_runtime::prelude::*;

#[differentiable]
fn scaled(x: Param<[f32; 3]>) -> f32 {
    sum(x * 1e39)
}

fn main() {
    scaled(&scaled::Params::ZERO);
}
