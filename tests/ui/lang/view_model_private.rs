use autodiff_runtime::prelude::*;

mod m {
    use super::*;

    #[differentiable]
    fn secret(x: Param<f32>) -> f32 {
        x * x
    }

    #[differentiable]
    pub fn open(x: Param<f32>) -> f32 {
        self::secret(x)
    }
}

fn main() {
    let x_value = [1.0_f32; 4];
    let x = BufferView::input(&x_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = m::secret(x[0]); };
    tape.backward();
}
