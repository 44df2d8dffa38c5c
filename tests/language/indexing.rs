//! `x[i]`, `x[a..b]`, `m[i]`, `m[i][j]`.

use autodiff_runtime::prelude::*;

mod elements {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn triple(x: Param<[$E; 4]>) -> $E {
            x[0] * x[3] * x[3] - x[1]
        }

        /// `d(x0 x3²)/dx = (x3², 0, 0, 2 x0 x3)`; an element that is not read gets exactly 0.
        #[test]
        fn used_several_times_in_a_model() {
            let (value, gradients) =
                value_and_gradients!(triple(), { x: [2.0, 5.0, -7.0, 3.0] });
            assert_eq!(value, 13.0);
            assert_eq!(gradients.x, [9.0, -1.0, 0.0, 12.0]);
        }

        #[test]
        fn used_several_times_in_an_expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [2.0, 5.0, -7.0, 3.0] as [$E; 4] }
                seed 1.0;
                y: $E = { y = x[0] * x[3] * x[3] - x[1]; }
            };
            assert_eq!(value, 13.0);
            assert_eq!(x, [9.0, -1.0, 0.0, 12.0]);
        }

        #[differentiable]
        fn beside_the_whole(x: Param<[$E; 3]>) -> $E {
            x[1] * sum(x) + dot(x, x)
        }

        /// Contributions by an element and by the whole array add up.
        #[test]
        fn beside_the_whole_array() {
            assert_adjoint!($E: beside_the_whole(), beside_the_whole::Params { x: [1.0, 0.5, -0.75] });
            let (value, gradients) = value_and_gradients!(beside_the_whole(), { x: [1.0, 2.0, 4.0] });
            assert_eq!(value, 2.0 * 7.0 + 21.0);
            assert_eq!(gradients.x, [2.0 + 2.0, 7.0 + 2.0 + 4.0, 2.0 + 8.0]);

            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [1.0, 2.0, 4.0] as [$E; 3] }
                seed 1.0;
                y: $E = { y = x[1] * sum(x) + dot(x, x); }
            };
            assert_eq!((value, x), (35.0, [4.0, 13.0, 10.0]));
        }

        #[differentiable]
        fn of_an_input(x: Input<[$E; 3]>, a: Param<$E>) -> $E {
            a * x[2] + x[0]
        }

        #[test]
        fn of_inputs() {
            let (value, gradients) = value_and_gradients!(of_an_input(&[1.0, 2.0, 4.0]), { a: 3.0 });
            assert_eq!((value, gradients.a), (13.0, 4.0));

            let (value, a) = differentiate! {
                inputs { x = [1.0, 2.0, 4.0] as [$E; 3] }
                parameters { a = 3.0 as $E }
                seed 1.0;
                y: $E = { y = a * x[2] + x[0]; }
            };
            assert_eq!((value, a), (13.0, 4.0));
        }

        #[differentiable]
        fn of_a_result(x: Param<[$E; 3]>, w: Param<[[$E; 3]; 2]>) -> $E {
            matvec(w, x)[1] * square(x)[0] + (x * 2.0)[2]
        }

        #[test]
        fn of_results() {
            let (value, gradients) = value_and_gradients!(
                of_a_result(),
                { x: [1.0, 2.0, 4.0], w: [[5.0; 3], [1.0, 0.5, 0.25]] }
            );
            assert_eq!(value, 3.0 + 8.0);
            assert_eq!(gradients.x, [1.0 + 2.0 * 3.0, 0.5, 0.25 + 2.0]);
            assert_eq!(gradients.w, [[0.0; 3], [1.0, 2.0, 4.0]]);
        }

        #[differentiable]
        fn of_one(x: Param<[$E; 1]>) -> $E {
            x[0] * x[0]
        }

        #[test]
        fn of_an_array_of_one() {
            let (value, gradients) = value_and_gradients!(of_one(), { x: [3.0] });
            assert_eq!((value, gradients.x), (9.0, [6.0]));
        }
    }
}

mod matrices {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn rows(m: Param<[[$E; 3]; 2]>) -> [$E; 3] {
            m[0] * m[1] + m[1] * m[1][2]
        }

        /// With seed `s`: `dm0 = s m1`, `dm1 = s (m0 + m12)`, and `dm12` also `Σ s m1`.
        #[test]
        fn of_a_matrix() {
            let m = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
            assert_adjoint!($E: rows(), rows::Params { m: [[1.0, 0.5, -0.75], [0.25, -1.5, 2.0]] });
            let (output, gradients) = output_and_gradients!(rows(), { m: m }, [1.0, -1.0, 2.0]);
            assert_eq!(output, [28.0, 40.0, 54.0]);
            let through = 4.0 - 5.0 + 12.0;
            assert_eq!(
                gradients.m,
                [[4.0, -5.0, 12.0], [7.0, -8.0, 18.0 + through]]
            );

            let (output, m) = differentiate! {
                inputs {}
                parameters { m = m }
                seed [1.0, -1.0, 2.0];
                y: [$E; 3] = { y = row(m, 0) * row(m, 1) + row(m, 1) * row(m, 1)[2]; }
            };
            assert_eq!(output, [28.0, 40.0, 54.0]);
            assert_eq!(m, [[4.0, -5.0, 12.0], [7.0, -8.0, 18.0 + through]]);
        }

        #[differentiable]
        fn corner(m: Param<[[$E; 2]; 3]>) -> $E {
            m[2][1] * m[0][0] + m[2][1]
        }

        #[test]
        fn elements() {
            let (value, gradients) =
                value_and_gradients!(corner(), { m: [[2.0, 3.0], [5.0, 7.0], [11.0, 13.0]] });
            assert_eq!(value, 39.0);
            assert_eq!(gradients.m, [[13.0, 0.0], [0.0, 0.0], [0.0, 3.0]]);
        }

        #[differentiable]
        fn row_and_column(m: Param<[[$E; 3]; 2]>) -> $E {
            dot(m[0][..2], column(m, 1)) + row(m, 1)[0] * transpose(m)[2][1]
        }

        /// `m00 m01 + m01 m11 + m10 m12`
        #[test]
        fn mixed_with_operators() {
            assert_adjoint!(
                $E: row_and_column(),
                row_and_column::Params { m: [[1.0, 0.5, -0.75], [0.25, -1.5, 2.0]] }
            );
            let (value, gradients) =
                value_and_gradients!(row_and_column(), { m: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] });
            assert_eq!(value, 2.0 + 10.0 + 24.0);
            assert_eq!(gradients.m, [[2.0, 1.0 + 5.0, 0.0], [6.0, 2.0, 4.0]]);
        }
    }
}

mod slices {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn overlapping(x: Param<[$E; 5]>) -> [$E; 3] {
            x[0..3] * x[1..4] + x[2..5]
        }

        #[test]
        fn overlap() {
            assert_adjoint!($E: overlapping(), overlapping::Params { x: [1.0, 0.5, -0.75, 0.25, -1.5] });
            let (output, gradients) =
                output_and_gradients!(overlapping(), { x: [1.0, 2.0, 3.0, 4.0, 5.0] }, [1.0, 10.0, 100.0]);
            assert_eq!(output, [5.0, 10.0, 17.0]);
            assert_eq!(
                gradients.x,
                [2.0, 1.0 + 30.0, 20.0 + 400.0 + 1.0, 300.0 + 10.0, 100.0]
            );

            let (output, x) = differentiate! {
                inputs {}
                parameters { x = [1.0, 2.0, 3.0, 4.0, 5.0] as [$E; 5] }
                seed [1.0, 10.0, 100.0];
                y: [$E; 3] = { y = x[0..3] * x[1..4] + x[2..5]; }
            };
            assert_eq!(output, [5.0, 10.0, 17.0]);
            assert_eq!(x, [2.0, 31.0, 421.0, 310.0, 100.0]);
        }

        #[differentiable]
        fn open(x: Param<[$E; 5]>) -> $E {
            sum(x[3..]) + 10.0 * sum(x[..2]) + 100.0 * sum(x[1..=2]) + 1000.0 * sum(x[..])
                + 0.5 * sum(x[..=1])
        }

        #[test]
        fn open_and_inclusive() {
            assert_adjoint!($E: open(), open::Params { x: [1.0, 0.5, -0.75, 0.25, -1.5] });
            let (value, gradients) = value_and_gradients!(open(), { x: [1.0, 2.0, 3.0, 4.0, 5.0] });
            assert_eq!(value, 9.0 + 30.0 + 500.0 + 15000.0 + 1.5);
            assert_eq!(gradients.x, [1010.5, 1110.5, 1100.0, 1001.0, 1001.0]);

            // Without a length the end is a number in `grad!`.
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [1.0, 2.0, 3.0, 4.0, 5.0] as [$E; 5] }
                seed 1.0;
                y: $E = { y = sum(x[3..5]) + 10.0 * sum(x[..2]) + 100.0 * sum(x[1..=2]); }
            };
            assert_eq!(value, 539.0);
            assert_eq!(x, [10.0, 110.0, 100.0, 1.0, 1.0]);
        }

        #[differentiable]
        fn of_a_slice(x: Param<[$E; 6]>) -> $E {
            x[1..5][1..3][1] * x[1..5][0]
        }

        /// `x3 * x1`
        #[test]
        fn of_slices() {
            let (value, gradients) =
                value_and_gradients!(of_a_slice(), { x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] });
            assert_eq!((value, gradients.x), (8.0, [0.0, 4.0, 0.0, 2.0, 0.0, 0.0]));
        }

        #[differentiable]
        fn nothing(x: Param<[$E; 3]>) -> $E {
            sum(x[1..1]) + x[0]
        }

        #[test]
        fn of_no_element() {
            let (value, gradients) = value_and_gradients!(nothing(), { x: [1.0, 2.0, 3.0] });
            assert_eq!((value, gradients.x), (1.0, [1.0, 0.0, 0.0]));
        }

        #[differentiable]
        fn rejoined(x: Param<[$E; 5]>) -> [$E; 5] {
            concat(x[2..], x[..2])
        }

        #[test]
        fn concat_undoes_them() {
            assert_adjoint!($E: rejoined(), rejoined::Params { x: [1.0, 0.5, -0.75, 0.25, -1.5] });
            let (output, gradients) =
                output_and_gradients!(rejoined(), { x: [1.0, 2.0, 3.0, 4.0, 5.0] }, [1.0, 2.0, 3.0, 4.0, 5.0]);
            assert_eq!(output, [3.0, 4.0, 5.0, 1.0, 2.0]);
            assert_eq!(gradients.x, [4.0, 5.0, 1.0, 2.0, 3.0]);
        }
    }
}

/// Lengths that only rustc knows.
mod lengths {
    use super::*;

    const N: usize = 4;

    #[differentiable]
    fn of_an_item(x: Param<[f64; N]>, m: Param<[[f64; N]; N]>) -> f64 {
        x[3] * sum(x[1..3]) + m[3][1]
    }

    #[test]
    fn const_item() {
        let (value, gradients) = gradchecked!(
            of_an_item(),
            { x: [1.0, 2.0, 3.0, 4.0], m: [[0.5; N]; N] }
        );
        assert_eq!(value, 20.5);
        assert_eq!(gradients.x, [0.0, 4.0, 4.0, 5.0]);
        assert_eq!(gradients.m[3], [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(gradients.m[0], [0.0; N]);
    }

    #[differentiable]
    fn of_a_generic<const L: usize>(x: Param<[f64; L]>) -> f64 {
        x[1] * sum(x[1..3]) * mean(x)
    }

    #[test]
    fn const_generic() {
        fn check<const L: usize>() {
            let mut params = of_a_generic::Params { x: [0.0; L] };
            let mut random = crate::common::Random::new(3);
            random.fill(&mut params.x, 1.0);
            let mut gradients = params;
            of_a_generic::value_and_gradient(
                &params,
                &mut of_a_generic::Tape::new(),
                &mut gradients,
            );
            gradcheck(&params, &gradients, of_a_generic).unwrap();
            assert_adjoint!(f64: of_a_generic(), params);
        }
        check::<3>();
        check::<4>();
        check::<9>();
    }
}

/// An infinite value at a position that is not read does no harm: 0 is written, nothing multiplied.
#[test]
fn values_beside_do_not_matter() {
    #[differentiable]
    fn one(x: Param<[f64; 3]>) -> f64 {
        square(x[1]) + sum(ln(x)[1..2])
    }

    let (value, gradients) = value_and_gradients!(one(), { x: [0.0, 1.0, f64::INFINITY] });
    assert_eq!((value, gradients.x), (1.0, [0.0, 3.0, 0.0]));
}
