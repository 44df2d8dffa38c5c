//! Comparisons, whose result is 1 (true) or 0 (false), and the choice by one.

use crate::Element;

/// 1 or 0 for a condition.
#[inline]
fn mask<E: Element>(condition: bool) -> E {
    if condition { E::ONE } else { E::ZERO }
}

/// 1 where `x > y`, otherwise 0 (also for NaN).
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::greater;
///
/// assert_eq!(greater(2.0_f32, 1.0), 1.0);
/// assert_eq!(greater(f32::NAN, 1.0), 0.0);
/// ```
#[inline]
pub fn greater<E: Element>(x: E, y: E) -> E {
    mask(x > y)
}

/// 1 where `x >= y`, otherwise 0 (also for NaN).
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::greater_equal;
///
/// assert_eq!(greater_equal(1.0_f32, 1.0), 1.0);
/// ```
#[inline]
pub fn greater_equal<E: Element>(x: E, y: E) -> E {
    mask(x >= y)
}

/// 1 where `x > s`, otherwise 0 (also for NaN): an element against a scalar.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::greater_scalar;
///
/// assert_eq!(greater_scalar(2.0_f32, 1.0), 1.0);
/// ```
#[inline]
pub fn greater_scalar<E: Element>(x: E, s: E) -> E {
    greater(x, s)
}

/// 1 where `x >= s`, otherwise 0 (also for NaN): an element against a scalar.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::greater_equal_scalar;
///
/// assert_eq!(greater_equal_scalar(1.0_f32, 1.0), 1.0);
/// ```
#[inline]
pub fn greater_equal_scalar<E: Element>(x: E, s: E) -> E {
    greater_equal(x, s)
}

/// 1 where `x < s`, otherwise 0 (also for NaN): an element against a scalar.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::less_scalar;
///
/// assert_eq!(less_scalar(2.0_f32, 1.0), 0.0);
/// ```
#[inline]
pub fn less_scalar<E: Element>(x: E, s: E) -> E {
    greater(s, x)
}

/// 1 where `x <= s`, otherwise 0 (also for NaN): an element against a scalar.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::less_equal_scalar;
///
/// assert_eq!(less_equal_scalar(1.0_f32, 1.0), 1.0);
/// ```
#[inline]
pub fn less_equal_scalar<E: Element>(x: E, s: E) -> E {
    greater_equal(s, x)
}

/// `a` where the condition `c` is not 0, otherwise `b`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::select;
///
/// assert_eq!(select(1.0_f32, 2.0, f32::NAN), 2.0);
/// assert_eq!(select(0.0_f32, f32::NAN, 3.0), 3.0);
/// ```
#[inline]
pub fn select<E: Element>(c: E, a: E, b: E) -> E {
    if c == E::ZERO { b } else { a }
}

/// Adjoint of `a` in `select(c, a, b)`: `g` where `c` is not 0, otherwise 0, whatever `g` is.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::masked;
///
/// assert_eq!(masked(4.0_f32, 1.0), 4.0);
/// assert_eq!(masked(f32::NAN, 0.0), 0.0);
/// ```
#[inline]
pub fn masked<E: Element>(g: E, c: E) -> E {
    select(c, g, E::ZERO)
}

/// Adjoint of `b` in `select(c, a, b)`: `g` where `c` is 0, otherwise 0, whatever `g` is.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::masked_not;
///
/// assert_eq!(masked_not(4.0_f32, 0.0), 4.0);
/// assert_eq!(masked_not(f32::NAN, 1.0), 0.0);
/// ```
#[inline]
pub fn masked_not<E: Element>(g: E, c: E) -> E {
    select(c, E::ZERO, g)
}

/// `g`, and 0 where `c` is 0, whatever `g` is: an element against a scalar.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::scalar::masked_scalar;
///
/// assert_eq!(masked_scalar(f32::NAN, 0.0), 0.0);
/// ```
#[inline]
pub fn masked_scalar<E: Element>(g: E, c: E) -> E {
    masked(g, c)
}
