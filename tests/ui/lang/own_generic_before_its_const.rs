use autodiff_runtime::prelude::*;
use autodiff_runtime::{Adjoints, Operator, Refs};

/// `K·x`
struct MulBy<const K: usize>;

impl<const K: usize> Operator for MulBy<K> {
    type Operands = (f32,);
    type Output = f32;

    fn forward((x,): Refs<'_, Self>, y: &mut f32) {
        *y = x * K as f32;
    }

    fn reverse(_: Refs<'_, Self>, _: &f32, g: &f32, (dx,): Adjoints<'_, Self>) {
        if let Some(dx) = dx {
            *dx = g * K as f32;
        }
    }
}

#[allow(dead_code)]
const K: usize = 3;

#[differentiable]
fn model(x: Param<f32>) -> f32 {
    let y: f32 = MulBy::<K>(x);
    const K: usize = 2;
    y + sum(broadcast(x, [K]))
}

fn main() {}
