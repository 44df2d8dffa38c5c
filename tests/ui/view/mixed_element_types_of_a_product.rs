use autodiff_runtime::prelude::*;

fn main() {
    let mut x_value = [1.0_f32, 2.0, 3.0];
    let q_value = [1.0_f64, 2.0, 3.0];
    let mut y_value = 0.0_f32;
    let mut x = BufferView::parameter(&mut x_value);
    let q = BufferView::input(&q_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(x * q); };
    tape.backward();
}
