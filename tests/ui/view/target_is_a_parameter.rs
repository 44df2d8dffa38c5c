use autodiff_runtime::prelude::*;

fn main() {
    let mut p_value = [0.0_f32; 3];
    let mut t_value = [1.0_f32; 3];
    let mut y_value = 0.0_f32;
    let mut p = BufferView::parameter(&mut p_value);
    let mut t = BufferView::parameter(&mut t_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = mse(p, t); };
    tape.backward();
}
