use autodiff_runtime::prelude::*;

#[differentiable]
fn endless(x: Param<f32>) -> f32 {
    x * self::endless(x)
}

fn main() {
    let mut a_value = 3.0_f32;
    let mut a = BufferView::parameter(&mut a_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = self::endless(a); };
    tape.backward();
}
