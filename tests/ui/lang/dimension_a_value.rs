use autodiff_runtime::prelude::*;

#[allow(non_upper_case_globals, dead_code)]
const n: usize = 3;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    let n = x;
    sum(broadcast(x, [n]))
}

fn main() {}
