use autodiff_runtime::prelude::*;

struct Network;

#[differentiable]
impl Network {}

fn main() {}
