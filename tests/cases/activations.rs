//! Kinks and tails of the activations.

use autodiff_runtime::prelude::*;

/// The derivative of `relu` is 0 at both zeros and 1 from the smallest normal number on.
mod open_16_relu_at_zero {
    use super::*;

    for_each_element! { $E =>
        // The smallest normal number of `f32`.
        const X: [$E; 5] = [0.0, -0.0, 1.0, -1.0, 1.1754943508222875e-38];
        const K: [$E; 5] = [1.0, 2.0, 3.0, 4.0, 5.0];

        #[differentiable]
        fn named(x: Param<[$E; 5]>, k: Input<[$E; 5]>) -> $E {
            dot(relu(x), k)
        }

        #[differentiable]
        fn vector_root(x: Param<[$E; 5]>) -> [$E; 5] {
            relu(x)
        }

        #[differentiable]
        fn scalar(x: Param<$E>) -> $E {
            relu(x)
        }

        #[differentiable]
        fn matrix(x: Param<[[$E; 2]; 2]>) -> $E {
            sum(relu(x))
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&K), { x: X });
            assert_near!($E: value, 3.0);
            assert_eq!(gradients.x, [0.0, 0.0, 3.0, 0.0, 5.0]);
            let (output, gradients) = output_and_gradients!(vector_root(), { x: X }, K);
            assert_eq!(output, [0.0, 0.0, 1.0, 0.0, X[4]]);
            assert_eq!(gradients.x, [0.0, 0.0, 3.0, 0.0, 5.0]);
        }

        #[test]
        fn other_shapes() {
            for (x, slope) in [(0.0, 0.0), (-0.0, 0.0), (2.0, 1.0), (-2.0, 0.0)] {
                let (value, gradients) = value_and_gradients!(scalar(), { x: x });
                assert_eq!((value, gradients.x), (slope * x.abs(), slope), "at {x}");
            }
            let (value, gradients) =
                value_and_gradients!(matrix(), { x: [[0.0, -0.0], [3.0, -3.0]] });
            assert_eq!((value, gradients.x), (3.0, [[0.0, 0.0], [1.0, 0.0]]));
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs { k = K }
                parameters { x = X }
                seed 1.0;
                y: $E = { y = dot(relu(x), k); }
            };
            assert_near!($E: value, 3.0);
            assert_eq!(x, [0.0, 0.0, 3.0, 0.0, 5.0]);
        }

        #[differentiable]
        fn twice(x: Param<[$E; 5]>, k: Input<[$E; 5]>) -> $E {
            let h = relu(x);
            dot(h * h + relu(h), k)
        }

        /// In place or not, the kink is the same: slope `2h + 1` where h > 0.
        #[test]
        fn reused_output() {
            let (_, gradients) = value_and_gradients!(twice(&K), { x: X });
            assert_near!($E: gradients.x, [0.0, 0.0, 9.0, 0.0, 5.0]);
        }
    }
}

/// The maximum is subtracted before `exp`.
mod open_19_softmax_logits_1000 {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [1000.0, 998.0, -1000.0, 999.5];
        const K: [$E; 4] = [1.0, 2.0, 3.0, -1.0];
        const VALUE: f64 = 0.38128072338110086;
        const GRADIENT: [f64; 4] =
            [0.3552048761980572, 0.1257673316758606, 0.0, -0.48097220787391776];

        #[differentiable]
        fn named(x: Param<[$E; 4]>, k: Input<[$E; 4]>) -> $E {
            dot(softmax(x), k)
        }

        #[differentiable]
        fn vector_root(x: Param<[$E; 4]>) -> [$E; 4] {
            softmax(x)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(&K), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
            assert_eq!(gradients.x[2], 0.0);
            assert_near!($E: gradients.x.iter().sum::<$E>(), 0.0);

            let (output, gradients) = output_and_gradients!(vector_root(), { x: X }, K);
            assert_near!($E: output.iter().sum::<$E>(), 1.0);
            assert_near!($E: gradients.x, GRADIENT);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs { k = K }
                parameters { x = X }
                seed 1.0;
                y: $E = { y = dot(softmax(x), k); }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: x, GRADIENT);
        }

        #[differentiable]
        fn twice(x: Param<[$E; 4]>, k: Input<[$E; 4]>) -> $E {
            let p = softmax(x);
            dot(p * p, k)
        }

        /// `dx = p (g - Σ g p)` with g = 2 p k.
        #[test]
        fn reused_output() {
            let z = [1000.0_f64, 998.0, -1000.0, 999.5].map(|x| (x - 1000.0).exp());
            let total: f64 = z.iter().sum();
            let p = z.map(|z| z / total);
            let g = [2.0 * p[0], 4.0 * p[1], 6.0 * p[2], -2.0 * p[3]];
            let inner: f64 = p.iter().zip(&g).map(|(p, g)| p * g).sum();
            let (value, gradients) = value_and_gradients!(twice(&K), { x: X });
            assert_near!($E: value, 0.5 * inner);
            assert_near!($E: gradients.x, [0, 1, 2, 3].map(|i| p[i] * (g[i] - inner)));
        }

        #[differentiable]
        fn shifted(x: Param<[$E; 4]>, k: Input<[$E; 4]>, c: Param<$E>) -> $E {
            dot(softmax(offset(x, c)), k)
        }

        /// A common offset has no effect and no gradient, wherever the logits lie.
        #[test]
        fn common_offset() {
            let x = [0.5, -1.5, 0.25, 2.0];
            let (near, _) = value_and_gradients!(shifted(&K), { x: x, c: 0.0 });
            for c in [-2048.0, 2048.0] {
                let (far, gradients) = value_and_gradients!(shifted(&K), { x: x, c: c });
                assert_near!($E: far, near);
                assert_near!($E: gradients.c, 0.0);
            }
        }

        #[differentiable]
        fn fused(z: Param<[$E; 4]>, t: Input<[$E; 4]>) -> $E {
            softmax_cross_entropy(z, t)
        }

        /// The loss of logits does not overflow either: `lse - z[1]`.
        #[test]
        fn fused_loss() {
            let total = 1.0 + (-2.0_f64).exp() + (-0.5_f64).exp();
            let (value, gradients) =
                value_and_gradients!(fused(&[0.0, 1.0, 0.0, 0.0]), { z: X });
            assert_near!($E: value, 2.0 + total.ln());
            let p = [1.0, (-2.0_f64).exp(), 0.0, (-0.5_f64).exp()].map(|e| e / total);
            assert_near!($E: gradients.z, [p[0], p[1] - 1.0, 0.0, p[3]]);

            // A target of zero weight on a logit of vanishing probability adds nothing.
            let (value, gradients) =
                value_and_gradients!(fused(&[0.0, 0.0, 1.0, 0.0]), { z: X });
            assert_near!($E: value, 2000.0 + total.ln());
            assert_near!($E: gradients.z, [p[0], p[1], -1.0, p[3]]);
        }
    }
}

/// Far in both tails `sigmoid` and `tanh` go flat quietly.
mod open_22_sigmoid_saturation {
    use super::*;

    for_each_element! { $E =>
        const X: [$E; 4] = [-120.0, -1.0, 0.0, 90.0];
        const VALUE: f64 = 1.7689414213699952;
        const GRADIENT: [f64; 4] =
            [7.667648073722e-53, 0.19661193324148185, 0.25, 8.194012623990515e-40];

        #[differentiable]
        fn named(x: Param<[$E; 4]>) -> $E {
            sum(sigmoid(x))
        }

        #[differentiable]
        fn hyperbolic(x: Param<[$E; 4]>) -> [$E; 4] {
            tanh(x)
        }

        #[differentiable]
        fn scalar(x: Param<$E>) -> $E {
            sigmoid(x)
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(named(), { x: X });
            assert_near!($E: value, VALUE);
            assert_near!($E: gradients.x, GRADIENT);
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = X }
                seed 1.0;
                y: $E = { y = sum(sigmoid(x)); }
            };
            assert_near!($E: value, VALUE);
            assert_near!($E: x, GRADIENT);
        }

        #[test]
        fn tanh_saturates() {
            let x = [-120.0, 120.0, 0.0, 0.5];
            let (output, gradients) = output_and_gradients!(hyperbolic(), { x: x }, [1.0; 4]);
            assert_eq!(output[..3], [-1.0, 1.0, 0.0]);
            assert_eq!(gradients.x[..3], [0.0, 0.0, 1.0]);
            let t = 0.5_f64.tanh();
            assert_near!($E: gradients.x[3], 1.0 - t * t);
        }

        #[test]
        fn scalar_tails() {
            for x in [-1e4, -745.0, 745.0, 1e4] {
                let (value, gradients) = value_and_gradients!(scalar(), { x: x });
                assert_near!($E: value, if x > 0.0 { 1.0 } else { 0.0 });
                assert_near!($E: gradients.x, 0.0);
            }
        }

        #[differentiable]
        fn negative_tail(x: Param<$E>) -> $E {
            ln(sigmoid(x))
        }

        /// Relative accuracy in the lower tail: `ln(sigmoid(x))` is x - ln(1 + e^x).
        #[test]
        fn lower_tail_keeps_relative_accuracy() {
            let (value, gradients) = value_and_gradients!(negative_tail(), { x: -40.0 });
            assert_near!($E: value, -40.0);
            assert_near!($E: gradients.x, 1.0);
        }
    }
}
