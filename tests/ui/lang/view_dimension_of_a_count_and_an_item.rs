use autodiff_runtime::prelude::*;

const M: usize = 3;

fn main() {
    let x_value = [1.0_f32; 4];
    let x = BufferView::input(&x_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { const N: usize = 2; y = sum(broadcast(x[0], [N * M])); };
    tape.backward();
}
