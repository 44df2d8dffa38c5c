use autodiff_runtime::prelude::*;

fn main() {
    let mut a_value = [[0.0_f32; 3]; 2];
    let mut b_value = [[0.0_f32; 2]; 2];
    let mut y_value = 0.0_f32;
    let mut a = BufferView::parameter(&mut a_value);
    let mut b = BufferView::parameter(&mut b_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(a + b); };
    tape.backward();
}
