use autodiff_runtime::prelude::*;

#[differentiable]
fn model<const N: usize>(x: Input<[f32; N]>, w: Param<[f32; N]>) -> [f32; N] {
    rleu(x * w)
}

fn main() {
    let params = model::Params { w: [1.0; 3] };
    let mut gradients = model::Gradients::ZERO;
    let mut tape = model::Tape::<3>::new();
    let mut pass = tape.forward(&[1.0; 3], &params);
    pass.backward_with_seed(&[1.0; 3], &mut gradients);
    let output: [f32; 3] = model(&[1.0; 3], &params);
    println!("{output:?} {:?}", gradients.w);
}
