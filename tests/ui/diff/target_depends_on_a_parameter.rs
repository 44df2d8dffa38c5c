use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[[f32; 4]; 4]>) -> f32 {
    let p = matvec(w, x);
    let t = softmax(p);
    cross_entropy(p, t)
}

fn main() {}
