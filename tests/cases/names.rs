//! User names that equal names a generator is likely to use, and raw identifiers.

use autodiff_runtime::prelude::*;

/// `y = sum(scale(seed * out + i, tmp0))` under one set of names after another.
mod open_14_user_names_like_internals {
    use super::*;

    macro_rules! with_names {
        (
            $($module:ident: $seed:ident $out:ident $i:ident $tmp0:ident
                => $grad:ident $record:ident $tape:ident;)*
        ) => {$(
            #[allow(non_snake_case)]
            mod $module {
                use super::*;

                for_each_element! { $E =>
                    #[differentiable]
                    fn named(
                        $seed: Param<[$E; 2]>,
                        $out: Input<[$E; 2]>,
                        $i: Param<[$E; 2]>,
                        $tmp0: Param<$E>,
                    ) -> $E {
                        let $grad = $seed * $out;
                        let $record = $grad + $i;
                        let $tape = scale($record, $tmp0);
                        sum($tape)
                    }

                    #[test]
                    fn model() {
                        let (value, gradients) = value_and_gradients!(
                            named(&[4.0, 1.5]),
                            { $seed: [0.5, -2.0], $i: [1.0, -1.0], $tmp0: 3.0 }
                        );
                        assert_near!($E: value, -3.0);
                        assert_near!($E: gradients.$seed, [12.0, 4.5]);
                        assert_near!($E: gradients.$i, [3.0, 3.0]);
                        assert_near!($E: gradients.$tmp0, -1.0);
                    }

                    #[test]
                    fn expression() {
                        let mut seed_value: [$E; 2] = [0.5, -2.0];
                        let out_value: [$E; 2] = [4.0, 1.5];
                        let mut i_value: [$E; 2] = [1.0, -1.0];
                        let mut tmp0_value: $E = 3.0;
                        let mut y_value: $E = 0.0;
                        let mut $seed = BufferView::parameter(&mut seed_value);
                        let $out = BufferView::input(&out_value);
                        let mut $i = BufferView::parameter(&mut i_value);
                        let mut $tmp0 = BufferView::parameter(&mut tmp0_value);
                        let mut root = BufferView::output(&mut y_value);
                        grad! {
                            let $grad = $seed * $out;
                            let $record = $grad + $i;
                            let $tape = scale($record, $tmp0);
                            root = sum($tape);
                        }
                        .backward();
                        assert_near!($E: $seed.gradient(), [12.0, 4.5]);
                        assert_near!($E: $i.gradient(), [3.0, 3.0]);
                        assert_near!($E: $tmp0.gradient(), -1.0);
                        assert_near!($E: y_value, -3.0);
                    }
                }
            }
        )*};
    }

    with_names! {
        as_in_the_case: seed out i tmp0 => grad record tape;
        of_arguments: params gradients tape pass => output value result;
        of_methods: forward backward accumulate backward_with_seed => new as_slice as_bytes;
        of_adjoints: d_x x_bar adj dx => d g adjoint;
        of_counters: n len i idx => buf rec v0;
        of_types: Params Tape Pass Gradients => Seed Kernel Some;
        of_generics: T E K N => R C S;
        of_selves: self_ this that Self_ => own outer inner;
        of_crates: core std alloc autodiff_runtime => bytemuck libm prelude;
        of_operators: sum scale relu exp => dot tanh mean;
        of_buffers: a b c d => slot0 slot_0 tmp;
        of_hidden_names: __ad_operand rt Kernel scope => __ad_tape recorded types;
        of_this_test: named x y w => t s z;
    }

    /// Names that are patterns in the prelude: a plain `let Some = ..` is no Rust, a value of a
    /// model may be called so.
    #[allow(non_snake_case)]
    mod of_options {
        use super::*;

        #[differentiable]
        fn named(Ok: Input<[f64; 2]>, Some: Param<[f64; 2]>, Err: Param<[f64; 2]>) -> f64 {
            let None = Some * Ok + Err;
            let Some = scale(None, 3.0);
            sum(Some)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(
                named(&[4.0, 1.5]),
                { Some: [0.5, -2.0], Err: [1.0, -1.0] }
            );
            assert_near!(f64: value, -3.0);
            assert_near!(f64: gradients.Some, [12.0, 4.5]);
            assert_near!(f64: gradients.Err, [3.0, 3.0]);
        }

        #[test]
        fn expression() {
            let (value, a) = differentiate! {
                inputs { k = [4.0, 1.5] }
                parameters { a = [0.5, -2.0] }
                seed 1.0;
                y: f64 = {
                    let None = a * k;
                    let Some = scale(None, 3.0);
                    y = sum(Some);
                }
            };
            assert_near!(f64: value, -3.0);
            assert_near!(f64: a, [12.0, 4.5]);
        }
    }

    /// Module-level statics and consts whose names equal those of the model's `let` bindings,
    /// arguments, and of whatever the expansion might call its own.
    #[allow(non_upper_case_globals, dead_code)]
    mod beside_items_of_those_names {
        use super::*;

        static seed: u8 = 1;
        static out: u8 = 2;
        const i: u8 = 3;
        const tmp0: u8 = 4;
        static grad: u8 = 5;
        const record: u8 = 6;
        static tape: u8 = 7;

        #[differentiable]
        fn named(
            seed: Param<[f64; 2]>,
            out: Input<[f64; 2]>,
            i: Param<[f64; 2]>,
            tmp0: Param<f64>,
        ) -> f64 {
            let grad = seed * out;
            let record = grad + i;
            let tape = scale(record, tmp0);
            sum(tape)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(
                named(&[4.0, 1.5]),
                { seed: [0.5, -2.0], i: [1.0, -1.0], tmp0: 3.0 }
            );
            assert_near!(f64: value, -3.0);
            assert_near!(f64: gradients.seed, [12.0, 4.5]);
            assert_near!(f64: gradients.i, [3.0, 3.0]);
            assert_near!(f64: gradients.tmp0, -1.0);
        }

        #[test]
        fn expression() {
            let (value, a, b, c) = differentiate! {
                inputs { k = [4.0, 1.5] }
                parameters { a = [0.5, -2.0], b = [1.0, -1.0], c = 3.0 }
                seed 1.0;
                y: f64 = {
                    let grad = a * k;
                    let record = grad + b;
                    let tape = scale(record, c);
                    y = sum(tape);
                }
            };
            assert_near!(f64: value, -3.0);
            assert_near!(f64: a, [12.0, 4.5]);
            assert_near!(f64: b, [3.0, 3.0]);
            assert_near!(f64: c, -1.0);
        }
    }

    /// Items named like the arguments and locals the expansion needs, beside a model and an
    /// expression with other names.
    #[allow(non_upper_case_globals, dead_code)]
    mod beside_items_named_like_internals {
        use super::*;

        static params: u8 = 1;
        static gradients: u8 = 2;
        const pass: u8 = 3;
        const output: u8 = 4;
        static value: u8 = 5;
        const g: u8 = 6;
        const n: u8 = 7;
        static x: u8 = 8;
        const y: u8 = 9;
        const direction: u8 = 10;
        static seed: u8 = 11;
        static tape: u8 = 12;
        const result: u8 = 13;

        #[differentiable]
        fn model(k: Input<[f64; 2]>, weight: Param<[f64; 2]>, bias: Param<f64>) -> f64 {
            let shifted = exp(k * weight) + bias;
            let halved = shifted / 2.0;
            sum(square(halved))
        }

        #[test]
        fn model_runs() {
            let numbers = model::Params {
                weight: [0.0, 0.0],
                bias: 1.0,
            };
            let mut slopes = model::Gradients::ZERO;
            let mut buffer = model::Tape::new();
            let loss = model::value_and_gradient(&[1.0, -2.0], &numbers, &mut buffer, &mut slopes);
            assert_near!(f64: loss, 2.0);
            assert_near!(f64: slopes.weight, [1.0, -2.0]);
            assert_near!(f64: slopes.bias, 2.0);
        }

        #[test]
        fn expression_runs() {
            let (k, mut weights, mut root) = ([1.0, -2.0], [0.0, 0.0], 0.0);
            let mut weight = BufferView::parameter(&mut weights);
            let mut loss = BufferView::output(&mut root);
            grad! {
                let shifted = exp(k * weight) + 1.0;
                loss = sum(square(shifted / 2.0));
            }
            .backward();
            assert_near!(f64: weight.gradient(), [1.0, -2.0]);
        }
    }
}

/// Raw identifiers as variables, parameters and fields.
mod open_33_keyword_identifiers {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn named(r#in: Input<[$E; 2]>, r#match: Param<[$E; 2]>) -> $E {
            let r#type = r#in * r#match;
            let r#fn = sum(r#type);
            r#fn
        }

        #[test]
        fn model() {
            let (value, gradients) =
                value_and_gradients!(named(&[1.5, -2.0]), { r#match: [4.0, 0.5] });
            assert_near!($E: value, 5.0);
            assert_near!($E: gradients.r#match, [1.5, -2.0]);
        }

        #[test]
        fn expression() {
            let (value, r#match) = differentiate! {
                inputs { r#in = [1.5 as $E, -2.0] }
                parameters { r#match = [4.0 as $E, 0.5] }
                seed 1.0;
                r#while: $E = {
                    let r#type = r#in * r#match;
                    let r#fn = sum(r#type);
                    r#while = r#fn;
                }
            };
            assert_near!($E: value, 5.0);
            assert_near!($E: r#match, [1.5, -2.0]);
        }

        #[differentiable]
        fn r#loop(r#struct: Param<[$E; 2]>, r#async: Param<$E>) -> [$E; 2] {
            scale(relu(r#struct), r#async)
        }

        #[test]
        fn raw_model_name() {
            let (output, gradients) =
                output_and_gradients!(r#loop(), { r#struct: [2.0, -1.0], r#async: 3.0 }, [1.0; 2]);
            assert_near!($E: output, [6.0, 0.0]);
            assert_near!($E: gradients.r#struct, [3.0, 0.0]);
            assert_near!($E: gradients.r#async, 2.0);
        }

        #[differentiable]
        fn not_a_keyword(r#x: Param<$E>) -> $E {
            let r#y = x * x;
            y
        }

        /// `r#x` and `x` are one name.
        #[test]
        fn raw_spelling_of_a_plain_name() {
            let (value, gradients) = value_and_gradients!(not_a_keyword(), { x: 3.0 });
            assert_eq!((value, gradients.x), (9.0, 6.0));
        }
    }
}
