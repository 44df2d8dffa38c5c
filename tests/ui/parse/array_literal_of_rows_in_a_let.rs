use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<[f64; 2]>) -> f64 {
    let k = [[1.0, 0.0], [0.0, 1.0]];
    sum(matvec(k, x))
}

fn main() {}
