//! Element types: what a buffer is made of.

use core::fmt::{Debug, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::Pod;

mod sealed {
    #[cfg(not(feature = "cmsis-dsp"))]
    pub trait Sealed {}
    /// Each element has its table of C functions.
    #[cfg(feature = "cmsis-dsp")]
    pub trait Sealed: crate::kernels::cmsis::Functions {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A floating-point number that buffers are made of: `f32` or `f64`.
///
/// The mathematical functions come from `libm`, so that they exist without `std` and give the same
/// bits on the host and on the device.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::Element;
///
/// fn softplus<E: Element>(x: E) -> E {
///     x.exp().ln_1p()
/// }
/// assert_eq!(softplus(0.0_f64), 2.0_f64.ln());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type",
    label = "must be `f32` or `f64`",
    note = "a buffer is `f32`, `[f32; N]` or `[[f32; C]; R]`, or the same over `f64`"
)]
pub trait Element:
    sealed::Sealed
    + Copy
    + PartialEq
    + PartialOrd
    + Debug
    + Display
    + Default
    + Pod
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// Distance from 1 to the next larger number: 2⁻²³ or 2⁻⁵².
    const EPSILON: Self;
    /// Largest relative error of rounding to nearest: half of [`EPSILON`](Self::EPSILON).
    const UNIT_ROUNDOFF: Self;
    /// Smallest positive number with all digits: 2⁻¹²⁶ or 2⁻¹⁰²².
    const MIN_POSITIVE: Self;

    /// Rounds `value` to the nearest element.
    fn from_f64(value: f64) -> Self;

    /// The element as `f64`, exactly.
    fn to_f64(self) -> f64;

    /// Rounds `value`, a count, to the nearest element.
    fn from_usize(value: usize) -> Self;

    /// Whether the element is neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// Whether the element is NaN.
    fn is_nan(self) -> bool;

    /// `e^self`.
    fn exp(self) -> Self;

    /// `e^self - 1`, accurate near 0.
    fn expm1(self) -> Self;

    /// Natural logarithm; -∞ at 0, NaN below.
    fn ln(self) -> Self;

    /// `ln(1 + self)`, accurate near 0.
    fn ln_1p(self) -> Self;

    /// Hyperbolic tangent.
    fn tanh(self) -> Self;

    /// Square root; NaN below 0.
    fn sqrt(self) -> Self;

    /// Absolute value.
    fn abs(self) -> Self;

    /// Sine of an angle in radians.
    fn sin(self) -> Self;

    /// Cosine of an angle in radians.
    fn cos(self) -> Self;

    /// `√(self² + other²)` without overflow or underflow on the way.
    fn hypot(self, other: Self) -> Self;

    /// Angle of the point `(x, self)` in radians, in `-π..=π`.
    fn atan2(self, x: Self) -> Self;
}

macro_rules! element {
    (
        $type:ident: $exp:ident $expm1:ident $ln:ident $ln_1p:ident $tanh:ident $sqrt:ident
        $sin:ident $cos:ident $hypot:ident $atan2:ident
    ) => {
        impl Element for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const EPSILON: Self = $type::EPSILON;
            const UNIT_ROUNDOFF: Self = $type::EPSILON / 2.0;
            const MIN_POSITIVE: Self = $type::MIN_POSITIVE;

            #[inline]
            fn from_f64(value: f64) -> Self {
                value as Self
            }

            #[inline]
            fn to_f64(self) -> f64 {
                self.into()
            }

            #[inline]
            fn from_usize(value: usize) -> Self {
                value as Self
            }

            #[inline]
            fn is_finite(self) -> bool {
                self.is_finite()
            }

            #[inline]
            fn is_nan(self) -> bool {
                self.is_nan()
            }

            #[inline]
            fn exp(self) -> Self {
                libm::$exp(self)
            }

            #[inline]
            fn expm1(self) -> Self {
                libm::$expm1(self)
            }

            #[inline]
            fn ln(self) -> Self {
                libm::$ln(self)
            }

            #[inline]
            fn ln_1p(self) -> Self {
                libm::$ln_1p(self)
            }

            #[inline]
            fn tanh(self) -> Self {
                libm::$tanh(self)
            }

            #[inline]
            fn sqrt(self) -> Self {
                libm::$sqrt(self)
            }

            #[inline]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline]
            fn sin(self) -> Self {
                libm::$sin(self)
            }

            #[inline]
            fn cos(self) -> Self {
                libm::$cos(self)
            }

            #[inline]
            fn hypot(self, other: Self) -> Self {
                libm::$hypot(self, other)
            }

            #[inline]
            fn atan2(self, x: Self) -> Self {
                libm::$atan2(self, x)
            }
        }
    };
}

element!(f32: expf expm1f logf log1pf tanhf sqrtf sinf cosf hypotf atan2f);
element!(f64: exp expm1 log log1p tanh sqrt sin cos hypot atan2);
