//! Least squares: fits `y = X w + b` to five points by gradient descent.
//!
//!     cargo run --example linear_regression

use autodiff_runtime::prelude::*;

/// Mean squared error of the line over all points, for any number of points and features.
#[differentiable]
fn regression<const POINTS: usize, const FEATURES: usize>(
    x: Input<[[f32; FEATURES]; POINTS]>,
    w: Param<[f32; FEATURES]>,
    b: Param<f32>,
    y: Input<[f32; POINTS]>,
) -> f32 {
    mse(offset(matvec(x, w), b), y)
}

const X: [[f32; 3]; 5] = [
    [0.1, 0.2, 0.3],
    [0.4, -0.1, 0.5],
    [-0.2, 0.6, 0.1],
    [0.3, 0.2, -0.4],
    [0.5, -0.3, 0.2],
];
const Y: [f32; 5] = [0.2, 0.1, -0.1, 0.3, 0.0];

const STEPS: usize = 3000;

/// The least error that any `w` and `b` reach, from the normal equations.
const LEAST_SQUARES: f32 = 0.009_828;

fn main() {
    let mut params = regression::Params {
        w: [0.7, -0.5, 0.3],
        b: 0.1,
    };
    // The record of a forward pass and its gradients: both have a fixed size and
    // may as well live in a `static`.
    let mut tape = regression::Tape::new();
    let mut gradients = regression::Gradients::ZERO;
    let sgd = Sgd::new(0.7);

    let start = regression(&X, &Y, &params);
    assert!((start - 0.15116).abs() < 1e-6);

    println!("  step  mean squared error");
    for step in 0..STEPS {
        let loss = regression::value_and_gradient(&X, &Y, &params, &mut tape, &mut gradients);
        if step % 500 == 0 {
            println!("{step:6}  {loss:.5}");
        }
        sgd.step(&mut params, &gradients);
    }

    let end = regression(&X, &Y, &params);
    println!("{STEPS:6}  {end:.5}");
    println!("w = {:.3?}, b = {:.3}", params.w, params.b);
    assert!(
        (end - LEAST_SQUARES).abs() < 1e-5,
        "did not converge: {end}"
    );
}
