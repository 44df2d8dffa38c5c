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

#[differentiable]
fn model(x: Param<[f32; 4]>) -> f32 {
    let y: [f32; 4] = Twice(x = x);
    sum(x * y)
}

fn main() {}
