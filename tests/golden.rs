//! Values known from the literature of this field, by name, in both element types and, where it
//! applies, through both front doors.

#[macro_use]
mod common;

use autodiff_runtime::prelude::*;

/// `y = a x` with x = (2, -1) and a = 3: the first example of ARM's `dsppp/autodiff`.
mod scale {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn scaled(x: Input<[$E; 2]>, a: Param<$E>) -> [$E; 2] {
            scale(x, a)
        }

        #[test]
        fn model() {
            let (x, params) = ([2.0, -1.0], scaled::Params { a: 3.0 });
            assert_eq!(scaled(&x, &params), [6.0, -3.0]);

            let mut tape = scaled::Tape::new();
            let mut gradients = scaled::Gradients::ZERO;
            let mut pass = tape.forward(&x, &params);
            assert_eq!(pass.output(), &[6.0, -3.0]);
            pass.backward_with_seed(&[1.0, 1.0], &mut gradients);
            assert_eq!(gradients.a, 1.0);
            pass.backward_with_seed(&[1.0, 0.0], &mut gradients);
            assert_eq!(gradients.a, 2.0);
        }

        #[test]
        fn expression() {
            let mut a_value: $E = 3.0;
            let x_value: [$E; 2] = [2.0, -1.0];
            let mut y_value: [$E; 2] = [0.0; 2];

            let mut a = BufferView::parameter(&mut a_value);
            let x = BufferView::input(&x_value);
            let mut y = BufferView::output(&mut y_value);

            let mut tape = grad! { y = scale(x, a); };
            tape.backward_with_seed(&[1.0, 1.0]);
            assert_eq!(a.gradient(), &1.0);
            assert_eq!(y.value(), &[6.0, -3.0]);

            let mut tape = grad! { y = scale(x, a); };
            tape.backward_with_seed(&[1.0, 0.0]);
            assert_eq!(a.gradient(), &2.0);
            assert_eq!(y_value, [6.0, -3.0]);
        }
    }
}

/// `f(x, y) = (x y + x)^2` at (1, 2): 9 with adjoints exactly 18 and 6.
mod polynomial {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn by_square(x: Param<$E>, y: Param<$E>) -> $E {
            square(x * y + x)
        }

        #[differentiable]
        fn multiplied_out(x: Param<$E>, y: Param<$E>) -> $E {
            let base = x * y + x;
            base * base
        }

        #[test]
        fn model() {
            let params = by_square::Params { x: 1.0, y: 2.0 };
            let mut tape = by_square::Tape::new();
            let mut gradients = by_square::Gradients::ZERO;
            let value = by_square::value_and_gradient(&params, &mut tape, &mut gradients);
            assert_eq!(value, 9.0);
            assert_eq!(gradients, by_square::Gradients { x: 18.0, y: 6.0 });
        }

        #[test]
        fn model_multiplied_out() {
            let params = multiplied_out::Params { x: 1.0, y: 2.0 };
            let mut tape = multiplied_out::Tape::new();
            let mut gradients = multiplied_out::Gradients::ZERO;
            let mut pass = tape.forward(&params);
            pass.backward(&mut gradients);
            assert_eq!(pass.output(), &9.0);
            assert_eq!(gradients, multiplied_out::Gradients { x: 18.0, y: 6.0 });
        }

        #[test]
        fn expression() {
            let (mut x_value, mut y_value, mut f_value): ($E, $E, $E) = (1.0, 2.0, 0.0);
            let mut x = BufferView::parameter(&mut x_value);
            let mut y = BufferView::parameter(&mut y_value);
            let mut f = BufferView::output(&mut f_value);
            let mut tape = grad! { f = square(x * y + x); };
            tape.backward();
            assert_eq!((x.gradient(), y.gradient()), (&18.0, &6.0));
            assert_eq!(f_value, 9.0);
        }
    }
}

/// `x^3` at 1 has slope exactly 3, and its central difference is off by exactly `h^2`.
mod third_power {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        pub fn cube(x: Param<$E>) -> $E {
            x * x * x
        }

        #[test]
        fn model() {
            let mut gradients = cube::Gradients::ZERO;
            let value = cube::value_and_gradient(
                &cube::Params { x: 1.0 },
                &mut cube::Tape::new(),
                &mut gradients,
            );
            assert_eq!((value, gradients.x), (1.0, 3.0));
        }

        #[test]
        fn expression() {
            let (mut x_value, mut y_value): ($E, $E) = (1.0, 0.0);
            let mut x = BufferView::parameter(&mut x_value);
            let mut y = BufferView::output(&mut y_value);
            let mut tape = grad! { y = x * x * x; };
            tape.backward();
            assert_eq!(x.gradient(), &3.0);
            assert_eq!(y_value, 1.0);
        }
    }

    /// Distance of the central difference with step `h` from the slope that backward gives.
    fn error_of_central_difference(h: f64) -> f64 {
        let at = |x| double::cube(&double::cube::Params { x });
        let numeric = (at(1.0 + h) - at(1.0 - h)) / (2.0 * h);
        let mut gradients = double::cube::Gradients::ZERO;
        double::cube::value_and_gradient(
            &double::cube::Params { x: 1.0 },
            &mut double::cube::Tape::new(),
            &mut gradients,
        );
        (numeric - gradients.x).abs()
    }

    #[test]
    fn error_follows_the_square_of_the_step() {
        for exponent in [-1.0, -1.5, -2.0, -2.5, -3.0] {
            let h = 10.0_f64.powf(exponent);
            let ratio = error_of_central_difference(h) / (h * h);
            assert!(
                (ratio - 1.0).abs() < 0.01,
                "h = {h:e}: error is {ratio} h^2"
            );
        }
    }

    #[test]
    fn error_is_tiny_at_the_best_step() {
        let best = (0..=20)
            .map(|tenth| error_of_central_difference(10.0_f64.powf(-7.0 + 0.1 * f64::from(tenth))))
            .fold(f64::INFINITY, f64::min);
        assert!(best < 1e-9, "smallest error {best:e}");
    }

    #[test]
    fn rounding_takes_over_at_tiny_steps() {
        let error = error_of_central_difference(1e-12);
        assert!(error > 1e-6, "error {error:e}");
    }
}

/// `sum(x x)`: the third derivative vanishes, so the central difference has no `h^2` branch.
mod quadratic {
    use super::*;

    #[differentiable]
    fn sum_of_squares(x: Param<[f64; 3]>) -> f64 {
        sum(x * x)
    }

    #[test]
    fn error_has_no_branch_in_the_square_of_the_step() {
        let x = [0.1, -0.3, 0.2];
        let mut gradients = sum_of_squares::Gradients::ZERO;
        sum_of_squares::value_and_gradient(
            &sum_of_squares::Params { x },
            &mut sum_of_squares::Tape::new(),
            &mut gradients,
        );
        for exponent in 1..=6 {
            let h = 10.0_f64.powi(-exponent);
            for index in 0..x.len() {
                let at = |step: f64| {
                    let mut x = x;
                    x[index] += step;
                    sum_of_squares(&sum_of_squares::Params { x })
                };
                let numeric = (at(h) - at(-h)) / (2.0 * h);
                let error = (numeric - gradients.x[index]).abs();
                assert!(error < 1e-10, "h = {h:e}, element {index}: error {error:e}");
            }
        }
    }

    #[test]
    fn error_has_no_branch_through_grad() {
        let x = [0.1, -0.3, 0.2];
        let value_at = |x_value: [f64; 3]| {
            let mut y_value = 0.0;
            let x = BufferView::input(&x_value);
            let mut y = BufferView::output(&mut y_value);
            let _ = grad! { y = dot(x, x); };
            y_value
        };
        let (mut x_value, mut y_value) = (x, 0.0);
        let mut x_view = BufferView::parameter(&mut x_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = dot(x_view, x_view); }.backward();
        for exponent in 1..=6 {
            let h = 10.0_f64.powi(-exponent);
            let (mut above, mut below) = (x, x);
            above[1] += h;
            below[1] -= h;
            let error =
                ((value_at(above) - value_at(below)) / (2.0 * h) - x_view.gradient()[1]).abs();
            assert!(error < 1e-10, "h = {h:e}: error {error:e}");
        }
    }
}

/// `sum(A B)`: the rows of the adjoint of A are the row sums of B, the columns of the adjoint of
/// B are the column sums of A.
mod sum_of_matrix_product {
    use super::*;

    for_each_element! { $E =>
        const A: [[$E; 3]; 2] = [[0.1, -0.5, 1.2], [0.3, -0.8, 0.7]];
        const B: [[$E; 2]; 3] = [[0.5, -0.2], [0.8, 1.1], [-0.4, 0.3]];
        const A_GRADIENT: [[f64; 3]; 2] = [[0.3, 1.9, -0.1]; 2];
        const B_GRADIENT: [[f64; 2]; 3] = [[0.4; 2], [-1.3; 2], [1.9; 2]];

        #[differentiable]
        fn total(a: Param<[[$E; 3]; 2]>, b: Param<[[$E; 2]; 3]>) -> $E {
            sum(matmul(a, b))
        }

        #[test]
        fn model() {
            let mut gradients = total::Gradients::ZERO;
            let value = total::value_and_gradient(
                &total::Params { a: A, b: B },
                &mut total::Tape::new(),
                &mut gradients,
            );
            // Row sums of B weighted by the column sums of A: 0.4*0.3 - 1.3*1.9 - 1.9*0.1.
            assert_near!($E: value, -2.54);
            assert_near!($E: gradients.a, A_GRADIENT);
            assert_near!($E: gradients.b, B_GRADIENT);
        }

        #[test]
        fn expression() {
            let (mut a_value, mut b_value, mut y_value) = (A, B, 0.0);
            let mut a = BufferView::parameter(&mut a_value);
            let mut b = BufferView::parameter(&mut b_value);
            let mut y = BufferView::output(&mut y_value);
            let mut tape = grad! {
                let product = matmul(a, b);
                y = sum(product);
            };
            tape.backward();
            assert_near!($E: a.gradient(), A_GRADIENT);
            assert_near!($E: b.gradient(), B_GRADIENT);
            assert_near!($E: y_value, -2.54);
        }
    }
}

/// Five samples of three features: mean squared error 0.15116. A flat target silently broadcast
/// against the column of predictions would give 0.16316; here it does not compile
/// (`ui/shape/flat_target_against_column.rs`).
mod linear_regression {
    use super::*;

    for_each_element! { $E =>
        const X: [[$E; 3]; 5] = [
            [0.1, 0.2, 0.3],
            [0.4, -0.1, 0.5],
            [-0.2, 0.6, 0.1],
            [0.3, 0.2, -0.4],
            [0.5, -0.3, 0.2],
        ];
        const Y: [$E; 5] = [0.2, 0.1, -0.1, 0.3, 0.0];
        const W: [$E; 3] = [0.7, -0.5, 0.3];
        const LOSS: f64 = 0.15116;
        const W_GRADIENT: [f64; 3] = [0.1988, -0.1688, 0.1692];
        const B_GRADIENT: f64 = 0.272;

        #[differentiable]
        fn flat(
            x: Input<[[$E; 3]; 5]>,
            w: Param<[$E; 3]>,
            b: Param<$E>,
            y: Input<[$E; 5]>,
        ) -> $E {
            mse(offset(matvec(x, w), b), y)
        }

        #[differentiable]
        fn column(
            x: Input<[[$E; 3]; 5]>,
            w: Param<[[$E; 1]; 3]>,
            b: Param<$E>,
            y: Input<[[$E; 1]; 5]>,
        ) -> $E {
            let prediction = matmul(x, w) + b;
            mse(prediction, y)
        }

        #[test]
        fn model() {
            let mut gradients = flat::Gradients::ZERO;
            let params = flat::Params { w: W, b: 0.1 };
            let loss =
                flat::value_and_gradient(&X, &Y, &params, &mut flat::Tape::new(), &mut gradients);
            assert_near!($E: loss, LOSS);
            assert_near!($E: gradients.w, W_GRADIENT);
            assert_near!($E: gradients.b, B_GRADIENT);
        }

        #[test]
        fn model_with_columns() {
            let y = Y.map(|y| [y]);
            let params = column::Params { w: W.map(|w| [w]), b: 0.1 };
            let mut gradients = column::Gradients::ZERO;
            let mut tape = column::Tape::new();
            let loss =
                column::value_and_gradient(&X, &y, &params, &mut tape, &mut gradients);
            assert_near!($E: loss, LOSS);
            assert_near!($E: gradients.w, W_GRADIENT.map(|w| [w]));
            assert_near!($E: gradients.b, B_GRADIENT);
        }

        #[test]
        fn expression() {
            let (mut w_value, mut b_value, mut loss_value) = (W, 0.1, 0.0);
            let (x, y) = (BufferView::input(&X), BufferView::input(&Y));
            let mut w = BufferView::parameter(&mut w_value);
            let mut b = BufferView::parameter(&mut b_value);
            let mut loss = BufferView::output(&mut loss_value);
            let mut tape = grad! {
                let prediction = matvec(x, w) + b;
                loss = mse(prediction, y);
            };
            tape.backward();
            assert_near!($E: w.gradient(), W_GRADIENT);
            assert_near!($E: b.gradient(), B_GRADIENT);
            assert_near!($E: loss_value, LOSS);
        }
    }
}
