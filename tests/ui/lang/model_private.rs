use autodiff_runtime::prelude::*;

mod m {
    use super::*;

    #[differentiable]
    fn secret(x: Param<f32>) -> f32 {
        x * x
    }

    #[differentiable]
    pub fn open(x: Param<f32>) -> f32 {
        self::secret(x)
    }
}

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    m::secret(x) + m::open(x)
}

fn main() {}
