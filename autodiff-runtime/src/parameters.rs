//! The parameters of a model as a list of fields.

use crate::Element;

/// Name and shape of a field of [`Parameters`].
///
/// # Examples
///
/// ```
/// use autodiff_runtime::Field;
///
/// const WEIGHTS: Field = Field::new("w1", &[8, 4]);
/// assert_eq!(WEIGHTS.len, 32);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    /// Name in the signature of the model.
    pub name: &'static str,
    /// Length of each axis, outermost first; empty for a scalar.
    pub shape: &'static [usize],
    /// Number of elements.
    pub len: usize,
}

impl Field {
    /// A field of this name and shape; its length is the product of the axes.
    #[must_use]
    pub const fn new(name: &'static str, shape: &'static [usize]) -> Self {
        let mut len = 1;
        let mut axes = shape;
        while let [axis, rest @ ..] = axes {
            len *= *axis;
            axes = rest;
        }
        Self { name, shape, len }
    }
}

/// The parameters of a model, or their gradients: fields of one element type, in a fixed order.
///
/// `#[differentiable]` implements it for the `Params` of a model. Optimizers and
/// [`gradcheck`](crate::gradcheck()) reach the elements through it.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::{Field, Parameters, Sgd};
///
/// #[derive(Clone)]
/// struct Line {
///     slope: [f32; 1],
///     offset: f32,
/// }
///
/// impl Parameters for Line {
///     type Elem = f32;
///     const FIELDS: &'static [Field] = &[Field::new("slope", &[1]), Field::new("offset", &[])];
///
///     fn for_each(&self, mut f: impl FnMut(&[f32])) {
///         f(&self.slope);
///         f(core::slice::from_ref(&self.offset));
///     }
///
///     fn for_each_mut(&mut self, mut f: impl FnMut(&mut [f32])) {
///         f(&mut self.slope);
///         f(core::slice::from_mut(&mut self.offset));
///     }
///
///     fn zip_mut(&mut self, other: &Self, mut f: impl FnMut(&mut [f32], &[f32])) {
///         f(&mut self.slope, &other.slope);
///         f(
///             core::slice::from_mut(&mut self.offset),
///             core::slice::from_ref(&other.offset),
///         );
///     }
/// }
///
/// let mut line = Line { slope: [1.0], offset: 2.0 };
/// let gradients = Line { slope: [4.0], offset: -2.0 };
/// Sgd::new(0.5).step(&mut line, &gradients);
/// assert_eq!((line.slope, line.offset), ([-1.0], 3.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the parameters of a model",
    label = "must be the `Params` that `#[differentiable]` generates"
)]
pub trait Parameters: Sized {
    /// Type of all elements.
    type Elem: Element;

    /// The fields, in order.
    const FIELDS: &'static [Field];

    /// Calls `f` with the elements of each field, in order.
    fn for_each(&self, f: impl FnMut(&[Self::Elem]));

    /// Calls `f` with the elements of each field, in order.
    fn for_each_mut(&mut self, f: impl FnMut(&mut [Self::Elem]));

    /// Calls `f` with the elements of each field of `self` and of `other`, in order.
    fn zip_mut(&mut self, other: &Self, f: impl FnMut(&mut [Self::Elem], &[Self::Elem]));
}
