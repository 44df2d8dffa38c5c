use autodiff_runtime::prelude::*;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    x * self::model(x)
}

fn main() {
    println!("{}", model(&model::Params { x: 2.0 }));
}
