use autodiff_runtime::prelude::*;

fn main() {
    let x_value = [1.0_f64; 4];
    let x = BufferView::input(&x_value);
    let mut y_value = 0.0_f64;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { let h: [f64; 4] = relu(x); let k: [f32; 4] = relu(h); y = sum(k); };
    tape.backward();
}
