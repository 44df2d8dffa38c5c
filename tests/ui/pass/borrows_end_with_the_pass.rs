use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 3]>, w: Param<[f32; 3]>) -> f32 {
    sum(square(x * w))
}

fn main() {
    let mut params = model::Params { w: [1.0; 3] };
    let mut gradients = model::Gradients::ZERO;
    let mut tape = model::Tape::new();
    let mut x = [1.0, 2.0, 3.0];
    for _ in 0..3 {
        let mut pass = tape.forward(&x, &params);
        pass.backward(&mut gradients);
        x[0] += *pass.output();
        params.w[0] -= 0.1 * gradients.w[0];
    }
}
