//! `for i in 0..N { … }` with a carried value.

use autodiff_runtime::prelude::*;

mod carried {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn horner(c: Param<[$E; 4]>, x: Input<$E>) -> $E {
            let mut h = c[3];
            for i in 1..4 {
                h = h * x + c[3 - i];
            }
            h
        }

        /// `c0 + c1 x + c2 x² + c3 x³`
        #[test]
        fn scalar() {
            let (value, gradients) = value_and_gradients!(horner(&2.0), { c: [1.0, 3.0, -2.0, 0.5] });
            assert_eq!((value, gradients.c), (3.0, [1.0, 2.0, 4.0, 8.0]));

            let (value, c, x) = differentiate! {
                inputs {}
                parameters { c = [1.0, 3.0, -2.0, 0.5] as [$E; 4], x = 2.0 as $E }
                seed 1.0;
                y: $E = {
                    let mut h = c[3];
                    for i in 1..4 {
                        h = h * x + c[3 - i];
                    }
                    y = h;
                }
            };
            assert_eq!((value, c), (3.0, [1.0, 2.0, 4.0, 8.0]));
            assert_eq!(x, 3.0 - 8.0 + 6.0);
        }

        #[differentiable]
        fn powers(w: Param<[[$E; 2]; 2]>, x: Param<[$E; 2]>) -> [$E; 2] {
            let mut h = x;
            for _k in 0..3 {
                h = matvec(w, h);
            }
            h
        }

        /// `W³ x` with `W` nilpotent but for its diagonal.
        #[test]
        fn vector() {
            let (output, gradients) = output_and_gradients!(
                powers(),
                { w: [[2.0, 1.0], [0.0, 2.0]], x: [1.0, 3.0] },
                [1.0, 0.0]
            );
            // W³ = [[8, 12], [0, 8]].
            assert_eq!(output, [44.0, 24.0]);
            assert_eq!(gradients.x, [8.0, 12.0]);
            // Σ over the three places of (Wᵀ)^(2-k) s ⊗ W^k x.
            assert_eq!(gradients.w, [[4.0 + 10.0 + 16.0, 12.0 + 12.0 + 12.0], [4.0 + 5.0 + 0.0, 12.0 + 6.0 + 0.0]]);
        }

        #[differentiable]
        fn squares(a: Param<[[$E; 2]; 2]>) -> [[$E; 2]; 2] {
            let mut h = a;
            for _k in 0..2 {
                h = matmul(h, h);
            }
            h
        }

        /// `A⁴`
        #[test]
        fn matrix() {
            let (output, gradients) = output_and_gradients!(
                squares(),
                { a: [[1.0, 1.0], [0.0, 1.0]] },
                [[0.0, 1.0], [0.0, 0.0]]
            );
            assert_eq!(output, [[1.0, 4.0], [0.0, 1.0]]);
            // d (A⁴)01 = Σk (A^k dA A^(3-k))01 with A^k = [[1, k], [0, 1]].
            assert_eq!(gradients.a, [[0.0 + 1.0 + 2.0 + 3.0, 4.0], [0.0 + 2.0 + 2.0 + 0.0, 6.0]]);
        }
    }
}

mod counts {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn nested(m: Param<[[$E; 3]; 2]>) -> $E {
            const ROWS: usize = 2;
            const LAST: usize = ROWS * 2 - 2;
            let mut h = m[0][LAST];
            for i in 0..ROWS {
                for j in i..=LAST {
                    h = h + m[i][j] * m[i / 2][LAST - j];
                }
            }
            h
        }

        /// Both loops, bounds that depend on the outer one, `+ - * /` of counts.
        #[test]
        fn nested_with_arithmetic() {
            let m: [[$E; 3]; 2] = [[1.0, 2.0, 3.0], [5.0, 7.0, 11.0]];
            let (value, gradients) = value_and_gradients!(nested(), { m: m });
            let mut expected = m[0][2];
            let mut slopes = [[0.0, 0.0, 1.0], [0.0; 3]];
            for i in 0..2 {
                for j in i..=2 {
                    expected += m[i][j] * m[0][2 - j];
                    slopes[i][j] += m[0][2 - j];
                    slopes[0][2 - j] += m[i][j];
                }
            }
            assert_eq!((value, gradients.m), (expected, slopes));

            let (value, gradient) = differentiate! {
                inputs {}
                parameters { m = m }
                seed 1.0;
                y: $E = {
                    let top = row(m, 0);
                    const ROWS: usize = 2;
                    const LAST: usize = ROWS * 2 - 2;
                    let mut h = top[LAST];
                    for i in 0..ROWS {
                        for j in i..=LAST {
                            h = h + row(m, i)[j] * row(m, i / 2)[LAST - j];
                        }
                    }
                    y = h;
                }
            };
            assert_eq!((value, gradient), (expected, slopes));
        }

        #[differentiable]
        fn windows(x: Param<[$E; 6]>) -> $E {
            const WIDTH: usize = 2;
            let mut h = 0.0 * x[0];
            for i in 0..3 {
                let window = x[WIDTH * i..WIDTH * (i + 1)];
                h = h + window[0] * window[1];
            }
            h
        }

        #[test]
        fn slices_by_the_variable() {
            let (value, gradients) = value_and_gradients!(windows(), { x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] });
            assert_eq!((value, gradients.x), (44.0, [2.0, 1.0, 4.0, 3.0, 6.0, 5.0]));
        }

        #[differentiable]
        fn powers(x: Param<$E>, m: Input<[[$E; 2]; 2]>) -> $E {
            let mut h = 0.0 * x;
            for k in 0..2 {
                h = h + powi(x, k + 2) * sum(row(m, k)) + column(m, k)[1 - k];
            }
            h
        }

        /// The variable as the whole number an operator takes.
        #[test]
        fn operators_that_take_whole_numbers() {
            let (value, gradients) =
                value_and_gradients!(powers(&[[1.0, 2.0], [3.0, 4.0]]), { x: 2.0 });
            assert_eq!(value, 4.0 * 3.0 + 8.0 * 7.0 + 3.0 + 2.0);
            assert_eq!(gradients.x, 4.0 * 3.0 + 12.0 * 7.0);
        }
    }
}

mod scopes {
    use super::*;

    #[differentiable]
    fn shadowed(x: Param<[f64; 3]>) -> f64 {
        let e = x[0];
        let mut h = e;
        for i in 1..3 {
            let e = x[i];
            let h_next = h * e;
            let e = h_next + e;
            h = e;
        }
        h + e
    }

    /// What a body binds ends with it; what it carries goes on.
    #[test]
    fn shadowing_ends_with_the_body() {
        // h = (x0 x1 + x1) x2 + x2
        let (value, gradients) = gradchecked!(shadowed(), { x: [2.0, 3.0, 5.0] });
        assert_eq!(value, (6.0 + 3.0) * 5.0 + 5.0 + 2.0);
        assert_eq!(gradients.x, [15.0 + 1.0, 15.0, 10.0]);
    }

    #[differentiable]
    fn rebound(x: Param<[f64; 3]>) -> f64 {
        let mut h = x[0];
        for i in 1..3 {
            let h = x[i] * x[i];
            let _unused = h + 1.0;
        }
        for i in 0..1 {
            h = h * x[i];
        }
        h
    }

    /// `let` of a carried name in the body is another value.
    #[test]
    fn a_let_in_the_body_does_not_carry() {
        let (value, gradients) = value_and_gradients!(rebound(), { x: [2.0, 3.0, 5.0] });
        assert_eq!((value, gradients.x), (4.0, [4.0, 0.0, 0.0]));
    }

    #[differentiable]
    fn variable_shadows(i: Param<[f64; 3]>, x: Param<f64>) -> f64 {
        let mut h = x * i[0];
        for x in 1..3 {
            h = h * i[x];
        }
        h * x
    }

    #[test]
    fn the_variable_hides_a_value_inside_only() {
        let (value, gradients) = gradchecked!(variable_shadows(), { i: [2.0, 3.0, 5.0], x: 7.0 });
        assert_eq!((value, gradients.x), (1470.0, 420.0));
    }

    #[differentiable]
    fn same_variable(x: Param<[f64; 4]>) -> f64 {
        let mut h = x[3];
        for i in 0..2 {
            h = h * x[i];
            for i in 2..3 {
                h = h + x[i];
            }
            h = h * x[i];
        }
        h
    }

    #[test]
    fn nested_loops_over_one_name() {
        let (value, _) = gradchecked!(same_variable(), { x: [2.0, 3.0, 5.0, 7.0] });
        assert_eq!(value, ((7.0 * 2.0 + 5.0) * 2.0 * 3.0 + 5.0) * 3.0);
    }

    #[differentiable]
    fn several(x: Param<[f64; 3]>) -> f64 {
        let mut a = x[0];
        let mut b = x[1];
        for i in 0..3 {
            let old = a;
            a = b * x[i];
            b = old + x[2];
        }
        a * b
    }

    #[test]
    fn several_carried_values() {
        let (value, _) = gradchecked!(several(), { x: [2.0, 3.0, 5.0] });
        assert_adjoint!(f64: several(), several::Params { x: [0.5, 0.75, -1.25] });
        let (mut a, mut b) = (2.0, 3.0);
        for x in [2.0, 3.0, 5.0] {
            (a, b) = (b * x, a + 5.0);
        }
        assert_eq!(value, a * b);
    }

    #[differentiable]
    fn no_loop(x: Param<f64>) -> f64 {
        let mut h = x * x;
        h = h * x;
        h = h + 1.0;
        h
    }

    #[test]
    fn assignment_without_a_loop() {
        let (value, gradients) = value_and_gradients!(no_loop(), { x: 2.0 });
        assert_eq!((value, gradients.x), (9.0, 12.0));
    }

    #[differentiable]
    fn history(x: Param<f64>) -> f64 {
        let mut h = x;
        let before = h;
        h = h * h;
        let between = h;
        h = h * before;
        h + between
    }

    /// What was bound to the old value keeps it: `x³ + x²`.
    #[test]
    fn assignment_leaves_earlier_uses_alone() {
        let (value, gradients) = value_and_gradients!(history(), { x: 3.0 });
        assert_eq!((value, gradients.x), (36.0, 27.0 + 6.0));
    }
}

mod variables {
    use super::*;

    #[differentiable]
    fn no_name(x: Param<f64>) -> f64 {
        let mut h = x;
        for _ in 0..2 {
            for _ in 0..1 {
                h = h * x;
            }
        }
        h
    }

    #[test]
    fn without_a_name() {
        let (value, gradients) = value_and_gradients!(no_name(), { x: 2.0 });
        assert_eq!((value, gradients.x), (8.0, 12.0));
    }

    #[differentiable]
    fn raw(r#in: Param<[f64; 2]>) -> f64 {
        const r#if: usize = 2;
        let mut r#mut = r#in[0];
        for r#for in 0..r#if {
            r#mut = r#mut * r#in[r#for];
        }
        r#mut
    }

    #[test]
    fn with_raw_names() {
        let (value, gradients) = value_and_gradients!(raw(), { r#in: [2.0, 3.0] });
        assert_eq!((value, gradients.r#in), (12.0, [12.0, 4.0]));
    }
}

mod rounds {
    use super::*;

    #[differentiable]
    fn none(x: Param<[f64; 3]>) -> f64 {
        const ROUNDS: usize = 0;
        let mut h = x[0];
        for i in 0..ROUNDS {
            h = h * x[i];
        }
        for _i in 3..3 {
            h = h * 2.0;
        }
        h = h * x[1];
        h
    }

    #[test]
    fn zero() {
        let (value, gradients) = value_and_gradients!(none(), { x: [2.0, 3.0, 5.0] });
        assert_eq!((value, gradients.x), (6.0, [3.0, 2.0, 0.0]));
    }

    #[differentiable]
    fn one(x: Param<[f64; 3]>) -> f64 {
        let mut h = x[0];
        for i in 2..=2 {
            h = h * x[i];
        }
        h
    }

    #[test]
    fn a_single_one() {
        let (value, gradients) = value_and_gradients!(one(), { x: [2.0, 3.0, 5.0] });
        assert_eq!((value, gradients.x), (10.0, [5.0, 0.0, 2.0]));
    }

    #[differentiable]
    fn many(x: Param<f64>) -> f64 {
        let mut h = x;
        for _i in 0..500 {
            h = h + 0.001 * sin(h);
        }
        h
    }

    #[test]
    fn five_hundred() {
        gradchecked!(many(), { x: 1.25 });
    }

    #[differentiable]
    fn recurrent<const N: usize>(
        x: Input<[[f64; N]; 4]>,
        w: Param<[[f64; N]; N]>,
        b: Param<[f64; N]>,
    ) -> f64 {
        let mut h = b;
        for t in 0..4 {
            h = tanh(matvec(w, h) + x[t] + b);
        }
        sum(h)
    }

    /// A recurrent network in a model that is generic over its width.
    #[test]
    fn in_a_generic_model() {
        fn check<const N: usize>() {
            let mut random = crate::common::Random::new(5);
            let mut x = [[0.0; N]; 4];
            random.fill(x.as_flattened_mut(), 1.0);
            let mut params = recurrent::Params {
                w: [[0.0; N]; N],
                b: [0.0; N],
            };
            random.fill(params.w.as_flattened_mut(), 0.5);
            random.fill(&mut params.b, 0.5);
            let mut gradients = params;
            let mut tape = recurrent::Tape::new();
            recurrent::value_and_gradient(&x, &params, &mut tape, &mut gradients);
            gradcheck(&params, &gradients, |params| recurrent(&x, params)).unwrap();
            assert_adjoint!(f64: recurrent(&x), params);
        }
        check::<1>();
        check::<3>();
        check::<6>();
    }

    #[differentiable]
    fn changing_shape(x: Param<[f64; 8]>) -> f64 {
        let mut h = x;
        h = h[0..6] * x[2..8];
        for i in 0..2 {
            h = h[0..6 - i] * x[i..6];
        }
        sum(h)
    }

    /// A carried value may take another shape, as each round is written out.
    #[test]
    fn of_another_shape_each() {
        assert_adjoint!(f64: changing_shape(), changing_shape::Params { x: [0.5; 8] });
        gradchecked!(changing_shape(), { x: [0.5, -1.0, 1.5, 0.75, -0.25, 2.0, 1.25, -0.5] });
    }

    #[differentiable]
    fn long(x: Input<[f64; 3]>, w: Param<[f64; 3]>, b: Param<f64>, c: Param<f64>) -> f64 {
        let mut h = x * w;
        let mut s = b;
        for i in 0..120 {
            h = softmax(h) * x + scale(w, s);
            s = tanh(c * s) + 0.1 * mean(h);
        }
        s * sum(h)
    }

    /// Passes that are cut into pieces, through which scalars are carried: in `grad!` under
    /// conditions, whatever of them has a gradient.
    #[test]
    fn of_long_passes() {
        let (x, w, b, c) = ([0.5, -1.0, 0.25], [0.75, 1.5, -0.5], 0.3, 0.9);
        let (expected, gradients) = gradchecked!(long(&x), { w: w, b: b, c: c });
        macro_rules! differentiated {
            ($x:ident $w:ident $b:ident $c:ident: inputs $inputs:tt parameters $parameters:tt) => {
                differentiate! {
                    inputs $inputs
                    parameters $parameters
                    seed 1.0;
                    y: f64 = {
                        let mut h = $x * $w;
                        let mut s = $b;
                        for i in 0..120 {
                            h = softmax(h) * $x + scale($w, s);
                            s = tanh($c * s) + 0.1 * mean(h);
                        }
                        y = s * sum(h);
                    }
                }
            };
        }
        let (value, w_found, b_found, c_found) =
            differentiated! { x w b c: inputs { x = x } parameters { w = w, b = b, c = c } };
        assert_near!(f64: value, expected);
        assert_near!(f64: w_found, gradients.w);
        assert_near!(f64: b_found, gradients.b);
        assert_near!(f64: c_found, gradients.c);
        let (value, c_found) =
            differentiated! { x w b c: inputs { x = x, w = w, b = b } parameters { c = c } };
        assert_near!(f64: value, expected);
        assert_near!(f64: c_found, gradients.c);
        let (value, w_found) =
            differentiated! { x w b c: inputs { x = x, b = b, c = c } parameters { w = w } };
        assert_near!(f64: value, expected);
        assert_near!(f64: w_found, gradients.w);
    }
}
