//! The element-wise operators on single numbers.
//!
//! These functions define what the array forms in [`Kernels`](crate::Kernels) compute for each
//! element; generated code calls them where a value is a scalar. Names and operands are the same.
//!
//! Rules that end in `_vjp` are vector-Jacobian products: `g` is the adjoint of the result, `y` or
//! `q` the saved result, and the returned value the contribution to the adjoint of the operand.
//! An adjoint of exactly 0 contributes exactly 0 where the slope may be infinite.
//!
//! # Examples
//!
//! ```
//! use autodiff_runtime::scalar;
//!
//! let y = scalar::tanh(0.5_f64);
//! let slope = scalar::tanh_vjp(1.0, y);
//! assert!((slope - 1.0 / 0.5_f64.cosh().powi(2)).abs() < 1e-15);
//! ```

use crate::Element;

/// Least probability that [`cross_entropy`](crate::Kernels::cross_entropy) takes the logarithm of;
/// smaller ones are raised to it.
pub const PROBABILITY_FLOOR: f64 = 1e-7;

/// Raises `p` to [`PROBABILITY_FLOOR`]; NaN passes through.
#[inline]
pub(crate) fn floored<E: Element>(p: E) -> E {
    let floor = E::from_f64(PROBABILITY_FLOOR);
    if p < floor { floor } else { p }
}

/// Product `a*x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::scale;
///
/// assert_eq!(scale(2.0_f32, 3.0), 6.0);
/// ```
#[inline]
pub fn scale<E: Element>(x: E, a: E) -> E {
    a * x
}

/// Sum `x + b`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::offset;
///
/// assert_eq!(offset(2.0_f32, 3.0), 5.0);
/// ```
#[inline]
pub fn offset<E: Element>(x: E, b: E) -> E {
    x + b
}

/// Difference `s - x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::scalar_sub;
///
/// assert_eq!(scalar_sub(2.0_f32, 3.0), 1.0);
/// ```
#[inline]
pub fn scalar_sub<E: Element>(x: E, s: E) -> E {
    s - x
}

/// Quotient `x/s`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::div_scalar;
///
/// assert_eq!(div_scalar(3.0_f32, 2.0), 1.5);
/// ```
#[inline]
pub fn div_scalar<E: Element>(x: E, s: E) -> E {
    x / s
}

/// Quotient `s/x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::scalar_div;
///
/// assert_eq!(scalar_div(2.0_f32, 3.0), 1.5);
/// ```
#[inline]
pub fn scalar_div<E: Element>(x: E, s: E) -> E {
    s / x
}

/// Square `x*x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::square;
///
/// assert_eq!(square(-3.0_f32), 9.0);
/// ```
#[inline]
pub fn square<E: Element>(x: E) -> E {
    x * x
}

/// Exponential `e^x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::exp;
///
/// assert_eq!(exp(0.0_f32), 1.0);
/// ```
#[inline]
pub fn exp<E: Element>(x: E) -> E {
    x.exp()
}

/// Natural logarithm: -∞ at 0, NaN below.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::ln;
///
/// assert_eq!(ln(1.0_f32), 0.0);
/// ```
#[inline]
pub fn ln<E: Element>(x: E) -> E {
    x.ln()
}

/// Hyperbolic tangent.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::tanh;
///
/// assert_eq!(tanh(0.0_f32), 0.0);
/// ```
#[inline]
pub fn tanh<E: Element>(x: E) -> E {
    x.tanh()
}

/// Logistic function `1/(1 + e^-x)`, from `e^-|x|` so that neither tail overflows.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::sigmoid;
///
/// assert_eq!(sigmoid(0.0_f32), 0.5);
/// assert_eq!(sigmoid(1000.0_f32), 1.0);
/// assert_eq!(sigmoid(-1000.0_f32), 0.0);
/// assert!(sigmoid(-80.0_f32) > 0.0);
/// ```
#[inline]
pub fn sigmoid<E: Element>(x: E) -> E {
    let e = (-x.abs()).exp();
    let numerator = if x < E::ZERO { e } else { E::ONE };
    numerator / (E::ONE + e)
}

/// Rectifier: `x` above 0, otherwise 0. Both zeros give +0; NaN stays NaN.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::relu;
///
/// assert_eq!(relu(2.0_f32), 2.0);
/// assert!(relu(-0.0_f32).is_sign_positive());
/// assert!(relu(f32::NAN).is_nan());
/// ```
#[inline]
pub fn relu<E: Element>(x: E) -> E {
    if x <= E::ZERO { E::ZERO } else { x }
}

/// Product `g*y`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::guarded_mul;
///
/// assert_eq!(guarded_mul(0.0_f32, f32::INFINITY), 0.0);
/// ```
#[inline]
pub fn guarded_mul<E: Element>(g: E, y: E) -> E {
    if g == E::ZERO { E::ZERO } else { g * y }
}

/// Quotient `g/y`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::guarded_div;
///
/// assert_eq!(guarded_div(3.0_f32, 2.0), 1.5);
/// assert_eq!(guarded_div(0.0_f32, 0.0), 0.0);
/// assert_eq!(guarded_div(1.0_f32, 0.0), f32::INFINITY);
/// ```
#[inline]
pub fn guarded_div<E: Element>(g: E, y: E) -> E {
    if g == E::ZERO { E::ZERO } else { g / y }
}

/// Quotient `g/s`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::guarded_div_scalar;
///
/// assert_eq!(guarded_div_scalar(0.0_f32, 0.0), 0.0);
/// ```
#[inline]
pub fn guarded_div_scalar<E: Element>(g: E, s: E) -> E {
    guarded_div(g, s)
}

/// Adjoint of the denominator `y` of `q = x/y`: `-(g/y)*q`, and 0 where `g` is 0.
///
/// `y*y`, which underflows for small `y`, does not occur.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::div_vjp;
///
/// assert_eq!(div_vjp(1.0_f32, 2.0, 1.5), -0.75);
/// assert_eq!(div_vjp(0.0_f32, 0.0, f32::NAN), 0.0);
/// ```
#[inline]
pub fn div_vjp<E: Element>(g: E, y: E, q: E) -> E {
    if g == E::ZERO { E::ZERO } else { -(g / y) * q }
}

/// Adjoint of `x` in `square(x)`: `2*g*x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::square_vjp;
///
/// assert_eq!(square_vjp(2.0_f32, 3.0), 12.0);
/// ```
#[inline]
pub fn square_vjp<E: Element>(g: E, x: E) -> E {
    (g + g) * x
}

/// Adjoint of `x` in `y = tanh(x)`: `g*(1 - y*y)`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::tanh_vjp;
///
/// assert_eq!(tanh_vjp(4.0_f32, 0.5), 3.0);
/// ```
#[inline]
pub fn tanh_vjp<E: Element>(g: E, y: E) -> E {
    g * (E::ONE - y * y)
}

/// Adjoint of `x` in `y = sigmoid(x)`: `g*y*(1 - y)`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::sigmoid_vjp;
///
/// assert_eq!(sigmoid_vjp(4.0_f32, 0.5), 1.0);
/// ```
#[inline]
pub fn sigmoid_vjp<E: Element>(g: E, y: E) -> E {
    g * y * (E::ONE - y)
}

/// Adjoint of `x` in `y = relu(x)`: `g` where `y > 0`, otherwise 0 (also at the kink).
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::relu_vjp;
///
/// assert_eq!(relu_vjp(4.0_f32, 0.0), 0.0);
/// ```
#[inline]
pub fn relu_vjp<E: Element>(g: E, y: E) -> E {
    if y > E::ZERO { g } else { E::ZERO }
}

/// Adjoint of `p` in `quadratic_error(p, t)`, `s` being that of the result: `2*s*(p - t)`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::quadratic_error_vjp;
///
/// assert_eq!(quadratic_error_vjp(3.0_f32, 1.0, 0.5), 2.0);
/// ```
#[inline]
pub fn quadratic_error_vjp<E: Element>(p: E, t: E, s: E) -> E {
    (s + s) * (p - t)
}

/// Adjoint of `p` in `mse(p, t)` of one element, `s` being that of the result: `2*s*(p - t)`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::mse_vjp;
///
/// assert_eq!(mse_vjp(3.0_f32, 1.0, 0.5), 2.0);
/// ```
#[inline]
pub fn mse_vjp<E: Element>(p: E, t: E, s: E) -> E {
    quadratic_error_vjp(p, t, s)
}

/// Adjoint of `p` in `cross_entropy(p, t)`, `s` being that of the result: `-s*t/max(p, 1e-7)`, and
/// 0 where `t` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::cross_entropy_vjp;
///
/// assert_eq!(cross_entropy_vjp(0.25_f32, 0.5, 1.0), -2.0);
/// assert_eq!(cross_entropy_vjp(0.0_f32, 0.0, 1.0), 0.0);
/// ```
#[inline]
pub fn cross_entropy_vjp<E: Element>(p: E, t: E, s: E) -> E {
    if t == E::ZERO {
        E::ZERO
    } else {
        -(s * t) / floored(p)
    }
}

/// Adjoint of `x` in `variance(x)` of one element with mean `m`, `s` being that of the result:
/// `2*s*(x - m)`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::variance_vjp;
///
/// assert_eq!(variance_vjp(3.0_f32, 1.0, 0.5), 2.0);
/// ```
#[inline]
pub fn variance_vjp<E: Element>(x: E, m: E, s: E) -> E {
    (s + s) * (x - m)
}
