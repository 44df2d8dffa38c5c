use autodiff_runtime::prelude::*;

mod nn {
    use super::*;

    #[differentiable]
    pub fn layer(x: Input<[f32; 3]>, w: Param<[[f32; 3]; 2]>, b: Param<[f32; 2]>) -> [f32; 2] {
        relu(fully_connected(x, w, b))
    }
}

fn main() {
    let x = [1.0_f32; 4];
    let mut w_value = [[1.0_f32; 3]; 2];
    let mut w = BufferView::parameter(&mut w_value);
    let mut b_value = [0.5_f32; 2];
    let mut b = BufferView::parameter(&mut b_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(nn::layer(x, w, b)); };
    tape.backward();
}
