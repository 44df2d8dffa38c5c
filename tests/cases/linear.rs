//! Products of matrices and vectors, with and without transposed operands.

use autodiff_runtime::prelude::*;

/// A product whose left operand is transposed: the gradient has the operand's shape.
mod open_06_matmul_transposed_operand {
    use super::*;

    for_each_element! { $E =>
        const A: [[$E; 3]; 2] = [[1.0, -2.0, 0.5], [3.0, 0.25, -1.0]];
        const B: [[$E; 2]; 2] = [[2.0, -1.0], [0.5, 4.0]];
        const K: [[$E; 2]; 3] = [[1.0, 2.0], [-1.0, 0.5], [3.0, -2.0]];
        const VALUE: f64 = 41.375;
        const A_GRADIENT: [[f64; 3]; 2] = [[0.0, -2.5, 8.0], [8.5, 1.5, -6.5]];
        const B_GRADIENT: [[f64; 2]; 2] = [[4.5, 0.0], [-0.25, 8.125]];

        #[differentiable]
        fn named(
            a: Param<[[$E; 3]; 2]>,
            b: Param<[[$E; 2]; 2]>,
            k: Input<[[$E; 2]; 3]>,
        ) -> $E {
            let c = matmul(transpose(a), b);
            sum(c * k)
        }

        #[differentiable]
        fn inner_product(
            a: Param<[[$E; 3]; 2]>,
            b: Param<[[$E; 2]; 2]>,
            k: Input<[[$E; 2]; 3]>,
        ) -> $E {
            dot(matmul(transpose(a), b), k)
        }

        #[differentiable]
        fn vector_root(a: Param<[[$E; 3]; 2]>, b: Param<[[$E; 2]; 2]>) -> [[$E; 2]; 3] {
            matmul(transpose(a), b)
        }

        #[differentiable]
        fn result_transposed(
            a: Param<[[$E; 3]; 2]>,
            b: Param<[[$E; 2]; 2]>,
            k: Input<[[$E; 2]; 3]>,
        ) -> $E {
            sum(matmul(transpose(b), a) * transpose(k))
        }

        #[differentiable]
        fn reversed(
            a: Param<[[$E; 3]; 2]>,
            b: Param<[[$E; 2]; 2]>,
            k: Input<[[$E; 2]; 3]>,
        ) -> $E {
            sum(matrix_multiply(b, transpose(a)) * k)
        }

        #[test]
        fn model() {
            macro_rules! check {
                ($result:expr) => {
                    let (value, gradients) = $result;
                    assert_near!($E: value, VALUE);
                    assert_near!($E: gradients.a, A_GRADIENT);
                    assert_near!($E: gradients.b, B_GRADIENT);
                };
            }
            check!(value_and_gradients!(named(&K), { a: A, b: B }));
            check!(value_and_gradients!(inner_product(&K), { a: A, b: B }));
            check!(value_and_gradients!(result_transposed(&K), { a: A, b: B }));
            check!(value_and_gradients!(reversed(&K), { a: A, b: B }));

            let (_, gradients) = output_and_gradients!(vector_root(), { a: A, b: B }, K);
            assert_near!($E: gradients.a, A_GRADIENT);
            assert_near!($E: gradients.b, B_GRADIENT);
        }

        #[test]
        fn expression() {
            let (value, a, b) = differentiate! {
                inputs { k = K }
                parameters { a = A, b = B }
                seed 1.0;
                y: $E = {
                    let c = matmul(transpose(a), b);
                    y = sum(c * k);
                }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: a, A_GRADIENT);
            assert_near!($E: b, B_GRADIENT);
        }

        #[differentiable]
        fn right_transposed(
            a: Param<[[$E; 3]; 2]>,
            b: Param<[[$E; 3]; 4]>,
            k: Input<[[$E; 4]; 2]>,
        ) -> $E {
            sum(matmul(a, transpose(b)) * k)
        }

        #[differentiable]
        fn both_transposed(
            a: Param<[[$E; 2]; 3]>,
            b: Param<[[$E; 3]; 4]>,
            k: Input<[[$E; 4]; 2]>,
        ) -> $E {
            sum(matmul(transpose(a), transpose(b)) * k)
        }

        #[differentiable]
        fn transposed_twice(a: Param<[[$E; 3]; 2]>, k: Input<[[$E; 3]; 2]>) -> $E {
            sum(transpose(transpose(a)) * k)
        }

        /// `dA = K B`, `dB = K^T A` for `A B^T`, by loops in `f64`.
        #[test]
        fn other_operands_transposed() {
            let b = [[1.0, 0.5, -1.0], [2.0, -0.25, 0.0], [0.0, 4.0, 1.5], [-3.0, 1.0, 0.5]];
            let k = [[1.0, -1.0, 2.0, 0.5], [0.25, 3.0, -2.0, 1.0]];
            let mut value = 0.0;
            let (mut a_gradient, mut b_gradient) = ([[0.0; 3]; 2], [[0.0; 3]; 4]);
            for i in 0..2 {
                for j in 0..4 {
                    for l in 0..3 {
                        let a = f64::from(A[i][l]);
                        value += k[i][j] * a * b[j][l];
                        a_gradient[i][l] += k[i][j] * b[j][l];
                        b_gradient[j][l] += k[i][j] * a;
                    }
                }
            }
            let narrow = |row: [f64; 3]| row.map(|value| value as $E);
            let weights = k.map(|row| row.map(|value| value as $E));

            let (result, gradients) = value_and_gradients!(
                right_transposed(&weights),
                { a: A, b: b.map(narrow) }
            );
            assert_near!($E: result, value);
            assert_near!($E: gradients.a, a_gradient);
            assert_near!($E: gradients.b, b_gradient);

            let transposed = [0, 1, 2].map(|l| [A[0][l], A[1][l]]);
            let (result, gradients) = value_and_gradients!(
                both_transposed(&weights),
                { a: transposed, b: b.map(narrow) }
            );
            assert_near!($E: result, value);
            assert_near!($E: gradients.a, [0, 1, 2].map(|l| [a_gradient[0][l], a_gradient[1][l]]));
            assert_near!($E: gradients.b, b_gradient);

            let (_, gradients) = value_and_gradients!(transposed_twice(&A), { a: A });
            assert_eq!(gradients.a, A);
        }

        #[differentiable]
        fn gram(a: Param<[[$E; 3]; 2]>) -> $E {
            sum(matmul(a, transpose(a)))
        }

        /// One matrix in both slots: every row of the gradient is twice the column sums.
        #[test]
        fn one_operand_twice() {
            let (_, gradients) = value_and_gradients!(gram(), { a: A });
            assert_near!($E: gradients.a, [[8.0, -3.5, -1.0]; 2]);
        }

        #[differentiable]
        fn layer(
            x: Param<[$E; 3]>,
            w: Param<[[$E; 3]; 2]>,
            b: Param<[$E; 2]>,
        ) -> [$E; 2] {
            fully_connected(x, w, b)
        }

        #[differentiable]
        fn product_and_bias(
            x: Param<[$E; 3]>,
            w: Param<[[$E; 3]; 2]>,
            b: Param<[$E; 2]>,
        ) -> [$E; 2] {
            matvec(w, x) + b
        }

        #[differentiable]
        fn transposed_weights(
            x: Param<[$E; 3]>,
            w: Param<[[$E; 2]; 3]>,
            b: Param<[$E; 2]>,
        ) -> [$E; 2] {
            matvec(transpose(w), x) + b
        }

        /// Non-square weights: `dW = g x^T`, `dx = W^T g`, `db = g`.
        #[test]
        fn matrix_and_vector() {
            let (x, b, seed) = ([2.0, -1.0, 4.0], [0.5, -0.5], [3.0, -2.0]);
            macro_rules! check {
                ($result:expr) => {
                    let (output, gradients) = $result;
                    assert_near!($E: output, [6.5, 1.25]);
                    assert_near!($E: gradients.w, [[6.0, -3.0, 12.0], [-4.0, 2.0, -8.0]]);
                    assert_near!($E: gradients.x, [-3.0, -6.5, 3.5]);
                    assert_near!($E: gradients.b, [3.0, -2.0]);
                };
            }
            check!(output_and_gradients!(layer(), { x: x, w: A, b: b }, seed));
            check!(output_and_gradients!(product_and_bias(), { x: x, w: A, b: b }, seed));

            let w = [0, 1, 2].map(|c| [A[0][c], A[1][c]]);
            let (output, gradients) =
                output_and_gradients!(transposed_weights(), { x: x, w: w, b: b }, seed);
            assert_near!($E: output, [6.5, 1.25]);
            assert_near!($E: gradients.w, [[6.0, -4.0], [-3.0, 2.0], [12.0, -8.0]]);
            assert_near!($E: gradients.x, [-3.0, -6.5, 3.5]);
        }

        #[test]
        fn layer_through_grad() {
            let (output, x, w, b) = differentiate! {
                inputs {}
                parameters {
                    x = [2.0 as $E, -1.0, 4.0],
                    w = A,
                    b = [0.5 as $E, -0.5],
                }
                seed [3.0, -2.0];
                y: [$E; 2] = { y = fully_connected(x, w, b); }
            };
            assert_near!($E: output, [6.5, 1.25]);
            assert_near!($E: w, [[6.0, -3.0, 12.0], [-4.0, 2.0, -8.0]]);
            assert_near!($E: x, [-3.0, -6.5, 3.5]);
            assert_near!($E: b, [3.0, -2.0]);
        }

        #[differentiable]
        fn reshaped(x: Param<[$E; 6]>, k: Input<[$E; 3]>) -> $E {
            dot(sum(reshape(x, [2, 3]), axis = 0), k)
        }

        #[differentiable]
        fn flattened(x: Param<[[$E; 3]; 2]>, k: Input<[$E; 6]>) -> $E {
            dot(reshape(x, [6]), k)
        }

        /// Row-major: element `[r][c]` is element `3 r + c`.
        #[test]
        fn reshape_keeps_row_major_order() {
            let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
            let (value, gradients) =
                value_and_gradients!(reshaped(&[1.0, 10.0, 100.0]), { x: x });
            assert_near!($E: value, 975.0);
            assert_near!($E: gradients.x, [1.0, 10.0, 100.0, 1.0, 10.0, 100.0]);
            let (value, gradients) = value_and_gradients!(
                flattened(&x),
                { x: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] }
            );
            assert_near!($E: value, 6.0);
            assert_near!($E: gradients.x, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        }

        #[test]
        fn reshape_through_grad() {
            let (value, x) = differentiate! {
                inputs { k = [1.0 as $E, 10.0, 100.0] }
                parameters { x = [1.0 as $E, 2.0, 3.0, 4.0, 5.0, 6.0] }
                seed 1.0;
                y: $E = { y = dot(sum(reshape(x, [2, 3]), axis = 0), k); }
            };
            assert_near!($E: value, 975.0);
            assert_near!($E: x, [1.0, 10.0, 100.0, 1.0, 10.0, 100.0]);
        }
    }

    /// Rows and columns around the blocks of four that the kernels work in.
    mod sizes {
        use super::*;
        use crate::common::Random;

        macro_rules! sizes {
            ($($name:ident: $rows:literal by $columns:literal;)*) => {$(
                mod $name {
                    use super::*;

                    #[differentiable]
                    fn product(
                        w: Param<[[f64; $columns]; $rows]>,
                        x: Param<[f64; $columns]>,
                    ) -> [f64; $rows] {
                        matvec(w, x)
                    }

                    #[test]
                    fn matches_loops() {
                        let mut random = Random::new(31 * $rows + $columns);
                        let mut params = product::Params::ZERO;
                        random.fill(params.as_mut_slice(), 2.0);
                        let mut seed = [0.0; $rows];
                        random.fill(&mut seed, 1.0);

                        let product::Params { w, x } = params;
                        let (output, gradients) =
                            output_and_gradients!(product(), { w: w, x: x }, seed);
                        for r in 0..$rows {
                            let exact: f64 = (0..$columns).map(|c| w[r][c] * x[c]).sum();
                            assert_near!(f64: output[r], exact);
                            for c in 0..$columns {
                                assert_near!(f64: gradients.w[r][c], seed[r] * x[c]);
                            }
                        }
                        for c in 0..$columns {
                            let exact: f64 = (0..$rows).map(|r| w[r][c] * seed[r]).sum();
                            assert_near!(f64: gradients.x[c], exact);
                        }
                    }
                }
            )*};
        }
        sizes! {
            one_by_five: 1 by 5;
            three_by_four: 3 by 4;
            four_by_three: 4 by 3;
            five_by_one: 5 by 1;
            seven_by_nine: 7 by 9;
            eight_by_eight: 8 by 8;
            nine_by_sixteen: 9 by 16;
        }
    }
}
