//! The smallest program: `y = a * x`, and how `y` changes with `a`.
//!
//!     cargo run --example scale

use autodiff_runtime::prelude::*;

fn main() {
    let mut a_value = 3.0_f32;
    let x_value = [2.0_f32, -1.0];
    let mut y_value = [0.0_f32; 2];

    // The role of a view is its type. A parameter and an output hold a gradient,
    // an input has none to ask for.
    let mut a = BufferView::parameter(&mut a_value);
    let x = BufferView::input(&x_value);
    let mut y = BufferView::output(&mut y_value);

    // Runs forward. The tape borrows the views: until it is gone, nothing that
    // the backward pass reads can change.
    let mut tape = grad! { y = scale(x, a); };

    // Runs backward from the seed dL/dy. A second pass overwrites the gradient.
    tape.backward_with_seed(&[1.0, 1.0]);

    println!("y     = {:?}", y.value());
    println!("dL/da = {}", a.gradient());

    assert_eq!(y.value(), &[6.0, -3.0]);
    assert_eq!(a.gradient(), &1.0); // 1 * 2 + 1 * -1
}
