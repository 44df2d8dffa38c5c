use autodiff_runtime::prelude::*;

#[differentiable]
enum Layer {
    Dense,
}

fn main() {}
