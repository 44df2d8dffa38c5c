//! The rows in this library, with each set of kernels.

use autodiff_runtime::prelude::*;

/// `entry! { COLUMN, ROW: MODEL; |params, x: N, target: M, gradients, tape, rate| -> result { ... } }`:
/// the function `COLUMN_ROW` with the C ABI, and `COLUMN_ROW_work`, the size of its tape.
macro_rules! entry {
    (
        $column:ident, $row:ident: $model:ident;
        |$params:ident, $x:ident: $n:literal, $target:ident: $m:literal, $gradients:ident, $tape:ident, $rate:ident|
        -> $result:ty $body:block
    ) => {
        const _: () = {
            #[unsafe(export_name = concat!(stringify!($column), "_", stringify!($row)))]
            extern "C" fn entry(
                $params: &mut $model::Params,
                $x: &[f32; $n],
                $target: &[f32; $m],
                $gradients: &mut $model::Gradients,
                $tape: &mut $model::Tape,
                $rate: f32,
            ) -> $result {
                $body
            }
            #[unsafe(export_name = concat!(stringify!($column), "_", stringify!($row), "_work"))]
            static WORK: usize = size_of::<$model::Tape>();
        };
    };
}

macro_rules! column {
    ($column:ident, $kernels:ident) => {
        mod $column {
            use super::*;
            use autodiff_runtime::$kernels;

            #[differentiable(kernels = $kernels)]
            fn scale2(a: Param<f32>, x: Input<[f32; 2]>) -> [f32; 2] {
                scale(x, a)
            }

            #[differentiable(kernels = $kernels)]
            fn scale256(a: Param<f32>, x: Input<[f32; 256]>) -> [f32; 256] {
                scale(x, a)
            }

            /// The model of `examples/iris.rs`.
            #[differentiable(kernels = $kernels)]
            fn iris(
                x: Input<[f32; 4]>,
                w1: Param<[[f32; 4]; 8]>,
                b1: Param<[f32; 8]>,
                w2: Param<[[f32; 8]; 3]>,
                b2: Param<[f32; 3]>,
                target: Input<[f32; 3]>,
            ) -> f32 {
                let hidden = relu(fully_connected(x, w1, b1));
                let probability = softmax(fully_connected(hidden, w2, b2));
                cross_entropy(probability, target)
            }

            #[differentiable(kernels = $kernels)]
            fn mlp(
                x: Input<[f32; 64]>,
                w1: Param<[[f32; 64]; 64]>,
                b1: Param<[f32; 64]>,
                w2: Param<[[f32; 64]; 10]>,
                b2: Param<[f32; 10]>,
                target: Input<[f32; 10]>,
            ) -> f32 {
                let hidden = relu(fully_connected(x, w1, b1));
                quadratic_error(fully_connected(hidden, w2, b2), target)
            }

            #[differentiable(kernels = $kernels)]
            fn lms(w: Param<[f32; 32]>, x: Input<[f32; 32]>, d: Input<[f32; 1]>) -> f32 {
                square(d[0] - dot(w, x))
            }

            #[differentiable(kernels = $kernels)]
            fn chain(
                x: Param<[f32; 128]>,
                y: Param<[f32; 128]>,
                w: Param<[f32; 128]>,
                t: Input<[f32; 128]>,
            ) -> f32 {
                let z = (x * y + x) * w;
                dot(z, t)
            }

            macro_rules! scale_entry {
                ($row:ident, $length:literal) => {
                    entry! { $column, $row: $row;
                        |params, x: $length, seed: $length, gradients, tape, _rate| -> *const f32 {
                            let mut pass = tape.forward(x, params);
                            pass.backward_with_seed(seed, gradients);
                            pass.output().as_ptr()
                        }
                    }
                };
            }
            scale_entry!(scale2, 2);
            scale_entry!(scale256, 256);

            entry! { $column, iris: iris;
                |params, x: 4, target: 3, gradients, tape, _rate| -> f32 {
                    iris::value_and_gradient(x, target, params, tape, gradients)
                }
            }
            entry! { $column, iris_sgd: iris;
                |params, x: 4, target: 3, gradients, tape, rate| -> f32 {
                    let loss = iris::value_and_gradient(x, target, params, tape, gradients);
                    Sgd::new(rate).step(params, gradients);
                    loss
                }
            }
            entry! { $column, mlp: mlp;
                |params, x: 64, target: 10, gradients, tape, _rate| -> f32 {
                    mlp::value_and_gradient(x, target, params, tape, gradients)
                }
            }
            entry! { $column, lms: lms;
                |params, x: 32, d: 1, gradients, tape, rate| -> f32 {
                    let loss = lms::value_and_gradient(x, d, params, tape, gradients);
                    Sgd::new(rate).step(params, gradients);
                    loss
                }
            }
            entry! { $column, chain: chain;
                |params, _x: 0, t: 128, gradients, tape, _rate| -> f32 {
                    chain::value_and_gradient(t, params, tape, gradients)
                }
            }
        }
    };
}

column!(portable, Portable);
column!(cmsis, Cmsis);
