use autodiff_runtime::prelude::*;

fn main() {
    let (mut a_value, mut b_value) = (1.0_f32, 2.0_f32);
    let mut y_value = [0.0_f32; 2];
    let mut a = BufferView::parameter(&mut a_value);
    let mut b = BufferView::parameter(&mut b_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = concat(a, b); };
    tape.backward_with_seed(&[1.0; 2]);
}
