use autodiff_runtime::prelude::*;

struct Network;

impl Network {
    #[differentiable]
    fn model(&self, x: Param<[f32; 4]>) -> f32 {
        sum(x)
    }
}

fn main() {}
