use autodiff_runtime::prelude::*;

fn main() {
    let mut p_value = [[0.0_f32; 1]; 3];
    let t_value = [1.0_f32, 2.0, 3.0];
    let mut y_value = 0.0_f32;
    let mut p = BufferView::parameter(&mut p_value);
    let t = BufferView::input(&t_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = quadratic_error(p, t); };
    tape.backward();
}
