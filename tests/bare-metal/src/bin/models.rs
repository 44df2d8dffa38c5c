//! Every operator, in both precisions, through every generated function, and the kernels that
//! CMSIS-DSP may serve, one by one. With the portable kernels; with the feature `cmsis-dsp` the models
//! with all those of CMSIS-DSP, and the single kernels with both of its sets.
//!
//! It is never run. That it links is the test: neither the runtime nor the generated code needs an
//! allocator, an operating system or a way to panic. `tests/bare_metal.rs` of the workspace sees to
//! it that no operator is left out.
#![no_std]
#![no_main]

use core::hint::black_box;

use autodiff_runtime::{Adjoints, Operator, OperatorTangent, Refs, Tangents, prelude::*};
use bare_metal as _;

#[path = "../../../../examples/firmware/src/kernels.rs"]
mod kernels;
#[path = "../../../../examples/firmware/src/report.rs"]
#[expect(dead_code, reason = "nothing is formatted")]
mod report;

/// The models over one element type.
macro_rules! models {
    ($E:ident) => {
        use super::*;

        #[differentiable(kernels = Set)]
        pub fn classifier(
            x: Input<[$E; 4]>,
            w1: Param<[[$E; 4]; 8]>,
            b1: Param<[$E; 8]>,
            w2: Param<[[$E; 8]; 3]>,
            b2: Param<[$E; 3]>,
            target: Input<[$E; 3]>,
        ) -> $E {
            let hidden = relu(fully_connected(x, w1, b1));
            cross_entropy(softmax(fully_connected(hidden, w2, b2)), target)
        }

        #[differentiable(kernels = Set)]
        pub fn perceptron(
            x: Input<[$E; 20]>,
            w1: Param<[[$E; 20]; 18]>,
            w2: Param<[[$E; 18]; 4]>,
            slope: Param<$E>,
            target: Input<[$E; 4]>,
        ) -> $E {
            let a = silu(matvec(w1, x));
            let b = softplus(leaky_relu(a, 0.1)) * sigmoid(a);
            let z = matvec(w2, slope * b);
            softmax_cross_entropy(z, target) + logsumexp(z) - dot(log_softmax(z), target)
                + binary_cross_entropy(sigmoid(z), target)
        }

        #[differentiable(kernels = Set)]
        pub fn recurrent(
            x: Input<[[$E; 2]; 5]>,
            w: Param<[[$E; 3]; 3]>,
            u: Param<[[$E; 2]; 3]>,
            initial: Param<$E>,
        ) -> [$E; 3] {
            let mut h = broadcast(initial, [3]);
            for t in 0..5 {
                h = tanh(matvec(w, h) + matvec(u, x[t]));
            }
            h
        }

        #[differentiable(kernels = Set)]
        pub fn measurement(state: Param<[$E; 3]>, landmark: Input<[$E; 2]>) -> [$E; 2] {
            let d = landmark - state[..2];
            concat(norm(d), atan2(d[1], d[0]) - state[2])
        }

        #[differentiable(kernels = Set)]
        pub fn motion(
            state: Param<[$E; 3]>,
            speed: Input<$E>,
            turn: Input<$E>,
            dt: Input<$E>,
        ) -> [$E; 3] {
            let heading = state[2] + turn * dt / 2;
            let x = speed * dt * cos(heading);
            let y = speed * dt * sin(heading);
            state + concat(x, concat(y, turn * dt))
        }

        #[differentiable(kernels = Set)]
        pub fn elementary(x: Param<[$E; 18]>, a: Param<$E>, y: Input<[$E; 18]>) -> $E {
            let p = exp(offset(scale(x, a), 0.5)) / (1 + square(x));
            let q = sqrt(abs(x)) - ln(recip(p)) * powi(x, 3);
            let r = hypot(p, q) + clamp(-x, -1, 1) + max(x, y) * min(x, y);
            sum(select(x > y, r, 2 * q)) + sum(select(x >= a, p, x)) + sum(select(q < 1, r, y))
                + sum(select(q <= 1, stop_gradient(q) * p, x))
        }

        #[differentiable(kernels = Set)]
        pub fn reductions(x: Param<[$E; 20]>, m: Param<[[$E; 3]; 2]>) -> $E {
            let spread = variance(x) + sample_variance(x) + std(x) + sample_std(x);
            let columns = sum(m, axis = 0) * mean(m, axis = 0);
            let rows = sum(m, axis = 1) + mean(m, axis = 1);
            product(x) * max(x) + min(x) + mean(x) + spread + sum(columns) + product(rows)
        }

        #[differentiable(kernels = Set)]
        pub fn matrices(
            a: Param<[[$E; 8]; 2]>,
            b: Param<[[$E; 2]; 8]>,
            c: Param<[$E; 2]>,
            x: Input<[[$E; 4]; 8]>,
        ) -> [[$E; 2]; 2] {
            let p = matmul(a, b) + transpose(matmul(a, b)) + outer(c, row(b, 1));
            let r = column(matrix_multiply(x, a), 2); // of a x
            let s = broadcast(reshape(column(b, 0)[1..3], [2, 1]), [2, 2]);
            p * broadcast(r, [2, 2]) + s * a[1][2]
        }

        #[differentiable(kernels = Set)]
        pub fn losses(p: Param<[$E; 20]>, t: Input<[$E; 20]>) -> $E {
            quadratic_error(p, t) + mse(p, t) + huber(p, t, 0.5) + dot(p, t) + norm(p)
        }

        /// Products and losses behind a choice, whose adjoints keep 0 against infinity.
        #[differentiable(kernels = Set)]
        pub fn chosen(
            x: Param<[$E; 6]>,
            w: Param<[[$E; 6]; 6]>,
            v: Param<[[$E; 6]; 6]>,
            t: Input<[$E; 6]>,
        ) -> $E {
            let h = matvec(w, x);
            let products = matmul(transpose(w), outer(h, x)) + matmul(matmul(w, v), transpose(v));
            let losses = quadratic_error(h, t) + variance(h) + softmax_cross_entropy(h, t);
            select(x[0] > 0, sum(products) + losses, sum(fully_connected(x, v, h)))
        }

        /// A model that calls another, and an operator of one's own.
        #[differentiable(kernels = Set)]
        pub fn composed(state: Param<[$E; 3]>, k: Param<$E>, landmark: Input<[$E; 2]>) -> $E {
            let y: [$E; 2] = Softclip::<$E, 2>(self::measurement(state, landmark), k);
            sum(square(y))
        }

        #[inline(never)]
        pub fn all() {
            exercise!(classifier(x, target): scalar);
            exercise!(perceptron(x, target): scalar);
            exercise!(recurrent(x): array);
            exercise!(measurement(landmark): array);
            exercise!(motion(speed, turn, dt): array);
            exercise!(elementary(y): scalar);
            exercise!(chosen(t): scalar);
            exercise!(reductions(): scalar);
            exercise!(matrices(x): array);
            exercise!(losses(t): scalar);
            exercise!(composed(landmark): scalar);
        }
    };
}

/// Calls everything that is generated for a model, with data that the optimizer does not know.
macro_rules! exercise {
    ($model:ident($($input:ident),*): $root:ident) => {{
        $(let $input = zeros();)*
        let mut params = unknown($model::Params::ZERO);
        let direction = unknown($model::Params::ZERO);
        let mut gradients = $model::Gradients::ZERO;
        let mut tape = $model::Tape::new();
        black_box($model($(&$input,)* &params));
        let mut pass = tape.forward($(&$input,)* &params);
        black_box(pass.output());
        exercise!(pass, gradients: $root);
        exercise!($model($($input),*), params, tape, gradients: $root);
        black_box($model::jvp($(&$input,)* &params, &direction));
        Sgd::new(unknown(0.1)).step(&mut params, &gradients);
        black_box(&params);
    }};
    ($pass:ident, $gradients:ident: scalar) => {
        $pass.backward(&mut $gradients);
        black_box(&$gradients);
        $pass.accumulate(&mut $gradients);
    };
    ($pass:ident, $gradients:ident: array) => {
        let seed = unknown(*$pass.output());
        $pass.backward_with_seed(&seed, &mut $gradients);
        black_box(&$gradients);
        $pass.accumulate_with_seed(&seed, &mut $gradients);
        black_box($pass.jacobian());
    };
    ($model:ident($($input:ident),*), $params:ident, $tape:ident, $gradients:ident: scalar) => {
        black_box($model::value_and_gradient($(&$input,)* &$params, &mut $tape, &mut $gradients));
    };
    ($model:ident($($input:ident),*), $params:ident, $tape:ident, $gradients:ident: array) => {
        black_box($model::jacobian($(&$input,)* &$params, &mut $tape));
    };
}

fn unknown<T>(value: T) -> T {
    black_box(value)
}

fn zeros<T: autodiff_runtime::Tensor>() -> T {
    unknown(T::ZERO)
}

#[cfg(not(feature = "cmsis-dsp"))]
use autodiff_runtime::Portable as Set;

#[cfg(feature = "cmsis-dsp")]
use autodiff_runtime::CmsisAll as Set;

mod single {
    models!(f32);
}

mod double {
    models!(f64);
}

/// Takes results to where the optimizer does not see them.
struct Unknown;

impl report::Report for Unknown {
    fn values<E: autodiff_runtime::Element>(&mut self, _: &str, _: report::Bound, values: &[E]) {
        black_box(values);
    }

    fn size(&mut self, _: &str, _: usize) {}

    fn cost(&mut self, _: &str, mut work: impl FnMut()) {
        work();
    }
}

/// `x/(1 + |x|/k)`.
pub struct Softclip<E, const N: usize>(core::marker::PhantomData<E>);

impl<E: autodiff_runtime::Element, const N: usize> Operator for Softclip<E, N> {
    type Operands = ([E; N], E);
    type Output = [E; N];

    fn forward((x, &k): Refs<'_, Self>, y: &mut [E; N]) {
        for (y, &x) in y.iter_mut().zip(x) {
            *y = x / (E::ONE + x.abs() / k);
        }
    }

    fn reverse((x, &k): Refs<'_, Self>, y: &[E; N], g: &[E; N], (dx, dk): Adjoints<'_, Self>) {
        if let Some(dx) = dx {
            for ((dx, &x), &g) in dx.iter_mut().zip(x).zip(g) {
                let slope = E::ONE / (E::ONE + x.abs() / k);
                *dx = g * slope * slope;
            }
        }
        if let Some(dk) = dk {
            *dk = E::ZERO;
            for (&y, &g) in y.iter().zip(g) {
                *dk += g * (y / k) * (y / k).abs();
            }
        }
    }
}

impl<E: autodiff_runtime::Element, const N: usize> OperatorTangent for Softclip<E, N> {
    fn tangent((x, &k): Refs<'_, Self>, y: &[E; N], (dx, dk): Tangents<'_, Self>, dy: &mut [E; N]) {
        *dy = [E::ZERO; N];
        if let Some(dx) = dx {
            for ((dy, &x), &dx) in dy.iter_mut().zip(x).zip(dx) {
                let slope = E::ONE / (E::ONE + x.abs() / k);
                *dy += dx * slope * slope;
            }
        }
        if let Some(&dk) = dk {
            for (dy, &y) in dy.iter_mut().zip(y) {
                *dy += dk * (y / k) * (y / k).abs();
            }
        }
    }
}

/// An expression over views.
#[inline(never)]
fn views() {
    let (mut a_value, x_value, mut y_value) = unknown((3.0_f32, [2.0_f32, -1.0], [0.0_f32; 2]));
    let mut a = BufferView::parameter(&mut a_value);
    let x = BufferView::input(&x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = tanh(scale(x, a)); };
    tape.backward_with_seed(&unknown([1.0, 1.0]));
    Sgd::new(0.1).step_view(&mut a);
    black_box(a_value);
}

/// Entry of the image.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    single::all();
    double::all();
    views();
    kernels::run::<Set>(&mut Unknown);
    #[cfg(feature = "cmsis-dsp")]
    kernels::run::<autodiff_runtime::Cmsis>(&mut Unknown);
    #[cfg(feature = "panics")]
    black_box([1, 2, 3][unknown(1_usize)]);
    #[cfg(feature = "formats")]
    format();
}

/// Formats text, which a model must not.
#[cfg(feature = "formats")]
fn format() {
    struct Sink;
    impl core::fmt::Write for Sink {
        fn write_str(&mut self, text: &str) -> core::fmt::Result {
            black_box(text);
            Ok(())
        }
    }
    let _ = core::fmt::Write::write_fmt(&mut Sink, format_args!("{:?}", unknown(true)));
}
