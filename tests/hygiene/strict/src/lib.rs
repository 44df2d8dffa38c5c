//! Both front doors under the strictest settings a crate can choose.
#![no_std]
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]

use ::ad::prelude::{BufferView, Input, Param, differentiable, grad};

/// Width of the hidden layer.
pub const HIDDEN: usize = 5;

/// Two-layer classifier.
#[differentiable(crate = ::ad)]
pub fn classifier(
    x: Input<[f32; 4]>,
    w1: Param<[[f32; 4]; HIDDEN]>,
    b1: Param<[f32; HIDDEN]>,
    w2: Param<[[f32; 5]; 3]>,
    b2: Param<[f32; 3]>,
    target: Input<[f32; 3]>,
) -> f32 {
    let hidden = relu(fully_connected(x, w1, b1));
    let logits = fully_connected(hidden, w2, b2);
    softmax_cross_entropy(logits, target) + 0.5 * sum(square(w1))
}

/// Any number of features.
#[differentiable(crate = ::ad, kernels = ::ad::Portable)]
pub fn neuron<const FEATURES: usize>(
    x: Input<[f64; FEATURES]>,
    r#type: Param<[f64; FEATURES]>,
    bias: Param<f64>,
) -> f64 {
    sigmoid(dot(x, r#type) - bias)
}

/// A vector root, its parameter used twice.
#[differentiable(crate = ::ad)]
pub fn curve(x: Param<[f32; 3]>) -> [f32; 3] {
    x * tanh(x) / (1.0 + square(x))
}

/// Taps of a filter.
#[differentiable(crate = ::ad)]
pub const TAPS: usize = 3;

/// The filter.
#[differentiable(crate = ::ad)]
const KERNEL: [f32; TAPS] = [0.5, 1.0 / 3.0, -self::LAST];

#[differentiable(crate = ::ad)]
const LAST: f32 = 0.123_456_79;

/// A table as a whole, by its elements and as a bound.
#[differentiable(crate = ::ad)]
pub fn filter(x: Param<[f32; 4]>) -> f32 {
    const MIX: [[f32; 2]; 2] = [[0.8, 0.2], [-0.2; 2]];
    let mut h = dot(self::KERNEL, x[1..]);
    for i in 0..self::TAPS {
        h = h + self::KERNEL[i] * x[i];
    }
    h + sum(matvec(MIX, x[..2]))
}

/// Numbers as lints would have them by their names.
#[differentiable(crate = ::ad)]
pub fn circle(r: Param<f32>) -> f32 {
    r * r * 3.141_592_653_589_793 + 2.718_28 * r - 0.693_147_180_559_945_3
}

/// `K·x`
#[derive(Debug)]
pub struct Times<const K: u8>;

impl<const K: u8> ::ad::Operator for Times<K> {
    type Operands = (f32,);
    type Output = f32;

    fn forward((x,): ::ad::Refs<'_, Self>, y: &mut f32) {
        *y = x * <f32 as ::core::convert::From<u8>>::from(K);
    }

    fn reverse(_: ::ad::Refs<'_, Self>, _: &f32, g: &f32, (dx,): ::ad::Adjoints<'_, Self>) {
        if let ::core::option::Option::Some(dx) = dx {
            *dx = g * <f32 as ::core::convert::From<u8>>::from(K);
        }
    }
}

/// `x[D]`
#[derive(Debug)]
pub struct At<const D: usize, const N: usize>;

impl<const D: usize, const N: usize> ::ad::Operator for At<D, N> {
    type Operands = ([f32; N],);
    type Output = f32;

    fn forward((x,): ::ad::Refs<'_, Self>, y: &mut f32) {
        *y = x.get(D).copied().unwrap_or(0.0);
    }

    fn reverse(_: ::ad::Refs<'_, Self>, _: &f32, g: &f32, (dx,): ::ad::Adjoints<'_, Self>) {
        if let ::core::option::Option::Some(dx) = dx {
            *dx = [0.0; N];
            if let ::core::option::Option::Some(dx) = dx.get_mut(D) {
                *dx = *g;
            }
        }
    }
}

/// Operators of one's own over generics and counts.
#[differentiable(crate = ::ad)]
fn picked<const N: usize>(x: Param<[f32; N]>) -> f32 {
    const D: usize = 2;
    let y: f32 = At::<D, N>(x);
    Times::<3>(y)
}

/// They are called through another model.
#[differentiable(crate = ::ad)]
pub fn picked_twice(x: Param<[f32; 3]>) -> f32 {
    self::picked(x) * self::picked::<3>(x)
}

/// The same over views.
#[must_use]
pub fn picked_slope(x: [f32; 3]) -> [f32; 3] {
    let (mut x_value, mut y_value) = (x, 0.0);
    let mut x = BufferView::parameter(&mut x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = self::picked(x) * self::picked_twice(x); };
    tape.backward();
    *x.gradient()
}

/// No parameter at all.
#[differentiable(crate = ::ad)]
pub fn energy(x: Input<[f32; 3]>) -> f32 {
    mean(square(x))
}

/// Neither parameter nor operation.
#[differentiable(crate = ::ad)]
pub fn data(x: Input<[f32; 2]>) -> [f32; 2] {
    x
}

/// No operation at all.
#[differentiable(crate = ::ad)]
pub fn identity(x: Param<[f64; 2]>) -> [f64; 2] {
    x
}

/// Trains on one sample.
pub fn step(params: &mut classifier::Params, x: &[f32; 4], target: &[f32; 3]) -> f32 {
    let mut tape = classifier::Tape::new();
    let mut gradients = classifier::Gradients::ZERO;
    let loss = classifier::value_and_gradient(x, target, params, &mut tape, &mut gradients);
    ::ad::Sgd::new(0.1).step(params, &gradients);
    loss
}

/// The slope of an expression over views.
#[must_use]
pub fn slope(x: [f32; 2]) -> f32 {
    let mut a_value = 3.0_f32;
    let mut y_value = [0.0_f32; 2];
    let mut a = BufferView::parameter(&mut a_value);
    let x = BufferView::input(&x);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! {
        let h = scale(x, a);
        y = h + tanh(h) / 2.0;
    };
    tape.backward_with_seed(&[1.0, 1.0]);
    *a.gradient()
}

/// The slope of a scalar expression with a target.
#[must_use]
pub fn loss_slope(w: [[f64; 2]; 3], x: &[f64; 2], t: &[f64; 3]) -> [[f64; 2]; 3] {
    let mut w_value = w;
    let mut loss_value = 0.0;
    let mut w = BufferView::parameter(&mut w_value);
    let (x, t) = (BufferView::input(x), BufferView::input(t));
    let mut loss = BufferView::output(&mut loss_value);
    grad! { loss = mse(matvec(w, x), t); }.backward();
    *w.gradient()
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
