use autodiff_runtime::prelude::*;

#[differentiable(kernels = Portable)]
const N: usize = 4;

fn main() {}
