//! `jvp` and `jacobian`.

use autodiff_runtime::prelude::*;

mod adjoints {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn network(
            x: Input<[$E; 3]>,
            w: Param<[[$E; 3]; 4]>,
            b: Param<[$E; 4]>,
            v: Param<[[$E; 4]; 2]>,
            k: Param<$E>,
        ) -> [$E; 2] {
            let h = tanh(fully_connected(x, w, b));
            let h = select(h > 0.25, h, k * h);
            softmax(matvec(v, h)) * logsumexp(h)
        }

        /// `⟨seed, J·d⟩ = ⟨Jᵀ·seed, d⟩` along random directions.
        #[test]
        fn of_a_network() {
            let mut random = crate::common::Random::new(11);
            for _ in 0..4 {
                let params = crate::drawn(&network::Params::ZERO, &mut random);
                let x: [$E; 3] = crate::drawn_tensor(&mut random);
                assert_adjoint!($E: network(&x), params);
            }
        }

        #[differentiable]
        fn scalar(x: Param<[$E; 6]>, m: Param<[[$E; 3]; 2]>) -> $E {
            let y = x[1..4] * m[1] - m[0];
            norm(y) + variance(x) * product(m) + max(x) * m[1][2] + dot(outer(x[..2], x[3..])[1], y)
        }

        #[test]
        fn of_a_scalar_root() {
            let mut random = crate::common::Random::new(12);
            for _ in 0..4 {
                let params = crate::drawn(&scalar::Params::ZERO, &mut random);
                assert_adjoint!($E: scalar(), params);
            }
        }

        #[differentiable]
        fn scalar_varies(x: Input<[$E; 3]>, a: Param<$E>) -> [$E; 3] {
            (a - x) * (x - a) + (a + x) * (a * x) + x / a - a / x
        }

        #[differentiable]
        fn array_varies(a: Input<$E>, x: Param<[$E; 3]>) -> [$E; 3] {
            (a - x) * (x - a) + (a + x) * (a * x) + x / a - a / x
        }

        #[differentiable]
        fn right_varies(x: Input<[$E; 3]>, y: Param<[$E; 3]>) -> [$E; 3] {
            (x - y) * (x + y) + x / y
        }

        /// One operand varies, the other is data.
        #[test]
        fn of_one_operand() {
            let x = [0.5, -2.0, 3.0];
            assert_adjoint!($E: scalar_varies(&x), scalar_varies::Params { a: 1.5 });
            assert_adjoint!($E: array_varies(&1.5), array_varies::Params { x });
            let y = [1.5, 0.25, -1.0];
            assert_adjoint!($E: right_varies(&x), right_varies::Params { y });
        }

        #[differentiable]
        fn matrix(a: Param<[[$E; 2]; 3]>, b: Param<[[$E; 3]; 2]>) -> [[$E; 3]; 3] {
            let c = matmul(a, b);
            c * c + transpose(c) * column(c, 1)[2]
        }

        #[test]
        fn of_a_matrix_root() {
            let mut random = crate::common::Random::new(13);
            let params = crate::drawn(&matrix::Params::ZERO, &mut random);
            assert_adjoint!($E: matrix(), params);
        }

        #[differentiable]
        fn looped(x: Param<[$E; 4]>) -> [$E; 2] {
            let mut h = x[..2];
            for i in 0..3 {
                h = h * x[i..i + 2] + sin(h);
            }
            h
        }

        #[test]
        fn of_a_loop() {
            let mut random = crate::common::Random::new(14);
            let params = crate::drawn(&looped::Params::ZERO, &mut random);
            assert_adjoint!($E: looped(), params);
        }

        #[differentiable]
        fn generic<const N: usize, const M: usize>(
            x: Param<[$E; N]>,
            w: Param<[[$E; N]; M]>,
            t: Input<[$E; M]>,
        ) -> [$E; M] {
            let h = silu(matvec(w, x));
            (h - t) / (square(h) + 1.0)
        }

        #[test]
        fn of_a_generic_model() {
            let mut random = crate::common::Random::new(15);
            let params = generic::Params { x: [0.0; 3], w: [[0.0; 3]; 2] };
            let params = crate::drawn(&params, &mut random);
            assert_adjoint!($E: generic(&[0.5, -0.25]), params);
            let params = generic::Params { x: [0.0; 1], w: [[0.0; 1]; 4] };
            let params = crate::drawn(&params, &mut random);
            assert_adjoint!($E: generic(&[0.5, -0.25, 1.0, 0.75]), params);
        }

        #[differentiable]
        fn cubic(x: Param<$E>) -> $E {
            x * x * x
        }

        /// A tangent is linear in its direction, and 0 along 0.
        #[test]
        fn linear_in_the_direction() {
            let params = cubic::Params { x: 2.0 };
            for (direction, tangent) in [(1.0, 12.0), (-0.5, -6.0), (0.0, 0.0)] {
                let direction = cubic::Params { x: direction };
                assert_eq!(cubic::jvp(&params, &direction), (8.0, tangent));
            }
        }

        #[differentiable]
        #[allow(deprecated)]
        fn of_data(x: Input<[$E; 2]>, a: Param<$E>) -> [$E; 2] {
            x * 3.0 + stop_gradient(a)
        }

        /// Nothing depends on a parameter: tangent and Jacobian are exactly 0.
        #[test]
        fn nothing_varies() {
            let (x, params) = ([1.0, 2.0], of_data::Params { a: 5.0 });
            assert_eq!(of_data::jvp(&x, &params, &params), ([8.0, 11.0], [0.0, 0.0]));
            let rows = of_data::jacobian(&x, &params, &mut of_data::Tape::new());
            assert_eq!(rows.map(|row| row.a), [0.0, 0.0]);
        }
    }
}

mod jacobians {
    use super::*;

    #[differentiable]
    fn by_rows(x: Param<[f64; 5]>, a: Param<f64>) -> [f64; 2] {
        let y = sin(x * a);
        concat(reshape(dot(y, x), [1]), reshape(y[3], [1]))
    }

    #[differentiable]
    fn by_columns(x: Param<[f64; 2]>, k: Input<[f64; 6]>) -> [f64; 6] {
        tanh(k * x[0] + square(k) * x[1])
    }

    #[differentiable]
    fn square(x: Param<[f64; 3]>, w: Input<[[f64; 3]; 3]>) -> [f64; 3] {
        softmax(matvec(w, x))
    }

    #[differentiable]
    fn matrix_by_rows(x: Param<[[f64; 2]; 3]>, b: Param<[f64; 3]>) -> [[f64; 2]; 2] {
        matmul(transpose(x), x) * sum(b)
    }

    #[differentiable]
    fn matrix_by_columns(x: Param<[f64; 3]>) -> [[f64; 3]; 3] {
        outer(x, exp(x))
    }

    #[differentiable]
    fn one_by_one(x: Param<f64>) -> [f64; 1] {
        reshape(x * x, [1])
    }

    /// More parameters than results, fewer, as many.
    #[test]
    fn of_vectors() {
        assert_jacobian!(
            to_vec: by_rows(),
            by_rows::Params { x: [0.5, -1.0, 1.5, 0.25, 2.0], a: 0.75 }
        );
        assert_jacobian!(
            to_vec: by_columns(&[0.5, -1.0, 1.5, 0.25, 2.0, -0.5]),
            by_columns::Params { x: [0.75, -0.25] }
        );
        assert_jacobian!(
            to_vec: square(&[[0.5, 1.0, -0.5], [1.5, -1.0, 0.25], [0.0, 0.75, 2.0]]),
            square::Params { x: [0.5, -0.25, 1.0] }
        );
        assert_jacobian!(to_vec: one_by_one(), one_by_one::Params { x: 1.5 });
    }

    #[test]
    fn of_matrices() {
        assert_jacobian!(
            concat: matrix_by_rows(),
            matrix_by_rows::Params { x: [[0.5, -1.0], [1.5, 0.25], [2.0, -0.5]], b: [1.0, 0.5, -0.25] }
        );
        assert_jacobian!(concat: matrix_by_columns(), matrix_by_columns::Params { x: [0.5, -1.0, 1.5] });
    }

    const N: usize = 3;

    #[differentiable]
    fn of_items(x: Param<[f64; N]>, w: Param<[[f64; N]; 2]>) -> [f64; 2] {
        relu(matvec(w, x)) + x[1]
    }

    #[differentiable]
    fn generic<const R: usize, const C: usize>(
        x: Param<[f64; C]>,
        w: Param<[[f64; C]; R]>,
    ) -> [[f64; C]; R] {
        w * w * sum(x)
    }

    /// Sizes that the macro does not know.
    #[test]
    fn of_lengths_known_to_rustc() {
        assert_jacobian!(
            to_vec: of_items(),
            of_items::Params { x: [0.5, -1.0, 1.5], w: [[0.5, 0.25, 1.0], [-0.5, 1.0, 0.75]] }
        );
        assert_jacobian!(
            concat: generic(),
            generic::Params { x: [0.5, -1.0, 1.5], w: [[0.5, 0.25, 1.0], [-0.5, 1.0, 0.75]] }
        );
        assert_jacobian!(concat: generic(), generic::Params { x: [0.5], w: [[0.5], [-0.5], [2.0]] });
    }

    #[differentiable]
    fn singles(x: Param<[f32; 2]>) -> [f32; 3] {
        concat(x * x, reshape(x[0] * x[1], [1]))
    }

    #[test]
    fn in_single_precision() {
        let params = singles::Params { x: [3.0, 5.0] };
        let rows = singles::jacobian(&params, &mut singles::Tape::new());
        assert_eq!(rows.map(|row| row.x), [[6.0, 0.0], [0.0, 10.0], [5.0, 3.0]]);
    }

    #[differentiable]
    fn called(x: Param<[f64; 3]>, a: Param<f64>) -> [f64; 2] {
        let rows = self::by_columns(x[..2], concat(x, x) * a);
        rows[1..3]
    }

    #[test]
    fn of_a_model_that_calls_one() {
        assert_jacobian!(to_vec: called(), called::Params { x: [0.5, -1.0, 1.5], a: 0.5 });
        assert_adjoint!(f64: called(), called::Params { x: [0.5, -1.0, 1.5], a: 0.5 });
    }

    #[differentiable]
    fn few<const N: usize>(x: Input<[f64; N]>, a: Param<f64>) -> [f64; 4] {
        broadcast(a * sum(x), [4])
    }

    /// Fewer parameters than results, and parameters that are no slice.
    #[test]
    fn of_a_generic_model() {
        let (x, params) = ([1.0, 2.0, 4.0], few::Params { a: 0.5 });
        let rows = few::jacobian(&x, &params, &mut few::Tape::new());
        assert_eq!(rows.map(|row| row.a), [7.0; 4]);
    }

    /// The pass goes on after its Jacobian was taken.
    #[test]
    fn leaves_the_pass_as_it_was() {
        let params = square::Params {
            x: [0.5, -0.25, 1.0],
        };
        let w = [[0.5, 1.0, -0.5], [1.5, -1.0, 0.25], [0.0, 0.75, 2.0]];
        let mut tape = square::Tape::new();
        let mut pass = tape.forward(&w, &params);
        let (mut before, mut after) = (square::Gradients::ZERO, square::Gradients::ZERO);
        pass.backward_with_seed(&[1.0, 2.0, 3.0], &mut before);
        let jacobian = pass.jacobian();
        pass.backward_with_seed(&[1.0, 2.0, 3.0], &mut after);
        assert_eq!(before, after);
        assert_eq!(pass.jacobian(), jacobian);
        assert_eq!(*pass.output(), square(&w, &params));
    }
}
