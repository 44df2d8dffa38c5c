use autodiff_runtime::prelude::*;

fn main() {
    let x_value = [1.0_f32, 2.0, 3.0];
    let mut a_value = 2.0_f32;
    let x = BufferView::input(&x_value);
    let mut a = BufferView::parameter(&mut a_value);
    let mut tape = grad! { x = square(a); };
}
