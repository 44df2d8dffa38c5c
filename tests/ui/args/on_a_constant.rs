use autodiff_runtime::prelude::*;

#[differentiable(source)]
const N: usize = 4;

fn main() {}
