//! The kind of case 10 for every operator: the seed arrives, whole and in place.
#![allow(deprecated)] // each row uses some of the parameters; the others warn at their names

use autodiff_runtime::prelude::*;

/// For each row a model with that root. Its gradients for the seed `k` must be those of
/// `dot(root, k)` for the seed 1, and differ from those for a seed of ones.
macro_rules! vector_roots {
    (
        $element:ident($x:ident, $y:ident, $a:ident, $w:ident, $k:ident);
        $($name:ident: $root:expr;)*
    ) => {$(
        #[allow(unused_variables, unused_mut)]
        mod $name {
            use super::*;

            #[differentiable]
            fn seeded(
                $x: Param<[$element; 3]>,
                $y: Param<[$element; 3]>,
                $a: Param<$element>,
                $w: Param<[[$element; 3]; 3]>,
            ) -> [$element; 3] {
                $root
            }

            #[differentiable]
            fn weighted(
                $x: Param<[$element; 3]>,
                $y: Param<[$element; 3]>,
                $a: Param<$element>,
                $w: Param<[[$element; 3]; 3]>,
                $k: Input<[$element; 3]>,
            ) -> $element {
                dot($root, $k)
            }

            #[test]
            fn seed_weights_the_elements() {
                let (x, y, a) = ([0.75, -1.25, 2.0], [1.5, 0.5, -0.25], -0.5);
                let w = [[0.5, -1.0, 0.25], [1.0, 0.75, -0.5], [-0.25, 1.5, 2.0]];
                let k = [3.0, -0.5, 2.0];
                let (_, seeded_gradients) =
                    output_and_gradients!(seeded(), { $x: x, $y: y, $a: a, $w: w }, k);
                let (_, weighted_gradients) =
                    value_and_gradients!(weighted(&k), { $x: x, $y: y, $a: a, $w: w });
                assert_near!($element:
                    seeded_gradients.as_slice().iter().map(|g| f64::from(*g)).collect::<Vec<_>>(),
                    weighted_gradients.as_slice().iter().map(|g| f64::from(*g)).collect::<Vec<_>>()
                );
                let (_, ones) =
                    output_and_gradients!(seeded(), { $x: x, $y: y, $a: a, $w: w }, [1.0; 3]);
                assert_ne!(ones, seeded_gradients);
            }

            /// The other front door, which learns the shapes from the type checker.
            #[test]
            fn views_get_the_same_gradients() {
                let k = [3.0, -0.5, 2.0];
                let params = seeded::Params {
                    $x: [0.75, -1.25, 2.0],
                    $y: [1.5, 0.5, -0.25],
                    $a: -0.5,
                    $w: [[0.5, -1.0, 0.25], [1.0, 0.75, -0.5], [-0.25, 1.5, 2.0]],
                };
                let (output, gradients) = output_and_gradients!(
                    seeded(),
                    { $x: params.$x, $y: params.$y, $a: params.$a, $w: params.$w },
                    k
                );
                let wide = |values: &[$element]| {
                    values.iter().map(|value| f64::from(*value)).collect::<Vec<f64>>()
                };

                let (mut x, mut y, mut a, mut w) = (params.$x, params.$y, params.$a, params.$w);
                let mut value: [$element; 3] = [0.0; 3];
                let mut $x = BufferView::parameter(&mut x);
                let mut $y = BufferView::parameter(&mut y);
                let mut $a = BufferView::parameter(&mut a);
                let mut $w = BufferView::parameter(&mut w);
                let mut root = BufferView::output(&mut value);
                grad! { root = $root; }.backward_with_seed(&k);
                assert_near!($element: root.value(), wide(&output).as_slice());
                assert_near!($element: $x.gradient(), wide(&gradients.$x).as_slice());
                assert_near!($element: $y.gradient(), wide(&gradients.$y).as_slice());
                assert_near!($element: $a.gradient(), f64::from(gradients.$a));
                assert_near!($element: $w.gradient().as_flattened(), wide(gradients.$w.as_flattened()).as_slice());
            }
        }
    )*};
}

/// For each row a model with that scalar root: the seed multiplies every gradient.
macro_rules! scalar_roots {
    ($element:ident($x:ident, $t:ident); $($name:ident: $root:expr;)*) => {$(
        mod $name {
            use super::*;

            #[differentiable]
            fn model($x: Param<[$element; 3]>, $t: Input<[$element; 3]>) -> $element {
                $root
            }

            #[test]
            fn seed_multiplies_the_gradients() {
                let (x, t) = ([0.75, 1.25, 0.5], [0.5, 0.25, 1.0]);
                let (_, one) = output_and_gradients!(model(&t), { $x: x }, 1.0);
                let (_, seeded) = output_and_gradients!(model(&t), { $x: x }, -2.5);
                assert_near!($element: seeded.$x, one.$x.map(|g| -2.5 * f64::from(g)));
                assert!(one.$x.iter().any(|g| *g != 0.0), "{one:?}");
            }
        }
    )*};
}

macro_rules! roots {
    ($element:ident) => {
        vector_roots! {
            $element(x, y, a, w, k);
            plus: x + y;
            minus: x - y;
            times: x * y;
            divided: x / y;
            negative: -x;
            scalar_plus: a + x;
            scalar_minus: a - x;
            minus_scalar: x - a;
            scalar_divided: a / x;
            divided_by_scalar: x / a;
            literal_minus: 0.5 - x;
            literal_divided: 0.5 / x;
            scaled: scale(x, a);
            shifted: offset(x, a);
            squared: square(x);
            exponential: exp(x);
            logarithm: ln(square(x));
            hyperbolic: tanh(x);
            logistic: sigmoid(x);
            rectified: relu(x);
            normalized: softmax(x);
            layer: fully_connected(x, w, y);
            product: matvec(w, x);
            matrix_products: sum(matmul(w, transpose(w)), axis = 0);
            reversed_product: mean(matrix_multiply(w, transpose(w)), axis = 1);
            row_means: mean(w, axis = 1);
            column_means: mean(w, axis = 0);
            row_sums: sum(w, axis = 1);
            column_sums: sum(w, axis = 0);
            rows_repeated: sum(broadcast(x, [3, 3]) * w, axis = 1);
            scalar_repeated: broadcast(a, [3]) * x;
            reshaped: reshape(matmul(w, reshape(x, [3, 1])), [3]);
            identity: x;
        }
        scalar_roots! {
            $element(x, t);
            inner_product: dot(x, t);
            total: sum(x * x);
            average: mean(x * x);
            spread: variance(x);
            squared_error: quadratic_error(x, t);
            mean_squared_error: mse(x, t);
            cross: cross_entropy(x, t);
            fused_cross: softmax_cross_entropy(x, t);
            scalar_chain: ln(square(tanh(sum(x)))) / (2.0 - sigmoid(mean(x)));
        }
    };
}

mod single {
    use super::*;
    roots!(f32);
}

mod double {
    use super::*;
    roots!(f64);
}
