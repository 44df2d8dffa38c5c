use autodiff_runtime::prelude::*;

#[differentiable]
const NAME: &str = "layer";

fn main() {}
