//! Kernels: the numerical work of a tape.
//!
//! Generated code calls associated functions of [`Kernels`] on a type that is fixed at compile
//! time, [`DefaultKernels`] unless the model names another. The default methods are the portable
//! kernels, so [`Portable`] implements the trait with an empty body, and an implementation for
//! another library overrides only what that library does better.
//!
//! # Conventions
//!
//! - Operands come in the order in which the formula lists them, buffers by reference and scalars
//!   by value. A scalar result is returned; a buffer result is written to the last argument `out`,
//!   whose old contents are not read.
//! - Element-wise kernels take a scalar, vector or matrix. `NAME_in_place` replaces its first
//!   operand by the result, `NAME_accumulate` adds the result to `out`.
//! - Rules of reverse differentiation end in `_vjp` (vector-Jacobian product). `g` is the adjoint
//!   of a buffer result, `s` that of a scalar result; `y`, `q` or `p` is the saved result.
//! - Lengths are const, so equal shapes are a matter of types; no kernel can fail or panic, and none
//!   uses the heap. Sums use four partial sums, which is more exact than one and faster.

mod loops;

use crate::{Element, Tensor, scalar};
use loops::{sum_by, sum_by_pairs};

/// The kernels that models use unless they name others.
pub type DefaultKernels = Portable;

/// The kernels in portable Rust: all default methods of [`Kernels`].
///
/// # Examples
///
/// ```
/// use autodiff_runtime::{Kernels, Portable};
///
/// let mut y = [0.0_f32; 2];
/// Portable::mat_vec(&[[1.0, 2.0], [3.0, 4.0]], &[1.0, -1.0], &mut y);
/// assert_eq!(y, [-1.0, -1.0]);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Portable;

impl<E: Element> Kernels<E> for Portable {}

/// Runs `body` for each element: `slot` in the mutable buffer, the others by value.
macro_rules! each {
    ($slot:ident in $buffer:expr; => $body:expr) => {
        for $slot in $buffer.as_mut_slice() {
            $body;
        }
    };
    ($slot:ident in $buffer:expr; $x:ident => $body:expr) => {
        for ($slot, &$x) in $buffer.as_mut_slice().iter_mut().zip($x.as_slice()) {
            $body;
        }
    };
    ($slot:ident in $buffer:expr; $x:ident $y:ident => $body:expr) => {
        for (($slot, &$x), &$y) in $buffer
            .as_mut_slice()
            .iter_mut()
            .zip($x.as_slice())
            .zip($y.as_slice())
        {
            $body;
        }
    };
    ($slot:ident in $buffer:expr; $x:ident $y:ident $z:ident => $body:expr) => {
        for ((($slot, &$x), &$y), &$z) in $buffer
            .as_mut_slice()
            .iter_mut()
            .zip($x.as_slice())
            .zip($y.as_slice())
            .zip($z.as_slice())
        {
            $body;
        }
    };
}

/// The table of element-wise kernels.
///
/// A row is: doc lines, the three names, buffer operands and after `;` scalar operands, a constant
/// of the call if there is one, the value of an element, and an example (a call and its result)
/// that becomes the doc test of all three forms.
macro_rules! elementwise {
    ($(
        $(#[$doc:meta])+
        $name:ident, $in_place:ident, $accumulate:ident
        ($first:ident $(, $array:ident)* $(; $($scalar:ident),+)?)
        $(let $constant:ident = $hoisted:expr;)?
        => $value:expr;
        ($example:expr $(, $array_example:expr)* $(; $($scalar_example:expr),+)?) == $expected:expr;
    )+) => {$(
        $(#[$doc])+
        ///
        /// # Examples
        ///
        /// ```
        /// # use autodiff_runtime::{Kernels, Portable};
        /// let mut out = [0.0_f32; 2];
        #[doc = concat!(
            "Portable::", stringify!($name), "(&", stringify!($example),
            $(", &", stringify!($array_example),)* $($(", ", stringify!($scalar_example),)+)?
            ", &mut out);"
        )]
        #[doc = concat!("assert_eq!(out, ", stringify!($expected), ");")]
        /// ```
        #[inline]
        fn $name<S: Tensor<Elem = E>>(
            $first: &S, $($array: &S,)* $($($scalar: E,)+)? out: &mut S,
        ) {
            $(let $constant: E = $hoisted;)?
            each!(slot in out; $first $($array)* => *slot = $value);
        }

        #[doc = concat!(
            "Replaces `", stringify!($first), "` by the result of [`", stringify!($name),
            "`](Self::", stringify!($name), ")."
        )]
        ///
        /// # Examples
        ///
        /// ```
        /// # use autodiff_runtime::{Kernels, Portable};
        #[doc = concat!("let mut ", stringify!($first), " = ", stringify!($example), ";")]
        #[doc = concat!(
            "Portable::", stringify!($in_place), "(&mut ", stringify!($first),
            $(", &", stringify!($array_example),)* $($(", ", stringify!($scalar_example),)+)?
            ");"
        )]
        #[doc = concat!("assert_eq!(", stringify!($first), ", ", stringify!($expected), ");")]
        /// ```
        #[inline]
        fn $in_place<S: Tensor<Elem = E>>(
            $first: &mut S $(, $array: &S)* $($(, $scalar: E)+)?
        ) {
            $(let $constant: E = $hoisted;)?
            each!(slot in $first; $($array)* => {
                let $first = *slot;
                *slot = $value;
            });
        }

        #[doc = concat!(
            "Adds the result of [`", stringify!($name), "`](Self::", stringify!($name),
            ") to `out`."
        )]
        ///
        /// # Examples
        ///
        /// ```
        /// # use autodiff_runtime::{Kernels, Portable};
        /// let mut out = [1.0_f32; 2];
        #[doc = concat!(
            "Portable::", stringify!($accumulate), "(&", stringify!($example),
            $(", &", stringify!($array_example),)* $($(", ", stringify!($scalar_example),)+)?
            ", &mut out);"
        )]
        #[doc = concat!(
            "assert_eq!(out, ", stringify!($expected), ".map(|result: f32| 1.0 + result));"
        )]
        /// ```
        #[inline]
        fn $accumulate<S: Tensor<Elem = E>>(
            $first: &S, $($array: &S,)* $($($scalar: E,)+)? out: &mut S,
        ) {
            $(let $constant: E = $hoisted;)?
            each!(slot in out; $first $($array)* => *slot += $value);
        }
    )+};
}

/// The kernels over elements `E`; see the [module](self) for the conventions.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::{DefaultKernels, Kernels};
///
/// let (x, y) = ([1.0_f32, 2.0], [3.0, 4.0]);
/// let mut product = [0.0; 2];
/// DefaultKernels::mul(&x, &y, &mut product);
/// assert_eq!(product, [3.0, 8.0]);
/// assert_eq!(DefaultKernels::dot(&x, &y), 11.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of kernels for `{E}`",
    note = "`Portable` works everywhere"
)]
pub trait Kernels<E: Element> {
    elementwise! {
        /// Sum `x + y`.
        add, add_in_place, add_accumulate(x, y) => x + y;
        ([1.0, 2.0], [3.0, 5.0]) == [4.0, 7.0];

        /// Difference `x - y`.
        sub, sub_in_place, sub_accumulate(x, y) => x - y;
        ([1.0, 2.0], [3.0, 5.0]) == [-2.0, -3.0];

        /// Product `x*y`.
        mul, mul_in_place, mul_accumulate(x, y) => x * y;
        ([1.0, 2.0], [3.0, 5.0]) == [3.0, 10.0];

        /// Quotient `x/y`.
        div, div_in_place, div_accumulate(x, y) => x / y;
        ([1.0, 3.0], [4.0, 2.0]) == [0.25, 1.5];

        /// Negation `-x`.
        neg, neg_in_place, neg_accumulate(x) => -x;
        ([1.0, -2.0]) == [-1.0, 2.0];

        /// Product `a*x` with a scalar.
        scale, scale_in_place, scale_accumulate(x; a) => scalar::scale(x, a);
        ([2.0, -1.0]; 3.0) == [6.0, -3.0];

        /// Sum `x + b` with a scalar.
        offset, offset_in_place, offset_accumulate(x; b) => scalar::offset(x, b);
        ([2.0, -1.0]; 3.0) == [5.0, 2.0];

        /// Difference `s - x` from a scalar.
        scalar_sub, scalar_sub_in_place, scalar_sub_accumulate(x; s) => scalar::scalar_sub(x, s);
        ([2.0, -1.0]; 3.0) == [1.0, 4.0];

        /// Quotient `x/s` by a scalar.
        div_scalar, div_scalar_in_place, div_scalar_accumulate(x; s) => scalar::div_scalar(x, s);
        ([2.0, -1.0]; 4.0) == [0.5, -0.25];

        /// Quotient `s/x` of a scalar.
        scalar_div, scalar_div_in_place, scalar_div_accumulate(x; s) => scalar::scalar_div(x, s);
        ([2.0, -4.0]; 3.0) == [1.5, -0.75];

        /// Square `x*x`.
        square, square_in_place, square_accumulate(x) => scalar::square(x);
        ([2.0, -3.0]) == [4.0, 9.0];

        /// Exponential `e^x`.
        exp, exp_in_place, exp_accumulate(x) => scalar::exp(x);
        ([0.0, f32::NEG_INFINITY]) == [1.0, 0.0];

        /// Natural logarithm: -∞ at 0, NaN below.
        ln, ln_in_place, ln_accumulate(x) => scalar::ln(x);
        ([1.0, 0.0]) == [0.0, f32::NEG_INFINITY];

        /// Hyperbolic tangent.
        tanh, tanh_in_place, tanh_accumulate(x) => scalar::tanh(x);
        ([0.0, 50.0]) == [0.0, 1.0];

        /// Logistic function `1/(1 + e^-x)`, without overflow in either tail.
        sigmoid, sigmoid_in_place, sigmoid_accumulate(x) => scalar::sigmoid(x);
        ([0.0, -1000.0]) == [0.5, 0.0];

        /// Rectifier: `x` above 0, otherwise 0. Both zeros give +0; NaN stays NaN.
        relu, relu_in_place, relu_accumulate(x) => scalar::relu(x);
        ([2.0, -3.0]) == [2.0, 0.0];

        /// Product `g*y`, and 0 where `g` is 0: the adjoint of `x` in `y = exp(x)`.
        guarded_mul, guarded_mul_in_place, guarded_mul_accumulate(g, y) => scalar::guarded_mul(g, y);
        ([2.0, 0.0], [3.0, f32::INFINITY]) == [6.0, 0.0];

        /// Quotient `g/y`, and 0 where `g` is 0: the adjoint of the numerator of `x/y`, and of `y`
        /// in `ln(y)`.
        guarded_div, guarded_div_in_place, guarded_div_accumulate(g, y) => scalar::guarded_div(g, y);
        ([3.0, 0.0], [2.0, 0.0]) == [1.5, 0.0];

        /// Quotient `g/s` by a scalar, and 0 where `g` is 0: the adjoint of the numerator of `x/s`.
        guarded_div_scalar, guarded_div_scalar_in_place, guarded_div_scalar_accumulate(g; s)
        => scalar::guarded_div_scalar(g, s);
        ([3.0, 0.0]; 2.0) == [1.5, 0.0];

        /// Adjoint of the denominator of `q = x/y`: `-(g/y)*q`, and 0 where `g` is 0.
        ///
        /// `y*y`, which underflows for small `y`, does not occur.
        div_vjp, div_vjp_in_place, div_vjp_accumulate(g, y, q) => scalar::div_vjp(g, y, q);
        ([1.0, 0.0], [2.0, 0.0], [1.5, f32::NAN]) == [-0.75, 0.0];

        /// Adjoint of `x` in `square(x)`: `2*g*x`.
        square_vjp, square_vjp_in_place, square_vjp_accumulate(g, x) => scalar::square_vjp(g, x);
        ([1.0, 2.0], [3.0, -1.0]) == [6.0, -4.0];

        /// Adjoint of `x` in `y = tanh(x)`: `g*(1 - y*y)`.
        tanh_vjp, tanh_vjp_in_place, tanh_vjp_accumulate(g, y) => scalar::tanh_vjp(g, y);
        ([4.0, 2.0], [0.5, 1.0]) == [3.0, 0.0];

        /// Adjoint of `x` in `y = sigmoid(x)`: `g*y*(1 - y)`.
        sigmoid_vjp, sigmoid_vjp_in_place, sigmoid_vjp_accumulate(g, y) => scalar::sigmoid_vjp(g, y);
        ([4.0, 2.0], [0.5, 1.0]) == [1.0, 0.0];

        /// Adjoint of `x` in `y = relu(x)`: `g` where `y > 0`, otherwise 0 (also at the kink).
        relu_vjp, relu_vjp_in_place, relu_vjp_accumulate(g, y) => scalar::relu_vjp(g, y);
        ([4.0, 2.0], [0.5, 0.0]) == [4.0, 0.0];

        /// Adjoint of `p` in `quadratic_error(p, t)`: `2*s*(p - t)`.
        quadratic_error_vjp, quadratic_error_vjp_in_place, quadratic_error_vjp_accumulate(p, t; s)
        let twice = s + s;
        => twice * (p - t);
        ([1.0, 2.0], [0.5, 3.0]; 1.0) == [1.0, -2.0];

        /// Adjoint of `p` in `mse(p, t)`: `2*s/N*(p - t)` with `N` elements.
        mse_vjp, mse_vjp_in_place, mse_vjp_accumulate(p, t; s)
        let twice = (s + s) / E::from_usize(S::LEN);
        => twice * (p - t);
        ([1.0, 2.0], [0.5, 3.0]; 1.0) == [0.5, -1.0];

        /// Adjoint of `p` in `cross_entropy(p, t)`: `-s*t/max(p, 1e-7)`, and 0 where `t` is 0.
        cross_entropy_vjp, cross_entropy_vjp_in_place, cross_entropy_vjp_accumulate(p, t; s)
        => scalar::cross_entropy_vjp(p, t, s);
        ([0.25, 0.0], [0.5, 0.0]; 1.0) == [-2.0, 0.0];

        /// Adjoint of `x` in `variance(x)` with mean `m`: `2*s/N*(x - m)` with `N` elements.
        variance_vjp, variance_vjp_in_place, variance_vjp_accumulate(x; m, s)
        let twice = (s + s) / E::from_usize(S::LEN);
        => twice * (x - m);
        ([1.0, 3.0]; 2.0, 1.0) == [-1.0, 1.0];
    }

    /// Inner product `Σ x*y`; 0 of no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::dot(&[1.0_f32, 2.0], &[3.0, 4.0]), 11.0);
    /// ```
    #[inline]
    fn dot<S: Tensor<Elem = E>>(x: &S, y: &S) -> E {
        sum_by_pairs(x, y, |x, y| x * y)
    }

    /// Inner product `Σ g*y` over the elements where `g` is not 0: the adjoint of a scalar whose
    /// slope may be infinite.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::guarded_dot(&[2.0_f32, 0.0], &[3.0, f32::INFINITY]), 6.0);
    /// ```
    #[inline]
    fn guarded_dot<S: Tensor<Elem = E>>(g: &S, y: &S) -> E {
        sum_by_pairs(g, y, scalar::guarded_mul)
    }

    /// Sum of all elements; 0 of no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::sum(&[[1.0_f32, 2.0], [3.0, 4.0]]), 10.0);
    /// assert_eq!(Portable::sum(&[0.0_f32; 0]), 0.0);
    /// ```
    #[inline]
    fn sum<S: Tensor<Elem = E>>(x: &S) -> E {
        sum_by(x, |x| x)
    }

    /// Arithmetic mean of all elements; does not compile for none.
    ///
    /// Two passes: the second adds the mean of the deviations from the first result, so that many
    /// values far from 0 keep their digits, and the sum cannot overflow.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::mean(&[1.0_f32, 2.0, 6.0]), 3.0);
    /// assert_eq!(Portable::mean(&[0.1_f32; 1000]), 0.1);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use autodiff_runtime::{Kernels, Portable};
    /// Portable::mean(&[0.0_f32; 0]);
    /// ```
    #[inline]
    fn mean<S: Tensor<Elem = E>>(x: &S) -> E {
        const { assert!(S::LEN > 0, "`mean` needs at least one element") };
        loops::mean(x)
    }

    /// Population variance `Σ (x - m)²/N` about the mean `m` of the elements; does not compile for
    /// none.
    ///
    /// `m` is the result of [`mean`](Self::mean). What its rounding adds to the sum of squares is
    /// subtracted again (the corrected two-pass algorithm), so that `m` only needs to be near; the
    /// mean of the squares is refined like `mean`. Never below 0.
    ///
    /// # Source
    ///
    /// Chan, Golub and LeVeque, Algorithms for Computing the Sample Variance, 1983, equation 1.7.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let x = [1.0_f32, 2.0, 4.0, 7.0];
    /// assert_eq!(Portable::variance(&x, Portable::mean(&x)), 5.25);
    /// ```
    #[inline]
    fn variance<S: Tensor<Elem = E>>(x: &S, m: E) -> E {
        const { assert!(S::LEN > 0, "`variance` needs at least one element") };
        loops::variance(x, m)
    }

    /// Sum of squared errors `Σ (p - t)²`; 0 of no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::quadratic_error(&[1.0_f32, 2.0], &[0.0, 4.0]), 5.0);
    /// ```
    #[inline]
    fn quadratic_error<S: Tensor<Elem = E>>(p: &S, t: &S) -> E {
        sum_by_pairs(p, t, |p, t| (p - t) * (p - t))
    }

    /// Mean squared error `Σ (p - t)²/N`; does not compile for no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::mse(&[1.0_f32, 2.0], &[0.0, 4.0]), 2.5);
    /// ```
    #[inline]
    fn mse<S: Tensor<Elem = E>>(p: &S, t: &S) -> E {
        const { assert!(S::LEN > 0, "`mse` needs at least one element") };
        Self::quadratic_error(p, t) / E::from_usize(S::LEN)
    }

    /// Cross entropy `-Σ t*ln(max(p, 1e-7))` of probabilities `p` against targets `t`.
    ///
    /// A target of exactly 0 contributes exactly 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let loss = Portable::cross_entropy(&[0.0_f64, 0.25, 0.75], &[0.0, 0.0, 1.0]);
    /// assert_eq!(loss, -0.75_f64.ln());
    /// ```
    #[inline]
    fn cross_entropy<S: Tensor<Elem = E>>(p: &S, t: &S) -> E {
        let mut loss = E::ZERO;
        for (&p, &t) in p.as_slice().iter().zip(t.as_slice()) {
            if t != E::ZERO {
                loss -= t * scalar::floored(p).ln();
            }
        }
        loss
    }

    /// Cross entropy `-Σ t*ln(p)` of `p = softmax(z)`, from the logits; does not compile for no
    /// element.
    ///
    /// `p` must hold the softmax of `z`. Each term is `t*(max(z) - z + ln(Σ e^(z - max(z))))`, whose
    /// logarithm comes from `p`, so that no exponential is taken and a small loss keeps its digits.
    /// A target of exactly 0 contributes exactly 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let (z, t) = ([1000.0_f64, 990.0], [1.0, 0.0]);
    /// let mut p = [0.0; 2];
    /// Portable::softmax(&z, &mut p);
    /// let loss = Portable::softmax_cross_entropy(&z, &p, &t);
    /// assert!((loss / (-10.0_f64).exp().ln_1p() - 1.0).abs() < 1e-15);
    /// ```
    #[inline]
    fn softmax_cross_entropy<S: Tensor<Elem = E>>(z: &S, p: &S, t: &S) -> E {
        const {
            assert!(
                S::LEN > 0,
                "`softmax_cross_entropy` needs at least one element"
            )
        };
        let mut max = E::from_f64(f64::NEG_INFINITY);
        let (mut at_max, mut rest) = (E::ZERO, E::ZERO);
        for (&z, &p) in z.as_slice().iter().zip(p.as_slice()) {
            if z > max {
                rest += at_max;
                (max, at_max) = (z, p);
            } else {
                rest += p;
            }
        }
        // ln(Σ e^(z - max)) = ln(1/p at the maximum), where 1/p = 1 + rest/p.
        let log_sum = (rest / at_max).ln_1p();
        let mut loss = E::ZERO;
        for (&z, &t) in z.as_slice().iter().zip(t.as_slice()) {
            if t != E::ZERO {
                loss += t * ((max - z) + log_sum);
            }
        }
        loss
    }

    /// Adjoint of `z` in `softmax_cross_entropy(z, t)` with `p = softmax(z)`: `s*(p*Σt - t)`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dz = [0.0_f32; 2];
    /// Portable::softmax_cross_entropy_vjp(&[0.25, 0.75], &[0.0, 1.0], 2.0, &mut dz);
    /// assert_eq!(dz, [0.5, -0.5]);
    /// ```
    #[inline]
    fn softmax_cross_entropy_vjp<S: Tensor<Elem = E>>(p: &S, t: &S, s: E, out: &mut S) {
        let total = sum_by(t, |t| t);
        each!(slot in out; p t => *slot = s * (total * p - t));
    }

    /// Replaces `p` by the result of
    /// [`softmax_cross_entropy_vjp`](Self::softmax_cross_entropy_vjp).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut p = [0.25_f32, 0.75];
    /// Portable::softmax_cross_entropy_vjp_in_place(&mut p, &[0.0, 1.0], 2.0);
    /// assert_eq!(p, [0.5, -0.5]);
    /// ```
    #[inline]
    fn softmax_cross_entropy_vjp_in_place<S: Tensor<Elem = E>>(p: &mut S, t: &S, s: E) {
        let total = sum_by(t, |t| t);
        each!(slot in p; t => *slot = s * (total * *slot - t));
    }

    /// Adds the result of [`softmax_cross_entropy_vjp`](Self::softmax_cross_entropy_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dz = [1.0_f32; 2];
    /// Portable::softmax_cross_entropy_vjp_accumulate(&[0.25, 0.75], &[0.0, 1.0], 2.0, &mut dz);
    /// assert_eq!(dz, [1.5, 0.5]);
    /// ```
    #[inline]
    fn softmax_cross_entropy_vjp_accumulate<S: Tensor<Elem = E>>(p: &S, t: &S, s: E, out: &mut S) {
        let total = sum_by(t, |t| t);
        each!(slot in out; p t => *slot += s * (total * p - t));
    }

    /// Sets every element to `v`: the adjoint of `x` in `sum(x)`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 2];
    /// Portable::fill(3.0, &mut out);
    /// assert_eq!(out, [3.0; 2]);
    /// ```
    #[inline]
    fn fill<S: Tensor<Elem = E>>(v: E, out: &mut S) {
        out.as_mut_slice().fill(v);
    }

    /// Adds `v` to every element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32, 2.0];
    /// Portable::fill_accumulate(3.0, &mut out);
    /// assert_eq!(out, [4.0, 5.0]);
    /// ```
    #[inline]
    fn fill_accumulate<S: Tensor<Elem = E>>(v: E, out: &mut S) {
        each!(slot in out; => *slot += v);
    }

    /// Sets every element to `v/N` with `N` elements: the adjoint of `x` in `mean(x)`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 2];
    /// Portable::fill_mean(3.0, &mut out);
    /// assert_eq!(out, [1.5; 2]);
    /// ```
    #[inline]
    fn fill_mean<S: Tensor<Elem = E>>(v: E, out: &mut S) {
        out.as_mut_slice().fill(v / E::from_usize(S::LEN));
    }

    /// Adds `v/N` to every element, with `N` elements.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32, 2.0];
    /// Portable::fill_mean_accumulate(3.0, &mut out);
    /// assert_eq!(out, [2.5, 3.5]);
    /// ```
    #[inline]
    fn fill_mean_accumulate<S: Tensor<Elem = E>>(v: E, out: &mut S) {
        let share = v / E::from_usize(S::LEN);
        each!(slot in out; => *slot += share);
    }

    /// Copies `x`. The form that adds is [`add_in_place`](Self::add_in_place).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 2];
    /// Portable::copy(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [1.0, 2.0]);
    /// ```
    #[inline]
    fn copy<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
        *out = *x;
    }

    /// Softmax `e^x/Σ e^x`, shifted by the maximum so that nothing overflows; does not compile for
    /// no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut p = [0.0_f32; 3];
    /// Portable::softmax(&[1000.0, 1000.0, -1000.0], &mut p);
    /// assert_eq!(p, [0.5, 0.5, 0.0]);
    /// ```
    #[inline]
    fn softmax<const N: usize>(x: &[E; N], out: &mut [E; N]) {
        *out = *x;
        Self::softmax_in_place(out);
    }

    /// Replaces `x` by its [`softmax`](Self::softmax).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut x = [7.0_f32, 7.0];
    /// Portable::softmax_in_place(&mut x);
    /// assert_eq!(x, [0.5, 0.5]);
    /// ```
    #[inline]
    fn softmax_in_place<const N: usize>(x: &mut [E; N]) {
        const { assert!(N > 0, "`softmax` needs at least one element") };
        loops::softmax(x);
    }

    /// Adjoint of `x` in `y = softmax(x)`: `y*(g - Σ g*y)`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [0.0_f32; 2];
    /// Portable::softmax_vjp(&[1.0, 0.0], &[0.25, 0.75], &mut dx);
    /// assert_eq!(dx, [0.1875, -0.1875]);
    /// ```
    #[inline]
    fn softmax_vjp<const N: usize>(g: &[E; N], y: &[E; N], out: &mut [E; N]) {
        let mean = Self::dot(g, y);
        each!(slot in out; g y => *slot = y * (g - mean));
    }

    /// Replaces `g` by the result of [`softmax_vjp`](Self::softmax_vjp).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut g = [1.0_f32, 0.0];
    /// Portable::softmax_vjp_in_place(&mut g, &[0.25, 0.75]);
    /// assert_eq!(g, [0.1875, -0.1875]);
    /// ```
    #[inline]
    fn softmax_vjp_in_place<const N: usize>(g: &mut [E; N], y: &[E; N]) {
        let mean = Self::dot(&*g, y);
        each!(slot in g; y => *slot = y * (*slot - mean));
    }

    /// Adds the result of [`softmax_vjp`](Self::softmax_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [1.0_f32; 2];
    /// Portable::softmax_vjp_accumulate(&[1.0, 0.0], &[0.25, 0.75], &mut dx);
    /// assert_eq!(dx, [1.1875, 0.8125]);
    /// ```
    #[inline]
    fn softmax_vjp_accumulate<const N: usize>(g: &[E; N], y: &[E; N], out: &mut [E; N]) {
        let mean = Self::dot(g, y);
        each!(slot in out; g y => *slot += y * (g - mean));
    }

    /// Matrix-vector product `W x`.
    ///
    /// # Shapes
    ///
    /// `w` `[R, C]`, `x` `[C]`, `out` `[R]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut y = [0.0_f32; 2];
    /// Portable::mat_vec(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &[1.0, 0.0, -1.0], &mut y);
    /// assert_eq!(y, [-2.0, -2.0]);
    /// ```
    #[inline]
    fn mat_vec<const R: usize, const C: usize>(w: &[[E; C]; R], x: &[E; C], out: &mut [E; R]) {
        loops::mat_vec(w, x, out, |slot, dot| *slot = dot);
    }

    /// Adds the result of [`mat_vec`](Self::mat_vec) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut y = [1.0_f32; 2];
    /// Portable::mat_vec_accumulate(&[[1.0, 2.0], [3.0, 4.0]], &[1.0, 1.0], &mut y);
    /// assert_eq!(y, [4.0, 8.0]);
    /// ```
    #[inline]
    fn mat_vec_accumulate<const R: usize, const C: usize>(
        w: &[[E; C]; R],
        x: &[E; C],
        out: &mut [E; R],
    ) {
        loops::mat_vec(w, x, out, |slot, dot| *slot += dot);
    }

    /// Fully connected layer `W x + b`.
    ///
    /// # Shapes
    ///
    /// `x` `[C]`, `w` `[R, C]`, `b` and `out` `[R]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut y = [0.0_f32; 2];
    /// Portable::fully_connected(&[1.0, 1.0], &[[1.0, 2.0], [3.0, 4.0]], &[0.5, -0.5], &mut y);
    /// assert_eq!(y, [3.5, 6.5]);
    /// ```
    #[inline]
    fn fully_connected<const R: usize, const C: usize>(
        x: &[E; C],
        w: &[[E; C]; R],
        b: &[E; R],
        out: &mut [E; R],
    ) {
        *out = *b;
        Self::mat_vec_accumulate(w, x, out);
    }

    /// Adds the result of [`fully_connected`](Self::fully_connected) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut y = [1.0_f32];
    /// Portable::fully_connected_accumulate(&[1.0, 1.0], &[[1.0, 2.0]], &[0.5], &mut y);
    /// assert_eq!(y, [4.5]);
    /// ```
    #[inline]
    fn fully_connected_accumulate<const R: usize, const C: usize>(
        x: &[E; C],
        w: &[[E; C]; R],
        b: &[E; R],
        out: &mut [E; R],
    ) {
        Self::add_in_place(out, b);
        Self::mat_vec_accumulate(w, x, out);
    }

    /// Product with the transposed matrix, `Wᵀ g`: the adjoint of `x` in `W x`.
    ///
    /// # Shapes
    ///
    /// `w` `[R, C]`, `g` `[R]`, `out` `[C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [0.0_f32; 3];
    /// Portable::mat_vec_transposed(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &[1.0, -1.0], &mut dx);
    /// assert_eq!(dx, [-3.0; 3]);
    /// ```
    #[inline]
    fn mat_vec_transposed<const R: usize, const C: usize>(
        w: &[[E; C]; R],
        g: &[E; R],
        out: &mut [E; C],
    ) {
        loops::mat_vec_transposed(w, g, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`mat_vec_transposed`](Self::mat_vec_transposed) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [1.0_f32; 2];
    /// Portable::mat_vec_transposed_accumulate(&[[1.0, 2.0], [3.0, 4.0]], &[1.0, 1.0], &mut dx);
    /// assert_eq!(dx, [5.0, 7.0]);
    /// ```
    #[inline]
    fn mat_vec_transposed_accumulate<const R: usize, const C: usize>(
        w: &[[E; C]; R],
        g: &[E; R],
        out: &mut [E; C],
    ) {
        loops::mat_vec_transposed(w, g, out, |slot, value| *slot += value);
    }

    /// Outer product `g xᵀ`: the adjoint of `W` in `W x`.
    ///
    /// # Shapes
    ///
    /// `g` `[R]`, `x` `[C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dw = [[0.0_f32; 2]; 2];
    /// Portable::outer(&[1.0, 2.0], &[3.0, 4.0], &mut dw);
    /// assert_eq!(dw, [[3.0, 4.0], [6.0, 8.0]]);
    /// ```
    #[inline]
    fn outer<const R: usize, const C: usize>(g: &[E; R], x: &[E; C], out: &mut [[E; C]; R]) {
        loops::outer(g, x, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`outer`](Self::outer) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dw = [[1.0_f32; 2]; 2];
    /// Portable::outer_accumulate(&[1.0, 2.0], &[3.0, 4.0], &mut dw);
    /// assert_eq!(dw, [[4.0, 5.0], [7.0, 9.0]]);
    /// ```
    #[inline]
    fn outer_accumulate<const R: usize, const C: usize>(
        g: &[E; R],
        x: &[E; C],
        out: &mut [[E; C]; R],
    ) {
        loops::outer(g, x, out, |slot, value| *slot += value);
    }

    /// Matrix product `A B`.
    ///
    /// # Shapes
    ///
    /// `a` `[R, K]`, `b` `[K, C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[0.0_f32; 2]];
    /// Portable::mat_mul(&[[1.0, 2.0]], &[[3.0, 4.0], [5.0, 6.0]], &mut c);
    /// assert_eq!(c, [[13.0, 16.0]]);
    /// ```
    #[inline]
    fn mat_mul<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::mat_mul(a, b, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`mat_mul`](Self::mat_mul) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[1.0_f32; 2]];
    /// Portable::mat_mul_accumulate(&[[1.0, 2.0]], &[[3.0, 4.0], [5.0, 6.0]], &mut c);
    /// assert_eq!(c, [[14.0, 17.0]]);
    /// ```
    #[inline]
    fn mat_mul_accumulate<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::mat_mul(a, b, out, |slot, value| *slot += value);
    }

    /// Matrix product `A Bᵀ`: the adjoint of the left operand of a matrix product.
    ///
    /// # Shapes
    ///
    /// `a` `[R, K]`, `b` `[C, K]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[0.0_f32; 2]];
    /// Portable::mat_mul_nt(&[[1.0, 2.0]], &[[3.0, 4.0], [5.0, 6.0]], &mut c);
    /// assert_eq!(c, [[11.0, 17.0]]);
    /// ```
    #[inline]
    fn mat_mul_nt<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; K]; C],
        out: &mut [[E; C]; R],
    ) {
        for (a_row, out_row) in a.iter().zip(out) {
            Self::mat_vec(b, a_row, out_row);
        }
    }

    /// Adds the result of [`mat_mul_nt`](Self::mat_mul_nt) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[1.0_f32; 2]];
    /// Portable::mat_mul_nt_accumulate(&[[1.0, 2.0]], &[[3.0, 4.0], [5.0, 6.0]], &mut c);
    /// assert_eq!(c, [[12.0, 18.0]]);
    /// ```
    #[inline]
    fn mat_mul_nt_accumulate<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; K]; C],
        out: &mut [[E; C]; R],
    ) {
        for (a_row, out_row) in a.iter().zip(out) {
            Self::mat_vec_accumulate(b, a_row, out_row);
        }
    }

    /// Matrix product `Aᵀ B`: the adjoint of the right operand of a matrix product.
    ///
    /// # Shapes
    ///
    /// `a` `[K, R]`, `b` `[K, C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[0.0_f32; 2]; 2];
    /// Portable::mat_mul_tn(&[[1.0, 2.0]], &[[3.0, 4.0]], &mut c);
    /// assert_eq!(c, [[3.0, 4.0], [6.0, 8.0]]);
    /// ```
    #[inline]
    fn mat_mul_tn<const R: usize, const K: usize, const C: usize>(
        a: &[[E; R]; K],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::mat_mul_tn(a, b, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`mat_mul_tn`](Self::mat_mul_tn) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[1.0_f32; 2]; 2];
    /// Portable::mat_mul_tn_accumulate(&[[1.0, 2.0]], &[[3.0, 4.0]], &mut c);
    /// assert_eq!(c, [[4.0, 5.0], [7.0, 9.0]]);
    /// ```
    #[inline]
    fn mat_mul_tn_accumulate<const R: usize, const K: usize, const C: usize>(
        a: &[[E; R]; K],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::mat_mul_tn(a, b, out, |slot, value| *slot += value);
    }

    /// Transpose `Aᵀ`.
    ///
    /// # Shapes
    ///
    /// `a` `[R, C]`, `out` `[C, R]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[0.0_f32; 1]; 2];
    /// Portable::transpose(&[[1.0, 2.0]], &mut out);
    /// assert_eq!(out, [[1.0], [2.0]]);
    /// ```
    #[inline]
    fn transpose<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [[E; R]; C]) {
        loops::transpose(a, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`transpose`](Self::transpose) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[1.0_f32; 1]; 2];
    /// Portable::transpose_accumulate(&[[1.0, 2.0]], &mut out);
    /// assert_eq!(out, [[2.0], [3.0]]);
    /// ```
    #[inline]
    fn transpose_accumulate<const R: usize, const C: usize>(
        a: &[[E; C]; R],
        out: &mut [[E; R]; C],
    ) {
        loops::transpose(a, out, |slot, value| *slot += value);
    }

    /// Sum of the rows (axis 0).
    ///
    /// # Shapes
    ///
    /// `a` `[R, C]`, `out` `[C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 3];
    /// Portable::sum_rows(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &mut out);
    /// assert_eq!(out, [5.0, 7.0, 9.0]);
    /// ```
    #[inline]
    fn sum_rows<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; C]) {
        loops::sum_rows(a, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`sum_rows`](Self::sum_rows) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 2];
    /// Portable::sum_rows_accumulate(&[[1.0, 2.0], [3.0, 4.0]], &mut out);
    /// assert_eq!(out, [5.0, 7.0]);
    /// ```
    #[inline]
    fn sum_rows_accumulate<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; C]) {
        loops::sum_rows(a, out, |slot, value| *slot += value);
    }

    /// Sum of the columns (axis 1).
    ///
    /// # Shapes
    ///
    /// `a` `[R, C]`, `out` `[R]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 2];
    /// Portable::sum_columns(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &mut out);
    /// assert_eq!(out, [6.0, 15.0]);
    /// ```
    #[inline]
    fn sum_columns<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; R]) {
        for (row, slot) in a.iter().zip(out) {
            *slot = Self::sum(row);
        }
    }

    /// Adds the result of [`sum_columns`](Self::sum_columns) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 2];
    /// Portable::sum_columns_accumulate(&[[1.0, 2.0], [3.0, 4.0]], &mut out);
    /// assert_eq!(out, [4.0, 8.0]);
    /// ```
    #[inline]
    fn sum_columns_accumulate<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; R]) {
        for (row, slot) in a.iter().zip(out) {
            *slot += Self::sum(row);
        }
    }

    /// Mean of the rows (axis 0), each element in two passes as in [`mean`](Self::mean); does not
    /// compile for no row.
    ///
    /// # Shapes
    ///
    /// `a` `[R, C]`, `out` `[C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 3];
    /// Portable::mean_rows(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &mut out);
    /// assert_eq!(out, [2.5, 3.5, 4.5]);
    /// ```
    #[inline]
    fn mean_rows<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; C]) {
        const { assert!(R > 0, "`mean` along axis 0 needs at least one row") };
        loops::mean_rows(a, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`mean_rows`](Self::mean_rows) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 2];
    /// Portable::mean_rows_accumulate(&[[1.0, 2.0], [3.0, 4.0]], &mut out);
    /// assert_eq!(out, [3.0, 4.0]);
    /// ```
    #[inline]
    fn mean_rows_accumulate<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; C]) {
        const { assert!(R > 0, "`mean` along axis 0 needs at least one row") };
        loops::mean_rows(a, out, |slot, value| *slot += value);
    }

    /// Mean of the columns (axis 1), each element in two passes as in [`mean`](Self::mean);
    /// does not compile for no column.
    ///
    /// # Shapes
    ///
    /// `a` `[R, C]`, `out` `[R]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 2];
    /// Portable::mean_columns(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &mut out);
    /// assert_eq!(out, [2.0, 5.0]);
    /// ```
    #[inline]
    fn mean_columns<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; R]) {
        const { assert!(C > 0, "`mean` along axis 1 needs at least one column") };
        for (row, slot) in a.iter().zip(out) {
            *slot = loops::mean(row);
        }
    }

    /// Adds the result of [`mean_columns`](Self::mean_columns) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 2];
    /// Portable::mean_columns_accumulate(&[[1.0, 2.0], [3.0, 4.0]], &mut out);
    /// assert_eq!(out, [2.5, 4.5]);
    /// ```
    #[inline]
    fn mean_columns_accumulate<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [E; R]) {
        const { assert!(C > 0, "`mean` along axis 1 needs at least one column") };
        for (row, slot) in a.iter().zip(out) {
            *slot += loops::mean(row);
        }
    }

    /// Matrix whose rows all are `v`: the adjoint of `a` in the sum along axis 0.
    ///
    /// # Shapes
    ///
    /// `v` `[C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[0.0_f32; 2]; 2];
    /// Portable::repeat_rows(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[1.0, 2.0], [1.0, 2.0]]);
    /// ```
    #[inline]
    fn repeat_rows<const R: usize, const C: usize>(v: &[E; C], out: &mut [[E; C]; R]) {
        for row in out {
            *row = *v;
        }
    }

    /// Adds the result of [`repeat_rows`](Self::repeat_rows) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[1.0_f32; 2]; 2];
    /// Portable::repeat_rows_accumulate(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[2.0, 3.0], [2.0, 3.0]]);
    /// ```
    #[inline]
    fn repeat_rows_accumulate<const R: usize, const C: usize>(v: &[E; C], out: &mut [[E; C]; R]) {
        for row in out {
            Self::add_in_place(row, v);
        }
    }

    /// Matrix whose columns all are `v`: the adjoint of `a` in the sum along axis 1.
    ///
    /// # Shapes
    ///
    /// `v` `[R]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[0.0_f32; 2]; 2];
    /// Portable::repeat_columns(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[1.0, 1.0], [2.0, 2.0]]);
    /// ```
    #[inline]
    fn repeat_columns<const R: usize, const C: usize>(v: &[E; R], out: &mut [[E; C]; R]) {
        for (row, &v) in out.iter_mut().zip(v) {
            Self::fill(v, row);
        }
    }

    /// Adds the result of [`repeat_columns`](Self::repeat_columns) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[1.0_f32; 2]; 2];
    /// Portable::repeat_columns_accumulate(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[2.0, 2.0], [3.0, 3.0]]);
    /// ```
    #[inline]
    fn repeat_columns_accumulate<const R: usize, const C: usize>(
        v: &[E; R],
        out: &mut [[E; C]; R],
    ) {
        for (row, &v) in out.iter_mut().zip(v) {
            Self::fill_accumulate(v, row);
        }
    }

    /// Adjoint of `a` in the mean along axis 0: rows that all are `g/R`.
    ///
    /// # Shapes
    ///
    /// `g` `[C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[0.0_f32; 2]; 2];
    /// Portable::mean_rows_vjp(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[0.5, 1.0], [0.5, 1.0]]);
    /// ```
    #[inline]
    fn mean_rows_vjp<const R: usize, const C: usize>(g: &[E; C], out: &mut [[E; C]; R]) {
        let mut share = *g;
        Self::div_scalar_in_place(&mut share, E::from_usize(R));
        Self::repeat_rows(&share, out);
    }

    /// Adds the result of [`mean_rows_vjp`](Self::mean_rows_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[1.0_f32; 2]; 2];
    /// Portable::mean_rows_vjp_accumulate(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[1.5, 2.0], [1.5, 2.0]]);
    /// ```
    #[inline]
    fn mean_rows_vjp_accumulate<const R: usize, const C: usize>(g: &[E; C], out: &mut [[E; C]; R]) {
        let mut share = *g;
        Self::div_scalar_in_place(&mut share, E::from_usize(R));
        Self::repeat_rows_accumulate(&share, out);
    }

    /// Adjoint of `a` in the mean along axis 1: columns that all are `g/C`.
    ///
    /// # Shapes
    ///
    /// `g` `[R]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[0.0_f32; 2]; 2];
    /// Portable::mean_columns_vjp(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[0.5, 0.5], [1.0, 1.0]]);
    /// ```
    #[inline]
    fn mean_columns_vjp<const R: usize, const C: usize>(g: &[E; R], out: &mut [[E; C]; R]) {
        for (row, &g) in out.iter_mut().zip(g) {
            Self::fill_mean(g, row);
        }
    }

    /// Adds the result of [`mean_columns_vjp`](Self::mean_columns_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[1.0_f32; 2]; 2];
    /// Portable::mean_columns_vjp_accumulate(&[1.0, 2.0], &mut out);
    /// assert_eq!(out, [[1.5, 1.5], [2.0, 2.0]]);
    /// ```
    #[inline]
    fn mean_columns_vjp_accumulate<const R: usize, const C: usize>(
        g: &[E; R],
        out: &mut [[E; C]; R],
    ) {
        for (row, &g) in out.iter_mut().zip(g) {
            Self::fill_mean_accumulate(g, row);
        }
    }
}
