//! Reductions: axes, divisors, zero and one element, digits kept.

use autodiff_runtime::prelude::*;

/// A mean over one axis divides by that axis' length.
mod open_05_mean_over_axis {
    use super::*;

    for_each_element! { $E =>
        const T: [[$E; 3]; 2] = [[1.0, 2.0, -1.0], [0.5, -4.0, 3.0]];
        const K: [$E; 3] = [4.0, -1.0, 0.5];
        const GRADIENT: [[f64; 3]; 2] = [[2.0, -0.5, 0.25]; 2];

        #[differentiable]
        fn named(t: Param<[[$E; 3]; 2]>, k: Input<[$E; 3]>) -> $E {
            let m = mean(t, axis = 0);
            dot(m, k)
        }

        #[differentiable]
        fn from_sum(t: Param<[[$E; 3]; 2]>, k: Input<[$E; 3]>) -> $E {
            dot(sum(t, axis = 0) / 2.0, k)
        }

        #[differentiable]
        fn transposed(t: Param<[[$E; 2]; 3]>, k: Input<[$E; 3]>) -> $E {
            dot(mean(t, axis = 1), k)
        }

        #[differentiable]
        fn vector_root(t: Param<[[$E; 3]; 2]>) -> [$E; 3] {
            mean(t, axis = 0)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&K), { t: T });
            assert_near!($E: value, 4.5);
            assert_near!($E: gradients.t, GRADIENT);
            let (value, gradients) = value_and_gradients!(from_sum(&K), { t: T });
            assert_near!($E: value, 4.5);
            assert_near!($E: gradients.t, GRADIENT);
            let (output, gradients) = output_and_gradients!(vector_root(), { t: T }, K);
            assert_near!($E: output, [0.75, -1.0, 1.0]);
            assert_near!($E: gradients.t, GRADIENT);
        }

        #[test]
        fn other_axis() {
            let t = [[1.0, 0.5], [2.0, -4.0], [-1.0, 3.0]];
            let (value, gradients) = value_and_gradients!(transposed(&K), { t: t });
            assert_near!($E: value, 4.5);
            assert_near!($E: gradients.t, [[2.0, 2.0], [-0.5, -0.5], [0.25, 0.25]]);
        }

        #[test]
        fn expression() {
            let (value, t) = differentiate! {
                inputs { k = K }
                parameters { t = T }
                seed 1.0;
                y: $E = {
                    let m = mean(t, axis = 0);
                    y = dot(m, k);
                }
            };
            assert_near!($E: value, 4.5);
            assert_near!($E: t, GRADIENT);
        }

        #[test]
        fn other_axis_and_sums_through_grad() {
            let (value, t) = differentiate! {
                inputs { k = [3.0 as $E, -6.0] }
                parameters { t = T }
                seed 1.0;
                y: $E = { y = dot(mean(t, axis = 1), k) + mean(sum(t, axis = 0)); }
            };
            // Row means 2/3 and -1/6; column sums 1.5, -2, 2.
            assert_near!($E: value, 3.0 + 0.5);
            assert_near!($E: t, [[1.0 + 1.0 / 3.0; 3], [-2.0 + 1.0 / 3.0; 3]]);
        }

        #[differentiable]
        fn whole(t: Param<[[$E; 3]; 2]>) -> $E {
            mean(t) + sum(t)
        }

        /// Without an axis a matrix reduces to a scalar.
        #[test]
        fn whole_matrix() {
            let (value, gradients) = value_and_gradients!(whole(), { t: T });
            assert_near!($E: value, 1.75);
            assert_near!($E: gradients.t, [[7.0 / 6.0; 3]; 2]);
        }
    }
}

/// Zero elements: `dot` and `sum` give 0 and an empty gradient. What has no value there does not
/// compile (`ui/shape/mean_of_no_element.rs` and its neighbours).
mod open_12_zero_length {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn named(u: Param<[$E; 0]>, v: Param<[$E; 0]>, s: Param<$E>) -> $E {
            dot(u, v) + s
        }

        #[test]
        fn model() {
            let (value, gradients) =
                value_and_gradients!(named(), { u: [], v: [], s: 1.5 });
            assert_eq!(value, 1.5);
            assert_eq!(gradients.s, 1.0);
            assert_eq!(gradients.u, [0.0; 0]);
            assert_eq!(gradients.as_slice(), &[1.0]);
        }

        #[test]
        fn expression() {
            let (value, u, v, s) = differentiate! {
                inputs {}
                parameters { u = [0.0 as $E; 0], v = [0.0 as $E; 0], s = 1.5 as $E }
                seed 1.0;
                y: $E = { y = dot(u, v) + s; }
            };
            let empty: [$E; 0] = [];
            assert_eq!((value, u, v, s), (1.5, empty, empty, 1.0));
        }

        #[differentiable]
        fn elementwise(u: Param<[$E; 0]>, a: Param<$E>, b: Param<$E>) -> $E {
            sum(offset(scale(exp(u) * u, a), b) / 2.0) + a
        }

        /// Scalars that meet only empty arrays have gradient 0 from them.
        #[test]
        fn element_wise_operators() {
            let (value, gradients) =
                value_and_gradients!(elementwise(), { u: [], a: 3.0, b: -1.0 });
            assert_eq!((value, gradients.a, gradients.b), (3.0, 1.0, 0.0));
        }

        #[test]
        fn element_wise_operators_through_grad() {
            let (value, u, a, b) = differentiate! {
                inputs { v = [0.0 as $E; 0] }
                parameters { u = [0.0 as $E; 0], a = 3.0 as $E, b = -1.0 as $E }
                seed 1.0;
                y: $E = { y = sum((a - u * v) / (u * b + a)) + a; }
            };
            let empty: [$E; 0] = [];
            assert_eq!((value, u, a, b), (3.0, empty, 1.0, 0.0));
        }

        #[differentiable]
        fn no_columns(w: Param<[[$E; 0]; 2]>, x: Param<[$E; 0]>, b: Param<[$E; 2]>) -> [$E; 2] {
            fully_connected(x, w, b)
        }

        #[differentiable]
        fn no_rows(w: Param<[[$E; 2]; 0]>, x: Param<[$E; 2]>) -> $E {
            sum(matvec(w, x))
        }

        #[differentiable]
        fn inner_dimension(a: Param<[[$E; 0]; 2]>, b: Param<[[$E; 3]; 0]>) -> $E {
            sum(matmul(a, b))
        }

        #[test]
        fn matrices() {
            let (output, gradients) = output_and_gradients!(
                no_columns(),
                { w: [[]; 2], x: [], b: [1.0, 2.0] },
                [3.0, 4.0]
            );
            assert_eq!((output, gradients.b), ([1.0, 2.0], [3.0, 4.0]));
            let (value, gradients) = value_and_gradients!(no_rows(), { w: [], x: [1.0, 2.0] });
            assert_eq!((value, gradients.x), (0.0, [0.0; 2]));
            let (value, _) = value_and_gradients!(inner_dimension(), { a: [[]; 2], b: [] });
            assert_eq!(value, 0.0);
        }

        #[differentiable]
        fn empty_error(p: Param<[$E; 0]>, t: Input<[$E; 0]>, s: Param<$E>) -> $E {
            quadratic_error(p, t) + s
        }

        #[test]
        fn sums_of_losses() {
            let (value, gradients) = value_and_gradients!(empty_error(&[]), { p: [], s: 2.0 });
            assert_eq!((value, gradients.s), (2.0, 1.0));
        }
    }
}

/// The variance of a constant is 0, its gradient too; nothing negative, nothing NaN.
mod open_23_variance_of_constant {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn named(x: Param<[$E; 4]>, a: Param<$E>) -> $E {
            let v = variance(x);
            scale(v, a)
        }

        #[differentiable]
        fn product(x: Param<[$E; 4]>, a: Param<$E>) -> $E {
            a * variance(x)
        }

        fn check(value: $E, x: [$E; 4], a: $E) {
            assert!((0.0..1e-6).contains(&value), "variance {value:e}");
            assert!(x.iter().all(|g| g.abs() < 1e-6), "gradient {x:?}");
            assert!((0.0..1e-6).contains(&a), "gradient of the factor {a:e}");
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { x: [2.3; 4], a: 3.0 });
            check(value, gradients.x, gradients.a);
            let (value, gradients) = value_and_gradients!(product(), { x: [2.3; 4], a: 3.0 });
            check(value, gradients.x, gradients.a);
        }

        #[test]
        fn expression() {
            let (value, x, a) = differentiate! {
                inputs {}
                parameters { x = [2.3 as $E; 4], a = 3.0 as $E }
                seed 1.0;
                y: $E = {
                    let v = variance(x);
                    y = scale(v, a);
                }
            };
            check(value, x, a);
        }

        #[differentiable]
        fn large(x: Param<[$E; 7]>) -> $E {
            variance(x)
        }

        /// Seven times 1e7/3: neither the sum nor the mean is exact.
        #[test]
        fn large_constant() {
            let (value, gradients) = value_and_gradients!(large(), { x: [1e7 / 3.0; 7] });
            assert!((0.0..0.2).contains(&value), "variance {value:e}");
            assert!(gradients.x.iter().all(|g| g.abs() < 0.1), "{:?}", gradients.x);
        }
    }
}

/// A one-pass variance loses every digit here; the two-pass form loses none. The case has divisor
/// n - 1, so the population variance is scaled by 4/3.
mod open_24_variance_cancellation_f32 {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [4096.25, 4096.5, 4096.75, 4096.5];
        const VALUE: f64 = 0.041666666666666664;
        const GRADIENT: [f64; 4] = [-0.16666666666666666, 0.0, 0.16666666666666666, 0.0];

        #[differentiable]
        fn sample(x: Param<[$E; 4]>) -> $E {
            variance(x) * (4.0 / 3.0)
        }

        #[differentiable]
        fn written_out(x: Param<[$E; 4]>) -> $E {
            sum(square(x - mean(x))) / 3.0
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(sample(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
            let (value, gradients) = value_and_gradients!(written_out(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = scale(variance(x), 4.0 / 3.0); }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: x, GRADIENT);
        }
    }

    /// 4096 values within 1/2 of 4096, exact in `f32`: mean and variance keep their digits.
    fn values() -> ([f32; 4096], f64, f64) {
        let x = std::array::from_fn(|i| 4096.0 + (i * 37 % 257) as f32 / 512.0);
        let n = x.len() as f64;
        let mean = x.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
        let variance = x
            .iter()
            .map(|&x| (f64::from(x) - mean).powi(2))
            .sum::<f64>()
            / n;
        (x, mean, variance)
    }

    #[differentiable]
    fn mean_of_many(x: Param<[f32; 4096]>) -> f32 {
        mean(x)
    }

    #[differentiable]
    fn variance_of_many(x: Param<[f32; 4096]>) -> f32 {
        variance(x)
    }

    #[differentiable]
    fn column_means(x: Input<[[f32; 2]; 2048]>, k: Param<[f32; 2]>) -> f32 {
        dot(mean(x, axis = 0), k)
    }

    #[test]
    fn many_values_far_from_zero() {
        let (x, mean, variance) = values();
        let value = mean_of_many(&mean_of_many::Params { x });
        let error = (f64::from(value) - mean).abs();
        // One unit in the last place at 4096 is 4.9e-4.
        assert!(error < 5e-4, "mean off by {error:e}");

        let (value, gradients) = value_and_gradients!(variance_of_many(), { x: x });
        let relative = (f64::from(value) / variance - 1.0).abs();
        assert!(relative < 1e-4, "variance off by {relative:e}");
        for (g, &x) in gradients.x.iter().zip(&x) {
            let exact = 2.0 * (f64::from(x) - mean) / 4096.0;
            // The mean itself is one unit in the last place off at most.
            assert!(
                (f64::from(*g) - exact).abs() < 2.0 * 5e-4 / 4096.0,
                "{g:e} for {exact:e}"
            );
        }
    }

    #[test]
    fn column_means_far_from_zero() {
        let (x, ..) = values();
        let rows: [[f32; 2]; 2048] = std::array::from_fn(|i| [x[2 * i], x[2 * i + 1]]);
        let means = [0, 1].map(|c| rows.iter().map(|row| f64::from(row[c])).sum::<f64>() / 2048.0);
        let mut gradients = column_means::Gradients::ZERO;
        let params = column_means::Params { k: [1.0, 1.0] };
        let mut tape = column_means::Tape::new();
        column_means::value_and_gradient(&rows, &params, &mut tape, &mut gradients);
        for (g, mean) in gradients.k.iter().zip(means) {
            assert!((f64::from(*g) - mean).abs() < 5e-4, "{g} for {mean}");
        }
    }
}

/// Divisor n or n - 1, in the value and in the gradient alike.
mod open_36_variance_divisor {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [1.0, 2.0, 4.0, 7.0];

        #[differentiable]
        fn population(x: Param<[$E; 4]>) -> $E {
            variance(x)
        }

        #[differentiable]
        fn sample(x: Param<[$E; 4]>) -> $E {
            variance(x) * 4.0 / 3.0
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(population(), { x: X });
            assert_near!($E: value, 5.25);
            assert_near!($E: gradients.x, [-1.25, -0.75, 0.25, 1.75]);
            let (value, gradients) = value_and_gradients!(sample(), { x: X });
            assert_near!($E: value, 7.0);
            assert_near!(
                $E: gradients.x,
                [-1.6666666666666665, -1.0, 0.3333333333333333, 2.333333333333333]
            );
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = variance(x) / 0.75; }
            };
            assert_near!($E: value, 7.0);
            assert_near!(
                $E: x,
                [-1.6666666666666665, -1.0, 0.3333333333333333, 2.333333333333333]
            );
        }

        #[differentiable]
        fn matrix(x: Param<[[$E; 2]; 2]>) -> $E {
            variance(x)
        }

        #[test]
        fn matrix_counts_all_elements() {
            let x = [[1.0, 2.0], [4.0, 7.0]];
            let (value, gradients) = value_and_gradients!(matrix(), { x: x });
            assert_near!($E: value, 5.25);
            assert_near!($E: gradients.x, [[-1.25, -0.75], [0.25, 1.75]]);
        }

        #[differentiable]
        fn squared_deviations(x: Param<[$E; 4]>) -> $E {
            let deviation = x - mean(x);
            dot(deviation, deviation) / 4.0
        }

        /// The same formula, its mean differentiated through.
        #[test]
        fn composed() {
            let (value, gradients) = value_and_gradients!(squared_deviations(), { x: X });
            assert_near!($E: value, 5.25);
            assert_near!($E: gradients.x, [-1.25, -0.75, 0.25, 1.75]);
        }
    }
}

/// Arrays of one element are neither scalars nor too short for a kernel's group of four.
mod open_39_length_one {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn named(x: Param<[$E; 1]>, k: Input<[$E; 1]>) -> $E {
            dot(softmax(x), k) + mean(x)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&[4.0]), { x: [3.25] });
            assert_near!($E: value, 7.25);
            let gradient: [$E; 1] = gradients.x;
            assert_near!($E: gradient, [1.0]);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs { k = [4.0 as $E] }
                parameters { x = [3.25 as $E] }
                seed 1.0;
                y: $E = { y = dot(softmax(x), k) + mean(x); }
            };
            assert_near!($E: value, 7.25);
            assert_near!($E: x, [1.0]);
        }

        #[differentiable]
        fn spread(x: Param<[$E; 1]>) -> $E {
            variance(x)
        }

        #[test]
        fn variance_of_one_is_zero() {
            let (value, gradients) = value_and_gradients!(spread(), { x: [3.25] });
            assert_eq!((value, gradients.x), (0.0, [0.0]));
        }

        /// An array of one element meets a scalar and another array of one element.
        #[test]
        fn infix_operators_through_grad() {
            let (value, x, z, a) = differentiate! {
                inputs {}
                parameters { x = [3.0 as $E], z = [2.0 as $E], a = 4.0 as $E }
                seed 2.0;
                y: $E = { y = sum(x * a - z / x + a / z) - sum(x - z); }
            };
            assert_near!($E: value, 12.0 - 2.0 / 3.0 + 2.0 - 1.0);
            assert_near!($E: x, [2.0 * (4.0 + 2.0 / 9.0 - 1.0)]);
            assert_near!($E: z, [2.0 * (-1.0 / 3.0 - 1.0 + 1.0)]);
            assert_near!($E: a, 2.0 * (3.0 + 0.5));
        }

        #[differentiable]
        fn every_family(
            x: Param<[$E; 1]>,
            w: Param<[[$E; 1]; 1]>,
            b: Param<[$E; 1]>,
            t: Input<[$E; 1]>,
        ) -> $E {
            let h = tanh(fully_connected(x, w, b));
            let column = matmul(reshape(h, [1, 1]), transpose(w));
            quadratic_error(matvec(column, x), t) + sum(mean(column, axis = 0) * 0.5)
        }

        /// Closed form in scalars: h = tanh(w x + b), c = h w, (c x - t)^2 + c/2.
        #[test]
        fn every_family_of_operators() {
            let (x, w, b, t) = (0.5_f64, -1.25_f64, 0.75_f64, 0.25_f64);
            let h = (w * x + b).tanh();
            let c = h * w;
            let error = c * x - t;
            let dc = 2.0 * error * x + 0.5;
            let dz = dc * w * (1.0 - h * h);
            let (value, gradients) = value_and_gradients!(
                every_family(&[0.25]),
                { x: [0.5], w: [[-1.25]], b: [0.75] }
            );
            assert_near!($E: value, error * error + 0.5 * c);
            assert_near!($E: gradients.x, [2.0 * error * c + dz * w]);
            assert_near!($E: gradients.w, [[dc * h + dz * x]]);
            assert_near!($E: gradients.b, [dz]);
        }
    }
}
