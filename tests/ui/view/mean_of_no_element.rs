use autodiff_runtime::prelude::*;

fn main() {
    let mut w_value = [0.0_f32; 0];
    let mut y_value = 0.0_f32;
    let mut w = BufferView::parameter(&mut w_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = mean(w); };
    tape.backward();
}
