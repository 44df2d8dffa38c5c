use autodiff_runtime::prelude::*;

fn main() {
    let x_value = [[1.0_f32; 3]; 5];
    let mut w_value = [[0.0_f32; 1]; 2];
    let mut y_value = 0.0_f32;
    let x = BufferView::input(&x_value);
    let mut w = BufferView::parameter(&mut w_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(matmul(x, w)); };
    tape.backward();
}
