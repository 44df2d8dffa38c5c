//! Kernels: the numerical work of a tape.
//!
//! Generated code calls associated functions of [`Kernels`] on a type that is fixed at compile
//! time, [`DefaultKernels`] unless the model names another. Several element-wise operations in a row
//! are written out as one loop instead, with the functions of [`scalar`]. The default methods are the portable
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
//!   uses the heap. Long sums (`sum`, `dot`, rows of products, losses of differences) use four partial
//!   sums, which is more exact than one and faster.

#[cfg(feature = "cmsis-dsp")]
#[allow(unsafe_code)]
#[deny(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block
)]
pub(crate) mod cmsis;
mod loops;

#[cfg(feature = "cmsis-dsp")]
pub use cmsis::{Cmsis, CmsisAll};

use crate::{Element, Tensor, scalar};
use loops::{sum_by, sum_by_pairs};

/// The kernels that models use unless they name others: [`Portable`], or `Cmsis` with the feature
/// `cmsis-dsp`.
#[cfg(not(feature = "cmsis-dsp"))]
pub type DefaultKernels = Portable;

/// The kernels that models use unless they name others: [`Cmsis`].
#[cfg(feature = "cmsis-dsp")]
pub type DefaultKernels = Cmsis;

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

/// The type of a scalar operand: an element, unless the row names another type.
macro_rules! scalar_type {
    () => {
        E
    };
    ($type:ty) => {
        $type
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
        ($first:ident $(, $array:ident)* $(; $($scalar:ident $(: $type:ty)?),+)?)
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
            $first: &S, $($array: &S,)* $($($scalar: scalar_type!($($type)?),)+)? out: &mut S,
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
            $first: &mut S $(, $array: &S)* $($(, $scalar: scalar_type!($($type)?))+)?
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
            $first: &S, $($array: &S,)* $($($scalar: scalar_type!($($type)?),)+)? out: &mut S,
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

        /// Square root: NaN below 0.
        sqrt, sqrt_in_place, sqrt_accumulate(x) => scalar::sqrt(x);
        ([9.0, 0.25]) == [3.0, 0.5];

        /// Reciprocal `1/x`.
        recip, recip_in_place, recip_accumulate(x) => scalar::recip(x);
        ([4.0, -0.5]) == [0.25, -2.0];

        /// Power `x^k` with a whole exponent, by squaring; `x^0` is 1.
        powi, powi_in_place, powi_accumulate(x; k: i32) => scalar::powi(x, k);
        ([-2.0, 0.5]; 3) == [-8.0, 0.125];

        /// Absolute value.
        abs, abs_in_place, abs_accumulate(x) => scalar::abs(x);
        ([2.0, -3.0]) == [2.0, 3.0];

        /// Nearest number of the closed range from `lo` to `hi`; NaN stays NaN.
        clamp, clamp_in_place, clamp_accumulate(x; lo, hi) => scalar::clamp(x, lo, hi);
        ([0.5, -3.0]; -1.0, 1.0) == [0.5, -1.0];

        /// Larger of two numbers; NaN if one of them is.
        maximum, maximum_in_place, maximum_accumulate(x, y) => scalar::maximum(x, y);
        ([1.0, 5.0], [3.0, 2.0]) == [3.0, 5.0];

        /// Smaller of two numbers; NaN if one of them is.
        minimum, minimum_in_place, minimum_accumulate(x, y) => scalar::minimum(x, y);
        ([1.0, 5.0], [3.0, 2.0]) == [1.0, 2.0];

        /// Sine of an angle in radians.
        sin, sin_in_place, sin_accumulate(x) => scalar::sin(x);
        ([0.0, -0.0]) == [0.0, 0.0];

        /// Cosine of an angle in radians.
        cos, cos_in_place, cos_accumulate(x) => scalar::cos(x);
        ([0.0, -0.0]) == [1.0, 1.0];

        /// Distance `√(x² + y²)` from the origin, without overflow or underflow on the way.
        hypot, hypot_in_place, hypot_accumulate(x, y) => scalar::hypot(x, y);
        ([3.0, 5e30], [4.0, 12e30]) == [5.0, 13e30];

        /// Angle of the point `(x, y)` in radians, in `-π..=π`; 0 at the origin.
        atan2, atan2_in_place, atan2_accumulate(y, x) => scalar::atan2(y, x);
        ([0.0, 0.0], [2.0, 0.0]) == [0.0, 0.0];

        /// Hyperbolic tangent.
        tanh, tanh_in_place, tanh_accumulate(x) => scalar::tanh(x);
        ([0.0, 50.0]) == [0.0, 1.0];

        /// Logistic function `1/(1 + e^-x)`, without overflow in either tail.
        sigmoid, sigmoid_in_place, sigmoid_accumulate(x) => scalar::sigmoid(x);
        ([0.0, -1000.0]) == [0.5, 0.0];

        /// Rectifier: `x` above 0, otherwise 0. Both zeros give +0; NaN stays NaN.
        relu, relu_in_place, relu_accumulate(x) => scalar::relu(x);
        ([2.0, -3.0]) == [2.0, 0.0];

        /// Comparison `x > y`: 1 where it holds, otherwise 0 (also for NaN).
        greater, greater_in_place, greater_accumulate(x, y) => scalar::greater(x, y);
        ([1.0, 2.0], [2.0, 1.0]) == [0.0, 1.0];

        /// Comparison `x >= y`: 1 where it holds, otherwise 0 (also for NaN).
        greater_equal, greater_equal_in_place, greater_equal_accumulate(x, y)
        => scalar::greater_equal(x, y);
        ([1.0, 2.0], [2.0, 2.0]) == [0.0, 1.0];

        /// Comparison `x > s` with a scalar.
        greater_scalar, greater_scalar_in_place, greater_scalar_accumulate(x; s)
        => scalar::greater(x, s);
        ([1.0, 2.0]; 1.0) == [0.0, 1.0];

        /// Comparison `x >= s` with a scalar.
        greater_equal_scalar, greater_equal_scalar_in_place, greater_equal_scalar_accumulate(x; s)
        => scalar::greater_equal(x, s);
        ([1.0, 0.5]; 1.0) == [1.0, 0.0];

        /// Comparison `x < s` with a scalar.
        less_scalar, less_scalar_in_place, less_scalar_accumulate(x; s) => scalar::greater(s, x);
        ([1.0, 0.5]; 1.0) == [0.0, 1.0];

        /// Comparison `x <= s` with a scalar.
        less_equal_scalar, less_equal_scalar_in_place, less_equal_scalar_accumulate(x; s)
        => scalar::greater_equal(s, x);
        ([1.0, 2.0]; 1.0) == [1.0, 0.0];

        /// Choice: `a` where the condition `c` is not 0, otherwise `b`.
        select, select_in_place, select_accumulate(c, a, b) => scalar::select(c, a, b);
        ([1.0, 0.0], [2.0, 3.0], [4.0, 5.0]) == [2.0, 5.0];

        /// Adjoint of `a` in `select(c, a, b)`: `g` where `c` is not 0, otherwise 0.
        masked, masked_in_place, masked_accumulate(g, c) => scalar::masked(g, c);
        ([2.0, f32::NAN], [1.0, 0.0]) == [2.0, 0.0];

        /// Adjoint of `b` in `select(c, a, b)`: `g` where `c` is 0, otherwise 0.
        masked_not, masked_not_in_place, masked_not_accumulate(g, c) => scalar::masked_not(g, c);
        ([2.0, f32::NAN], [0.0, 1.0]) == [2.0, 0.0];

        /// What a scalar adjoint `c` leaves of its products `g`: all of them, and 0 if `c` is 0, whatever
        /// they are.
        masked_scalar, masked_scalar_in_place, masked_scalar_accumulate(g; c)
        => scalar::masked_scalar(g, c);
        ([2.0, f32::NAN]; 0.0) == [0.0, 0.0];

        /// Leaky rectifier: `x` above 0, otherwise `k*x`.
        leaky_relu, leaky_relu_in_place, leaky_relu_accumulate(x; k) => scalar::leaky_relu(x, k);
        ([2.0, -3.0]; 0.5) == [2.0, -1.5];

        /// Smooth rectifier `ln(1 + e^x)`, without overflow.
        softplus, softplus_in_place, softplus_accumulate(x) => scalar::softplus(x);
        ([1000.0, -1000.0]) == [1000.0, 0.0];

        /// Sigmoid-weighted `x`: `x/(1 + e^-x)`, which is 0 at -∞.
        silu, silu_in_place, silu_accumulate(x) => scalar::silu(x);
        ([0.0, 1000.0]) == [0.0, 1000.0];

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

        /// Product `a*x` with a scalar, and 0 where one of the factors is 0: of an adjoint and a slope
        /// that may be infinite.
        guarded_scale, guarded_scale_in_place, guarded_scale_accumulate(x; a)
        => scalar::guarded_scale(x, a);
        ([2.0, -1.0]; 3.0) == [6.0, -3.0];

        /// Adjoint of the denominator of `q = x/y`: `-(g/y)*q`, and 0 where `g` is 0.
        ///
        /// `y*y`, which underflows for small `y`, does not occur.
        div_vjp, div_vjp_in_place, div_vjp_accumulate(g, y, q) => scalar::div_vjp(g, y, q);
        ([1.0, 0.0], [2.0, 0.0], [1.5, f32::NAN]) == [-0.75, 0.0];

        /// Adjoint of `x` in `square(x)`: `2*g*x`, and 0 where `g` is 0.
        square_vjp, square_vjp_in_place, square_vjp_accumulate(g, x) => scalar::square_vjp(g, x);
        ([1.0, 2.0], [3.0, -1.0]) == [6.0, -4.0];

        /// Adjoint of `x` in `y = sqrt(x)`: `g/(2y)`, and 0 where `g` is 0.
        sqrt_vjp, sqrt_vjp_in_place, sqrt_vjp_accumulate(g, y) => scalar::sqrt_vjp(g, y);
        ([3.0, 0.0], [2.0, 0.0]) == [0.75, 0.0];

        /// Adjoint of `x` in `y = 1/x`: `-g*y*y`, and 0 where `g` is 0.
        recip_vjp, recip_vjp_in_place, recip_vjp_accumulate(g, y) => scalar::recip_vjp(g, y);
        ([2.0, 0.0], [0.5, f32::INFINITY]) == [-0.5, 0.0];

        /// Adjoint of `x` in `powi(x, k)`: `g*k*x^(k-1)`, and 0 where `g` is 0 or `k` is 0.
        powi_vjp, powi_vjp_in_place, powi_vjp_accumulate(g, x; k: i32) => scalar::powi_vjp(g, x, k);
        ([1.0, 0.0], [2.0, 0.0]; -1) == [-0.25, 0.0];

        /// Adjoint of `x` in `abs(x)`: `g` above 0, `-g` below, and 0 at both zeros.
        abs_vjp, abs_vjp_in_place, abs_vjp_accumulate(g, x) => scalar::abs_vjp(g, x);
        ([4.0, 2.0], [-3.0, -0.0]) == [-4.0, 0.0];

        /// Adjoint of `x` in `clamp(x, lo, hi)`: `g` in the closed range, 0 outside.
        clamp_vjp, clamp_vjp_in_place, clamp_vjp_accumulate(g, x; lo, hi)
        => scalar::clamp_vjp(g, x, lo, hi);
        ([4.0, 2.0], [1.0, 1.5]; -1.0, 1.0) == [4.0, 0.0];

        /// Adjoint of `x` in `maximum(x, y)`: `g` where `x` is larger, `g/2` where both are equal,
        /// otherwise 0.
        ///
        /// With `x` and `y` exchanged it is that of `x` in `minimum(x, y)`, and of `y` in `maximum(x, y)`.
        maximum_vjp, maximum_vjp_in_place, maximum_vjp_accumulate(g, x, y)
        => scalar::maximum_vjp(g, x, y);
        ([4.0, 2.0], [1.0, 3.0], [0.0, 3.0]) == [4.0, 1.0];

        /// Adjoint of `x` in `sin(x)`: `g*cos(x)`, and 0 where `g` is 0.
        sin_vjp, sin_vjp_in_place, sin_vjp_accumulate(g, x) => scalar::sin_vjp(g, x);
        ([4.0, 0.0], [0.0, f32::NAN]) == [4.0, 0.0];

        /// Adjoint of `x` in `cos(x)`: `-g*sin(x)`, and 0 where `g` is 0.
        cos_vjp, cos_vjp_in_place, cos_vjp_accumulate(g, x) => scalar::cos_vjp(g, x);
        ([4.0, 0.0], [0.0, f32::NAN]) == [0.0, 0.0];

        /// Adjoint of `x` in `q = hypot(x, y)`, and with `y` for `x` that of `y`: `g*x/q`, and 0 where
        /// `g` is 0 or at the origin.
        hypot_vjp, hypot_vjp_in_place, hypot_vjp_accumulate(g, x, q) => scalar::hypot_vjp(g, x, q);
        ([2.0, 2.0], [3.0, 0.0], [4.0, 0.0]) == [1.5, 0.0];

        /// Adjoint of `y` in `atan2(y, x)` with `q = hypot(x, y)`: `g*x/q²`, and 0 where `g` is 0 or at
        /// the origin.
        ///
        /// `q²`, which leaves the range of numbers early, does not occur.
        atan2_vjp_y, atan2_vjp_y_in_place, atan2_vjp_y_accumulate(g, x, q)
        => scalar::atan2_vjp_y(g, x, q);
        ([3.0, 2.0], [4.0, 0.0], [2.0, 0.0]) == [3.0, 0.0];

        /// Adjoint of `x` in `atan2(y, x)` with `q = hypot(x, y)`: `-g*y/q²`, and 0 where `g` is 0 or at
        /// the origin.
        atan2_vjp_x, atan2_vjp_x_in_place, atan2_vjp_x_accumulate(g, y, q)
        => scalar::atan2_vjp_x(g, y, q);
        ([3.0, 2.0], [4.0, 0.0], [2.0, 0.0]) == [-3.0, 0.0];

        /// Adjoint of `x` in `y = tanh(x)`: `g*(1 - y*y)`, and 0 where `g` is 0.
        tanh_vjp, tanh_vjp_in_place, tanh_vjp_accumulate(g, y) => scalar::tanh_vjp(g, y);
        ([4.0, 2.0], [0.5, 1.0]) == [3.0, 0.0];

        /// Adjoint of `x` in `y = sigmoid(x)`: `g*y*(1 - y)`, and 0 where `g` is 0.
        sigmoid_vjp, sigmoid_vjp_in_place, sigmoid_vjp_accumulate(g, y) => scalar::sigmoid_vjp(g, y);
        ([4.0, 2.0], [0.5, 1.0]) == [1.0, 0.0];

        /// Adjoint of `x` in `y = relu(x)`: `g` where `y > 0`, otherwise 0 (also at the kink).
        relu_vjp, relu_vjp_in_place, relu_vjp_accumulate(g, y) => scalar::relu_vjp(g, y);
        ([4.0, 2.0], [0.5, 0.0]) == [4.0, 0.0];

        /// Adjoint of `x` in `leaky_relu(x, k)`: `g` above 0, otherwise `k*g` (also at the kink).
        leaky_relu_vjp, leaky_relu_vjp_in_place, leaky_relu_vjp_accumulate(g, x; k)
        => scalar::leaky_relu_vjp(g, x, k);
        ([4.0, 2.0], [1.0, 0.0]; 0.5) == [4.0, 1.0];

        /// Adjoint of `x` in `y = softplus(x)`: `g*sigmoid(x)`, which is `g*(1 - e^-y)`, and 0 where
        /// `g` is 0.
        softplus_vjp, softplus_vjp_in_place, softplus_vjp_accumulate(g, y)
        => scalar::softplus_vjp(g, y);
        ([4.0, 2.0], [0.0, 1000.0]) == [0.0, 2.0];

        /// Adjoint of `x` in `silu(x)`: `g*s*(1 + x*(1 - s))` with `s = sigmoid(x)`, and 0 where `g` is
        /// 0.
        silu_vjp, silu_vjp_in_place, silu_vjp_accumulate(g, x) => scalar::silu_vjp(g, x);
        ([4.0, 2.0], [0.0, 1000.0]) == [2.0, 2.0];

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

        /// Adjoint of `p` in `huber(p, t, delta)`: `s` times `p - t` clamped to `-delta..=delta`.
        huber_vjp, huber_vjp_in_place, huber_vjp_accumulate(p, t; delta, s)
        => scalar::huber_vjp(p, t, delta, s);
        ([3.0, 3.0], [2.5, 9.0]; 1.0, 2.0) == [1.0, -2.0];

        /// Adjoint of `p` in `binary_cross_entropy(p, t)`:
        /// `s*((1 - t)/max(1 - p, 1e-7) - t/max(p, 1e-7))`, where a `t` of 0 or 1 leaves one term.
        binary_cross_entropy_vjp, binary_cross_entropy_vjp_in_place, binary_cross_entropy_vjp_accumulate(p, t; s)
        => scalar::binary_cross_entropy_vjp(p, t, s);
        ([0.25, 0.5], [1.0, 0.0]; 1.0) == [-4.0, 2.0];

        /// Adjoint of `x` in `variance(x)` with mean `m`: `2*s/N*(x - m)` with `N` elements.
        variance_vjp, variance_vjp_in_place, variance_vjp_accumulate(x; m, s)
        let twice = (s + s) / E::from_usize(S::LEN);
        => twice * (x - m);
        ([1.0, 3.0]; 2.0, 1.0) == [-1.0, 1.0];

        /// Adjoint of `x` in `sample_variance(x)` with mean `m`: `2*s/(N-1)*(x - m)` with `N` elements.
        sample_variance_vjp, sample_variance_vjp_in_place, sample_variance_vjp_accumulate(x; m, s)
        let twice = (s + s) / (E::from_usize(S::LEN) - E::ONE);
        => twice * (x - m);
        ([1.0, 3.0]; 2.0, 1.0) == [-2.0, 2.0];

        /// Adjoint of `x` in `y = std(x)` with mean `m`: `s/N*(x - m)/y` with `N` elements, and 0 where `s`
        /// or `y` is 0.
        std_vjp, std_vjp_in_place, std_vjp_accumulate(x; m, y, s)
        let share = s / E::from_usize(S::LEN);
        => scalar::std_vjp(x, m, y, share);
        ([1.0, 3.0]; 2.0, 0.5, 1.0) == [-1.0, 1.0];

        /// Adjoint of `x` in `y = sample_std(x)` with mean `m`: `s/(N-1)*(x - m)/y` with `N` elements, and 0
        /// where `s` or `y` is 0.
        sample_std_vjp, sample_std_vjp_in_place, sample_std_vjp_accumulate(x; m, y, s)
        let share = s / (E::from_usize(S::LEN) - E::ONE);
        => scalar::std_vjp(x, m, y, share);
        ([1.0, 3.0]; 2.0, 0.5, 1.0) == [-2.0, 2.0];

        /// Adjoint of `x` in `y = norm(x)`: `s*x/y`, and 0 where `s` is 0 or at the origin.
        norm_vjp, norm_vjp_in_place, norm_vjp_accumulate(x; y, s) => scalar::norm_vjp(x, y, s);
        ([3.0, -4.0]; 5.0, 10.0) == [6.0, -8.0];
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

    /// The element of `x` at the flat, row-major position `i`; 0 past the end, which generated
    /// code never asks for.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::element(&[1.0_f32, 2.0, 3.0], 1), 2.0);
    /// ```
    #[inline]
    fn element<S: Tensor<Elem = E>>(x: &S, i: usize) -> E {
        x.as_slice().get(i).copied().unwrap_or(<E as Element>::ZERO)
    }

    /// `v` at the flat position `i`, 0 elsewhere: the adjoint of [`element`](Self::element).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [9.0_f32; 3];
    /// Portable::scatter(2.0, 1, &mut out);
    /// assert_eq!(out, [0.0, 2.0, 0.0]);
    /// ```
    #[inline]
    fn scatter<S: Tensor<Elem = E>>(v: E, i: usize, out: &mut S) {
        Self::fill(<E as Element>::ZERO, out);
        Self::scatter_accumulate(v, i, out);
    }

    /// Adds `v` at the flat position `i`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 3];
    /// Portable::scatter_accumulate(2.0, 1, &mut out);
    /// assert_eq!(out, [1.0, 3.0, 1.0]);
    /// ```
    #[inline]
    fn scatter_accumulate<S: Tensor<Elem = E>>(v: E, i: usize, out: &mut S) {
        if let Some(slot) = out.as_mut_slice().get_mut(i) {
            *slot += v;
        }
    }

    /// The elements of `x` from `start` on, as many as `out` has.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 2];
    /// Portable::slice(&[1.0, 2.0, 3.0, 4.0], 1, &mut out);
    /// assert_eq!(out, [2.0, 3.0]);
    /// ```
    #[inline]
    fn slice<const N: usize, const M: usize>(x: &[E; N], start: usize, out: &mut [E; M]) {
        for (slot, &x) in out.iter_mut().zip(x.iter().skip(start)) {
            *slot = x;
        }
    }

    /// Adds the elements of `x` from `start` on to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 2];
    /// Portable::slice_accumulate(&[1.0, 2.0, 3.0, 4.0], 1, &mut out);
    /// assert_eq!(out, [3.0, 4.0]);
    /// ```
    #[inline]
    fn slice_accumulate<const N: usize, const M: usize>(
        x: &[E; N],
        start: usize,
        out: &mut [E; M],
    ) {
        for (slot, &x) in out.iter_mut().zip(x.iter().skip(start)) {
            *slot += x;
        }
    }

    /// `g` from position `start` on, 0 elsewhere: the adjoint of [`slice`](Self::slice).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [9.0_f32; 4];
    /// Portable::scatter_slice(&[1.0, 2.0], 1, &mut out);
    /// assert_eq!(out, [0.0, 1.0, 2.0, 0.0]);
    /// ```
    #[inline]
    fn scatter_slice<const M: usize, const N: usize>(g: &[E; M], start: usize, out: &mut [E; N]) {
        Self::fill(<E as Element>::ZERO, out);
        Self::scatter_slice_accumulate(g, start, out);
    }

    /// Adds `g` from position `start` on.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 4];
    /// Portable::scatter_slice_accumulate(&[1.0, 2.0], 1, &mut out);
    /// assert_eq!(out, [1.0, 2.0, 3.0, 1.0]);
    /// ```
    #[inline]
    fn scatter_slice_accumulate<const M: usize, const N: usize>(
        g: &[E; M],
        start: usize,
        out: &mut [E; N],
    ) {
        for (slot, &g) in out.iter_mut().skip(start).zip(g) {
            *slot += g;
        }
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

    /// Product of all elements; 1 of no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::product(&[2.0_f32, -3.0, 0.5]), -3.0);
    /// ```
    #[inline]
    fn product<S: Tensor<Elem = E>>(x: &S) -> E {
        x.as_slice().iter().fold(E::ONE, |product, &x| product * x)
    }

    /// Adjoint of `x` in `product(x)`: `s` times the product of the other elements, without division,
    /// so that it is right where elements are 0. All 0 where `s` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [9.0_f32; 3];
    /// Portable::product_vjp(&[2.0, 0.0, 3.0], 0.5, &mut dx);
    /// assert_eq!(dx, [0.0, 3.0, 0.0]);
    /// ```
    #[inline]
    fn product_vjp<S: Tensor<Elem = E>>(x: &S, s: E, out: &mut S) {
        loops::product_vjp(x, s, out);
    }

    /// Largest element, the first of equal ones, or NaN if there is one; does not compile for no
    /// element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::max(&[2.0_f32, 5.0, 5.0, 1.0]), 5.0);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use autodiff_runtime::{Kernels, Portable};
    /// Portable::max(&[0.0_f32; 0]);
    /// ```
    #[inline]
    fn max<S: Tensor<Elem = E>>(x: &S) -> E {
        const { assert!(S::LEN > 0, "`max` needs at least one element") };
        loops::extreme(x, |x, best| x > best)
    }

    /// Smallest element, the first of equal ones, or NaN if there is one; does not compile for no
    /// element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::min(&[2.0_f32, 1.0, 5.0, 1.0]), 1.0);
    /// ```
    #[inline]
    fn min<S: Tensor<Elem = E>>(x: &S) -> E {
        const { assert!(S::LEN > 0, "`min` needs at least one element") };
        loops::extreme(x, |x, best| x < best)
    }

    /// Adjoint of `x` in `y = max(x)` or `y = min(x)`: all of `s` to the first element that is `y`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [9.0_f32; 4];
    /// Portable::extreme_vjp(&[2.0, 5.0, 5.0, 1.0], 5.0, 6.0, &mut dx);
    /// assert_eq!(dx, [0.0, 6.0, 0.0, 0.0]);
    /// ```
    #[inline]
    fn extreme_vjp<S: Tensor<Elem = E>>(x: &S, y: E, s: E, out: &mut S) {
        out.as_mut_slice().fill(E::ZERO);
        Self::extreme_vjp_accumulate(x, y, s, out);
    }

    /// Adds the result of [`extreme_vjp`](Self::extreme_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [1.0_f32; 3];
    /// Portable::extreme_vjp_accumulate(&[2.0, 5.0, 5.0], 5.0, 6.0, &mut dx);
    /// assert_eq!(dx, [1.0, 7.0, 1.0]);
    /// ```
    #[inline]
    fn extreme_vjp_accumulate<S: Tensor<Elem = E>>(x: &S, y: E, s: E, out: &mut S) {
        // The result is NaN only if an element is: the first one.
        let at = x.as_slice().iter().position(|&x| x == y || x.is_nan());
        if let Some(slot) = at.and_then(|at| out.as_mut_slice().get_mut(at)) {
            *slot += s;
        }
    }

    /// Tangent of `y = max(x)` or `y = min(x)` along `d`: the element of `d` where `x` first is `y`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let d = [f32::INFINITY, 2.0, 3.0, 4.0];
    /// assert_eq!(Portable::extreme_tangent(&[2.0, 5.0, 5.0, 1.0], 5.0, &d), 2.0);
    /// ```
    #[inline]
    fn extreme_tangent<S: Tensor<Elem = E>>(x: &S, y: E, d: &S) -> E {
        let at = x.as_slice().iter().position(|&x| x == y || x.is_nan());
        let element = at.and_then(|at| d.as_slice().get(at));
        element.copied().unwrap_or(E::ZERO)
    }

    /// Euclidean norm `√Σ x²`; 0 of no element.
    ///
    /// Where the squares would overflow or lose digits, the elements are divided by the largest first.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::norm(&[3.0_f32, 4.0]), 5.0);
    /// assert_eq!(Portable::norm(&[3e30_f32, 4e30]), 5e30);
    /// ```
    #[inline]
    fn norm<S: Tensor<Elem = E>>(x: &S) -> E {
        loops::norm_by(x, |x| x)
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

    /// Sample variance `Σ (x - m)²/(N-1)` about the mean `m` of the elements; does not compile for fewer
    /// than two.
    ///
    /// Computed as [`variance`](Self::variance) is.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let x = [1.0_f32, 2.0, 4.0, 7.0];
    /// assert_eq!(Portable::sample_variance(&x, Portable::mean(&x)), 7.0);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use autodiff_runtime::{Kernels, Portable};
    /// Portable::sample_variance(&[1.0_f32], 1.0);
    /// ```
    #[inline]
    fn sample_variance<S: Tensor<Elem = E>>(x: &S, m: E) -> E {
        const { assert!(S::LEN > 1, "`sample_variance` needs at least two elements") };
        loops::sample_variance(x, m)
    }

    /// Population standard deviation `√(Σ (x - m)²/N)` about the mean `m` of the elements; does not
    /// compile for none.
    ///
    /// The root of [`variance`](Self::variance); where that would overflow or lose digits it is computed as
    /// [`norm`](Self::norm) is.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::std(&[1.0_f32, 5.0, 1.0, 5.0], 3.0), 2.0);
    /// assert_eq!(Portable::std(&[0.0_f32, 2e30], 1e30), 1e30);
    /// ```
    #[inline]
    fn std<S: Tensor<Elem = E>>(x: &S, m: E) -> E {
        const { assert!(S::LEN > 0, "`std` needs at least one element") };
        let n = E::from_usize(S::LEN);
        loops::std(x, m, loops::variance(x, m), n)
    }

    /// Sample standard deviation `√(Σ (x - m)²/(N-1))` about the mean `m` of the elements, computed as
    /// [`std`](Self::std) is; does not compile for fewer than two.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::sample_std(&[1.0_f32, 5.0], 3.0), 8.0_f32.sqrt());
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use autodiff_runtime::{Kernels, Portable};
    /// Portable::sample_std(&[1.0_f32], 1.0);
    /// ```
    #[inline]
    fn sample_std<S: Tensor<Elem = E>>(x: &S, m: E) -> E {
        const { assert!(S::LEN > 1, "`sample_std` needs at least two elements") };
        let n = E::from_usize(S::LEN) - E::ONE;
        loops::std(x, m, loops::sample_variance(x, m), n)
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

    /// Binary cross entropy `Σ -t*ln(max(p, 1e-7)) - (1 - t)*ln(max(1 - p, 1e-7))` of probabilities `p`
    /// against targets `t`; 0 of no element.
    ///
    /// A target of exactly 0 or 1 leaves one of the two terms.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let loss = Portable::binary_cross_entropy(&[0.0_f64, 0.25, 1.0], &[0.0, 1.0, 1.0]);
    /// assert_eq!(loss, -0.25_f64.ln());
    /// ```
    #[inline]
    fn binary_cross_entropy<S: Tensor<Elem = E>>(p: &S, t: &S) -> E {
        sum_by_pairs(p, t, scalar::binary_cross_entropy_term)
    }

    /// Huber loss: the sum of `d²/2` where the error `d = p - t` is at most `delta` in size, otherwise of
    /// `delta*(|d| - delta/2)`; 0 of no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// assert_eq!(Portable::huber(&[1.0_f32, 5.0], &[0.0, 2.0], 2.0), 0.5 + 4.0);
    /// ```
    #[inline]
    fn huber<S: Tensor<Elem = E>>(p: &S, t: &S, delta: E) -> E {
        sum_by_pairs(p, t, |p, t| scalar::huber_term(p - t, delta))
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

    /// Adjoint of `x` in `y = softmax(x)`: `y*(g - Σ g*y)`, and 0 where every `g` is 0.
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
        let mean = Self::guarded_dot(g, y);
        each!(slot in out; g y => *slot = scalar::guarded_mul(g - mean, y));
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
        let mean = Self::guarded_dot(&*g, y);
        each!(slot in g; y => *slot = scalar::guarded_mul(*slot - mean, y));
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
        let mean = Self::guarded_dot(g, y);
        each!(slot in out; g y => *slot += scalar::guarded_mul(g - mean, y));
    }

    /// Logarithm `ln Σ e^z`, from `p = softmax(z)`; does not compile for no element.
    ///
    /// `p` must hold the softmax of `z`. The result is `max(z) + ln(Σ e^(z - max(z)))`, whose logarithm
    /// comes from `p`, so that no exponential is taken.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let z = [1000.0_f64, 1000.0];
    /// let mut p = [0.0; 2];
    /// Portable::softmax(&z, &mut p);
    /// assert_eq!(Portable::logsumexp(&z, &p), 1000.0 + 2.0_f64.ln());
    /// ```
    #[inline]
    fn logsumexp<S: Tensor<Elem = E>>(z: &S, p: &S) -> E {
        const { assert!(S::LEN > 0, "`logsumexp` needs at least one element") };
        let max = loops::extreme(z, |z, best| z > best);
        if !max.is_finite() {
            return max;
        }
        let mut at_max = None;
        let mut rest = E::ZERO;
        for (&z, &p) in z.as_slice().iter().zip(p.as_slice()) {
            if z == max && at_max.is_none() {
                at_max = Some(p);
            } else {
                rest += p;
            }
        }
        max + (rest / at_max.unwrap_or(E::ONE)).ln_1p()
    }

    /// Logarithm of [`softmax`](Self::softmax), `z - max(z) - ln(Σ e^(z - max(z)))`; does not compile for
    /// no element.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut y = [0.0_f64; 2];
    /// Portable::log_softmax(&[1000.0, 1000.0], &mut y);
    /// assert_eq!(y, [-2.0_f64.ln(); 2]);
    /// ```
    #[inline]
    fn log_softmax<const N: usize>(x: &[E; N], out: &mut [E; N]) {
        *out = *x;
        Self::log_softmax_in_place(out);
    }

    /// Replaces `x` by its [`log_softmax`](Self::log_softmax).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut x = [7.0_f32];
    /// Portable::log_softmax_in_place(&mut x);
    /// assert_eq!(x, [0.0]);
    /// ```
    #[inline]
    fn log_softmax_in_place<const N: usize>(x: &mut [E; N]) {
        const { assert!(N > 0, "`log_softmax` needs at least one element") };
        loops::log_softmax(x);
    }

    /// Adjoint of `x` in `y = log_softmax(x)`: `g - e^y*Σ g`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [9.0_f32; 2];
    /// Portable::log_softmax_vjp(&[1.0, 2.0], &[0.0, f32::NEG_INFINITY], &mut dx);
    /// assert_eq!(dx, [-2.0, 2.0]);
    /// ```
    #[inline]
    fn log_softmax_vjp<const N: usize>(g: &[E; N], y: &[E; N], out: &mut [E; N]) {
        let total = Self::sum(g);
        each!(slot in out; g y => *slot = g - scalar::guarded_mul(total, y.exp()));
    }

    /// Replaces `g` by the result of [`log_softmax_vjp`](Self::log_softmax_vjp).
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut g = [1.0_f32, 2.0];
    /// Portable::log_softmax_vjp_in_place(&mut g, &[0.0, f32::NEG_INFINITY]);
    /// assert_eq!(g, [-2.0, 2.0]);
    /// ```
    #[inline]
    fn log_softmax_vjp_in_place<const N: usize>(g: &mut [E; N], y: &[E; N]) {
        let total = Self::sum(&*g);
        each!(slot in g; y => *slot -= scalar::guarded_mul(total, y.exp()));
    }

    /// Adds the result of [`log_softmax_vjp`](Self::log_softmax_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [1.0_f32; 2];
    /// Portable::log_softmax_vjp_accumulate(&[1.0, 2.0], &[0.0, f32::NEG_INFINITY], &mut dx);
    /// assert_eq!(dx, [-1.0, 3.0]);
    /// ```
    #[inline]
    fn log_softmax_vjp_accumulate<const N: usize>(g: &[E; N], y: &[E; N], out: &mut [E; N]) {
        let total = Self::sum(g);
        each!(slot in out; g y => *slot += g - scalar::guarded_mul(total, y.exp()));
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
        // The result is rounded as that of `fully_connected` is, and then added.
        let mut result = [<E as Element>::ZERO; R];
        Self::fully_connected(x, w, b, &mut result);
        Self::add_in_place(out, &result);
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

    /// Matrix-vector product `W x`, of products that are 0 where one of the factors is: of an adjoint and
    /// values that may be infinite.
    ///
    /// # Shapes
    ///
    /// `w` `[R, C]`, `x` `[C]`, `out` `[R]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut y = [9.0_f32; 2];
    /// Portable::guarded_mat_vec(&[[0.0, 2.0], [0.0, 0.0]], &[f32::NAN, 3.0], &mut y);
    /// assert_eq!(y, [6.0, 0.0]);
    /// ```
    #[inline]
    fn guarded_mat_vec<const R: usize, const C: usize>(
        w: &[[E; C]; R],
        x: &[E; C],
        out: &mut [E; R],
    ) {
        loops::guarded_mat_vec(w, x, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`guarded_mat_vec`](Self::guarded_mat_vec) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut y = [1.0_f32];
    /// Portable::guarded_mat_vec_accumulate(&[[0.0, 2.0]], &[f32::NAN, 3.0], &mut y);
    /// assert_eq!(y, [7.0]);
    /// ```
    #[inline]
    fn guarded_mat_vec_accumulate<const R: usize, const C: usize>(
        w: &[[E; C]; R],
        x: &[E; C],
        out: &mut [E; R],
    ) {
        loops::guarded_mat_vec(w, x, out, |slot, value| *slot += value);
    }

    /// Product with the transposed matrix, `Wᵀ g`, as [`guarded_mat_vec`](Self::guarded_mat_vec).
    ///
    /// # Shapes
    ///
    /// `w` `[R, C]`, `g` `[R]`, `out` `[C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [9.0_f32; 2];
    /// Portable::guarded_mat_vec_transposed(&[[f32::NAN, 1.0], [2.0, 3.0]], &[0.0, 2.0], &mut dx);
    /// assert_eq!(dx, [4.0, 6.0]);
    /// ```
    #[inline]
    fn guarded_mat_vec_transposed<const R: usize, const C: usize>(
        w: &[[E; C]; R],
        g: &[E; R],
        out: &mut [E; C],
    ) {
        loops::guarded_mat_vec_transposed(w, g, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`guarded_mat_vec_transposed`](Self::guarded_mat_vec_transposed) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dx = [1.0_f32];
    /// Portable::guarded_mat_vec_transposed_accumulate(&[[f32::NAN], [2.0]], &[0.0, 2.0], &mut dx);
    /// assert_eq!(dx, [5.0]);
    /// ```
    #[inline]
    fn guarded_mat_vec_transposed_accumulate<const R: usize, const C: usize>(
        w: &[[E; C]; R],
        g: &[E; R],
        out: &mut [E; C],
    ) {
        loops::guarded_mat_vec_transposed(w, g, out, |slot, value| *slot += value);
    }

    /// Outer product `g xᵀ`, as [`guarded_mat_vec`](Self::guarded_mat_vec).
    ///
    /// # Shapes
    ///
    /// `g` `[R]`, `x` `[C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dw = [[9.0_f32; 2]; 2];
    /// Portable::guarded_outer(&[0.0, 2.0], &[3.0, f32::INFINITY], &mut dw);
    /// assert_eq!(dw, [[0.0, 0.0], [6.0, f32::INFINITY]]);
    /// ```
    #[inline]
    fn guarded_outer<const R: usize, const C: usize>(
        g: &[E; R],
        x: &[E; C],
        out: &mut [[E; C]; R],
    ) {
        loops::guarded_outer(g, x, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`guarded_outer`](Self::guarded_outer) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut dw = [[1.0_f32; 2]];
    /// Portable::guarded_outer_accumulate(&[0.0], &[3.0, f32::INFINITY], &mut dw);
    /// assert_eq!(dw, [[1.0, 1.0]]);
    /// ```
    #[inline]
    fn guarded_outer_accumulate<const R: usize, const C: usize>(
        g: &[E; R],
        x: &[E; C],
        out: &mut [[E; C]; R],
    ) {
        loops::guarded_outer(g, x, out, |slot, value| *slot += value);
    }

    /// Matrix product `A B`, as [`guarded_mat_vec`](Self::guarded_mat_vec).
    ///
    /// # Shapes
    ///
    /// `a` `[R, K]`, `b` `[K, C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[9.0_f32]];
    /// Portable::guarded_mat_mul(&[[0.0, 2.0]], &[[f32::NAN], [5.0]], &mut c);
    /// assert_eq!(c, [[10.0]]);
    /// ```
    #[inline]
    fn guarded_mat_mul<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::guarded_mat_mul(a, b, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`guarded_mat_mul`](Self::guarded_mat_mul) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[1.0_f32]];
    /// Portable::guarded_mat_mul_accumulate(&[[0.0, 2.0]], &[[f32::NAN], [5.0]], &mut c);
    /// assert_eq!(c, [[11.0]]);
    /// ```
    #[inline]
    fn guarded_mat_mul_accumulate<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::guarded_mat_mul(a, b, out, |slot, value| *slot += value);
    }

    /// Matrix product `A Bᵀ`, as [`guarded_mat_vec`](Self::guarded_mat_vec).
    ///
    /// # Shapes
    ///
    /// `a` `[R, K]`, `b` `[C, K]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[9.0_f32]];
    /// Portable::guarded_mat_mul_nt(&[[0.0, 2.0]], &[[f32::NAN, 5.0]], &mut c);
    /// assert_eq!(c, [[10.0]]);
    /// ```
    #[inline]
    fn guarded_mat_mul_nt<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; K]; C],
        out: &mut [[E; C]; R],
    ) {
        for (a_row, out_row) in a.iter().zip(out) {
            Self::guarded_mat_vec(b, a_row, out_row);
        }
    }

    /// Adds the result of [`guarded_mat_mul_nt`](Self::guarded_mat_mul_nt) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[1.0_f32]];
    /// Portable::guarded_mat_mul_nt_accumulate(&[[0.0, 2.0]], &[[f32::NAN, 5.0]], &mut c);
    /// assert_eq!(c, [[11.0]]);
    /// ```
    #[inline]
    fn guarded_mat_mul_nt_accumulate<const R: usize, const K: usize, const C: usize>(
        a: &[[E; K]; R],
        b: &[[E; K]; C],
        out: &mut [[E; C]; R],
    ) {
        for (a_row, out_row) in a.iter().zip(out) {
            Self::guarded_mat_vec_accumulate(b, a_row, out_row);
        }
    }

    /// Matrix product `Aᵀ B`, as [`guarded_mat_vec`](Self::guarded_mat_vec).
    ///
    /// # Shapes
    ///
    /// `a` `[K, R]`, `b` `[K, C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[9.0_f32]];
    /// Portable::guarded_mat_mul_tn(&[[0.0], [2.0]], &[[f32::NAN], [5.0]], &mut c);
    /// assert_eq!(c, [[10.0]]);
    /// ```
    #[inline]
    fn guarded_mat_mul_tn<const R: usize, const K: usize, const C: usize>(
        a: &[[E; R]; K],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::guarded_mat_mul_tn(a, b, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`guarded_mat_mul_tn`](Self::guarded_mat_mul_tn) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut c = [[1.0_f32]];
    /// Portable::guarded_mat_mul_tn_accumulate(&[[0.0], [2.0]], &[[f32::NAN], [5.0]], &mut c);
    /// assert_eq!(c, [[11.0]]);
    /// ```
    #[inline]
    fn guarded_mat_mul_tn_accumulate<const R: usize, const K: usize, const C: usize>(
        a: &[[E; R]; K],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) {
        loops::guarded_mat_mul_tn(a, b, out, |slot, value| *slot += value);
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

    /// The elements of `x`, then those of `y`; does not compile unless `L = N + M`.
    ///
    /// # Shapes
    ///
    /// `x` `[N]`, `y` `[M]`, `out` `[L]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 3];
    /// Portable::concat(&[1.0], &[2.0, 3.0], &mut out);
    /// assert_eq!(out, [1.0, 2.0, 3.0]);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 4];
    /// Portable::concat(&[1.0], &[2.0, 3.0], &mut out);
    /// ```
    #[inline]
    fn concat<const N: usize, const M: usize, const L: usize>(
        x: &[E; N],
        y: &[E; M],
        out: &mut [E; L],
    ) {
        loops::concat(x, y, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`concat`](Self::concat) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 3];
    /// Portable::concat_accumulate(&[1.0], &[2.0, 3.0], &mut out);
    /// assert_eq!(out, [2.0, 3.0, 4.0]);
    /// ```
    #[inline]
    fn concat_accumulate<const N: usize, const M: usize, const L: usize>(
        x: &[E; N],
        y: &[E; M],
        out: &mut [E; L],
    ) {
        loops::concat(x, y, out, |slot, value| *slot += value);
    }

    /// The first `N` elements: the adjoint of `x` in `concat(x, y)`; does not compile unless `N <= L`.
    ///
    /// # Shapes
    ///
    /// `g` `[L]`, `out` `[N]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32];
    /// Portable::head(&[1.0, 2.0, 3.0], &mut out);
    /// assert_eq!(out, [1.0]);
    /// ```
    #[inline]
    fn head<const L: usize, const N: usize>(g: &[E; L], out: &mut [E; N]) {
        loops::head(g, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`head`](Self::head) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32];
    /// Portable::head_accumulate(&[1.0, 2.0, 3.0], &mut out);
    /// assert_eq!(out, [2.0]);
    /// ```
    #[inline]
    fn head_accumulate<const L: usize, const N: usize>(g: &[E; L], out: &mut [E; N]) {
        loops::head(g, out, |slot, value| *slot += value);
    }

    /// The last `N` elements: the adjoint of `y` in `concat(x, y)`; does not compile unless `N <= L`.
    ///
    /// # Shapes
    ///
    /// `g` `[L]`, `out` `[N]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32];
    /// Portable::tail(&[1.0, 2.0, 3.0], &mut out);
    /// assert_eq!(out, [3.0]);
    /// ```
    #[inline]
    fn tail<const L: usize, const N: usize>(g: &[E; L], out: &mut [E; N]) {
        loops::tail(g, out, |slot, value| *slot = value);
    }

    /// Adds the result of [`tail`](Self::tail) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32];
    /// Portable::tail_accumulate(&[1.0, 2.0, 3.0], &mut out);
    /// assert_eq!(out, [4.0]);
    /// ```
    #[inline]
    fn tail_accumulate<const L: usize, const N: usize>(g: &[E; L], out: &mut [E; N]) {
        loops::tail(g, out, |slot, value| *slot += value);
    }

    /// Row `i` of a matrix; zeros if there is no such row.
    ///
    /// # Shapes
    ///
    /// `a` `[R, C]`, `out` `[C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [0.0_f32; 2];
    /// Portable::row(&[[1.0, 2.0], [3.0, 4.0]], 1, &mut out);
    /// assert_eq!(out, [3.0, 4.0]);
    /// ```
    #[inline]
    fn row<const R: usize, const C: usize>(a: &[[E; C]; R], i: usize, out: &mut [E; C]) {
        *out = a.get(i).copied().unwrap_or([E::ZERO; C]);
    }

    /// Adds the result of [`row`](Self::row) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 2];
    /// Portable::row_accumulate(&[[1.0, 2.0], [3.0, 4.0]], 1, &mut out);
    /// assert_eq!(out, [4.0, 5.0]);
    /// ```
    #[inline]
    fn row_accumulate<const R: usize, const C: usize>(a: &[[E; C]; R], i: usize, out: &mut [E; C]) {
        if let Some(row) = a.get(i) {
            Self::add_in_place(out, row);
        }
    }

    /// Adjoint of `a` in `row(a, i)`: `g` in row `i`, 0 elsewhere.
    ///
    /// # Shapes
    ///
    /// `g` `[C]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[9.0_f32; 2]; 2];
    /// Portable::row_vjp(&[1.0, 2.0], 1, &mut out);
    /// assert_eq!(out, [[0.0, 0.0], [1.0, 2.0]]);
    /// ```
    #[inline]
    fn row_vjp<const R: usize, const C: usize>(g: &[E; C], i: usize, out: &mut [[E; C]; R]) {
        Self::fill(E::ZERO, out);
        if let Some(row) = out.get_mut(i) {
            *row = *g;
        }
    }

    /// Adds the result of [`row_vjp`](Self::row_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[1.0_f32; 2]; 2];
    /// Portable::row_vjp_accumulate(&[1.0, 2.0], 1, &mut out);
    /// assert_eq!(out, [[1.0, 1.0], [2.0, 3.0]]);
    /// ```
    #[inline]
    fn row_vjp_accumulate<const R: usize, const C: usize>(
        g: &[E; C],
        i: usize,
        out: &mut [[E; C]; R],
    ) {
        if let Some(row) = out.get_mut(i) {
            Self::add_in_place(row, g);
        }
    }

    /// Column `i` of a matrix; zeros if there is no such column.
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
    /// Portable::column(&[[1.0, 2.0], [3.0, 4.0]], 1, &mut out);
    /// assert_eq!(out, [2.0, 4.0]);
    /// ```
    #[inline]
    fn column<const R: usize, const C: usize>(a: &[[E; C]; R], i: usize, out: &mut [E; R]) {
        for (row, slot) in a.iter().zip(out) {
            *slot = row.get(i).copied().unwrap_or(<E as Element>::ZERO);
        }
    }

    /// Adds the result of [`column`](Self::column) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [1.0_f32; 2];
    /// Portable::column_accumulate(&[[1.0, 2.0], [3.0, 4.0]], 1, &mut out);
    /// assert_eq!(out, [3.0, 5.0]);
    /// ```
    #[inline]
    fn column_accumulate<const R: usize, const C: usize>(
        a: &[[E; C]; R],
        i: usize,
        out: &mut [E; R],
    ) {
        for (row, slot) in a.iter().zip(out) {
            if let Some(&value) = row.get(i) {
                *slot += value;
            }
        }
    }

    /// Adjoint of `a` in `column(a, i)`: `g` in column `i`, 0 elsewhere.
    ///
    /// # Shapes
    ///
    /// `g` `[R]`, `out` `[R, C]`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[9.0_f32; 2]; 2];
    /// Portable::column_vjp(&[1.0, 2.0], 1, &mut out);
    /// assert_eq!(out, [[0.0, 1.0], [0.0, 2.0]]);
    /// ```
    #[inline]
    fn column_vjp<const R: usize, const C: usize>(g: &[E; R], i: usize, out: &mut [[E; C]; R]) {
        Self::fill(E::ZERO, out);
        Self::column_vjp_accumulate(g, i, out);
    }

    /// Adds the result of [`column_vjp`](Self::column_vjp) to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use autodiff_runtime::{Kernels, Portable};
    /// let mut out = [[1.0_f32; 2]; 2];
    /// Portable::column_vjp_accumulate(&[1.0, 2.0], 1, &mut out);
    /// assert_eq!(out, [[1.0, 2.0], [1.0, 3.0]]);
    /// ```
    #[inline]
    fn column_vjp_accumulate<const R: usize, const C: usize>(
        g: &[E; R],
        i: usize,
        out: &mut [[E; C]; R],
    ) {
        for (row, &g) in out.iter_mut().zip(g) {
            if let Some(slot) = row.get_mut(i) {
                *slot += g;
            }
        }
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
