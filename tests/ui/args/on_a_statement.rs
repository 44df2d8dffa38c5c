use autodiff_runtime::prelude::*;

fn main() {
    #[differentiable]
    let x = 1.0;
}
