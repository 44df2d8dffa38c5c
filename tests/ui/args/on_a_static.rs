use autodiff_runtime::prelude::*;

#[differentiable]
static N: usize = 4;

fn main() {}
