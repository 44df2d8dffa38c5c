use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn filled<const N: usize>(x: Param<f32>) -> [f32; N] {
        broadcast(x, [N])
    }
}

fn main() {
    let x_value = [1.0_f32; 4];
    let x = BufferView::input(&x_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(nn::filled(x[0])); };
    tape.backward();
}
