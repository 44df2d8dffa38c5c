//! Operators at their kinks, ties, poles and origins, end to end: through models and `grad!`, in both
//! element types, over lengths from 0 or 1 on.
//!
//! What a case of a fault in another library fixes is a module by the id of that case; its values
//! come from finite differences at 50 digits. The kernels alone are tested at more points in
//! `autodiff-runtime/tests/operators.rs`.

#[macro_use]
mod common;

use autodiff_runtime::prelude::*;

/// The first of equal maxima gets all of the adjoint.
mod open_17_max_reduce_tie {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn named(x: Param<[$E; 4]>) -> $E {
            max(x)
        }

        #[differentiable]
        fn both(x: Param<[[$E; 2]; 2]>) -> $E {
            max(x) * 10.0 + min(x)
        }

        #[test]
        fn model() {
            let params = named::Params { x: [2.0, 5.0, 5.0, 1.0] };
            let (output, gradients) = output_and_gradients!(named(), { x: params.x }, 6.0);
            assert_eq!((output, gradients.x), (5.0, [0.0, 6.0, 0.0, 0.0]));
            // Forward mode follows the same element.
            let direction = named::Params { x: [1.0, 2.0, 4.0, 8.0] };
            assert_eq!(named::jvp(&params, &direction), (5.0, 2.0));
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [2.0 as $E, 5.0, 5.0, 1.0] }
                seed 6.0;
                y: $E = { y = max(x); }
            };
            assert_eq!((value, x), (5.0, [0.0, 6.0, 0.0, 0.0]));
        }

        #[test]
        fn of_a_matrix() {
            let (value, gradients) = value_and_gradients!(both(), { x: [[3.0, -1.0], [3.0, -1.0]] });
            assert_eq!((value, gradients.x), (29.0, [[10.0, 1.0], [0.0, 0.0]]));
            let (value, gradients) = value_and_gradients!(both(), { x: [[2.0; 2]; 2] });
            assert_eq!((value, gradients.x), (22.0, [[11.0, 0.0], [0.0, 0.0]]));
        }

        #[differentiable]
        fn twice(x: Param<[$E; 3]>) -> $E {
            max(x) * max(x) + max(x * x)
        }

        /// The extreme is used more than once, and the array too.
        #[test]
        fn used_again() {
            let (value, gradients) = value_and_gradients!(twice(), { x: [1.0, 3.0, -4.0] });
            assert_eq!((value, gradients.x), (25.0, [0.0, 6.0, -8.0]));
        }
    }
}

/// Arguments past the range of `exp`.
mod open_21_logsumexp_overflow {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [120.0, 118.0, -5.0, 119.0];
        const SOFTMAX: [f64; 4] = [
            0.6652409557748218,
            0.09003057317038046,
            3.436914599723818e-55,
            0.24472847105479764,
        ];

        #[differentiable]
        fn named(x: Param<[$E; 4]>) -> $E {
            logsumexp(x)
        }

        #[differentiable]
        fn by_difference(x: Param<[$E; 4]>) -> [$E; 4] {
            x - log_softmax(x)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { x: X });
            assert_near!($E: value, 120.40760596444439);
            assert_near!($E: gradients.x, SOFTMAX);
            for shift in [-1e4, 1e4] {
                let (value, gradients) = value_and_gradients!(named(), { x: X.map(|x| x + shift) });
                assert_near!($E: value, 120.40760596444439 + f64::from(shift));
                assert_near!($E: gradients.x, SOFTMAX);
            }
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = logsumexp(x); }
            };
            assert_near!($E: value, 120.40760596444439);
            assert_near!($E: x, SOFTMAX);
        }

        /// Its complement: each element of `x - log_softmax(x)` is the logarithm of the sum.
        #[test]
        fn log_softmax_is_the_rest() {
            let (output, gradients) =
                output_and_gradients!(by_difference(), { x: X }, [1.0, 0.0, 0.0, 0.0]);
            assert_near!($E: output, [120.40760596444439; 4]);
            assert_near!($E: gradients.x, SOFTMAX);
        }

        /// Lengths 1, 2, 3, 5 and 8 of equal elements.
        #[test]
        fn lengths() {
            macro_rules! length {
                ($n:literal) => {{
                    #[differentiable]
                    fn of(x: Param<[$E; $n]>) -> $E {
                        logsumexp(x)
                    }
                    let (value, gradients) = value_and_gradients!(of(), { x: [300.0; $n] });
                    assert_near!($E: value, 300.0 + f64::from($n as f32).ln());
                    assert_near!($E: gradients.x, [1.0 / f64::from($n as f32); $n]);
                }};
            }
            length!(1);
            length!(2);
            length!(3);
            length!(5);
            length!(8);
        }

        /// Weights of exactly 0, and an infinite result whose adjoint is 0.
        #[test]
        fn infinities() {
            let low = $E::NEG_INFINITY;
            let (value, gradients) = value_and_gradients!(named(), { x: [low, 2.0, low, low] });
            assert_eq!((value, gradients.x), (2.0, [0.0, 1.0, 0.0, 0.0]));
            let (value, gradients) = output_and_gradients!(named(), { x: [$E::INFINITY, 2.0, 1.0, 0.0] }, 0.0);
            assert_eq!((value, gradients.x), ($E::INFINITY, [0.0; 4]));
            let params = named::Params { x: [$E::INFINITY, 2.0, 1.0, 0.0] };
            assert_eq!(named::jvp(&params, &named::Params::ZERO), ($E::INFINITY, 0.0));
        }
    }
}

/// Deviations from the mean that vanish in the squares of the elements; divisor `n - 1`.
mod open_24_variance_cancellation_f32 {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [4096.25, 4096.5, 4096.75, 4096.5];

        #[differentiable]
        fn named(x: Param<[$E; 4]>) -> $E {
            sample_variance(x)
        }

        #[differentiable]
        fn root(x: Param<[[$E; 2]; 2]>) -> $E {
            sample_std(x)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { x: X });
            assert_near!($E: value, 0.041666666666666664);
            assert_near!($E: gradients.x, [-0.16666666666666666, 0.0, 0.16666666666666666, 0.0]);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = sample_variance(x); }
            };
            assert_near!($E: value, 0.041666666666666664);
            assert_near!($E: x, [-0.16666666666666666, 0.0, 0.16666666666666666, 0.0]);
        }

        #[test]
        fn deviation() {
            let (value, gradients) =
                value_and_gradients!(root(), { x: [[4096.25, 4096.5], [4096.75, 4096.5]] });
            let expected = (1.0_f64 / 24.0).sqrt();
            assert_near!($E: value, expected);
            let slope = 0.25 / (3.0 * expected);
            assert_near!($E: gradients.x, [[-slope, 0.0], [slope, 0.0]]);
        }
    }
}

/// Whole exponents at bases where a logarithm has no value.
mod open_25_integer_power_neg_and_zero_base {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [-2.0, 0.0, 0.5, -0.25];

        #[differentiable]
        fn named(x: Param<[$E; 4]>) -> $E {
            sum(powi(x, 3)) + sum(powi(x, 0))
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { x: X });
            assert_eq!((value, gradients.x), (-3.890625, [12.0, 0.0, 0.75, 0.1875]));
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = sum(powi(x, 3)) + sum(powi(x, 0)); }
            };
            assert_eq!((value, x), (-3.890625, [12.0, 0.0, 0.75, 0.1875]));
        }

        #[differentiable]
        fn exponents(x: Param<$E>) -> [$E; 5] {
            let low = concat(reshape(powi(x, -2), [1]), reshape(powi(x, -1), [1]));
            let high = concat(reshape(powi(x, 1), [1]), reshape(powi(x, 2), [1]));
            concat(concat(low, reshape(powi(x, 0), [1])), high)
        }

        /// Each exponent alone, by unit seeds; the others have adjoint 0 and give exactly 0, also
        /// where their slope is infinite.
        #[test]
        fn unit_seeds() {
            let infinity = $E::INFINITY;
            for (x, slopes) in [
                (0.0, [-infinity, -infinity, 0.0, 1.0, 0.0]),
                (-2.0, [0.25, -0.25, 0.0, 1.0, -4.0]),
                (0.5, [-16.0, -4.0, 0.0, 1.0, 1.0]),
            ] {
                for at in 0..5 {
                    let mut seed = [0.0; 5];
                    seed[at] = 1.0;
                    let (_, gradients) = output_and_gradients!(exponents(), { x: x }, seed);
                    assert_eq!(gradients.x, slopes[at], "{x}, exponent {at}");
                }
            }
            let (output, _) = output_and_gradients!(exponents(), { x: -0.0 }, [0.0; 5]);
            assert_eq!(output, [infinity, -infinity, 1.0, 0.0, 0.0]);
        }
    }
}

/// Divisor `n` or `n - 1`, in the value and in its gradient.
mod open_36_variance_divisor {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn sample(x: Param<[$E; 4]>) -> $E {
            sample_variance(x)
        }

        #[differentiable]
        fn population(x: Param<[$E; 4]>) -> $E {
            variance(x)
        }

        #[differentiable]
        fn roots(x: Param<[$E; 4]>) -> $E {
            square(std(x)) + 10.0 * square(sample_std(x))
        }

        #[test]
        fn model() {
            const X: [$E; 4] = [1.0, 2.0, 4.0, 7.0];
            let (value, gradients) = value_and_gradients!(sample(), { x: X });
            assert_near!($E: value, 7.0);
            assert_near!($E: gradients.x, [-5.0 / 3.0, -1.0, 1.0 / 3.0, 7.0 / 3.0]);
            let (value, gradients) = value_and_gradients!(population(), { x: X });
            assert_near!($E: value, 5.25);
            assert_near!($E: gradients.x, [-1.25, -0.75, 0.25, 1.75]);
            let (value, gradients) = value_and_gradients!(roots(), { x: X });
            assert_near!($E: value, 75.25);
            let expected = [-5.0 / 3.0, -1.0, 1.0 / 3.0, 7.0 / 3.0].map(|g: f64| g * 10.75);
            assert_near!($E: gradients.x, expected);
        }

        /// No deviation: the root has no slope, which counts as 0.
        #[test]
        fn equal_elements() {
            for x in [0.0, 2.3, -1e-3, 4096.7] {
                let (value, gradients) = value_and_gradients!(roots(), { x: [x; 4] });
                assert_eq!((value, gradients.x), (0.0, [0.0; 4]));
            }
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [2.3 as $E; 3] }
                seed 5.0;
                y: $E = { y = std(x) + sample_std(x); }
            };
            assert_eq!((value, x), (0.0, [0.0; 3]));
        }
    }
}

/// Range and bearing: the rows of the Jacobian by unit seeds. `atan2` takes `y` first.
mod open_37_jacobian_rows_by_seed {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn named(px: Param<$E>, py: Param<$E>, th: Param<$E>, lx: Input<$E>, ly: Input<$E>) -> [$E; 2] {
            let dx = lx - px;
            let dy = ly - py;
            concat(reshape(hypot(dx, dy), [1]), reshape(atan2(dy, dx) - th, [1]))
        }

        #[test]
        fn model() {
            let params = named::Params { px: 1.0, py: 2.0, th: 0.25 };
            let mut tape = named::Tape::new();
            let mut pass = tape.forward(&4.0, &6.0, &params);
            assert_near!($E: *pass.output(), [5.0, 0.6772952180016122]);
            let mut row = named::Gradients::ZERO;
            for (seed, expected) in [
                ([1.0, 0.0], [-0.6, -0.8, 0.0]),
                ([0.0, 1.0], [0.16, -0.12, -1.0]),
                ([1.0, 0.0], [-0.6, -0.8, 0.0]),
            ] {
                pass.backward_with_seed(&seed, &mut row);
                assert_near!($E: [row.px, row.py, row.th], expected);
            }
            // Its columns by unit directions.
            for (at, column) in [[-0.6, 0.16], [-0.8, -0.12], [0.0, -1.0]].into_iter().enumerate() {
                let mut direction = named::Params::ZERO;
                direction.as_mut_slice()[at] = 1.0;
                assert_near!($E: named::jvp(&4.0, &6.0, &params, &direction).1, column);
            }
        }

        #[test]
        fn expression() {
            let run = |seed: [$E; 2]| differentiate! {
                inputs { lx = [4.0 as $E], ly = [6.0 as $E] }
                parameters { px = [1.0 as $E], py = [2.0 as $E], th = [0.25 as $E] }
                seed seed;
                z: [$E; 2] = {
                    let dx = lx - px;
                    let dy = ly - py;
                    z = concat(hypot(dx, dy), atan2(dy, dx) - th);
                }
            };
            let (value, px, py, th) = run([1.0, 0.0]);
            assert_near!($E: value, [5.0, 0.6772952180016122]);
            assert_near!($E: (px[0], py[0], th[0]).into_list(), [-0.6, -0.8, 0.0]);
            let (_, px, py, th) = run([0.0, 1.0]);
            assert_near!($E: (px[0], py[0], th[0]).into_list(), [0.16, -0.12, -1.0]);
        }

        /// On the landmark there is no direction: the value is 0, and so is every slope.
        #[test]
        fn at_the_origin() {
            for seed in [[1.0, 0.0], [0.0, 1.0], [3.0, -2.0]] {
                let (output, gradients) = output_and_gradients!(
                    named(&4.0, &6.0), { px: 4.0, py: 6.0, th: 0.0 }, seed
                );
                assert_eq!(output, [0.0, 0.0]);
                assert_eq!((gradients.px, gradients.py, gradients.th), (0.0, 0.0, -seed[1]));
            }
        }

        #[differentiable]
        fn element_wise(y: Param<[$E; 3]>, x: Param<[$E; 3]>) -> $E {
            sum(hypot(x, y)) + sum(atan2(y, x))
        }

        /// One element at the origin, one whose squares leave the range of numbers.
        #[test]
        fn arrays() {
            let huge: $E = $E::MAX / 16.0;
            let (value, gradients) = value_and_gradients!(
                element_wise(), { y: [0.0, 4.0, 0.0], x: [0.0, 3.0, -huge] }
            );
            assert!(value.is_finite());
            assert_near!($E: gradients.x, [0.0, 0.6 - 0.16, -1.0]);
            assert_near!($E: gradients.y, [0.0, 0.8 + 0.12, 0.0]);
        }
    }

    trait IntoList<T> {
        fn into_list(self) -> [T; 3];
    }

    impl<T> IntoList<T> for (T, T, T) {
        fn into_list(self) -> [T; 3] {
            [self.0, self.1, self.2]
        }
    }
}

/// The sign of 0 is 0, for both zeros.
mod open_38_abs_at_zero {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [0.0, -0.0, -3.0, 2.0];
        const K: [$E; 4] = [5.0, 5.0, 1.0, -1.0];

        #[differentiable]
        fn named(x: Param<[$E; 4]>, k: Input<[$E; 4]>) -> $E {
            dot(abs(x), k)
        }

        #[differentiable]
        fn scalar(x: Param<$E>) -> $E {
            abs(x)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&K), { x: X });
            assert_eq!((value, gradients.x), (1.0, [0.0, 0.0, -1.0, -1.0]));
            for (x, slope) in [(0.0, 0.0), (-0.0, 0.0), (-2.0, -1.0), (2.0, 1.0)] {
                let (value, gradients) = value_and_gradients!(scalar(), { x: x });
                assert_eq!((value, gradients.x), (x.abs(), slope));
            }
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs { k = K }
                parameters { x = X }
                seed 1.0;
                y: $E = { y = dot(abs(x), k); }
            };
            assert_eq!((value, x), (1.0, [0.0, 0.0, -1.0, -1.0]));
        }
    }
}

/// Arrays of one element, and scalars where an operator takes them.
mod open_39_length_one {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn reductions(x: Param<[$E; 1]>) -> $E {
            product(x) + 2.0 * max(x) + 4.0 * min(x) + 8.0 * norm(x) + 16.0 * logsumexp(x) + 32.0 * std(x)
        }

        #[differentiable]
        fn scalars(x: Param<$E>) -> $E {
            product(x) + 2.0 * max(x) + 4.0 * min(x) + 8.0 * norm(x)
        }

        #[differentiable]
        fn vectors(x: Param<[$E; 1]>, y: Param<[$E; 1]>) -> $E {
            sum(log_softmax(x)) + sum(outer(x, y)) + dot(concat(x, y), concat(y, x))
        }

        #[differentiable]
        fn matrices(a: Param<[[$E; 1]; 1]>) -> $E {
            sum(row(a, 0) * column(a, 0))
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(reductions(), { x: [-3.0] });
            let gradient: [$E; 1] = gradients.x;
            assert_near!($E: value, -3.0 * 7.0 + 24.0 - 48.0);
            assert_near!($E: gradient, [7.0 - 8.0 + 16.0]);
            let (value, gradients) = value_and_gradients!(scalars(), { x: -3.0 });
            assert_near!($E: value, -3.0 * 7.0 + 24.0);
            assert_near!($E: gradients.x, 7.0 - 8.0);
            let (value, gradients) = value_and_gradients!(vectors(), { x: [3.0], y: [5.0] });
            assert_near!($E: value, 15.0 + 30.0);
            assert_near!($E: gradients.x, [15.0]);
            assert_near!($E: gradients.y, [9.0]);
            let (value, gradients) = value_and_gradients!(matrices(), { a: [[3.0]] });
            assert_near!($E: value, 9.0);
            assert_near!($E: gradients.a, [[6.0]]);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [-3.0 as $E] }
                seed 1.0;
                y: $E = { y = product(x) + 2.0 * max(x) + 4.0 * min(x) + 8.0 * norm(x); }
            };
            assert_near!($E: value, -3.0 * 7.0 + 24.0);
            assert_near!($E: x, [7.0 - 8.0]);
            // The rank is not known to the macro.
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = -3.0 as $E }
                seed 1.0;
                y: $E = { y = product(x) + 2.0 * max(x) + 4.0 * min(x) + 8.0 * norm(x); }
            };
            assert_near!($E: value, -3.0 * 7.0 + 24.0);
            assert_near!($E: x, 7.0 - 8.0);
        }
    }
}

/// A branch that is multiplied by 0 leaves no trace, whatever its slope.
mod zero_adjoints {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn poles(x: Param<[$E; 3]>, k: Input<[$E; 3]>) -> $E {
            dot(sqrt(x), k) + dot(recip(x), k) + dot(powi(x, -3), k) + dot(ln(x), k)
        }

        /// At 0, and outside of the domain. The value itself is NaN: 0 times infinity.
        #[test]
        fn poles_and_domains() {
            let mut gradients = poles::Gradients::ZERO;
            let mut tape = poles::Tape::new();
            for (x, k, expected) in [
                ([0.0, -0.0, 4.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.25 - 0.0625 - 3.0 / 256.0 + 0.25]),
                ([-1.0, 0.0, $E::NEG_INFINITY], [0.0; 3], [0.0; 3]),
            ] {
                let params = poles::Params { x };
                tape.forward(&k, &params).backward(&mut gradients);
                assert_near!($E: gradients.x, expected);
            }
        }

        #[differentiable]
        fn infinite(x: Param<[$E; 2]>, k: Input<[$E; 2]>) -> $E {
            dot(sin(x), k) + dot(cos(x), k)
        }

        #[test]
        fn angles_that_are_none() {
            let params = infinite::Params { x: [$E::INFINITY, 0.0] };
            let mut gradients = infinite::Gradients::ZERO;
            let mut tape = infinite::Tape::new();
            tape.forward(&[0.0, 1.0], &params).backward(&mut gradients);
            assert_eq!(gradients.x, [0.0, 1.0]);
        }

        #[differentiable]
        fn floored(x: Param<[$E; 4]>) -> $E {
            sum(sqrt(max(x, broadcast(0.0, [4]))))
        }

        #[differentiable]
        fn bounded(x: Param<[$E; 4]>) -> $E {
            sum(sqrt(clamp(x, 0.25, 4.0)))
        }

        /// Bounds in front of a root keep it in its domain and stop the slope.
        #[test]
        fn bounds() {
            let (value, gradients) = value_and_gradients!(floored(), { x: [-2.0, 4.0, -0.5, 0.25] });
            assert_eq!((value, gradients.x), (2.5, [0.0, 0.25, 0.0, 1.0]));
            let (value, gradients) = value_and_gradients!(bounded(), { x: [-2.0, 4.0, 9.0, 0.25] });
            assert_eq!((value, gradients.x), (5.0, [0.0, 0.25, 0.0, 1.0]));
        }

        #[differentiable]
        fn entropy(x: Param<[$E; 4]>) -> $E {
            sum(select(x > 0.0, x * ln(x), x * 2.0))
        }

        #[differentiable]
        fn compositions(x: Param<[$E; 4]>, a: Param<$E>) -> $E {
            let root = sqrt(x);
            let inside = square(root) + tanh(ln(x)) + sigmoid(root) + scale(root, a) + root / a
                + softplus(ln(x)) + silu(root) + sin(recip(x)) * cos(root) + powi(root, 3)
                + exp(-root) * hypot(root, x) + atan2(root, x) + abs(root) * leaky_relu(root, 0.5);
            sum(select(x > 0.0, inside, x * a))
        }

        #[differentiable]
        fn chosen_scalar(x: Param<$E>, v: Param<[$E; 2]>) -> $E {
            select(x > 0.0, sqrt(x) * ln(x) + dot(v, v * ln(x)) + norm(v) * logsumexp(v * sqrt(x)), x)
        }

        /// What surrounds an undefined value is as quiet as the value: no rule multiplies by it.
        #[test]
        fn branches_not_taken() {
            let (value, gradients) = value_and_gradients!(entropy(), { x: [0.0, 1.0, -1.0, 4.0] });
            assert_near!($E: value, 4.0 * 4.0_f64.ln() - 2.0);
            assert_near!($E: gradients.x, [2.0, 1.0, 2.0, 4.0_f64.ln() + 1.0]);

            let (value, gradients) =
                value_and_gradients!(compositions(), { x: [0.0, -1.0, -0.0, -3.0], a: 2.0 });
            assert_eq!((value, gradients.x, gradients.a), (-8.0, [2.0; 4], -4.0));
            let (_, one) = value_and_gradients!(compositions(), { x: [1.0; 4], a: 2.0 });
            let (_, some) =
                value_and_gradients!(compositions(), { x: [0.0, 1.0, -1.0, -0.0], a: 2.0 });
            assert_near!($E: some.x, [2.0, f64::from(one.x[0]), 2.0, 2.0]);

            for x in [0.0, -2.0] {
                let (value, gradients) =
                    value_and_gradients!(chosen_scalar(), { x: x, v: [3.0, 4.0] });
                assert_eq!((value, gradients.x, gradients.v), (x, 1.0, [0.0; 2]));
            }
            let (value, x, a) = differentiate! {
                inputs {}
                parameters { x = [0.0 as $E, 1.0, -1.0], a = [5.0 as $E; 3] }
                seed 1.0;
                y: $E = { y = sum(select(x > 0.0, x * ln(x) * a, x)); }
            };
            assert_eq!((value, x, a), (-1.0, [1.0, 5.0, 1.0], [0.0; 3]));
        }

        #[differentiable]
        fn trained(x: Input<[$E; 2]>, w: Param<[[$E; 2]; 2]>, target: Input<[$E; 2]>) -> $E {
            let h = matvec(w, ln(x));
            select(x[0] > 0.0, quadratic_error(h, target), 0.0)
        }

        #[differentiable]
        fn spread(x: Param<[$E; 2]>, s: Input<$E>) -> $E {
            select(s > 0.0, variance(recip(x)), sum(x))
        }

        #[differentiable]
        fn rows(w: Param<[[$E; 2]; 2]>, a: Param<[$E; 2]>, b: Param<[$E; 2]>) -> $E {
            sum(select(b > 0.0, matvec(w, recip(a)), b))
        }

        /// Products of matrices and losses, whose rules multiply the adjoint by what they met; in
        /// models and in `grad!`, whole and element by element.
        #[test]
        fn products_in_branches_not_taken() {
            let ones = [[1.0; 2]; 2];
            let (value, gradients) =
                value_and_gradients!(trained(&[0.0, 1.0], &[1.0, 2.0]), { w: ones });
            assert_eq!((value, gradients.w), (0.0, [[0.0; 2]; 2]));
            let (value, gradients) = value_and_gradients!(spread(&-1.0), { x: [0.0, 1.0] });
            assert_eq!((value, gradients.x), (1.0, [1.0, 1.0]));
            let (value, gradients) =
                value_and_gradients!(rows(), { w: ones, a: [0.0; 2], b: [-1.0, -2.0] });
            assert_eq!((value, gradients.w, gradients.a), (-3.0, [[0.0; 2]; 2], [0.0; 2]));
            // The row that is taken alone has a slope.
            let (_, gradients) =
                value_and_gradients!(rows(), { w: ones, a: [0.0, 2.0], b: [1.0, -2.0] });
            assert_eq!(gradients.w, [[$E::INFINITY, 0.5], [0.0, 0.0]]);
            assert_eq!((gradients.a, gradients.b), ([$E::NEG_INFINITY, -0.25], [0.0, 1.0]));

            let (value, w, a) = differentiate! {
                inputs { t = [1.0 as $E, 2.0], b = [-1.0 as $E, -2.0] }
                parameters { w = [[1.0 as $E; 2]; 2], a = [0.0 as $E, -1.0] }
                seed 1.0;
                y: $E = {
                    let h = matvec(w, ln(a)) * sum(recip(a));
                    y = select(sum(b) > 0.0, quadratic_error(h, t) + mse(h, t), 0.0)
                        + sum(select(b > 0.0, h, 0.0)) + select(sum(b) > 0.0, norm(matmul(w, w)), 0.0);
                }
            };
            assert_eq!((value, w, a), (0.0, [[0.0; 2]; 2], [0.0; 2]));
        }

        #[differentiable]
        fn extremes(x: Param<[$E; 2]>) -> [$E; 2] {
            concat(max(sqrt(x)), min(recip(x)))
        }

        /// What routes the adjoint routes the tangent, and leaves out the same elements: rows and
        /// columns of the Jacobian are one.
        #[test]
        fn forward_mode_leaves_out_the_same() {
            let params = extremes::Params { x: [0.0, 9.0] };
            let direction = extremes::Params { x: [1.0, 1.0] };
            let (_, tangent) = extremes::jvp(&params, &direction);
            for (row, tangent) in tangent.into_iter().enumerate() {
                let mut seed = [0.0; 2];
                seed[row] = 1.0;
                let (_, gradients) = output_and_gradients!(extremes(), { x: params.x }, seed);
                assert_eq!(tangent, gradients.x[0] + gradients.x[1]);
            }
        }

        #[differentiable]
        fn saturated(x: Param<[$E; 2]>, a: Param<[$E; 2]>) -> $E {
            sum(clamp(a * exp(x), 0.0, 10.0)) + sum(min(square(exp(x)) * a, a)) + max(a * exp(x) * exp(x))
        }

        /// An infinite value that a bound replaces.
        #[test]
        fn bounded_overflow() {
            let large: $E = $E::MAX.ln() * 0.75;
            let (value, gradients) =
                value_and_gradients!(saturated(), { x: [large, 0.0], a: [2.0, 3.0] });
            assert_eq!(value, $E::INFINITY);
            assert!(gradients.a[1] == 1.0 + 1.0 && gradients.x[1] == 3.0 + 3.0, "{gradients:?}");
        }

        #[differentiable]
        fn clamped(x: Param<[$E; 2]>, k: Param<[$E; 2]>) -> $E {
            sum(clamp(x * k, 0.0, 10.0))
        }

        #[differentiable]
        fn clamped_sum(x: Param<[$E; 2]>, k: Param<[$E; 2]>) -> $E {
            sum(clamp(x * k + 1.0, 0.0, 10.0))
        }

        #[differentiable]
        fn at_least(x: Param<[$E; 2]>, k: Param<[$E; 2]>) -> $E {
            sum(max(x * k, broadcast(0.0, [2])))
        }

        #[differentiable]
        fn at_most(x: Param<[$E; 2]>, k: Param<[$E; 2]>) -> $E {
            sum(min(x * k, broadcast(0.0, [2])))
        }

        #[differentiable]
        fn largest(x: Param<[$E; 2]>, k: Param<[$E; 2]>) -> $E {
            max(x * k)
        }

        #[differentiable]
        fn smallest(x: Param<[$E; 2]>, k: Param<[$E; 2]>) -> $E {
            min(x * k)
        }

        /// Each operator that chooses: the factor of what it did not choose is infinite.
        #[test]
        fn each_choice_stops_an_infinite_factor() {
            macro_rules! check {
                ($model:ident, $x:expr, $dk:expr) => {{
                    let k = [$E::INFINITY, 1.0];
                    let (value, gradients) = value_and_gradients!($model(), { x: $x, k: k });
                    assert!(value.is_finite(), "{value}");
                    assert_eq!((gradients.x, gradients.k), ([0.0, 1.0], [0.0, $dk]));
                }};
            }
            macro_rules! check_forward_mode {
                ($model:ident, $x:expr, $slope:expr) => {{
                    let params = $model::Params { x: $x, k: [$E::INFINITY, 1.0] };
                    let direction = $model::Params { x: [1.0; 2], k: [2.0; 2] };
                    assert_eq!($model::jvp(&params, &direction).1, $slope);
                }};
            }
            check!(clamped, [2.0, 0.5], 0.5);
            check!(clamped_sum, [2.0, 0.5], 0.5);
            check!(at_least, [-1.0, 2.0], 2.0);
            check!(at_most, [1.0, -2.0], -2.0);
            check!(largest, [-1.0, 2.0], 2.0);
            check!(smallest, [1.0, -2.0], -2.0);
            check_forward_mode!(clamped, [2.0, 0.5], 2.0);
            check_forward_mode!(clamped_sum, [2.0, 0.5], 2.0);
            check_forward_mode!(at_least, [-1.0, 2.0], 5.0);
            check_forward_mode!(at_most, [1.0, -2.0], -3.0);

            let (value, x, k) = differentiate! {
                inputs {}
                parameters { x = [2.0 as $E, 0.5], k = [$E::INFINITY, 1.0] }
                seed 1.0;
                y: $E = { y = sum(clamp(x * k, 0.0, 10.0)); }
            };
            assert_eq!((value, x, k), (10.5, [0.0, 1.0], [0.0, 0.5]));
        }

        #[differentiable]
        fn scaled(x: Param<[$E; 2]>, a: Param<$E>) -> $E {
            sum(clamp(scale(x, a), -1.0, 10.0))
        }

        #[differentiable]
        fn divided(x: Param<[$E; 2]>, a: Param<$E>) -> $E {
            sum(clamp(x / a, -1.0, 10.0))
        }

        #[differentiable]
        fn divided_by_elements(x: Param<[$E; 2]>, y: Param<[$E; 2]>) -> $E {
            sum(clamp(x / y, -1.0, 10.0))
        }

        #[differentiable]
        fn product_of_scalars(x: Param<$E>, y: Param<$E>) -> $E {
            clamp(dot(x, y), -1.0, 10.0)
        }

        #[differentiable]
        fn inner_product(x: Param<[$E; 2]>, y: Param<[$E; 2]>) -> $E {
            clamp(dot(x, y), -1.0, 10.0)
        }

        #[differentiable]
        fn of_exponentials(x: Param<[$E; 2]>) -> $E {
            clamp(logsumexp(x), -1.0, 10.0)
        }

        /// Products, quotients and sums of exponentials behind a bound.
        #[test]
        fn infinite_operands_behind_a_bound() {
            let infinity = $E::INFINITY;
            let (value, gradients) =
                value_and_gradients!(scaled(), { x: [infinity, 1.0], a: 2.0 });
            assert_eq!((value, gradients.x, gradients.a), (12.0, [0.0, 2.0], 1.0));
            let (value, gradients) =
                value_and_gradients!(scaled(), { x: [2.0, -1.0], a: infinity });
            assert_eq!((value, gradients.x, gradients.a), (9.0, [0.0; 2], 0.0));

            let (value, gradients) = value_and_gradients!(divided(), { x: [3.0, -1.0], a: 0.0 });
            assert_eq!((value, gradients.x, gradients.a), (9.0, [0.0; 2], 0.0));
            let (value, gradients) = value_and_gradients!(
                divided_by_elements(), { x: [3.0, -1.0], y: [0.0, 2.0] }
            );
            assert_eq!((value, gradients.x, gradients.y), (9.5, [0.0, 0.5], [0.0, 0.25]));

            let (value, gradients) =
                value_and_gradients!(product_of_scalars(), { x: infinity, y: 2.0 });
            assert_eq!((value, gradients.x, gradients.y), (10.0, 0.0, 0.0));
            let (value, gradients) =
                value_and_gradients!(inner_product(), { x: [infinity, 1.0], y: [2.0, infinity] });
            assert_eq!((value, gradients.x, gradients.y), (10.0, [0.0; 2], [0.0; 2]));

            let (value, gradients) =
                value_and_gradients!(of_exponentials(), { x: [infinity, 1.0] });
            assert_eq!((value, gradients.x), (10.0, [0.0; 2]));
        }

        /// The root at the origin: the norm of nothing has slope 0.
        #[test]
        fn origins() {
            #[differentiable]
            fn of(x: Param<[$E; 3]>, y: Param<[$E; 3]>) -> $E {
                norm(x) + sum(hypot(x, y)) + sum(atan2(x, y))
            }
            let (value, gradients) =
                value_and_gradients!(of(), { x: [0.0, -0.0, 0.0], y: [0.0, 0.0, 0.0] });
            assert_eq!((value, gradients.x, gradients.y), (0.0, [0.0; 3], [0.0; 3]));
            let direction = of::Params { x: [1.0; 3], y: [1.0; 3] };
            assert_eq!(of::jvp(&of::Params::ZERO, &direction), (0.0, 0.0));
        }
    }
}

/// Kinks and ties.
mod kinks {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn ties(x: Param<[$E; 4]>, y: Param<[$E; 4]>) -> $E {
            sum(max(x, y)) + 10.0 * sum(min(x, y))
        }

        #[differentiable]
        fn with_itself(x: Param<[$E; 3]>) -> $E {
            sum(max(x, x)) + 10.0 * sum(min(x, x))
        }

        /// Half to each where both are equal; one operand in both places gets all.
        #[test]
        fn element_wise_extremes() {
            let (value, gradients) =
                value_and_gradients!(ties(), { x: [1.0, 2.0, 0.0, -4.0], y: [1.0, 0.0, -0.0, 4.0] });
            assert_eq!(value, 7.0 + 10.0 * -3.0);
            assert_eq!(gradients.x, [5.5, 1.0, 5.5, 10.0]);
            assert_eq!(gradients.y, [5.5, 10.0, 5.5, 1.0]);
            let (value, gradients) = value_and_gradients!(with_itself(), { x: [1.0, -2.0, 0.0] });
            assert_eq!((value, gradients.x), (-11.0, [11.0; 3]));
            let (value, x, y) = differentiate! {
                inputs {}
                parameters { x = [1.0 as $E, 2.0], y = [1.0 as $E, 3.0] }
                seed 2.0;
                z: $E = { z = sum(max(x, y)) - sum(min(x, y)); }
            };
            assert_eq!((value, x, y), (1.0, [0.0, -2.0], [0.0, 2.0]));
        }

        #[differentiable]
        fn with_number(x: Param<$E>) -> $E {
            max(x, 1.0) + min(x, -1.0)
        }

        #[test]
        fn scalars_and_numbers() {
            for (x, value, slope) in [(2.0, 1.0, 1.0), (1.0, 0.0, 0.5), (0.0, 0.0, 0.0), (-1.0, 0.0, 0.5)] {
                let (found, gradients) = value_and_gradients!(with_number(), { x: x });
                assert_eq!((found, gradients.x), (value, slope), "{x}");
            }
        }

        #[differentiable]
        fn closed(x: Param<[$E; 5]>, lo: Input<$E>) -> [$E; 5] {
            clamp(x, lo, 2.0)
        }

        #[test]
        fn clamp_is_closed() {
            let (output, gradients) = output_and_gradients!(
                closed(&-1.0), { x: [-1.5, -1.0, -0.0, 2.0, 2.5] }, [1.0, 2.0, 3.0, 4.0, 5.0]
            );
            assert_eq!((output, gradients.x), ([-1.0, -1.0, 0.0, 2.0, 2.0], [0.0, 2.0, 3.0, 4.0, 0.0]));
            let (value, x) = differentiate! {
                inputs { lo = -1.0 as $E }
                parameters { x = [-1.5 as $E, -1.0, 7.0] }
                seed 1.0;
                y: $E = { y = sum(clamp(x, lo, 2.0)); }
            };
            assert_eq!((value, x), (0.0, [0.0, 1.0, 0.0]));
        }

        #[differentiable]
        fn leaky(x: Param<[$E; 4]>, k: Input<$E>) -> [$E; 4] {
            leaky_relu(x, k) + leaky_relu(x, 0.5)
        }

        /// At both zeros the slope is that below.
        #[test]
        fn leaky_rectifier() {
            let (output, gradients) =
                output_and_gradients!(leaky(&0.25), { x: [0.0, -0.0, 2.0, -2.0] }, [1.0; 4]);
            assert_eq!((output, gradients.x), ([0.0, 0.0, 4.0, -1.5], [0.75, 0.75, 2.0, 0.75]));
        }

        #[differentiable]
        fn robust(p: Param<[$E; 4]>, t: Input<[$E; 4]>) -> $E {
            huber(p, t, 0.5)
        }

        #[test]
        fn huber_joins_smoothly() {
            let (value, gradients) =
                value_and_gradients!(robust(&[1.0; 4]), { p: [1.0, 1.5, 0.5, 3.0] });
            assert_eq!((value, gradients.p), (0.125 + 0.125 + 0.875, [0.0, 0.5, -0.5, 0.5]));
        }
    }
}

/// Saturation: no overflow on the way, and slopes that go to their limits.
mod tails {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn smooth(x: Param<[$E; 5]>) -> [$E; 5] {
            softplus(x)
        }

        #[differentiable]
        fn weighted(x: Param<[$E; 5]>) -> [$E; 5] {
            silu(x)
        }

        #[test]
        fn rectifiers() {
            let x = [$E::NEG_INFINITY, -1e4, 0.0, 1e4, $E::INFINITY];
            let (output, gradients) = output_and_gradients!(smooth(), { x: x }, [2.0; 5]);
            assert_near!($E: output[2], 2.0_f64.ln());
            assert_eq!([output[0], output[1], output[3], output[4]], [0.0, 0.0, 1e4, $E::INFINITY]);
            assert_near!($E: gradients.x, [0.0, 0.0, 1.0, 2.0, 2.0]);
            let (output, gradients) = output_and_gradients!(weighted(), { x: x }, [2.0; 5]);
            assert_eq!(output, [0.0, 0.0, 0.0, 1e4, $E::INFINITY]);
            assert_near!($E: gradients.x, [0.0, 0.0, 1.0, 2.0, 2.0]);
        }

        /// Far below 0 the slope of `softplus` is its value: small numbers, not 0.
        #[test]
        fn digits_of_small_slopes() {
            let (output, gradients) = output_and_gradients!(smooth(), { x: [-40.0; 5] }, [1.0; 5]);
            let expected = (-40.0_f64).exp();
            for (y, slope) in output.into_iter().zip(gradients.x) {
                assert!((f64::from(y) / expected - 1.0).abs() < 1e-5);
                assert!((f64::from(slope) / expected - 1.0).abs() < 1e-5);
            }
        }

        #[differentiable]
        fn likelihood(z: Param<[$E; 3]>, t: Input<[$E; 3]>) -> $E {
            -dot(log_softmax(z), t)
        }

        /// A class that is certain: the loss is small and not 0; one that is impossible: finite.
        #[test]
        fn log_softmax() {
            let (value, _) = value_and_gradients!(likelihood(&[1.0, 0.0, 0.0]), { z: [40.0, 0.0, 0.0] });
            assert!((f64::from(value) / (2.0 * (-40.0_f64).exp()) - 1.0).abs() < 1e-5);
            let (value, gradients) =
                value_and_gradients!(likelihood(&[0.0, 1.0, 0.0]), { z: [1000.0, 0.0, 0.0] });
            assert_eq!((value, gradients.z), (1000.0, [1.0, -1.0, 0.0]));
        }

        #[differentiable]
        fn certain(p: Param<[$E; 4]>, t: Input<[$E; 4]>) -> $E {
            binary_cross_entropy(p, t)
        }

        /// Targets of exactly 0 and 1 leave one term, which the floor keeps finite.
        #[test]
        fn binary_cross_entropy_at_its_ends() {
            let (value, gradients) =
                value_and_gradients!(certain(&[0.0, 1.0, 0.0, 1.0]), { p: [0.0, 1.0, 0.5, 0.25] });
            assert_near!($E: value, 3.0 * 2.0_f64.ln());
            assert_near!($E: gradients.p, [1.0, -1.0, 2.0, -4.0]);
            let (value, gradients) =
                value_and_gradients!(certain(&[1.0, 0.0, 1.0, 0.5]), { p: [0.0, 1.0, 1.0, 0.5] });
            assert_near!($E: value, -2.0 * 1e-7_f64.ln() + 2.0_f64.ln());
            assert_near!($E: gradients.p, [-1e7, 1e7, -1.0, 0.0]);
        }
    }
}

/// The product of the others, by no division.
mod products {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn of_three(x: Param<[$E; 3]>, a: Param<$E>) -> $E {
            product(x) * a
        }

        #[test]
        fn zeros() {
            for (x, slope) in [
                ([2.0, 3.0, 5.0], [15.0, 10.0, 6.0]),
                ([0.0, 3.0, 5.0], [15.0, 0.0, 0.0]),
                ([0.0, 3.0, -0.0], [0.0, 0.0, 0.0]),
            ] {
                let (value, gradients) = value_and_gradients!(of_three(), { x: x, a: 2.0 });
                assert_eq!(value, 2.0 * x[0] * x[1] * x[2]);
                assert_eq!(gradients.x, slope.map(|slope: $E| 2.0 * slope));
                assert_eq!(gradients.a, x[0] * x[1] * x[2]);
            }
        }

        /// Added to another adjoint, through `grad!` and by `accumulate`.
        #[test]
        fn shared() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [2.0 as $E, 0.0, 3.0] }
                seed 1.0;
                y: $E = { y = sum(x) + product(x) + sum(x * x); }
            };
            assert_eq!((value, x), (18.0, [5.0, 7.0, 7.0]));
            let params = of_three::Params { x: [2.0, 0.0, 3.0], a: 1.0 };
            let mut gradients = of_three::Gradients { x: [1.0; 3], a: 1.0 };
            let mut tape = of_three::Tape::new();
            tape.forward(&params).accumulate(&mut gradients);
            assert_eq!((gradients.x, gradients.a), ([1.0, 7.0, 1.0], 1.0));
        }

        #[differentiable]
        fn of_none(x: Param<[$E; 0]>, t: Input<[$E; 0]>, y: Param<[$E; 2]>) -> $E {
            product(x) + norm(x) + sum(sqrt(x)) + sum(max(x, x)) + sum(concat(x, y))
                + huber(x, t, 1.0) + binary_cross_entropy(x, t) + sum(outer(y, x))
        }

        /// No element: the neutral value, and no work.
        #[test]
        fn of_no_element() {
            let (value, gradients) = value_and_gradients!(of_none(&[]), { x: [], y: [3.0, 4.0] });
            assert_eq!((value, gradients.x, gradients.y), (8.0, [], [1.0; 2]));
        }
    }
}

/// Rows, columns, outer products and vectors one after the other.
mod layouts {
    use super::*;

    const N: usize = 3;

    for_each_element! { $E =>
        #[differentiable]
        fn rows(a: Param<[[$E; 3]; 2]>) -> $E {
            dot(row(a, 0), row(a, 1)) + 10.0 * sum(row(a, 1))
        }

        #[differentiable]
        fn columns(a: Param<[[$E; 3]; 2]>) -> $E {
            dot(column(a, 0), column(a, 2)) + 10.0 * sum(column(a, 2))
        }

        const A: [[$E; 3]; 2] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];

        #[test]
        fn rows_and_columns() {
            let (value, gradients) = value_and_gradients!(rows(), { a: A });
            assert_eq!((value, gradients.a), (182.0, [[4.0, 5.0, 6.0], [11.0, 12.0, 13.0]]));
            let (value, gradients) = value_and_gradients!(columns(), { a: A });
            assert_eq!((value, gradients.a), (117.0, [[3.0, 0.0, 11.0], [6.0, 0.0, 14.0]]));
            let (value, a) = differentiate! {
                inputs {}
                parameters { a = A }
                seed 1.0;
                y: $E = { y = sum(row(a, 1)) + sum(column(a, 1)) * 2.0; }
            };
            assert_eq!((value, a), (29.0, [[0.0, 2.0, 0.0], [1.0, 3.0, 1.0]]));
        }

        #[differentiable]
        fn joined(x: Param<[$E; N]>, y: Param<[$E; 2]>, k: Input<[$E; 5]>) -> $E {
            let both: [$E; 5] = concat(x, y);
            dot(both * both, k)
        }

        #[differentiable]
        fn generic<const L: usize, const M: usize, const T: usize>(
            x: Param<[$E; L]>,
            y: Input<[$E; M]>,
            k: Input<[$E; T]>,
        ) -> $E {
            dot(concat(y, x), k)
        }

        #[differentiable]
        fn three(x: Param<[$E; 1]>, y: Param<[$E; 2]>) -> [$E; 4] {
            concat(x, concat(y, x))
        }

        /// Lengths that are numbers, const items and generics.
        #[test]
        fn concatenation() {
            let (value, gradients) = value_and_gradients!(
                joined(&[1.0, 2.0, 3.0, 4.0, 5.0]), { x: [1.0; 3], y: [2.0; 2] }
            );
            assert_eq!((value, gradients.x, gradients.y), (42.0, [2.0, 4.0, 6.0], [16.0, 20.0]));
            let params = generic::Params { x: [5.0, 7.0] };
            let mut gradients = generic::Gradients::ZERO;
            let mut tape = generic::Tape::new();
            let mut pass = tape.forward(&[2.0], &[1.0, 10.0, 100.0], &params);
            assert_eq!(*pass.output(), 752.0);
            pass.backward(&mut gradients);
            assert_eq!(gradients.x, [10.0, 100.0]);
            let direction = generic::Params { x: [1.0, 2.0] };
            let tangent = generic::jvp(&[2.0], &[1.0, 10.0, 100.0], &params, &direction);
            assert_eq!(tangent, (752.0, 210.0));
            let (output, gradients) =
                output_and_gradients!(three(), { x: [7.0], y: [8.0, 9.0] }, [1.0, 2.0, 3.0, 4.0]);
            assert_eq!(output, [7.0, 8.0, 9.0, 7.0]);
            assert_eq!((gradients.x, gradients.y), ([5.0], [2.0, 3.0]));
        }

        #[test]
        fn concatenation_of_views() {
            let (value, x, y) = differentiate! {
                inputs { k = [1.0 as $E, 2.0, 3.0] }
                parameters { x = [1.0 as $E, 2.0], y = [3.0 as $E] }
                seed 1.0;
                z: $E = { z = dot(concat(x, y), k); }
            };
            assert_eq!((value, x, y), (14.0, [1.0, 2.0], [3.0]));
            let (value, x, y) = differentiate! {
                inputs {}
                parameters { x = [1.0 as $E, 2.0], y = [3.0 as $E] }
                seed [1.0, 2.0, 3.0];
                z: [$E; 3] = { z = concat(x, y); }
            };
            assert_eq!((value, x, y), ([1.0, 2.0, 3.0], [1.0, 2.0], [3.0]));
        }

        #[differentiable]
        fn rank_one(x: Param<[$E; 2]>, y: Param<[$E; 3]>, k: Input<[[$E; 3]; 2]>) -> $E {
            dot(outer(x, y), k)
        }

        #[test]
        fn outer_product() {
            let (value, gradients) =
                value_and_gradients!(rank_one(&A), { x: [1.0, 10.0], y: [1.0, 0.0, -1.0] });
            assert_eq!((value, gradients.x), (-22.0, [-2.0, -2.0]));
            assert_eq!(gradients.y, [41.0, 52.0, 63.0]);
        }
    }
}
