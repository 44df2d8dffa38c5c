use autodiff_runtime::prelude::*;

fn main() {
    let mut m_value = [[1.0_f32; 2]; 3];
    let mut m = BufferView::parameter(&mut m_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(row(m, 3)); };
    tape.backward();
}
