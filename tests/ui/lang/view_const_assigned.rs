use autodiff_runtime::prelude::*;

fn main() {
    let x_value = [1.0_f32; 4];
    let x = BufferView::input(&x_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { const K: f32 = 2.0; K = x[0]; y = K; };
    tape.backward();
}
