use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Input<[f32; 4]>, w: Param<[f32; 3]>, b: Param<f32>) -> f32 {
    let h = x * w;
    let h = relu(h) + b;
    sum(h * h)
}

fn train(params: &mut model::Params) -> f32 {
    let mut tape = model::Tape::new();
    let mut gradients: model::Gradients = model::Gradients::ZERO;
    let x = [0.0; 4];
    let mut pass = tape.forward(&x, params);
    pass.backward(&mut gradients);
    pass.backward_with_seed(&2.0, &mut gradients);
    pass.accumulate(&mut gradients);
    let output: f32 = *pass.output();
    for (w, g) in params.as_mut_slice().iter_mut().zip(gradients.as_slice()) {
        *w -= 0.1 * g;
    }
    params.w[0] += gradients.w[0];
    let _bytes: [u8; model::Tape::SIZE] = [0; model::Tape::SIZE];
    output + model::value_and_gradient(&x, params, &mut tape, &mut gradients) + model(&x, params)
}

fn main() {
    train(&mut model::Params {
        w: [0.0; 3],
        b: 0.0,
    });
}
