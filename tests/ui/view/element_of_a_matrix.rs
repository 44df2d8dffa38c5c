use autodiff_runtime::prelude::*;

fn main() {
    let mut x_value = [[1.0_f32, 2.0, 3.0]; 2];
    let mut z_value = 0.0_f32;
    let mut x = BufferView::parameter(&mut x_value);
    let mut z = BufferView::output(&mut z_value);
    let mut tape = grad! { z = sum(x[0]); };
    tape.backward();
}
