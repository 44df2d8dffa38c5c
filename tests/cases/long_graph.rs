//! Graphs of hundreds of statements: no recursion per node, no loss of the shared parameters'
//! many contributions.

use autodiff_runtime::prelude::*;

/// Calls a macro with the tokens given, a name, and that name four hundred times over in rows of
/// twenty: a `$($( .. )*)*` over the rows writes its statements out.
macro_rules! four_hundred_times {
    ($callback:ident! { $($arguments:tt)* }) => {
        $callback! {
            $($arguments)* h
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
            [h h h h h h h h h h h h h h h h h h h h]
        }
    };
}

/// `h = s h + b`, four hundred times, over two shared scalars.
mod open_15_very_long_graph {
    use super::*;
    use crate::common::{Tolerance, assert_close};

    /// 800 roundings, each carried along: 2e-4 in `f32` as the case states.
    trait Rounding {
        const ROUNDING: Tolerance;
    }

    impl Rounding for f32 {
        const ROUNDING: Tolerance = Tolerance {
            relative: 2e-4,
            absolute: 1e-6,
        };
    }

    impl Rounding for f64 {
        const ROUNDING: Tolerance = Tolerance {
            relative: 1e-11,
            absolute: 1e-12,
        };
    }

    const VALUE: f64 = 1.8480962247116883;
    const X_GRADIENT: f64 = 0.04340107865380335;
    const S_GRADIENT: f64 = 183.6493766617794;
    const B_GRADIENT: f64 = 122.44466193231317;

    macro_rules! nested {
        ($name:ident, $E:ident; $h:ident $([$($step:ident)*])*) => {
            #[differentiable]
            fn $name($h: Param<$E>, s: Param<$E>, b: Param<$E>) -> $E {
                $($(let $step = offset(scale($step, s), b);)*)*
                $h
            }
        };
    }

    macro_rules! statements {
        ($name:ident, $E:ident; $h:ident $([$($step:ident)*])*) => {
            #[differentiable]
            fn $name($h: Param<$E>, s: Param<$E>, b: Param<$E>) -> $E {
                $($(
                    let product = $step * s;
                    let $step = product + b;
                )*)*
                $h
            }
        };
    }

    macro_rules! expression {
        ($x:ident, $s:ident, $b:ident, $y:ident; $h:ident $([$($step:ident)*])*) => {
            grad! {
                let $h = $x;
                $($(let $step = offset(scale($step, $s), $b);)*)*
                $y = $h;
            }
        };
    }

    macro_rules! vector {
        ($name:ident, $E:ident; $h:ident $([$($step:ident)*])*) => {
            #[differentiable]
            fn $name($h: Param<[$E; 5]>, s: Param<$E>, b: Param<$E>) -> [$E; 5] {
                $($(let $step = offset(scale($step, s), b);)*)*
                $h
            }
        };
    }

    for_each_element! { $E =>
        four_hundred_times! { nested! { nested_calls, $E; } }
        four_hundred_times! { statements! { operators, $E; } }
        four_hundred_times! { vector! { vectors, $E; } }

        #[test]
        fn model() {
            macro_rules! check {
                ($model:ident) => {
                    let (value, gradients) =
                        value_and_gradients!($model(), { h: -1.5, s: 0.9921875, b: 0.015625 });
                    let rounding = <$E as Rounding>::ROUNDING;
                    assert_close(value, VALUE, rounding);
                    assert_close(gradients.h, X_GRADIENT, rounding);
                    assert_close(gradients.s, S_GRADIENT, rounding);
                    assert_close(gradients.b, B_GRADIENT, rounding);
                };
            }
            check!(nested_calls);
            check!(operators);
        }

        /// Only what backward reads is kept: `scale` reads its operand, four hundred of them.
        #[test]
        fn record() {
            assert_eq!(operators::Tape::SIZE, nested_calls::Tape::SIZE);
            assert!(nested_calls::Tape::SIZE <= 401 * size_of::<$E>());
        }

        #[test]
        fn vector_model() {
            let (output, gradients) = output_and_gradients!(
                vectors(),
                { h: [-1.5; 5], s: 0.9921875, b: 0.015625 },
                [1.0, 0.0, 0.0, 0.0, 2.0]
            );
            let rounding = <$E as Rounding>::ROUNDING;
            assert_close(output, [VALUE; 5], rounding);
            let x = [X_GRADIENT, 0.0, 0.0, 0.0, 2.0 * X_GRADIENT];
            assert_close(gradients.h, x, rounding);
            assert_close(gradients.s, 3.0 * S_GRADIENT, rounding);
            assert_close(gradients.b, 3.0 * B_GRADIENT, rounding);
        }

        #[test]
        fn through_grad() {
            let (mut x_value, mut s_value, mut b_value): ($E, $E, $E) =
                (-1.5, 0.9921875, 0.015625);
            let mut y_value: $E = 0.0;
            let mut x = BufferView::parameter(&mut x_value);
            let mut s = BufferView::parameter(&mut s_value);
            let mut b = BufferView::parameter(&mut b_value);
            let mut y = BufferView::output(&mut y_value);
            let mut tape = four_hundred_times! { expression! { x, s, b, y; } };
            tape.backward();
            let rounding = <$E as Rounding>::ROUNDING;
            assert_close(x.gradient(), X_GRADIENT, rounding);
            assert_close(s.gradient(), S_GRADIENT, rounding);
            assert_close(b.gradient(), B_GRADIENT, rounding);
            assert_close(y_value, VALUE, rounding);
        }
    }

    macro_rules! one_expression {
        ($name:ident; $h:ident $([$($step:ident)*])*) => {
            #[differentiable]
            fn $name($h: Param<[f64; 2]>) -> f64 {
                sum($($($step +)*)* $h)
            }
        };
    }
    four_hundred_times! { one_expression! { one_long_sum; } }

    /// One expression of 401 terms, a tree four hundred deep.
    #[test]
    fn one_expression_of_many_terms() {
        let (value, gradients) = value_and_gradients!(one_long_sum(), { h: [0.25, -1.0] });
        assert_near!(f64: value, -300.75);
        assert_near!(f64: gradients.h, [401.0; 2]);
    }
}
