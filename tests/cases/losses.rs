//! Losses: what is summed, what is averaged, and where logarithms are cut off.

use autodiff_runtime::prelude::*;

/// A flat target against a column of predictions does not compile
/// (`ui/shape/flat_target_against_column.rs`); with equal shapes, or reshaped, these are the
/// numbers. A silent broadcast would give 20.75.
mod open_11_flat_target_vs_column {
    use super::*;

    for_each_element! { $E =>
        const PREDICTION: [[$E; 1]; 3] = [[1.0], [2.0], [4.0]];
        const COLUMN: [[$E; 1]; 3] = [[1.0], [2.5], [3.0]];
        const FLAT: [$E; 3] = [1.0, 2.5, 3.0];

        #[differentiable]
        fn equal_shapes(pred: Param<[[$E; 1]; 3]>, target: Input<[[$E; 1]; 3]>) -> $E {
            quadratic_error(pred, target)
        }

        #[differentiable]
        fn target_reshaped(pred: Param<[[$E; 1]; 3]>, target: Input<[$E; 3]>) -> $E {
            quadratic_error(pred, reshape(target, [3, 1]))
        }

        #[differentiable]
        fn prediction_reshaped(pred: Param<[[$E; 1]; 3]>, target: Input<[$E; 3]>) -> $E {
            quadratic_error(reshape(pred, [3]), target)
        }

        #[test]
        fn model() {
            macro_rules! check {
                ($result:expr) => {
                    let (value, gradients) = $result;
                    assert_near!($E: value, 1.25);
                    assert_near!($E: gradients.pred, [[0.0], [-1.0], [2.0]]);
                };
            }
            check!(value_and_gradients!(equal_shapes(&COLUMN), { pred: PREDICTION }));
            check!(value_and_gradients!(target_reshaped(&FLAT), { pred: PREDICTION }));
            check!(value_and_gradients!(prediction_reshaped(&FLAT), { pred: PREDICTION }));
        }

        #[test]
        fn expression() {
            let (value, pred) = differentiate! {
                inputs { target = COLUMN }
                parameters { pred = PREDICTION }
                seed 1.0;
                y: $E = { y = quadratic_error(pred, target); }
            };
            assert_near!($E: value, 1.25);
            assert_near!($E: pred, [[0.0], [-1.0], [2.0]]);

            let (value, pred) = differentiate! {
                inputs { target = FLAT }
                parameters { pred = PREDICTION }
                seed 1.0;
                y: $E = { y = quadratic_error(reshape(pred, [3]), target); }
            };
            assert_near!($E: value, 1.25);
            assert_near!($E: pred, [[0.0], [-1.0], [2.0]]);
        }
    }
}

/// A probability of 0 where the target is 0 counts for nothing.
mod open_20_cross_entropy_zero_prob {
    use super::*;

    for_each_element! { $E =>
        const P: [$E; 3] = [0.0, 0.25, 0.75];
        const T: [$E; 3] = [0.0, 0.5, 0.5];
        const VALUE: f64 = 0.8369882167858358;
        const GRADIENT: [f64; 3] = [0.0, -2.0, -0.6666666666666666];

        #[differentiable]
        fn named(p: Param<[$E; 3]>, t: Input<[$E; 3]>) -> $E {
            cross_entropy(p, t)
        }

        #[differentiable]
        fn matrix(p: Param<[[$E; 3]; 2]>, t: Input<[[$E; 3]; 2]>) -> $E {
            cross_entropy(p, t)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&T), { p: P });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.p, GRADIENT);
            assert_eq!(gradients.p[0], 0.0);
        }

        #[test]
        fn expression() {
            let (value, p) = differentiate! {
                inputs { t = T }
                parameters { p = P }
                seed 1.0;
                y: $E = { y = cross_entropy(p, t); }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: p, GRADIENT);
        }

        #[test]
        fn two_rows_are_summed() {
            let (value, gradients) = value_and_gradients!(matrix(&[T, T]), { p: [P, P] });
            assert_near!($E: value, 2.0 * VALUE);
            assert_near!($E: gradients.p, [GRADIENT; 2]);
        }

        /// A target on a probability of 0 meets the floor of 1e-7: large, finite.
        #[test]
        fn floor() {
            let (value, gradients) = value_and_gradients!(named(&[1.0, 0.0, 0.0]), { p: P });
            let floor: $E = 1e-7;
            assert_near!($E: value, -(floor as f64).ln());
            assert_near!($E: gradients.p, [-1.0 / floor as f64, 0.0, 0.0]);
        }

        #[differentiable]
        fn classifier(z: Param<[$E; 3]>, t: Input<[$E; 3]>) -> $E {
            cross_entropy(softmax(z), t)
        }

        #[differentiable]
        fn fused(z: Param<[$E; 3]>, t: Input<[$E; 3]>) -> $E {
            softmax_cross_entropy(z, t)
        }

        /// Apart from the floor, both spellings are one function: gradient `Σt p - t`.
        #[test]
        fn fused_with_softmax() {
            let z = [0.5, -1.0, 2.0];
            let e = [0.5_f64.exp(), (-1.0_f64).exp(), 2.0_f64.exp()];
            let total: f64 = e.iter().sum();
            let loss = total.ln() - 0.5 * (-1.0 + 2.0);
            let gradient = [e[0] / total, e[1] / total - 0.5, e[2] / total - 0.5];
            let (value, gradients) = value_and_gradients!(classifier(&T), { z: z });
            assert_near!($E: value, loss);
            assert_near!($E: gradients.z, gradient);
            let (value, gradients) = value_and_gradients!(fused(&T), { z: z });
            assert_near!($E: value, loss);
            assert_near!($E: gradients.z, gradient);
        }

        /// A target that does not sum to one scales the softmax.
        #[test]
        fn fused_with_any_target() {
            let z = [0.5, -1.0, 2.0];
            let e = [0.5_f64.exp(), (-1.0_f64).exp(), 2.0_f64.exp()];
            let total: f64 = e.iter().sum();
            let (value, gradients) = value_and_gradients!(fused(&[1.0, 2.0, 0.0]), { z: z });
            assert_near!($E: value, 3.0 * total.ln() - (0.5 - 2.0));
            let p = e.map(|e| 3.0 * e / total);
            assert_near!($E: gradients.z, [p[0] - 1.0, p[1] - 2.0, p[2]]);
        }
    }
}

/// The plain sum of squares, and its mean, in value and gradient alike.
mod open_34_quadratic_error_factor {
    use super::*;

    for_each_element! { $E =>
        const P: [$E; 4] = [1.0, 2.5, -1.0, 4.0];
        const T: [$E; 4] = [0.5, 2.0, 1.0, 4.5];

        #[differentiable]
        fn sum_form(p: Param<[$E; 4]>, t: Input<[$E; 4]>) -> $E {
            quadratic_error(p, t)
        }

        #[differentiable]
        fn mean_form(p: Param<[$E; 4]>, t: Input<[$E; 4]>) -> $E {
            mse(p, t)
        }

        #[differentiable]
        fn written_out(p: Param<[$E; 4]>, t: Input<[$E; 4]>) -> $E {
            sum(square(p - t))
        }

        #[differentiable]
        fn half_form(p: Param<[$E; 4]>, t: Input<[$E; 4]>) -> $E {
            0.5 * quadratic_error(p, t)
        }

        #[differentiable]
        fn matrix(p: Param<[[$E; 2]; 2]>, t: Input<[[$E; 2]; 2]>) -> $E {
            mse(p, t)
        }

        #[differentiable]
        fn scalar(p: Param<$E>, t: Input<$E>) -> $E {
            quadratic_error(p, t) + mse(p, t)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(sum_form(&T), { p: P });
            assert_near!($E: value, 4.75);
            assert_near!($E: gradients.p, [1.0, 1.0, -4.0, -1.0]);
            let (value, gradients) = value_and_gradients!(written_out(&T), { p: P });
            assert_near!($E: value, 4.75);
            assert_near!($E: gradients.p, [1.0, 1.0, -4.0, -1.0]);
            let (value, gradients) = value_and_gradients!(half_form(&T), { p: P });
            assert_near!($E: value, 2.375);
            assert_near!($E: gradients.p, [0.5, 0.5, -2.0, -0.5]);
        }

        #[test]
        fn mean_of_squares() {
            let (value, gradients) = value_and_gradients!(mean_form(&T), { p: P });
            assert_near!($E: value, 1.1875);
            assert_near!($E: gradients.p, [0.25, 0.25, -1.0, -0.25]);
            let (p, t) = ([[1.0, 2.5], [-1.0, 4.0]], [[0.5, 2.0], [1.0, 4.5]]);
            let (value, gradients) = value_and_gradients!(matrix(&t), { p: p });
            assert_near!($E: value, 1.1875);
            assert_near!($E: gradients.p, [[0.25, 0.25], [-1.0, -0.25]]);
        }

        #[test]
        fn scalar_prediction() {
            let (value, gradients) = value_and_gradients!(scalar(&1.0), { p: 2.5 });
            assert_near!($E: value, 4.5);
            assert_near!($E: gradients.p, 6.0);
        }

        #[test]
        fn expression() {
            let (value, p) = differentiate! {
                inputs { t = T }
                parameters { p = P }
                seed 1.0;
                y: $E = { y = quadratic_error(p, t); }
            };
            assert_near!($E: value, 4.75);
            assert_near!($E: p, [1.0, 1.0, -4.0, -1.0]);
            let (value, p) = differentiate! {
                inputs { t = T }
                parameters { p = P }
                seed 4.0;
                y: $E = { y = mse(p, t); }
            };
            assert_near!($E: value, 1.1875);
            assert_near!($E: p, [1.0, 1.0, -4.0, -1.0]);
        }
    }
}
