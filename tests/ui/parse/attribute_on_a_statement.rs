use autodiff_runtime::prelude::*;

#[differentiable]
fn scaled(x: Param<[f32; 3]>) -> f32 {
    let y = x * 2.0;
    #[cfg(any())]
    let y = y * 100.0;
    sum(y)
}

fn main() {
    scaled(&scaled::Params::ZERO);
}
