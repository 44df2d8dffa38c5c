use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn faulty(x: Param<[f32; 3]>) -> [f32; 3] {
        rleu(x)
    }
}

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    sum(nn::faulty(x))
}

fn main() {}
