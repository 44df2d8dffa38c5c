use autodiff_runtime::prelude::*;

mod nn {
    pub fn twice(x: [f32; 3]) -> [f32; 3] {
        x.map(|x| 2.0 * x)
    }
}

#[differentiable]
fn model(x: Param<[f32; 3]>) -> f32 {
    sum(nn::twice(x))
}

fn main() {}
