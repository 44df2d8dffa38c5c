use autodiff_runtime::prelude::*;

fn main() {
    let mut a_value = [0.0_f32; 3];
    let mut b_value = [0.0_f32; 4];
    let mut y_value = 0.0_f32;
    let mut a = BufferView::parameter(&mut a_value);
    let mut b = BufferView::parameter(&mut b_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(exp(a) * b + b / a); };
    tape.backward();
}
