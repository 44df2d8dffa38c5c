use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn total<const N: usize>(x: Param<[f32; N]>) -> f32 {
        sum(x)
    }
}

fn main() {
    let x_value = [1.0_f64; 4];
    let x = BufferView::input(&x_value);
    let mut y_value = 0.0_f64;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = nn::total(x); };
    tape.backward();
}
