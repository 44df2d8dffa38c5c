use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 3]>, w: Param<[f32; 3]>) -> f32 {
    sum(square(x * w))
}

fn main() {
    let mut params = model::Params { w: [1.0; 3] };
    let mut gradients = model::Gradients::ZERO;
    let mut tape = model::Tape::new();
    let mut pass = tape.forward(&[1.0, 2.0, 3.0], &params);
    params.w[0] = 5.0;
    pass.backward(&mut gradients);
    println!("{params:?}");
}
