use autodiff_runtime::prelude::*;

#[differentiable]
fn faulty(x: Param<[f32; 3]>) -> [f32; 2] {
    square(x)
}

fn main() {
    let mut x_value = [1.0_f32; 3];
    let mut y_value = 0.0_f32;
    let mut x = BufferView::parameter(&mut x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(self::faulty(x)); };
    tape.backward();
}
