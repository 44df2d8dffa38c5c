use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(
    x: Input<[f32; 2]>,
    w: Param<[[f32; 2]; N]>,
    b: Param<[f32; M]>,
) -> f32 {
    sum(fully_connected(x, w, b))
}

fn main() {}
