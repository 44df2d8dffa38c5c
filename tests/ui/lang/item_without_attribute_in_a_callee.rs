use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    const GAIN: f32 = 2.0;

    #[differentiable]
    pub fn scaled(x: Param<[f32; 4]>) -> f32 {
        sum(x) * self::GAIN
    }
}

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    nn::scaled(x)
}

fn main() {}
