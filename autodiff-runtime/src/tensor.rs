//! Buffers: scalars, vectors and matrices as plain Rust values.

use core::fmt::Debug;
use core::slice;

use bytemuck::Pod;

use crate::Element;

mod sealed {
    use crate::Element;

    pub trait Sealed {}
    impl<E: Element> Sealed for E {}
    impl<E: Element, const N: usize> Sealed for [E; N] {}
    impl<E: Element, const R: usize, const C: usize> Sealed for [[E; C]; R] {}
}

/// A buffer with its shape in the type: a scalar `E`, a vector `[E; N]` or a row-major matrix
/// `[[E; C]; R]`, with `E` an [`Element`].
///
/// # Examples
///
/// ```
/// use autodiff_runtime::Tensor;
///
/// let matrix = [[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
/// assert_eq!(Tensor::as_slice(&matrix), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!(<[[f32; 3]; 2]>::SHAPE, [2, 3]);
/// assert_eq!(<[[f32; 3]; 2]>::LEN, 6);
/// assert_eq!(f32::SHAPE, [0; 0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a buffer",
    label = "must be `f32`, `[f32; N]` or `[[f32; C]; R]`, or the same over `f64`"
)]
pub trait Tensor: sealed::Sealed + Copy + PartialEq + Debug + Pod {
    /// Type of the elements.
    type Elem: Element;

    /// Number of elements.
    const LEN: usize;

    /// Length of each axis, outermost first; empty for a scalar.
    const SHAPE: &'static [usize];

    /// The buffer of zeros.
    const ZERO: Self;

    /// All elements, row by row.
    fn as_slice(&self) -> &[Self::Elem];

    /// All elements, row by row.
    fn as_mut_slice(&mut self) -> &mut [Self::Elem];
}

impl<E: Element> Tensor for E {
    type Elem = E;
    const LEN: usize = 1;
    const SHAPE: &'static [usize] = &[];
    const ZERO: Self = E::ZERO;

    #[inline]
    fn as_slice(&self) -> &[E] {
        slice::from_ref(self)
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [E] {
        slice::from_mut(self)
    }
}

impl<E: Element, const N: usize> Tensor for [E; N] {
    type Elem = E;
    const LEN: usize = N;
    const SHAPE: &'static [usize] = &[N];
    const ZERO: Self = [E::ZERO; N];

    #[inline]
    fn as_slice(&self) -> &[E] {
        self
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [E] {
        self
    }
}

impl<E: Element, const R: usize, const C: usize> Tensor for [[E; C]; R] {
    type Elem = E;
    const LEN: usize = R * C;
    const SHAPE: &'static [usize] = &[R, C];
    const ZERO: Self = [[E::ZERO; C]; R];

    #[inline]
    fn as_slice(&self) -> &[E] {
        self.as_flattened()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [E] {
        self.as_flattened_mut()
    }
}
