use autodiff_runtime::prelude::*;

fn main() {
    let mut x_value = [1.0_f32, 2.0, 3.0];
    let mut y_value = 0.0;
    let mut x = BufferView::parameter(&mut x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! {
        const A: f32 = 0.5;
        const B: f64 = 0.5;
        y = A * sum(x) + B;
    };
    tape.backward();
}
