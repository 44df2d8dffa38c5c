use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let h = {
        let y = square(x);
        relu(y)
    };
    sum(h)
}

fn main() {}
