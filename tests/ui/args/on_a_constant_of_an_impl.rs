use autodiff_runtime::prelude::*;

struct Filter;

impl Filter {
    #[differentiable]
    const TAPS: usize = 4;
}

fn main() {
    let _ = Filter::TAPS;
}
