use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[[f32; 5]; 2]>, y: Param<[f32; 3]>) -> f32 {
    let h = matvec(w, x);
    let d = rleu(y);
    sum(h) + dot(x, y)
}

fn main() {}
