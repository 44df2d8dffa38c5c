use autodiff_runtime::prelude::*;

fn main() {
    let x_value = [1.0_f32, 2.0, 3.0];
    let mut y_value = [0.0_f32; 3];
    let x = BufferView::input(&x_value);
    let mut y = BufferView::output(&mut y_value);
    let b = 2;
    let mut tape = grad! { y = scale(x, b); };
}
