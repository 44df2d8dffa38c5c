use autodiff_runtime::prelude::*;

#[differentiable]
mod model {}

fn main() {}
