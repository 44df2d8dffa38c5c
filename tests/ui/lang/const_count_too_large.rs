use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 2]>) -> f32 {
    const MANY: usize = 4294967296 * 4294967296;
    x[MANY]
}

fn main() {}
