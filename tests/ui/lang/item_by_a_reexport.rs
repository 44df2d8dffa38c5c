use autodiff_runtime::prelude::*;

mod other {
    use autodiff_runtime::prelude::*;

    #[differentiable]
    pub(crate) const K: f32 = 2.0;
}

pub(crate) use other::K;

#[differentiable]
pub fn model(x: Param<f32>) -> f32 {
    self::K * x
}

fn main() {}
