use autodiff_runtime::prelude::*;

fn main() {
    let x_value = [1.0_f32, 2.0, 3.0];
    let mut w_value = [[0.0_f32; 3]; 2];
    let mut b_value = [0.0_f32; 3];
    let mut y_value = [0.0_f32; 2];
    let x = BufferView::input(&x_value);
    let mut w = BufferView::parameter(&mut w_value);
    let mut b = BufferView::parameter(&mut b_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = fully_connected(x, w, b); };
    tape.backward_with_seed(&[1.0, 0.0]);
}
