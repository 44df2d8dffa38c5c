use autodiff_runtime::prelude::*;

fn main() {
    let mut x_value = [1.0_f32, 2.0, 3.0];
    let mut y_value = [0.0_f32; 3];
    let mut x = BufferView::parameter(&mut x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = clamp(x, 1, 0); };
    tape.backward_with_seed(&[1.0; 3]);
}
