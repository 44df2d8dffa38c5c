use autodiff_runtime::prelude::*;

struct Plain;

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let y: [f32; 4] = Plain(x);
    sum(y)
}

fn main() {
    let params = model::Params { x: [1.0; 4] };
    let mut gradients = model::Gradients::ZERO;
    model::value_and_gradient(&params, &mut model::Tape::new(), &mut gradients);
    println!("{}", model(&params));
}
