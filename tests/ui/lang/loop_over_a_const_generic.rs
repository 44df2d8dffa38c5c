use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Param<[f32; N]>) -> f32 {
    let mut h = sum(x);
    for i in 0..N {
        h = h * x[i];
    }
    h
}

fn main() {}
