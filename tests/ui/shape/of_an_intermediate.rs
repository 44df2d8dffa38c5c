use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[[f32; 4]; 8]>, v: Param<[f32; 3]>) -> f32 {
    let hidden = relu(matvec(w, x));
    let weighted = hidden * v;
    sum(weighted)
}

fn main() {}
