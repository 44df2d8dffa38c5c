use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn layer(x: Input<[f32; 3]>, w: Param<[[f32; 3]; 2]>, b: Param<[f32; 2]>) -> [f32; 2] {
        relu(fully_connected(x, w, b))
    }
}

#[differentiable]
fn model(x: Input<[f32; 3]>, w: Param<[[f32; 3]; 2]>, b: Param<[f32; 2]>) -> f32 {
    sum(nn::layer(x, b, w))
}

fn main() {}
