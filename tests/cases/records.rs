//! What a record keeps between calls: seeds, several backward passes, parameters that do not
//! reach the root.
#![allow(deprecated)] // parameters that do not reach the root warn at their names

use autodiff_runtime::prelude::*;

/// A parameter the root does not depend on has gradient 0, not what was there before.
mod open_08_unused_param_zero {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 2] = [1.0, -3.0];

        #[differentiable]
        fn named(x: Input<[$E; 2]>, a: Param<$E>, w: Param<[$E; 3]>) -> $E {
            sum(scale(x, a))
        }

        #[differentiable]
        fn used_for_nothing(x: Input<[$E; 2]>, a: Param<$E>, w: Param<[$E; 3]>) -> $E {
            let unused = exp(w);
            sum(scale(x, a))
        }

        #[differentiable]
        fn behind_stop_gradient(x: Input<[$E; 2]>, a: Param<$E>, w: Param<[$E; 3]>) -> $E {
            sum(scale(x, a)) + sum(stop_gradient(w))
        }

        #[test]
        fn model() {
            macro_rules! check {
                ($model:ident, $value:expr) => {
                    let params = $model::Params { a: 2.0, w: [5.0, -6.0, 7.0] };
                    let mut gradients = $model::Gradients { a: 7.0, w: [7.0; 3] };
                    let mut tape = $model::Tape::new();
                    let mut pass = tape.forward(&X, &params);
                    pass.backward(&mut gradients);
                    assert_near!($E: pass.output(), $value);
                    assert_eq!(gradients, $model::Gradients { a: -2.0, w: [0.0; 3] });

                    gradients = $model::Gradients { a: 7.0, w: [7.0; 3] };
                    pass.backward_with_seed(&-3.0, &mut gradients);
                    assert_eq!(gradients, $model::Gradients { a: 6.0, w: [0.0; 3] });

                    gradients = $model::Gradients { a: 7.0, w: [7.0; 3] };
                    $model::value_and_gradient(&X, &params, &mut tape, &mut gradients);
                    assert_eq!(gradients, $model::Gradients { a: -2.0, w: [0.0; 3] });
                };
            }
            check!(named, -4.0);
            check!(used_for_nothing, -4.0);
            check!(behind_stop_gradient, 2.0);
        }

        /// Accumulating adds 0: what is there stays.
        #[test]
        fn accumulate_leaves_it_alone() {
            let params = named::Params { a: 2.0, w: [5.0, -6.0, 7.0] };
            let mut gradients = named::Gradients { a: 7.0, w: [7.0; 3] };
            named::Tape::new().forward(&X, &params).accumulate(&mut gradients);
            assert_eq!(gradients, named::Gradients { a: 5.0, w: [7.0; 3] });
        }

        #[test]
        fn expression() {
            let (value, a, w) = differentiate! {
                inputs { x = X }
                parameters { a = 2.0 as $E, w = [5.0 as $E, -6.0, 7.0] }
                seed 1.0;
                y: $E = {
                    let unused = exp(w);
                    y = sum(scale(x, a));
                }
            };
            assert_near!($E: value, -4.0);
            assert_eq!((a, w), (-2.0, [0.0; 3]));
        }

        /// The same view after a step in which it did count.
        #[test]
        fn view_keeps_nothing_old() {
            let (mut w_value, mut y_value) = ([5.0 as $E, -6.0, 7.0], 0.0 as $E);
            let mut w = BufferView::parameter(&mut w_value);
            let mut y = BufferView::output(&mut y_value);
            grad! { y = sum(w); }.backward();
            assert_eq!(w.gradient(), &[1.0; 3]);
            grad! { y = sum(stop_gradient(w)); }.backward();
            assert_eq!(w.gradient(), &[0.0; 3]);
        }
    }
}

/// Backward twice gives the same gradients twice.
mod open_09_backward_twice {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn named(a: Param<$E>, b: Param<$E>, d: Param<$E>) -> $E {
            let c = a * b;
            let e = c * d;
            c + e
        }

        #[differentiable]
        fn vectors(a: Param<[$E; 5]>, b: Param<[$E; 5]>, d: Param<[$E; 5]>) -> $E {
            let c = a * b;
            let e = c * d;
            sum(tanh(c) + e) + dot(e, exp(c))
        }

        #[test]
        fn model() {
            let params = named::Params { a: 2.5, b: -1.0, d: 4.0 };
            let expected = named::Gradients { a: -5.0, b: 12.5, d: -2.5 };
            let mut tape = named::Tape::new();
            let mut gradients = named::Gradients::ZERO;
            let mut pass = tape.forward(&params);
            assert_eq!(pass.output(), &-12.5);
            for _ in 0..3 {
                pass.backward(&mut gradients);
                assert_eq!(gradients, expected);
                assert_eq!(pass.output(), &-12.5);
            }
            pass.accumulate(&mut gradients);
            assert_eq!(gradients, named::Gradients { a: -10.0, b: 25.0, d: -5.0 });
            pass.backward(&mut gradients);
            assert_eq!(gradients, expected);
        }

        /// In-place adjoints must not use up what the next pass reads.
        #[test]
        fn vector_model() {
            let params = vectors::Params {
                a: [2.5, -0.5, 0.25, 1.0, -1.5],
                b: [-1.0, 0.5, 2.0, -0.75, 0.125],
                d: [4.0, -2.0, 0.5, 1.5, -0.25],
            };
            let mut tape = vectors::Tape::new();
            let mut pass = tape.forward(&params);
            let (mut first, mut second) = (vectors::Gradients::ZERO, vectors::Gradients::ZERO);
            pass.backward(&mut first);
            pass.backward_with_seed(&-3.0, &mut second);
            pass.backward(&mut second);
            assert_eq!(first, second);
            assert!(first.as_slice().iter().all(|g| *g != 0.0));
        }

        #[test]
        fn expression() {
            let (mut a_value, mut b_value, mut d_value): ($E, $E, $E) = (2.5, -1.0, 4.0);
            let mut y_value: $E = 0.0;
            let mut a = BufferView::parameter(&mut a_value);
            let mut b = BufferView::parameter(&mut b_value);
            let mut d = BufferView::parameter(&mut d_value);
            let mut y = BufferView::output(&mut y_value);
            let mut tape = grad! {
                let c = a * b;
                let e = c * d;
                y = c + e;
            };
            tape.backward();
            tape.backward();
            tape.backward_with_seed(&2.0);
            tape.backward();
            assert_eq!((a.gradient(), b.gradient(), d.gradient()), (&-5.0, &12.5, &-2.5));
            assert_eq!(y_value, -12.5);
        }
    }
}

/// A seed other than 1 survives a chain of four nodes.
mod open_10_seed_dropped_in_chain {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 3] = [1.0, -2.0, 2.0];

        #[differentiable]
        fn named(x: Input<[$E; 3]>, b: Param<$E>, a: Param<$E>, w: Param<[$E; 3]>) -> $E {
            let h = relu(offset(x, b));
            let s = scale(h, a);
            dot(s, w)
        }

        #[test]
        fn model() {
            let (value, gradients) = output_and_gradients!(
                named(&X),
                { b: 0.5, a: 0.5, w: [2.0, 3.0, -4.0] },
                -2.5
            );
            assert_near!($E: value, -3.5);
            assert_near!($E: gradients.b, 2.5);
            assert_near!($E: gradients.a, 17.5);
            assert_near!($E: gradients.w, [-1.875, 0.0, -3.125]);
        }

        #[test]
        fn expression() {
            let (value, b, a, w) = differentiate! {
                inputs { x = X }
                parameters { b = 0.5 as $E, a = 0.5 as $E, w = [2.0 as $E, 3.0, -4.0] }
                seed -2.5;
                y: $E = {
                    let h = relu(offset(x, b));
                    let s = scale(h, a);
                    y = dot(s, w);
                }
            };
            assert_near!($E: value, -3.5);
            assert_near!($E: b, 2.5);
            assert_near!($E: a, 17.5);
            assert_near!($E: w, [-1.875, 0.0, -3.125]);
        }

        /// A seed of zero gives zeros, whatever was there.
        #[test]
        fn zero_seed() {
            let (_, gradients) = output_and_gradients!(
                named(&X),
                { b: 0.5, a: 0.5, w: [2.0, 3.0, -4.0] },
                0.0
            );
            assert!(gradients.as_slice().iter().all(|g| *g == 0.0), "{gradients:?}");
        }
    }
}

/// A root that depends on no parameter: zeros, present, nothing old left.
mod open_13_output_constant_in_params {
    use super::*;

    for_each_element! { $E =>
        const K: [$E; 3] = [2.0, -0.5, 1.0];

        #[differentiable]
        fn named(k: Input<[$E; 3]>, w: Param<[$E; 2]>) -> $E {
            sum(k)
        }

        #[differentiable]
        fn other(k: Input<[$E; 2]>, w: Param<[$E; 2]>) -> $E {
            dot(k, w)
        }

        #[differentiable]
        fn frozen(k: Input<[$E; 3]>, w: Param<[$E; 3]>) -> $E {
            dot(k, stop_gradient(w))
        }

        #[test]
        fn model() {
            let params = named::Params { w: [1.0, 2.0] };
            let mut gradients = named::Gradients { w: [-3.0; 2] };
            let mut tape = named::Tape::new();
            let value = named::value_and_gradient(&K, &params, &mut tape, &mut gradients);
            assert_near!($E: value, 2.5);
            assert_eq!(gradients.w, [0.0; 2]);
        }

        #[test]
        fn buffer_of_another_model() {
            let params = other::Params { w: [1.0, 2.0] };
            let mut step = other::Gradients::ZERO;
            other::value_and_gradient(&[-3.0; 2], &params, &mut other::Tape::new(), &mut step);
            assert_eq!(step.w, [-3.0; 2]);

            let mut gradients = named::Gradients { w: step.w };
            let params = named::Params { w: [1.0, 2.0] };
            named::Tape::new().forward(&K, &params).backward(&mut gradients);
            assert_eq!(gradients.w, [0.0; 2]);
        }

        #[test]
        fn stopped() {
            let params = frozen::Params { w: [1.0, 2.0, 4.0] };
            let mut gradients = frozen::Gradients { w: [-3.0; 3] };
            let mut tape = frozen::Tape::new();
            let value = frozen::value_and_gradient(&K, &params, &mut tape, &mut gradients);
            assert_near!($E: value, 5.0);
            assert_eq!(gradients.w, [0.0; 3]);
        }

        #[test]
        fn expression() {
            let (mut w_value, mut y_value) = ([1.0 as $E, 2.0], 0.0 as $E);
            let (k, z) = (BufferView::input(&K), [-3.0 as $E; 2]);
            let mut w = BufferView::parameter(&mut w_value);
            let mut y = BufferView::output(&mut y_value);
            grad! { y = dot(w, z); }.backward();
            assert_eq!(w.gradient(), &[-3.0; 2]);
            grad! {
                let unused = square(w);
                y = sum(k);
            }
            .backward();
            assert_eq!(w.gradient(), &[0.0; 2]);
            assert_near!($E: y_value, 2.5);
        }
    }
}
