//! Models and expressions where `#[macro_use]` replaces the macros of `core`, as `defmt` does in
//! firmware.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

#[allow(unused_imports, reason = "it only shadows")]
#[macro_use]
extern crate hostile_macros;

use autodiff_runtime::prelude::*;

/// Features of a sample; against a literal it needs a check in the expansion.
pub const FEATURES: usize = 4;

/// A layer and its loss.
#[differentiable]
pub fn layer(
    x: Input<[f32; FEATURES]>,
    w: Param<[[f32; 4]; 2]>,
    b: Param<[f32; 2]>,
    target: Input<[f32; 2]>,
) -> f32 {
    softmax_cross_entropy(fully_connected(x, w, b), target) + mean(square(w))
}

/// The same for any number of classes.
#[differentiable]
pub fn generic<const CLASSES: usize>(
    x: Input<[f32; FEATURES]>,
    w: Param<[[f32; 4]; CLASSES]>,
    target: Input<[f32; CLASSES]>,
) -> f32 {
    mse(softmax(matvec(w, x)), target)
}

/// Taps of a filter.
#[differentiable]
pub const TAPS: usize = 3;

/// The filter.
#[differentiable]
const KERNEL: [f32; TAPS] = [0.5, 1.0 / 3.0, -self::LAST];

#[differentiable]
const LAST: f32 = 0.123_456_79;

/// A table as a whole, by its elements and as a bound.
#[differentiable]
pub fn filter(x: Param<[f32; 4]>) -> f32 {
    const MIX: [[f32; 2]; 2] = [[0.8, 0.2], [-0.2; 2]];
    let mut h = dot(self::KERNEL, x[1..]);
    for i in 0..self::TAPS {
        h = h + self::KERNEL[i] * x[i];
    }
    h + sum(matvec(MIX, x[..2]))
}

/// The slope of an expression over views.
#[must_use]
pub fn slope(x: [f32; 4]) -> [f32; 4] {
    let (mut x_value, mut y_value) = (x, 0.0);
    let mut x = BufferView::parameter(&mut x_value);
    let mut y = BufferView::output(&mut y_value);
    grad! { y = variance(reshape(tanh(x * x), [2, 2])); }.backward();
    *x.gradient()
}

/// The same over views.
#[must_use]
pub fn filter_slope(x: [f32; 3]) -> [f32; 3] {
    let (mut x_value, mut y_value) = (x, 0.0);
    let mut x = BufferView::parameter(&mut x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! {
        const SHIFT: [f32; 3] = [1.0, 0.0, -1.0];
        let mut h = dot(self::KERNEL, x + SHIFT);
        for i in 0..self::TAPS {
            h = h + self::KERNEL[i] * x[i];
        }
        y = h;
    };
    tape.backward();
    *x.gradient()
}
