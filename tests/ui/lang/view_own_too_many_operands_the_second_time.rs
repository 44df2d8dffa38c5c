use autodiff_runtime::prelude::*;
use autodiff_runtime::{Adjoints, Operator, Refs};

/// `2x`
struct Twice;

impl Operator for Twice {
    type Operands = ([f32; 4],);
    type Output = [f32; 4];

    fn forward((x,): Refs<'_, Self>, y: &mut [f32; 4]) {
        *y = x.map(|x| 2.0 * x);
    }

    fn reverse(_: Refs<'_, Self>, _: &[f32; 4], g: &[f32; 4], (dx,): Adjoints<'_, Self>) {
        if let Some(dx) = dx {
            *dx = g.map(|g| 2.0 * g);
        }
    }
}

fn main() {
    let mut a_value = [1.0_f32, 2.0, 3.0, 4.0];
    let mut a = BufferView::parameter(&mut a_value);
    let mut b_value = [1.0_f32; 4];
    let mut b = BufferView::parameter(&mut b_value);
    let mut y_value = 0.0_f32;
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = sum(Twice(Twice(a), b)); };
    tape.backward();
}
