use autodiff_runtime::prelude::*;

fn main() {
    let mut x_value = [1.0_f32, 2.0, 3.0];
    let mut y_value = 0.0;
    let mut x = BufferView::parameter(&mut x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! {
        const K: [f32; 3] = [0.5, -1.0, 2.0];
        y = sum(x) * K[3];
    };
    tape.backward();
}
