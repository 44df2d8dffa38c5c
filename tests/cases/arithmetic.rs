//! Operands used more than once, literals on the left, scalars that meet arrays, division.

use autodiff_runtime::prelude::*;

/// Same operand in both slots of a product: the two contributions add up.
mod open_01_square_by_self_mul {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [1.5, -2.0, 0.25, 3.0];
        const VALUE: f64 = 15.3125;
        const GRADIENT: [f64; 4] = [3.0, -4.0, 0.5, 6.0];

        #[differentiable]
        fn named(x: Param<[$E; 4]>) -> $E {
            let p = x * x;
            sum(p)
        }

        #[differentiable]
        fn nested(x: Param<[$E; 4]>) -> $E {
            sum(x * x)
        }

        #[differentiable]
        fn inner_product(x: Param<[$E; 4]>) -> $E {
            dot(x, x)
        }

        #[differentiable]
        fn operator(x: Param<[$E; 4]>) -> $E {
            sum(square(x))
        }

        #[differentiable]
        fn two_names(x: Param<[$E; 4]>) -> $E {
            let y = x;
            sum(x * y)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
        }

        #[test]
        fn other_spellings() {
            let (value, gradients) = value_and_gradients!(nested(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
            let (value, gradients) = value_and_gradients!(inner_product(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
            let (value, gradients) = value_and_gradients!(operator(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
            let (value, gradients) = value_and_gradients!(two_names(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = {
                    let p = x * x;
                    y = sum(p);
                }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: x, GRADIENT);
        }

        #[test]
        fn dot_expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = dot(x, x); }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: x, GRADIENT);
        }

        #[differentiable]
        fn third_power(x: Param<[$E; 4]>) -> $E {
            sum(x * x * x)
        }

        #[differentiable]
        fn third_power_right(x: Param<[$E; 4]>) -> $E {
            sum(x * (x * x))
        }

        /// `3 x^2`, from three uses.
        #[test]
        fn operand_used_three_times() {
            let expected = [6.75, 12.0, 0.1875, 27.0];
            let (_, gradients) = value_and_gradients!(third_power(), { x: X });
            assert_near!($E: gradients.x, expected);
            let (_, gradients) = value_and_gradients!(third_power_right(), { x: X });
            assert_near!($E: gradients.x, expected);
            let (_, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = sum(x * x * x); }
            };
            assert_near!($E: x, expected);
        }

        #[differentiable]
        fn doubled(x: Param<[$E; 4]>, k: Input<[$E; 4]>) -> $E {
            dot(x + x, k)
        }

        #[differentiable]
        fn cancelled(x: Param<[$E; 4]>, k: Input<[$E; 4]>) -> $E {
            dot(x - x, k)
        }

        #[differentiable]
        fn divided(x: Param<[$E; 4]>, k: Input<[$E; 4]>) -> $E {
            dot(x / x, k)
        }

        #[test]
        fn other_operators_with_one_operand_twice() {
            let k = [1.0, -2.0, 3.0, 0.5];
            let (_, gradients) = value_and_gradients!(doubled(&k), { x: X });
            assert_near!($E: gradients.x, [2.0, -4.0, 6.0, 1.0]);
            let (value, gradients) = value_and_gradients!(cancelled(&k), { x: X });
            assert_eq!((value, gradients.x), (0.0, [0.0; 4]));
            let (value, gradients) = value_and_gradients!(divided(&k), { x: X });
            assert_near!($E: value, 2.5);
            assert_near!($E: gradients.x, [0.0; 4]);
        }

        #[differentiable]
        fn scaled_by_its_own_sum(x: Param<[$E; 4]>) -> $E {
            sum(scale(x, sum(x)))
        }

        /// `(Σx)^2` has gradient `2 Σx` everywhere; here Σx = 2.75.
        #[test]
        fn array_and_scalar_from_one_operand() {
            let (value, gradients) = value_and_gradients!(scaled_by_its_own_sum(), { x: X });
            assert_near!($E: value, 7.5625);
            assert_near!($E: gradients.x, [5.5; 4]);
        }

        #[differentiable]
        fn scalar_square(x: Param<$E>) -> $E {
            x * x
        }

        #[test]
        fn scalar() {
            let (value, gradients) = value_and_gradients!(scalar_square(), { x: -1.5 });
            assert_eq!((value, gradients.x), (2.25, -3.0));
        }
    }
}

/// A literal on the left of `-`: the right operand's sign.
mod open_02_const_minus_var {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 3] = [0.75, -1.25, 4.0];
        const K: [$E; 3] = [1.0, -2.0, 0.5];

        #[differentiable]
        fn named(x: Param<[$E; 3]>, k: Input<[$E; 3]>) -> $E {
            let d = 2.5 - x;
            dot(d, k)
        }

        #[differentiable]
        fn parenthesized(x: Param<[$E; 3]>, k: Input<[$E; 3]>) -> $E {
            dot((2.5 - x), k)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&K), { x: X });
            assert_near!($E: value, -6.5);
            assert_near!($E: gradients.x, [-1.0, 2.0, -0.5]);
            let (value, gradients) = value_and_gradients!(parenthesized(&K), { x: X });
            assert_near!($E: value, -6.5);
            assert_near!($E: gradients.x, [-1.0, 2.0, -0.5]);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs { k = K }
                parameters { x = X }
                seed 1.0;
                y: $E = {
                    let d = 2.5 - x;
                    y = dot(d, k);
                }
            };
            assert_near!($E: value, -6.5);
            assert_near!($E: x, [-1.0, 2.0, -0.5]);
        }

        #[differentiable]
        fn literal_left(x: Param<[$E; 3]>, k: Input<[$E; 3]>) -> $E {
            dot(3.0 / x, k) + dot(-2.5 - x, k) + dot(2.5 + x, k) + dot(4.0 * x, k)
        }

        #[differentiable]
        fn literal_right(x: Param<[$E; 3]>, k: Input<[$E; 3]>) -> $E {
            dot(x / 4.0, k) + dot(x - 2.5, k) + dot(x + 2.5, k) + dot(x * -0.5, k)
        }

        /// `-3/x^2 - 1 + 1 + 4` and `1/4 + 1 + 1 - 1/2`, times `k`.
        #[test]
        fn literal_beside_every_operator() {
            let left = |x: f64, k: f64| k * (-3.0 / (x * x) + 4.0);
            let (value, gradients) = value_and_gradients!(literal_left(&K), { x: X });
            // 3/x: 4 + 4.8 + 0.375; the two offsets cancel to 0; 4x: 3 + 10 + 8.
            assert_near!($E: value, 30.175);
            assert_near!(
                $E: gradients.x,
                [left(0.75, 1.0), left(-1.25, -2.0), left(4.0, 0.5)]
            );
            let (value, gradients) = value_and_gradients!(literal_right(&K), { x: X });
            // x·k = 5.25 enters with weight 1.75; the offsets cancel.
            assert_near!($E: value, 9.1875);
            assert_near!($E: gradients.x, [1.75, -3.5, 0.875]);
        }

        #[test]
        fn literal_left_of_division_through_grad() {
            let (value, x) = differentiate! {
                inputs { k = K }
                parameters { x = X }
                seed -2.0;
                y: $E = { y = dot(3.0 / x, k); }
            };
            assert_near!($E: value, 9.175);
            assert_near!($E: x, [32.0 / 3.0, -7.68, 0.1875]);
        }

        #[differentiable]
        fn negated(x: Param<[$E; 3]>, k: Input<[$E; 3]>) -> $E {
            dot(-x, k) - sum(-(-x))
        }

        #[test]
        fn negation() {
            let (value, gradients) = value_and_gradients!(negated(&K), { x: X });
            assert_near!($E: value, -8.75);
            assert_near!($E: gradients.x, [-2.0, 1.0, -1.5]);
        }

        #[differentiable]
        fn scalars(x: Param<$E>) -> $E {
            let difference = 2.5 - x;
            let quotient = 3.0 / x;
            difference * quotient
        }

        /// `7.5/x - 3` at 1.5: 2, slope -7.5/x^2.
        #[test]
        fn scalar_operand() {
            let (value, gradients) = value_and_gradients!(scalars(), { x: 1.5 });
            assert_near!($E: value, 2.0);
            assert_near!($E: gradients.x, -10.0 / 3.0);
        }

        #[differentiable]
        fn literals_only(x: Param<[$E; 3]>) -> [$E; 3] {
            x * (1.0 / 4.0 - 0.5) + (2.0 * 3.0)
        }

        #[test]
        fn arithmetic_between_literals() {
            let (value, gradients) =
                output_and_gradients!(literals_only(), { x: X }, [1.0, -2.0, 4.0]);
            assert_near!($E: value, [5.8125, 6.3125, 5.0]);
            assert_near!($E: gradients.x, [-0.25, 0.5, -1.0]);
        }
    }
}

/// Division whose rule, built from `b b`, underflows: the quotient is reused instead.
mod open_03_div_denominator_squared {
    use super::*;

    for_each_element! { $E =>
        const A: [$E; 3] = [3.0, -1.5, 8.077935669463161e-28];
        const B: [$E; 3] = [2.0, 4.0, 8.271806125530277e-25];
        const VALUE: f64 = 1.1259765625;
        const A_GRADIENT: [f64; 3] = [0.5, 0.25, 1.2089258196146292e+24];
        const B_GRADIENT: [f64; 3] = [-0.75, 0.09375, -1.1805916207174113e+21];

        #[differentiable]
        fn named(a: Param<[$E; 3]>, b: Param<[$E; 3]>) -> $E {
            let q = a / b;
            sum(q)
        }

        #[differentiable]
        fn seeded(a: Param<[$E; 3]>, b: Param<[$E; 3]>) -> [$E; 3] {
            a / b
        }

        #[differentiable]
        fn numerator_known(a: Input<[$E; 3]>, b: Param<[$E; 3]>) -> $E {
            sum(a / b)
        }

        #[differentiable]
        fn denominator_known(a: Param<[$E; 3]>, b: Input<[$E; 3]>) -> $E {
            sum(a / b)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { a: A, b: B });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.a, A_GRADIENT);
            assert_near!($E: gradients.b, B_GRADIENT);
        }

        #[test]
        fn vector_root() {
            let (_, gradients) = output_and_gradients!(seeded(), { a: A, b: B }, [1.0; 3]);
            assert_near!($E: gradients.a, A_GRADIENT);
            assert_near!($E: gradients.b, B_GRADIENT);
        }

        #[test]
        fn one_operand_known() {
            let (value, gradients) = value_and_gradients!(numerator_known(&A), { b: B });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.b, B_GRADIENT);
            let (value, gradients) = value_and_gradients!(denominator_known(&B), { a: A });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.a, A_GRADIENT);
        }

        #[test]
        fn expression() {
            let (value, a, b) = differentiate! {
                inputs {}
                parameters { a = A, b = B }
                seed 1.0;
                y: $E = {
                    let q = a / b;
                    y = sum(q);
                }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: a, A_GRADIENT);
            assert_near!($E: b, B_GRADIENT);
        }

        #[differentiable]
        fn by_scalar(a: Param<[$E; 2]>, b: Param<$E>) -> $E {
            sum(a / b)
        }

        #[differentiable]
        fn scalar_by(a: Param<$E>, b: Param<[$E; 2]>) -> $E {
            sum(a / b)
        }

        #[differentiable]
        fn scalars(a: Param<$E>, b: Param<$E>) -> $E {
            a / b
        }

        /// A divisor of 2^-80 and a dividend of 2^-90: `b b` is zero in `f32`, the slopes are not.
        #[test]
        fn scalar_against_array() {
            let (a, b) = (8.077935669463161e-28, 8.271806125530277e-25);
            let (two_80, two_70) = (1.2089258196146292e+24, 1.1805916207174113e+21);

            let (_, gradients) = value_and_gradients!(by_scalar(), { a: [a; 2], b: b });
            assert_near!($E: gradients.a, [two_80; 2]);
            assert_near!($E: gradients.b, -2.0 * two_70);

            let (_, gradients) = value_and_gradients!(scalar_by(), { a: a, b: [b; 2] });
            assert_near!($E: gradients.a, 2.0 * two_80);
            assert_near!($E: gradients.b, [-two_70; 2]);

            let (_, gradients) = value_and_gradients!(scalars(), { a: a, b: b });
            assert_near!($E: gradients.a, two_80);
            assert_near!($E: gradients.b, -two_70);
        }

        #[differentiable]
        fn reciprocal(x: Param<[$E; 3]>) -> [$E; 3] {
            1.0 / x
        }

        #[differentiable]
        fn quotient(x: Param<[$E; 3]>, y: Param<[$E; 3]>, s: Param<$E>) -> [$E; 3] {
            x / y + s / y + x / s
        }

        #[differentiable]
        fn logarithm(x: Param<[$E; 3]>) -> [$E; 3] {
            ln(x)
        }

        /// An adjoint of exactly zero stays zero at an infinite slope.
        #[test]
        fn zero_adjoint_at_a_pole() {
            let mut gradients = reciprocal::Gradients::ZERO;
            let params = reciprocal::Params { x: [0.0, -0.0, 2.0] };
            let mut tape = reciprocal::Tape::new();
            let mut pass = tape.forward(&params);
            pass.backward_with_seed(&[0.0, -0.0, 1.0], &mut gradients);
            assert_eq!(gradients.x, [0.0, 0.0, -0.25]);

            let mut gradients = logarithm::Gradients::ZERO;
            let params = logarithm::Params { x: [0.0, -1.0, 2.0] };
            let mut tape = logarithm::Tape::new();
            let mut pass = tape.forward(&params);
            assert_eq!(pass.output()[0], <$E>::NEG_INFINITY);
            pass.backward_with_seed(&[0.0, 0.0, 1.0], &mut gradients);
            assert_eq!(gradients.x, [0.0, 0.0, 0.5]);

            let mut gradients = quotient::Gradients::ZERO;
            let params = quotient::Params { x: [0.0, 1.0, 2.0], y: [0.0, 0.0, 4.0], s: 2.0 };
            let mut tape = quotient::Tape::new();
            let mut pass = tape.forward(&params);
            pass.backward_with_seed(&[0.0, 0.0, 8.0], &mut gradients);
            assert_eq!(gradients.x, [0.0, 0.0, 6.0]);
            assert_eq!(gradients.y, [0.0, 0.0, -2.0]);
            // 8/4 from s/y, -8 x/s^2 from x/s.
            assert_eq!(gradients.s, -2.0);

            // The divisor is a scalar of 0: nothing is divided.
            let params = quotient::Params { x: [1.0; 3], y: [1.0; 3], s: 0.0 };
            let mut pass = tape.forward(&params);
            pass.backward_with_seed(&[0.0; 3], &mut gradients);
            assert!(gradients.as_slice().iter().all(|g| *g == 0.0), "{gradients:?}");
        }

        #[test]
        fn zero_adjoint_at_a_pole_through_grad() {
            let (_, x, y, s) = differentiate! {
                inputs {}
                parameters {
                    x = [0.0 as $E, 1.0, 2.0],
                    y = [0.0 as $E, 0.0, 4.0],
                    s = 2.0 as $E,
                }
                seed [0.0, 0.0, 8.0];
                q: [$E; 3] = { q = x / y + s / y + x / s; }
            };
            assert_eq!((x, y, s), ([0.0, 0.0, 6.0], [0.0, 0.0, -2.0], -2.0));
            let (_, x) = differentiate! {
                inputs {}
                parameters { x = [0.0 as $E, -0.0, 2.0] }
                seed [0.0, 0.0, 1.0];
                q: [$E; 3] = { q = 1.0 / x + ln(x); }
            };
            assert_eq!(x, [0.0, 0.0, 0.25]);
        }
    }
}

/// Scalar against vector: the scalar's gradient is the sum, and has the scalar's shape.
mod open_04_scalar_broadcast_not_summed {
    use super::*;

    for_each_element! { $E =>
        const C: [$E; 4] = [0.5, -1.0, 2.0, 4.0];

        #[differentiable]
        fn named(c: Input<[$E; 4]>, v: Param<$E>) -> $E {
            let z = scale(c, v);
            sum(z)
        }

        #[differentiable]
        fn scalar_left(c: Input<[$E; 4]>, v: Param<$E>) -> $E {
            sum(v * c)
        }

        #[differentiable]
        fn scalar_right(c: Input<[$E; 4]>, v: Param<$E>) -> $E {
            sum(c * v)
        }

        #[differentiable]
        fn matrix(c: Input<[[$E; 2]; 2]>, v: Param<$E>) -> $E {
            sum(scale(c, v))
        }

        #[differentiable]
        fn both_parameters(c: Param<[$E; 4]>, v: Param<$E>) -> $E {
            sum(scale(c, v))
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&C), { v: 1.25 });
            assert_near!($E: value, 6.875);
            let gradient: $E = gradients.v;
            assert_near!($E: gradient, 5.5);
        }

        #[test]
        fn other_spellings() {
            let (value, gradients) = value_and_gradients!(scalar_left(&C), { v: 1.25 });
            assert_near!($E: value, 6.875);
            assert_near!($E: gradients.v, 5.5);
            let (value, gradients) = value_and_gradients!(scalar_right(&C), { v: 1.25 });
            assert_near!($E: value, 6.875);
            assert_near!($E: gradients.v, 5.5);
            let c = [[C[0], C[1]], [C[2], C[3]]];
            let (value, gradients) = value_and_gradients!(matrix(&c), { v: 1.25 });
            assert_near!($E: value, 6.875);
            assert_near!($E: gradients.v, 5.5);
            let (value, gradients) = value_and_gradients!(both_parameters(), { c: C, v: 1.25 });
            assert_near!($E: value, 6.875);
            assert_near!($E: gradients.v, 5.5);
            assert_near!($E: gradients.c, [1.25; 4]);
        }

        #[test]
        fn expression() {
            let (value, v) = differentiate! {
                inputs { c = C }
                parameters { v = 1.25 as $E }
                seed 1.0;
                y: $E = {
                    let z = scale(c, v);
                    y = sum(z);
                }
            };
            assert_near!($E: value, 6.875);
            let gradient: $E = v;
            assert_near!($E: gradient, 5.5);
        }

        #[test]
        fn operator_expression() {
            let (value, c, v) = differentiate! {
                inputs {}
                parameters { c = C, v = 1.25 as $E }
                seed 1.0;
                y: $E = { y = sum(v * c); }
            };
            assert_near!($E: value, 6.875);
            assert_near!($E: c, [1.25; 4]);
            assert_near!($E: v, 5.5);
        }

        #[differentiable]
        fn array_first(c: Param<[$E; 4]>, v: Param<$E>, k: Input<[$E; 4]>) -> $E {
            dot(c + v, k) + dot(c - v, k) + dot(c / v, k) + dot(offset(c, v), k)
        }

        #[differentiable]
        fn scalar_first(c: Param<[$E; 4]>, v: Param<$E>, k: Input<[$E; 4]>) -> $E {
            dot(v + c, k) + dot(v - c, k) + dot(v / c, k)
        }

        /// Each slope in closed form with v = 1.25, Σk = 10, Σc·k = 20.5, Σk/c = 2.5.
        #[test]
        fn every_operator_sums_for_the_scalar() {
            const K: [$E; 4] = [1.0, 2.0, 3.0, 4.0];
            let k = [1.0, 2.0, 3.0, 4.0];
            let c = [0.5, -1.0, 2.0, 4.0];
            let (sum_k, sum_ck) = (10.0, 0.5 - 2.0 + 6.0 + 16.0);
            let sum_k_over_c = 2.0 - 2.0 + 1.5 + 1.0;

            let (value, gradients) = value_and_gradients!(array_first(&K), { c: C, v: 1.25 });
            assert_near!($E: value, 3.0 * sum_ck + 1.25 * sum_k + sum_ck / 1.25);
            assert_near!($E: gradients.v, sum_k - sum_ck / 1.5625);
            assert_near!($E: gradients.c, k.map(|k| 3.8 * k));

            let (value, gradients) = value_and_gradients!(scalar_first(&K), { c: C, v: 1.25 });
            assert_near!($E: value, 2.5 * sum_k + 1.25 * sum_k_over_c);
            assert_near!($E: gradients.v, 2.0 * sum_k + sum_k_over_c);
            let slope = |i: usize| -1.25 * k[i] / (c[i] * c[i]);
            assert_near!($E: gradients.c, [slope(0), slope(1), slope(2), slope(3)]);
        }

        #[test]
        fn every_operator_sums_for_the_scalar_through_grad() {
            let (_, c, v) = differentiate! {
                inputs { k = [1.0 as $E, 2.0, 3.0, 4.0] }
                parameters { c = C, v = 1.25 as $E }
                seed 1.0;
                y: $E = { y = dot(c - v, k) + dot(v / c, k) + dot(c / v, k); }
            };
            let (k, x) = ([1.0, 2.0, 3.0, 4.0], [0.5, -1.0, 2.0, 4.0]);
            let slope = |i: usize| k[i] * (1.8 - 1.25 / (x[i] * x[i]));
            assert_near!($E: c, [slope(0), slope(1), slope(2), slope(3)]);
            assert_near!($E: v, -10.0 + 2.5 - 20.5 / 1.5625);
        }

        #[differentiable]
        fn inputs_scalar(c: Param<[$E; 4]>, v: Input<$E>) -> $E {
            sum((c - v) * v)
        }

        #[test]
        fn scalar_is_an_input() {
            let (value, gradients) = value_and_gradients!(inputs_scalar(&1.25), { c: C });
            assert_near!($E: value, 0.625);
            assert_near!($E: gradients.c, [1.25; 4]);
        }

        #[differentiable]
        fn row(b: Param<[$E; 3]>, k: Input<[[$E; 3]; 2]>) -> $E {
            sum(broadcast(b, [2, 3]) * k)
        }

        #[differentiable]
        fn column(b: Param<[[$E; 1]; 2]>, k: Input<[[$E; 3]; 2]>) -> $E {
            sum(broadcast(b, [2, 3]) * k)
        }

        #[differentiable]
        fn everywhere(b: Param<$E>, k: Input<[[$E; 3]; 2]>) -> $E {
            sum(broadcast(b, [2, 3]) * k)
        }

        /// The explicit form sums over the axes it added, and only those.
        #[test]
        fn explicit_broadcast() {
            let k = [[1.0, 2.0, 3.0], [10.0, 20.0, 40.0]];
            let (value, gradients) = value_and_gradients!(row(&k), { b: [1.0, -1.0, 0.5] });
            assert_near!($E: value, 10.5);
            assert_near!($E: gradients.b, [11.0, 22.0, 43.0]);
            let (value, gradients) = value_and_gradients!(column(&k), { b: [[2.0], [-1.0]] });
            assert_near!($E: value, -58.0);
            assert_near!($E: gradients.b, [[6.0], [70.0]]);
            let (value, gradients) = value_and_gradients!(everywhere(&k), { b: 0.5 });
            assert_near!($E: value, 38.0);
            assert_near!($E: gradients.b, 76.0);
        }

        #[test]
        fn explicit_broadcast_through_grad() {
            let (value, b) = differentiate! {
                inputs { k = [[1.0 as $E, 2.0, 3.0], [10.0, 20.0, 40.0]] }
                parameters { b = [1.0 as $E, -1.0, 0.5] }
                seed 1.0;
                y: $E = { y = sum(broadcast(b, [2, 3]) * k); }
            };
            assert_near!($E: value, 10.5);
            assert_near!($E: b, [11.0, 22.0, 43.0]);
        }
    }
}

/// An intermediate that feeds two later nodes waits for both before its own rule runs.
mod open_07_diamond_non_leaf_reuse {
    use super::*;

    for_each_element! { $E =>
        const A: [$E; 2] = [1.5, -0.5];

        #[differentiable]
        fn named(a: Param<[$E; 2]>) -> $E {
            let b = a * a;
            let c = b + a;
            let d = c * b;
            sum(d)
        }

        #[differentiable]
        fn shadowed(a: Param<[$E; 2]>) -> $E {
            let b = square(a);
            let c = a + b;
            let b = b * c;
            sum(b)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { a: A });
            assert_near!($E: value, 8.375);
            assert_near!($E: gradients.a, [20.25, 0.25]);
            let (value, gradients) = value_and_gradients!(shadowed(), { a: A });
            assert_near!($E: value, 8.375);
            assert_near!($E: gradients.a, [20.25, 0.25]);
        }

        #[test]
        fn expression() {
            let (value, a) = differentiate! {
                inputs {}
                parameters { a = A }
                seed 1.0;
                y: $E = {
                    let b = a * a;
                    let c = b + a;
                    let d = c * b;
                    y = sum(d);
                }
            };
            assert_near!($E: value, 8.375);
            assert_near!($E: a, [20.25, 0.25]);
        }

        #[differentiable]
        fn three_consumers(x: Param<[$E; 2]>) -> $E {
            let e = exp(x);
            sum(e * tanh(e) + sigmoid(e) / e)
        }

        /// The reused intermediate has a rule that reads its own output. Closed form per element
        /// with e = exp(x), t = tanh(e), s = sigmoid(e).
        #[test]
        fn reuse_of_an_output_that_backward_reads() {
            let expected = [0.25_f64, -0.75].map(|x| {
                let e = x.exp();
                let (t, s) = (e.tanh(), 1.0 / (1.0 + (-e).exp()));
                e * (t + e * (1.0 - t * t) + s * (1.0 - s) / e - s / (e * e))
            });
            let (_, gradients) = value_and_gradients!(three_consumers(), { x: [0.25, -0.75] });
            assert_near!($E: gradients.x, expected);
        }

        #[differentiable]
        fn consumers_of_scalars(x: Param<[$E; 2]>) -> $E {
            let m = mean(x);
            let v = variance(x);
            sum(x * m) + m * v - m / (v + 1.0)
        }

        /// n = 2, m = 1/2, v = 1: dm = 1/2 each, dv = (x - m).
        #[test]
        fn reuse_of_a_reduction() {
            let (value, gradients) = value_and_gradients!(consumers_of_scalars(), { x: A });
            assert_near!($E: value, 0.5 + 0.5 - 0.25);
            // m(x0 + x1): m + (x0 + x1)/2; m v: v/2 + m(x - m); -m/(v+1): -1/4 + m(x - m)/4.
            let slope = |x: f64| 1.0 + 0.5 + 0.5 * (x - 0.5) - 0.25 + 0.125 * (x - 0.5);
            assert_near!($E: gradients.x, [slope(1.5), slope(-0.5)]);
        }
    }
}

/// Three parameters of one shape: the fields follow the names, not the order of first use or of
/// the alphabet.
mod open_35_same_shaped_params_swapped {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn declared_uvw(u: Param<[$E; 2]>, v: Param<[$E; 2]>, w: Param<[$E; 2]>) -> $E {
            dot(u * u - v, w)
        }

        #[differentiable]
        fn declared_wuv(w: Param<[$E; 2]>, u: Param<[$E; 2]>, v: Param<[$E; 2]>) -> $E {
            dot(u * u - v, w)
        }

        #[differentiable]
        fn declared_vwu(v: Param<[$E; 2]>, w: Param<[$E; 2]>, u: Param<[$E; 2]>) -> $E {
            dot(u * u - v, w)
        }

        #[test]
        fn model() {
            macro_rules! check {
                ($model:ident, $order:expr) => {
                    let (value, gradients) = value_and_gradients!(
                        $model(),
                        { u: [1.0, -2.0], v: [3.0, 0.5], w: [-1.0, 4.0] }
                    );
                    assert_near!($E: value, 16.0);
                    assert_near!($E: gradients.u, [-2.0, -16.0]);
                    assert_near!($E: gradients.v, [1.0, -4.0]);
                    assert_near!($E: gradients.w, [-2.0, 3.5]);
                    assert_eq!(gradients.as_slice(), $order);
                };
            }
            check!(declared_uvw, &[-2.0, -16.0, 1.0, -4.0, -2.0, 3.5]);
            check!(declared_wuv, &[-2.0, 3.5, -2.0, -16.0, 1.0, -4.0]);
            check!(declared_vwu, &[1.0, -4.0, -2.0, 3.5, -2.0, -16.0]);
        }

        #[test]
        fn expression() {
            let (value, w, u, v) = differentiate! {
                inputs {}
                parameters { w = [-1.0 as $E, 4.0], u = [1.0 as $E, -2.0], v = [3.0 as $E, 0.5] }
                seed 1.0;
                y: $E = { y = dot(u * u - v, w); }
            };
            assert_near!($E: value, 16.0);
            assert_near!($E: u, [-2.0, -16.0]);
            assert_near!($E: v, [1.0, -4.0]);
            assert_near!($E: w, [-2.0, 3.5]);
        }

        #[differentiable]
        fn inputs_between(
            t: Input<[$E; 2]>,
            w: Param<[$E; 2]>,
            k: Input<[$E; 2]>,
            b: Param<[$E; 2]>,
        ) -> $E {
            dot(w * k - b, t)
        }

        /// Arguments keep the signature's order among themselves, parameters among themselves.
        #[test]
        fn inputs_between_parameters() {
            let (t, k) = ([1.0, 10.0], [2.0, -3.0]);
            let (value, gradients) =
                value_and_gradients!(inputs_between(&t, &k), { w: [5.0, 7.0], b: [1.0, -1.0] });
            assert_near!($E: value, -191.0);
            assert_near!($E: gradients.w, [2.0, -30.0]);
            assert_near!($E: gradients.b, [-1.0, -10.0]);
        }
    }
}
