//! One training step of the Iris classifier, linked for a bare Cortex-M.
//!
//! Its size is that of a training loop: nothing else is in the image.
#![no_std]
#![no_main]

use autodiff_runtime::prelude::*;
use bare_metal as _;

/// The model of `examples/iris.rs`.
#[differentiable]
pub fn iris(
    x: Input<[f32; 4]>,
    w1: Param<[[f32; 4]; 8]>,
    b1: Param<[f32; 8]>,
    w2: Param<[[f32; 8]; 3]>,
    b2: Param<[f32; 3]>,
    target: Input<[f32; 3]>,
) -> f32 {
    let hidden = relu(fully_connected(x, w1, b1));
    let probability = softmax(fully_connected(hidden, w2, b2));
    cross_entropy(probability, target)
}

/// Forward, backward and a step of gradient descent; returns the loss.
#[unsafe(no_mangle)]
pub extern "C" fn start(
    x: &[f32; 4],
    target: &[f32; 3],
    params: &mut iris::Params,
    learning_rate: f32,
) -> f32 {
    let mut tape = iris::Tape::new();
    let mut gradients = iris::Gradients::ZERO;
    let mut pass = tape.forward(x, target, params);
    let loss = *pass.output();
    pass.backward(&mut gradients);
    Sgd::new(learning_rate).step(params, &gradients);
    loss
}
