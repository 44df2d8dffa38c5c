use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, a: Param<f32>, w: Param<[f32; 3]>) -> f32 {
    sum(scale(x, a))
}

fn main() {
    let params = model::Params {
        a: 2.0,
        w: [1.0; 3],
    };
    assert_eq!(model(&[1.0; 4], &params), 8.0);
}
