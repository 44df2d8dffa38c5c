use autodiff_runtime::prelude::*;

fn main() {
    let mut a_value = [1.0_f32, 2.0, 3.0, 4.0];
    let mut a = BufferView::parameter(&mut a_value);
    let t = [1.0_f32; 4];
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = huber(a, t, max(a)); };
    tape.backward();
}
