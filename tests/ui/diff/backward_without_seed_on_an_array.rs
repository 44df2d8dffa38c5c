use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 3]>, a: Param<f32>) -> [f32; 3] {
    scale(x, a)
}

fn main() {
    let params = model::Params { a: 2.0 };
    let mut gradients = model::Gradients::ZERO;
    let mut tape = model::Tape::new();
    let mut pass = tape.forward(&[1.0, 2.0, 3.0], &params);
    pass.backward(&mut gradients);
}
