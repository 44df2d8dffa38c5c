//! The tape that [`grad!`](crate::grad!) returns.

use core::mem::ManuallyDrop;

use crate::Tensor;
use crate::private::ScalarRoot;

/// What `grad!` generates: a record that can go backward.
pub trait Backward {
    /// Type of the result.
    type Root: Tensor;

    /// The result.
    fn output(&self) -> &Self::Root;

    /// Writes the gradients of `Σ seed·result` into the parameter views.
    fn backward_with_seed(&mut self, seed: &Self::Root);
}

/// A recorded forward pass over [views](crate::BufferView).
///
/// It borrows the views: while it lives, none of their values can change. What it records has a
/// size known at compile time ([`Tape::SIZE`]) and lives where the tape does.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::prelude::*;
///
/// let (mut a_value, mut y_value) = (3.0_f32, [0.0_f32; 2]);
/// let mut a = BufferView::parameter(&mut a_value);
/// let x = BufferView::input(&[2.0_f32, -1.0]);
/// let mut y = BufferView::output(&mut y_value);
///
/// let mut tape = grad! { y = scale(x, a); };
/// assert_eq!(tape.output(), &[6.0, -3.0]);
/// tape.backward_with_seed(&[1.0, 0.0]);
/// assert_eq!(a.gradient(), &2.0);
/// ```
// A record has nothing to drop. Saying so lets the views be used again after the last call on the
// tape, although its type is opaque.
#[derive(Debug)]
pub struct Tape<B>(ManuallyDrop<B>);

impl<B: Backward> Tape<B> {
    /// Size in bytes, with the references to the views.
    pub const SIZE: usize = size_of::<Self>();

    #[doc(hidden)]
    #[inline]
    pub fn new(record: B) -> Self {
        Self(ManuallyDrop::new(record))
    }

    /// The result, as it stands in the output view.
    #[inline]
    pub fn output(&self) -> &B::Root {
        self.0.output()
    }

    /// Writes the gradients of a scalar result into the parameter views, over what they held.
    ///
    /// May be called again and gives the same again. The output view's gradient becomes 1.
    #[inline]
    pub fn backward(&mut self)
    where
        B::Root: ScalarRoot,
    {
        self.0.backward_with_seed(&<B::Root as ScalarRoot>::ONE);
    }

    /// Writes the gradients of `Σ seed·result` into the parameter views, over what they held.
    ///
    /// May be called again, with other seeds: unit seeds give the rows of the Jacobian. The
    /// output view's gradient becomes the seed.
    #[inline]
    pub fn backward_with_seed(&mut self, seed: &B::Root) {
        self.0.backward_with_seed(seed);
    }

    /// [`Tape::SIZE`] of a tape at hand, whose type has no name.
    #[inline]
    pub const fn size(&self) -> usize {
        Self::SIZE
    }
}
