//! Comparisons and `select`.

use autodiff_runtime::prelude::*;

mod comparisons {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn greater(x: Param<[$E; 3]>, y: Param<[$E; 3]>) -> [$E; 3] { select(x > y, 2.0 * x, 5.0 * y) }
        #[differentiable]
        fn greater_equal(x: Param<[$E; 3]>, y: Param<[$E; 3]>) -> [$E; 3] { select(x >= y, 2.0 * x, 5.0 * y) }
        #[differentiable]
        fn less(x: Param<[$E; 3]>, y: Param<[$E; 3]>) -> [$E; 3] { select(x < y, 2.0 * x, 5.0 * y) }
        #[differentiable]
        fn less_equal(x: Param<[$E; 3]>, y: Param<[$E; 3]>) -> [$E; 3] { select(x <= y, 2.0 * x, 5.0 * y) }

        /// Above, equal, below.
        #[test]
        fn of_arrays() {
            const X: [$E; 3] = [3.0, 1.0, -2.0];
            const Y: [$E; 3] = [1.0, 1.0, 1.0];
            macro_rules! check {
                ($model:ident, $symbol:tt, $holds:expr) => {
                    let holds: [bool; 3] = $holds;
                    let (output, gradients) = output_and_gradients!($model(), { x: X, y: Y }, [1.0, 2.0, 3.0]);
                    let (expression, x, y) = differentiate! {
                        inputs {}
                        parameters { x = X, y = Y }
                        seed [1.0, 2.0, 3.0];
                        z: [$E; 3] = { z = select(x $symbol y, 2.0 * x, 5.0 * y); }
                    };
                    for i in 0..3 {
                        let seed = (i + 1) as $E;
                        let (value, dx, dy) = if holds[i] {
                            (2.0 * X[i], 2.0 * seed, 0.0)
                        } else {
                            (5.0 * Y[i], 0.0, 5.0 * seed)
                        };
                        assert_eq!((output[i], gradients.x[i], gradients.y[i]), (value, dx, dy));
                        assert_eq!((expression[i], x[i], y[i]), (value, dx, dy));
                    }
                };
            }
            check!(greater, >, [true, false, false]);
            check!(greater_equal, >=, [true, true, false]);
            check!(less, <, [false, false, true]);
            check!(less_equal, <=, [false, true, true]);
        }

        #[differentiable]
        fn scalar_first(a: Input<$E>, x: Param<[$E; 4]>) -> [$E; 4] {
            select(a > x, x, 0.0) + 10.0 * select(a >= x, x, 0.0)
                + 100.0 * select(a < x, x, 0.0) + 1000.0 * select(a <= x, x, 0.0)
        }
        #[differentiable]
        fn scalar_second(a: Input<$E>, x: Param<[$E; 4]>) -> [$E; 4] {
            select(x < a, x, 0.0) + 10.0 * select(x <= a, x, 0.0)
                + 100.0 * select(x > a, x, 0.0) + 1000.0 * select(x >= a, x, 0.0)
        }

        /// A scalar meets an array on either side; NaN is in no relation.
        #[test]
        fn of_a_scalar_and_an_array() {
            let x = [1.0, 2.0, 3.0, <$E>::NAN];
            for (output, gradients) in [
                { let (o, g) = output_and_gradients!(scalar_first(&2.0), { x: x }, [1.0; 4]); (o, g.x) },
                { let (o, g) = output_and_gradients!(scalar_second(&2.0), { x: x }, [1.0; 4]); (o, g.x) },
            ] {
                assert_eq!(output, [11.0, 2020.0, 3300.0, 0.0]);
                assert_eq!(gradients, [11.0, 1010.0, 1100.0, 0.0]);
            }
        }

        #[differentiable]
        fn numbers(x: Param<[$E; 3]>) -> $E {
            sum(select(x > 0.0, 1.0, -1.0)) + sum(select(0.5 < x, x, 0.0)) + sum(select(x > 0.0, 2.0, x))
        }

        /// Numbers as branches take the shape of the condition.
        #[test]
        fn of_numbers() {
            let (value, gradients) = value_and_gradients!(numbers(), { x: [1.0, 0.25, -3.0] });
            assert_eq!(value, 1.0 + 1.0 + 4.0 - 3.0);
            assert_eq!(gradients.x, [1.0, 0.0, 1.0]);

            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [1.0, 0.25, -3.0] as [$E; 3] }
                seed 1.0;
                y: $E = { y = sum(select(x > 0.0, 1.0, -1.0)) + sum(select(0.5 < x, x, 0.0)) + sum(select(x > 0.0, 2.0, x)); }
            };
            assert_eq!((value, x), (3.0, [1.0, 0.0, 1.0]));
        }

        #[differentiable]
        #[allow(deprecated)]
        fn scalar_branches(x: Param<[$E; 3]>, a: Param<$E>, b: Param<$E>) -> [$E; 3] {
            select(x > 0.0, a, b)
        }

        /// Scalars as branches: their adjoints are sums over where they were taken.
        #[test]
        fn of_scalar_branches() {
            let (output, gradients) = output_and_gradients!(
                scalar_branches(), { x: [1.0, -1.0, 2.0], a: 5.0, b: 7.0 }, [1.0, 10.0, 100.0]
            );
            assert_eq!(output, [5.0, 7.0, 5.0]);
            assert_eq!((gradients.x, gradients.a, gradients.b), ([0.0; 3], 101.0, 10.0));
        }

        #[differentiable]
        fn one_scalar_branch(x: Param<[$E; 3]>, a: Param<$E>) -> [$E; 3] {
            select(x > 0.0, x, a)
        }

        #[test]
        fn of_one_scalar_branch() {
            assert_adjoint!(
                $E: one_scalar_branch(),
                one_scalar_branch::Params { x: [1.0, -1.0, -2.0], a: 5.0 }
            );
            let (output, gradients) = output_and_gradients!(
                one_scalar_branch(), { x: [1.0, -1.0, -2.0], a: 5.0 }, [1.0, 10.0, 100.0]
            );
            assert_eq!(output, [1.0, 5.0, 5.0]);
            assert_eq!((gradients.x, gradients.a), ([1.0, 0.0, 0.0], 110.0));
        }

        #[differentiable]
        fn scalars(x: Param<$E>, y: Param<$E>) -> $E {
            select(x > y, x * x, y)
        }

        #[test]
        fn of_scalars() {
            let (value, gradients) = value_and_gradients!(scalars(), { x: 3.0, y: 2.0 });
            assert_eq!((value, gradients.x, gradients.y), (9.0, 6.0, 0.0));
            let (value, gradients) = value_and_gradients!(scalars(), { x: 2.0, y: 3.0 });
            assert_eq!((value, gradients.x, gradients.y), (3.0, 0.0, 1.0));
        }

        #[differentiable]
        fn matrices(m: Param<[[$E; 2]; 2]>, limit: Input<$E>) -> [[$E; 2]; 2] {
            select(m > limit, limit, m)
        }

        #[test]
        fn of_matrices() {
            let (output, gradients) = output_and_gradients!(
                matrices(&2.0), { m: [[1.0, 3.0], [2.0, 5.0]] }, [[1.0, 10.0], [100.0, 1000.0]]
            );
            assert_eq!(output, [[1.0, 2.0], [2.0, 2.0]]);
            assert_eq!(gradients.m, [[1.0, 0.0], [100.0, 0.0]]);
        }

        #[differentiable]
        fn of_a_number_condition(t: Input<$E>, x: Param<[$E; 2]>) -> $E {
            select(t > 0.5, x[0], x[1])
        }

        /// A condition on an input switches the whole model.
        #[test]
        fn on_an_input() {
            let params = of_a_number_condition::Params { x: [3.0, 5.0] };
            for (t, value, slopes) in [(1.0, 3.0, [1.0, 0.0]), (0.5, 5.0, [0.0, 1.0])] {
                let mut gradients = of_a_number_condition::Gradients::ZERO;
                let found = of_a_number_condition::value_and_gradient(
                    &t, &params, &mut of_a_number_condition::Tape::new(), &mut gradients,
                );
                assert_eq!((found, gradients.x), (value, slopes));
            }
        }
    }
}

mod untaken {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn root(x: Param<[$E; 4]>) -> $E {
            sum(select(x > 0.0, sqrt(x), 0.0)) + sum(select(x <= 0.0, 1.0, ln(x)))
                + sum(select(x > 0.0, recip(x), x)) + sum(select(x > 100.0, exp(x), x))
        }

        /// `sqrt`, `ln` and `recip` at 0 and below, `exp` beyond its range: values NaN and
        /// infinite, slopes too, of the branch that was not taken.
        #[test]
        fn branches_leave_no_nan() {
            let (value, gradients) = value_and_gradients!(root(), { x: [0.0, -1.0, 4.0, 1.0] });
            let expected = (2.0 + 1.0) + (1.0 + 1.0 + 4.0_f64.ln() + 0.0) + (0.0 - 1.0 + 0.25 + 1.0) + 4.0;
            assert_near!($E: value, expected);
            assert_near!($E: gradients.x, [
                2.0, 2.0, 0.25 + 0.25 - 0.0625 + 1.0, 0.5 + 1.0 - 1.0 + 1.0,
            ]);

            let (_, x) = differentiate! {
                inputs {}
                parameters { x = [0.0, -1.0, 4.0, 1.0] as [$E; 4] }
                seed 1.0;
                y: $E = { y = sum(select(x > 0.0, sqrt(x), 0.0)) + sum(select(x <= 0.0, 1.0, ln(x))); }
            };
            assert_near!($E: x, [0.0, 0.0, 0.5, 1.5]);
        }

        #[differentiable]
        fn division(x: Param<$E>, y: Param<$E>) -> $E {
            select(y > 0.0, x / y, x)
        }

        #[test]
        fn division_by_zero() {
            let (value, gradients) = value_and_gradients!(division(), { x: 3.0, y: 0.0 });
            assert_eq!((value, gradients.x, gradients.y), (3.0, 1.0, 0.0));
        }

        #[differentiable]
        fn huge(x: Param<[$E; 2]>) -> $E {
            sum(select(x > 1000.0, x * x * 1e30 * 1e30 * 1e30 * 1e30 * 1e30 * 1e30 * 1e30 * 1e30 * 1e30 * 1e30 * 1e30, x))
        }

        /// An infinite value by multiplication; its slopes are infinite, the seed that reaches it 0.
        #[test]
        fn overflow() {
            let params = huge::Params { x: [2.0, 3.0] };
            let mut gradients = huge::Gradients::ZERO;
            let value = huge::value_and_gradient(&params, &mut huge::Tape::new(), &mut gradients);
            assert_eq!((value, gradients.x), (5.0, [1.0, 1.0]));
        }
    }
}

mod composed {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn soft_threshold(x: Param<[$E; 5]>, limit: Param<$E>) -> [$E; 5] {
            select(x > limit, x - limit, select(x < -limit, x + limit, 0.0))
        }

        #[test]
        fn nested() {
            assert_adjoint!(
                $E: soft_threshold(),
                soft_threshold::Params { x: [3.0, 1.0, 0.5, -0.5, -4.0], limit: 0.75 }
            );
            let (output, gradients) = output_and_gradients!(
                soft_threshold(), { x: [3.0, 1.0, 0.5, -0.5, -4.0], limit: 1.0 }, [1.0, 2.0, 3.0, 4.0, 5.0]
            );
            assert_eq!(output, [2.0, 0.0, 0.0, 0.0, -3.0]);
            assert_eq!(gradients.x, [1.0, 0.0, 0.0, 0.0, 5.0]);
            assert_eq!(gradients.limit, -1.0 + 5.0);
        }

        #[differentiable]
        fn in_the_condition(x: Param<[$E; 3]>, y: Param<[$E; 3]>) -> [$E; 3] {
            select(select(x > 0.0, x, y) > 1.0, x, y * y)
        }

        /// The condition passes no gradient.
        #[test]
        fn of_a_select() {
            assert_adjoint!(
                $E: in_the_condition(),
                in_the_condition::Params { x: [2.0, 0.5, -1.0], y: [7.0, 3.0, 5.0] }
            );
            let (output, gradients) = output_and_gradients!(
                in_the_condition(), { x: [2.0, 0.5, -1.0], y: [7.0, 3.0, 5.0] }, [1.0, 1.0, 1.0]
            );
            assert_eq!(output, [2.0, 9.0, -1.0]);
            assert_eq!(gradients.x, [1.0, 0.0, 1.0]);
            assert_eq!(gradients.y, [0.0, 6.0, 0.0]);
        }

        #[differentiable]
        fn named(x: Param<[$E; 3]>) -> [$E; 3] {
            let positive = x > 0.0;
            let a = select(positive, x, -x);
            a + select(positive, 1.0, a)
        }

        /// A condition with a name, used twice.
        #[test]
        fn a_named_condition() {
            let (output, gradients) =
                output_and_gradients!(named(), { x: [2.0, 0.0, -3.0] }, [1.0, 1.0, 1.0]);
            assert_eq!(output, [3.0, 0.0, 6.0]);
            assert_eq!(gradients.x, [1.0, -2.0, -2.0]);
        }

        #[differentiable]
        fn both_branches_one(x: Param<[$E; 2]>) -> [$E; 2] {
            select(x > 0.0, x, x)
        }

        #[test]
        fn of_one_value() {
            let (output, gradients) = output_and_gradients!(both_branches_one(), { x: [2.0, -3.0] }, [1.0, 10.0]);
            assert_eq!((output, gradients.x), ([2.0, -3.0], [1.0, 10.0]));
        }

        #[differentiable]
        fn of_elements(x: Param<[$E; 4]>) -> $E {
            let mut largest = x[0];
            for i in 1..4 {
                largest = select(x[i] > largest, x[i], largest);
            }
            largest
        }

        /// The maximum by a loop gives all to the first largest, as `max` does.
        #[test]
        fn in_a_loop() {
            let (value, gradients) = value_and_gradients!(of_elements(), { x: [1.0, 5.0, 5.0, 2.0] });
            assert_eq!((value, gradients.x), (5.0, [0.0, 1.0, 0.0, 0.0]));
        }
    }

    #[differentiable]
    fn huber(p: Param<[f64; 4]>, t: Input<[f64; 4]>) -> f64 {
        let d = p - t;
        sum(select(abs(d) <= 1.0, 0.5 * d * d, abs(d) - 0.5))
    }

    #[differentiable]
    fn huber_built_in(p: Param<[f64; 4]>, t: Input<[f64; 4]>) -> f64 {
        huber(p, t, 1.0)
    }

    #[test]
    fn is_huber() {
        let (t, p) = ([0.5, -1.0, 2.0, 0.0], [0.25, 1.5, -3.0, 0.75]);
        let (value, gradients) = gradchecked!(huber(&t), { p: p });
        let (expected, slopes) = value_and_gradients!(huber_built_in(&t), { p: p });
        assert_near!(f64: value, expected);
        assert_near!(f64: gradients.p, slopes.p);
    }

    #[differentiable]
    fn generic<const N: usize>(x: Param<[f64; N]>, k: Param<f64>) -> f64 {
        sum(select(x > 0.0, x, k * x))
    }

    #[test]
    fn in_a_generic_model() {
        let params = generic::Params {
            x: [1.0, -2.0, 3.0],
            k: 0.5,
        };
        let mut gradients = params;
        let value = generic::value_and_gradient(&params, &mut generic::Tape::new(), &mut gradients);
        assert_eq!(
            (value, gradients.x, gradients.k),
            (3.0, [1.0, 0.5, 1.0], -2.0)
        );
    }
}

/// The branch that is not taken has an infinite slope, or none.
mod open_18_select_guards_sqrt {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn guarded(x: Param<[$E; 4]>) -> $E {
            sum(select(x > 0.0, sqrt(x), scale(x, 3.0)))
        }

        #[test]
        fn both_doors() {
            const X: [$E; 4] = [-2.25, 4.0, 0.0, -0.5];
            const SLOPES: [$E; 4] = [3.0, 0.25, 3.0, 3.0];
            let (value, gradients) = value_and_gradients!(guarded(), { x: X });
            assert_eq!((value, gradients.x), (-6.25, SLOPES));
            let (value, slopes) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = sum(select(x > 0.0, sqrt(x), scale(x, 3.0))); }
            };
            assert_eq!((value, slopes), (-6.25, SLOPES));
        }
    }
}
