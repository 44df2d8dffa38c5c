use autodiff_runtime::prelude::*;

#[differentiable]
fn first(w: Param<[f32; 3]>) -> f32 {
    sum(w)
}

#[differentiable]
fn second(w: Param<[f32; 3]>) -> f32 {
    mean(w)
}

fn main() {
    let params = first::Params { w: [1.0; 3] };
    let mut gradients = second::Gradients::ZERO;
    first::value_and_gradient(&params, &mut first::Tape::new(), &mut gradients);
}
