use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize, const M: usize>(
    x: Input<[f32; N]>,
    w: Param<[[f32; M]; 2]>,
    b: Param<[f32; 2]>,
) -> f32 {
    sum(fully_connected(x, w, b))
}

fn main() {}
