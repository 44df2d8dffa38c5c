use autodiff_runtime::prelude::*;

fn main() {
    let mut w_value = [0.0_f32; 1];
    let mut y_value = 0.0_f32;
    let mut w = BufferView::parameter(&mut w_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sample_std(w); };
    tape.backward();
}
