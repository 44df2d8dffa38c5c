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

mod choose;

pub use choose::*;

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

/// Term of [`huber`](crate::Kernels::huber) for the error `d`.
#[inline]
pub(crate) fn huber_term<E: Element>(d: E, delta: E) -> E {
    let half = E::ONE / (E::ONE + E::ONE);
    if d.abs() <= delta {
        half * d * d
    } else {
        delta * (d.abs() - half * delta)
    }
}

/// Term of [`binary_cross_entropy`](crate::Kernels::binary_cross_entropy).
#[inline]
pub(crate) fn binary_cross_entropy_term<E: Element>(p: E, t: E) -> E {
    let floor = E::from_f64(PROBABILITY_FLOOR);
    let mut term = E::ZERO;
    if t != E::ZERO {
        term -= t * floored(p).ln();
    }
    if t != E::ONE {
        // ln(1 - p) keeps the digits of a small p.
        let log = if E::ONE - p < floor {
            floor.ln()
        } else {
            (-p).ln_1p()
        };
        term -= (E::ONE - t) * log;
    }
    term
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

/// Square root: NaN below 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::sqrt;
///
/// assert_eq!(sqrt(9.0_f32), 3.0);
/// ```
#[inline]
pub fn sqrt<E: Element>(x: E) -> E {
    x.sqrt()
}

/// Reciprocal `1/x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::recip;
///
/// assert_eq!(recip(4.0_f32), 0.25);
/// ```
#[inline]
pub fn recip<E: Element>(x: E) -> E {
    E::ONE / x
}

/// Power `x^k` with a whole exponent, by squaring: bases below 0 are as good as any. `x^0` is 1, and
/// a negative exponent gives the reciprocal of the positive one.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::powi;
///
/// assert_eq!(powi(-2.0_f32, 3), -8.0);
/// assert_eq!(powi(2.0_f32, -2), 0.25);
/// assert_eq!(powi(0.0_f32, 0), 1.0);
/// ```
#[inline]
pub fn powi<E: Element>(x: E, k: i32) -> E {
    let mut rest = k.unsigned_abs();
    let mut square = x;
    let mut power = E::ONE;
    while rest > 0 {
        if rest % 2 == 1 {
            power *= square;
        }
        rest /= 2;
        if rest > 0 {
            square *= square;
        }
    }
    if k < 0 { E::ONE / power } else { power }
}

/// Absolute value.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::abs;
///
/// assert_eq!(abs(-3.0_f32), 3.0);
/// ```
#[inline]
pub fn abs<E: Element>(x: E) -> E {
    x.abs()
}

/// Nearest number of the closed range from `lo` to `hi`; NaN stays NaN.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::clamp;
///
/// assert_eq!(clamp(3.0_f32, -1.0, 1.0), 1.0);
/// assert_eq!(clamp(0.5_f32, -1.0, 1.0), 0.5);
/// ```
#[inline]
pub fn clamp<E: Element>(x: E, lo: E, hi: E) -> E {
    if x < lo {
        lo
    } else if x > hi {
        hi
    } else {
        x
    }
}

/// Larger of two numbers; NaN if one of them is.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::maximum;
///
/// assert_eq!(maximum(2.0_f32, 3.0), 3.0);
/// assert!(maximum(f32::NAN, 3.0).is_nan());
/// ```
#[inline]
pub fn maximum<E: Element>(x: E, y: E) -> E {
    if x > y || x.is_nan() { x } else { y }
}

/// Smaller of two numbers; NaN if one of them is.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::minimum;
///
/// assert_eq!(minimum(2.0_f32, 3.0), 2.0);
/// assert!(minimum(f32::NAN, 3.0).is_nan());
/// ```
#[inline]
pub fn minimum<E: Element>(x: E, y: E) -> E {
    if x < y || x.is_nan() { x } else { y }
}

/// Sine of an angle in radians.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::sin;
///
/// assert_eq!(sin(0.0_f32), 0.0);
/// ```
#[inline]
pub fn sin<E: Element>(x: E) -> E {
    x.sin()
}

/// Cosine of an angle in radians.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::cos;
///
/// assert_eq!(cos(0.0_f32), 1.0);
/// ```
#[inline]
pub fn cos<E: Element>(x: E) -> E {
    x.cos()
}

/// Distance `√(x² + y²)` from the origin, without overflow or underflow on the way.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::hypot;
///
/// assert_eq!(hypot(3e30_f32, 4e30), 5e30);
/// ```
#[inline]
pub fn hypot<E: Element>(x: E, y: E) -> E {
    x.hypot(y)
}

/// Angle of the point `(x, y)` in radians, in `-π..=π`; 0 at the origin.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::atan2;
///
/// assert_eq!(atan2(1.0_f64, 0.0), core::f64::consts::FRAC_PI_2);
/// assert_eq!(atan2(0.0_f64, -1.0), core::f64::consts::PI);
/// ```
#[inline]
pub fn atan2<E: Element>(y: E, x: E) -> E {
    y.atan2(x)
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

/// Leaky rectifier: `x` above 0, otherwise `k*x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::leaky_relu;
///
/// assert_eq!(leaky_relu(2.0_f32, 0.5), 2.0);
/// assert_eq!(leaky_relu(-2.0_f32, 0.5), -1.0);
/// ```
#[inline]
pub fn leaky_relu<E: Element>(x: E, k: E) -> E {
    if x > E::ZERO { x } else { k * x }
}

/// Smooth rectifier `ln(1 + e^x)`, from `e^-|x|` so that nothing overflows.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::softplus;
///
/// assert_eq!(softplus(0.0_f64), 2.0_f64.ln());
/// assert_eq!(softplus(1000.0_f32), 1000.0);
/// assert!(softplus(-80.0_f32) > 0.0);
/// ```
#[inline]
pub fn softplus<E: Element>(x: E) -> E {
    let positive = if x > E::ZERO { x } else { E::ZERO };
    positive + (-x.abs()).exp().ln_1p()
}

/// Sigmoid-weighted `x`: `x/(1 + e^-x)`, which is 0 at -∞.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::silu;
///
/// assert_eq!(silu(0.0_f32), 0.0);
/// assert_eq!(silu(1000.0_f32), 1000.0);
/// assert_eq!(silu(-1000.0_f32), 0.0);
/// ```
#[inline]
pub fn silu<E: Element>(x: E) -> E {
    guarded_mul(sigmoid(x), x)
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

/// Product `a*x` with a scalar, and 0 where one of the factors is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::guarded_scale;
///
/// assert_eq!(guarded_scale(f32::NAN, 0.0), 0.0);
/// assert_eq!(guarded_scale(0.0, f32::INFINITY), 0.0);
/// ```
#[inline]
pub fn guarded_scale<E: Element>(x: E, a: E) -> E {
    if x == E::ZERO {
        E::ZERO
    } else {
        guarded_mul(a, x)
    }
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

/// Adjoint of `x` in `square(x)`: `2*g*x`, and 0 where `g` is 0.
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
    guarded_mul(g + g, x)
}

/// Adjoint of `x` in `y = sqrt(x)`: `g/(2y)`, and 0 where `g` is 0. Infinite at 0, of the sign of `g`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::sqrt_vjp;
///
/// assert_eq!(sqrt_vjp(3.0_f32, 2.0), 0.75);
/// assert_eq!(sqrt_vjp(0.0_f32, 0.0), 0.0);
/// ```
#[inline]
pub fn sqrt_vjp<E: Element>(g: E, y: E) -> E {
    // √-0 is -0, and the slope there is that at 0.
    guarded_div(g, (y + y).abs())
}

/// Adjoint of `x` in `y = 1/x`: `-g*y*y`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::recip_vjp;
///
/// assert_eq!(recip_vjp(2.0_f32, 0.5), -0.5);
/// assert_eq!(recip_vjp(0.0_f32, f32::INFINITY), 0.0);
/// ```
#[inline]
pub fn recip_vjp<E: Element>(g: E, y: E) -> E {
    if g == E::ZERO { E::ZERO } else { -(g * y) * y }
}

/// Adjoint of `x` in `powi(x, k)`: `g*k*x^(k-1)`, and 0 where `g` is 0 or `k` is 0, whatever `x`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::powi_vjp;
///
/// assert_eq!(powi_vjp(1.0_f32, -2.0, 3), 12.0);
/// assert_eq!(powi_vjp(1.0_f32, 0.0, 0), 0.0);
/// assert_eq!(powi_vjp(0.0_f32, 0.0, -1), 0.0);
/// ```
#[inline]
pub fn powi_vjp<E: Element>(g: E, x: E, k: i32) -> E {
    if g == E::ZERO || k == 0 {
        return E::ZERO;
    }
    let power = match k.checked_sub(1) {
        Some(less) => powi(x, less),
        None => powi(x, k) / x,
    };
    g * E::from_f64(k.into()) * power
}

/// Adjoint of `x` in `abs(x)`: `g` above 0, `-g` below, and 0 at both zeros.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::abs_vjp;
///
/// assert_eq!(abs_vjp(2.0_f32, -3.0), -2.0);
/// assert_eq!(abs_vjp(2.0_f32, -0.0), 0.0);
/// ```
#[inline]
pub fn abs_vjp<E: Element>(g: E, x: E) -> E {
    if x > E::ZERO {
        g
    } else if x < E::ZERO {
        -g
    } else {
        E::ZERO
    }
}

/// Adjoint of `x` in `clamp(x, lo, hi)`: `g` in the closed range, 0 outside.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::clamp_vjp;
///
/// assert_eq!(clamp_vjp(2.0_f32, 1.0, -1.0, 1.0), 2.0);
/// assert_eq!(clamp_vjp(2.0_f32, 1.5, -1.0, 1.0), 0.0);
/// ```
#[inline]
pub fn clamp_vjp<E: Element>(g: E, x: E, lo: E, hi: E) -> E {
    if lo <= x && x <= hi { g } else { E::ZERO }
}

/// Adjoint of `x` in `maximum(x, y)`: `g` where `x` is larger, `g/2` where both are equal, otherwise
/// 0. With `x` and `y` exchanged it is that of `x` in `minimum(x, y)`, and of `y` in `maximum(x, y)`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::maximum_vjp;
///
/// assert_eq!(maximum_vjp(2.0_f32, 1.0, 0.0), 2.0);
/// assert_eq!(maximum_vjp(2.0_f32, 1.0, 1.0), 1.0);
/// assert_eq!(maximum_vjp(2.0_f32, 1.0, 3.0), 0.0);
/// ```
#[inline]
pub fn maximum_vjp<E: Element>(g: E, x: E, y: E) -> E {
    if x > y {
        g
    } else if x == y {
        g / (E::ONE + E::ONE)
    } else {
        E::ZERO
    }
}

/// Adjoint of `x` in `sin(x)`: `g*cos(x)`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::sin_vjp;
///
/// assert_eq!(sin_vjp(2.0_f32, 0.0), 2.0);
/// ```
#[inline]
pub fn sin_vjp<E: Element>(g: E, x: E) -> E {
    if g == E::ZERO { E::ZERO } else { g * x.cos() }
}

/// Adjoint of `x` in `cos(x)`: `-g*sin(x)`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::cos_vjp;
///
/// assert_eq!(cos_vjp(2.0_f32, 0.0), 0.0);
/// ```
#[inline]
pub fn cos_vjp<E: Element>(g: E, x: E) -> E {
    if g == E::ZERO {
        E::ZERO
    } else {
        -(g * x.sin())
    }
}

/// Adjoint of `x` in `q = hypot(x, y)`, and with `y` for `x` that of `y`: `g*x/q`, and 0 where `g` is
/// 0 or at the origin.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::hypot_vjp;
///
/// assert_eq!(hypot_vjp(2.0_f32, 3.0, 4.0), 1.5);
/// assert_eq!(hypot_vjp(2.0_f32, 0.0, 0.0), 0.0);
/// ```
#[inline]
pub fn hypot_vjp<E: Element>(g: E, x: E, q: E) -> E {
    if g == E::ZERO || q == E::ZERO {
        E::ZERO
    } else {
        g * (x / q)
    }
}

/// Adjoint of `y` in `atan2(y, x)` with `q = hypot(x, y)`: `g*x/q²`, and 0 where `g` is 0 or at the
/// origin. `q²`, which leaves the range of numbers early, does not occur.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::atan2_vjp_y;
///
/// assert_eq!(atan2_vjp_y(3.0_f32, 4.0, 2.0), 3.0);
/// assert_eq!(atan2_vjp_y(3.0_f32, 0.0, 0.0), 0.0);
/// ```
#[inline]
pub fn atan2_vjp_y<E: Element>(g: E, x: E, q: E) -> E {
    if g == E::ZERO || q == E::ZERO {
        E::ZERO
    } else {
        g * (x / q) / q
    }
}

/// Adjoint of `x` in `atan2(y, x)` with `q = hypot(x, y)`: `-g*y/q²`, and 0 where `g` is 0 or at the
/// origin.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::atan2_vjp_x;
///
/// assert_eq!(atan2_vjp_x(3.0_f32, 4.0, 2.0), -3.0);
/// assert_eq!(atan2_vjp_x(3.0_f32, 0.0, 0.0), 0.0);
/// ```
#[inline]
pub fn atan2_vjp_x<E: Element>(g: E, y: E, q: E) -> E {
    -atan2_vjp_y(g, y, q)
}

/// Adjoint of `x` in `y = tanh(x)`: `g*(1 - y*y)`, and 0 where `g` is 0.
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
    guarded_mul(g, E::ONE - y * y)
}

/// Adjoint of `x` in `y = sigmoid(x)`: `g*y*(1 - y)`, and 0 where `g` is 0.
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
    guarded_mul(g, y * (E::ONE - y))
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

/// Adjoint of `x` in `leaky_relu(x, k)`: `g` above 0, otherwise `k*g` (also at the kink).
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::leaky_relu_vjp;
///
/// assert_eq!(leaky_relu_vjp(4.0_f32, 1.0, 0.5), 4.0);
/// assert_eq!(leaky_relu_vjp(4.0_f32, 0.0, 0.5), 2.0);
/// ```
#[inline]
pub fn leaky_relu_vjp<E: Element>(g: E, x: E, k: E) -> E {
    if x > E::ZERO { g } else { k * g }
}

/// Adjoint of `x` in `y = softplus(x)`: `g*sigmoid(x)`, which is `g*(1 - e^-y)`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::{softplus, softplus_vjp};
///
/// assert_eq!(softplus_vjp(4.0_f64, softplus(0.0)), 2.0);
/// ```
#[inline]
pub fn softplus_vjp<E: Element>(g: E, y: E) -> E {
    guarded_mul(g, -(-y).expm1())
}

/// Adjoint of `x` in `silu(x)`: `g*s*(1 + x*(1 - s))` with `s = sigmoid(x)`, and 0 where `g` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::silu_vjp;
///
/// assert_eq!(silu_vjp(4.0_f32, 0.0), 2.0);
/// assert_eq!(silu_vjp(4.0_f32, f32::INFINITY), 4.0);
/// assert_eq!(silu_vjp(4.0_f32, f32::NEG_INFINITY), 0.0);
/// ```
#[inline]
pub fn silu_vjp<E: Element>(g: E, x: E) -> E {
    let e = (-x.abs()).exp();
    let share = E::ONE / (E::ONE + e);
    let (s, rest) = if x < E::ZERO {
        (e * share, share)
    } else {
        (share, e * share)
    };
    // What vanishes also does so against an infinite x.
    guarded_mul(g, guarded_mul(s, E::ONE + guarded_mul(rest, x)))
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

/// Adjoint of `p` in `huber(p, t, delta)`, `s` being that of the result: `s` times `p - t` clamped to
/// `-delta..=delta`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::huber_vjp;
///
/// assert_eq!(huber_vjp(3.0_f32, 2.5, 1.0, 2.0), 1.0);
/// assert_eq!(huber_vjp(3.0_f32, 9.0, 1.0, 2.0), -2.0);
/// ```
#[inline]
pub fn huber_vjp<E: Element>(p: E, t: E, delta: E, s: E) -> E {
    s * clamp(p - t, -delta, delta)
}

/// Adjoint of `p` in `binary_cross_entropy(p, t)`, `s` being that of the result:
/// `s*((1 - t)/max(1 - p, 1e-7) - t/max(p, 1e-7))`, where a `t` of 0 or 1 leaves one term.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::binary_cross_entropy_vjp;
///
/// assert_eq!(binary_cross_entropy_vjp(0.25_f32, 1.0, 1.0), -4.0);
/// assert_eq!(binary_cross_entropy_vjp(0.5_f32, 0.0, 1.0), 2.0);
/// assert_eq!(binary_cross_entropy_vjp(0.5_f32, 0.5, 1.0), 0.0);
/// ```
#[inline]
pub fn binary_cross_entropy_vjp<E: Element>(p: E, t: E, s: E) -> E {
    let rest = E::ONE - p;
    let (p_floored, rest_floored) = (floored(p), floored(rest));
    if t == E::ZERO {
        s / rest_floored
    } else if t == E::ONE {
        -s / p_floored
    } else if p == p_floored && rest == rest_floored {
        // One quotient, whose numerator does not cancel.
        s * ((p - t) / (p * rest))
    } else {
        s * ((E::ONE - t) / rest_floored - t / p_floored)
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

/// Adjoint of `x` in `y = std(x)` of one element with mean `m`, `s` being that of the result:
/// `s*(x - m)/y`, and 0 where `s` or `y` is 0.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::std_vjp;
///
/// assert_eq!(std_vjp(3.0_f32, 1.0, 4.0, 2.0), 1.0);
/// assert_eq!(std_vjp(3.0_f32, 3.0, 0.0, 2.0), 0.0);
/// ```
#[inline]
pub fn std_vjp<E: Element>(x: E, m: E, y: E, s: E) -> E {
    hypot_vjp(s, x - m, y)
}

/// Adjoint of `x` in `y = norm(x)`, `s` being that of the result: `s*x/y`, and 0 where `s` is 0 or at
/// the origin.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::norm_vjp;
///
/// assert_eq!(norm_vjp(3.0_f32, 4.0, 2.0), 1.5);
/// assert_eq!(norm_vjp(0.0_f32, 0.0, 2.0), 0.0);
/// ```
#[inline]
pub fn norm_vjp<E: Element>(x: E, y: E, s: E) -> E {
    hypot_vjp(s, x, y)
}
