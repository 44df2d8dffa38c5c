//! Operators of one's own.

use crate::Tensor;

/// The operands of an [`Operator`]: a tuple of one to four tensor types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the operands of an operator",
    label = "must be a tuple of one to four scalars, arrays or matrices, such as `([f32; 4], f32)`"
)]
pub trait Operands: sealed::Sealed {
    /// `(&A, &B)`
    type Refs<'t>: Copy;
    /// `(Option<&A>, Option<&B>)`
    type Tangents<'t>: Copy;
    /// `(Option<&mut A>, Option<&mut B>)`
    type Adjoints<'t>;
}

mod sealed {
    pub trait Sealed {}
}

/// For a tuple `(A, B)`: what it is of references, of optional ones, of optional mutable ones.
macro_rules! operands {
    ($($name:ident)+) => {
        impl<$($name: Tensor),+> sealed::Sealed for ($($name,)+) {}

        impl<$($name: Tensor),+> Operands for ($($name,)+) {
            type Refs<'t> = ($(&'t $name,)+);
            type Tangents<'t> = ($(Option<&'t $name>,)+);
            type Adjoints<'t> = ($(Option<&'t mut $name>,)+);
        }
    };
}

operands!(A);
operands!(A B);
operands!(A B C);
operands!(A B C D);

/// An operator of one's own, called by its path in models and in `grad!`: `Softclip(x, k)`.
///
/// Shapes are types. [`forward`](Self::forward) writes the result, [`reverse`](Self::reverse) the
/// adjoints. A model takes the shape of the result from where it is used, or from a type at its
/// `let`.
///
/// Check the rule with [`gradcheck`](fn@crate::gradcheck): a wrong one compiles.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::prelude::*;
/// use autodiff_runtime::{Adjoints, Operator, Refs};
///
/// /// `x / (1 + |x|/k)`: bounded by `±k`.
/// struct Softclip;
///
/// impl Operator for Softclip {
///     type Operands = ([f32; 2], f32);
///     type Output = [f32; 2];
///
///     fn forward((x, k): Refs<'_, Self>, y: &mut [f32; 2]) {
///         for (y, x) in y.iter_mut().zip(x) {
///             *y = x / (1.0 + x.abs() / k);
///         }
///     }
///
///     fn reverse((x, k): Refs<'_, Self>, _: &[f32; 2], g: &[f32; 2], (dx, dk): Adjoints<'_, Self>) {
///         if let Some(dx) = dx {
///             for ((dx, x), g) in dx.iter_mut().zip(x).zip(g) {
///                 let slope = 1.0 / (1.0 + x.abs() / k);
///                 *dx = g * slope * slope;
///             }
///         }
///         if let Some(dk) = dk {
///             *dk = x.iter().zip(g).map(|(x, g)| g * x * x.abs() / (k + x.abs()) / (k + x.abs())).sum();
///         }
///     }
/// }
///
/// let (mut k_value, mut y_value) = (2.0_f32, 0.0_f32);
/// let x = [2.0_f32, -6.0];
/// let mut k = BufferView::parameter(&mut k_value);
/// let mut y = BufferView::output(&mut y_value);
/// let mut tape = grad! { y = sum(Softclip(x, k)); };
/// tape.backward();
/// assert_eq!(y.value(), &-0.5);
/// assert_eq!(k.gradient(), &(0.25 - 0.5625));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operator",
    label = "must implement `autodiff_runtime::Operator`"
)]
pub trait Operator {
    /// Types of the operands, as a tuple.
    type Operands: Operands;

    /// Type of the result.
    type Output: Tensor;

    /// Writes the result: every element of `output`, which holds no meaningful value before.
    fn forward(operands: Refs<'_, Self>, output: &mut Self::Output);

    /// Writes the adjoints that are `Some`, from the adjoint `g` of the result.
    ///
    /// Every element of each is overwritten: what flows to an operand by other ways is added by
    /// the caller. It may be called once for each operand.
    ///
    /// Where `select`, `clamp`, `max` or `min` did not take the result, `g` is exactly 0. The operands
    /// may be infinite or NaN there; a rule that gives 0 all the same keeps such values out of the
    /// gradients.
    fn reverse(
        operands: Refs<'_, Self>,
        output: &Self::Output,
        g: &Self::Output,
        adjoints: Adjoints<'_, Self>,
    );
}

/// The forward-mode rule of an [`Operator`]: only `jvp`, and a Jacobian by columns, need it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no forward-mode rule",
    label = "`jvp` needs `autodiff_runtime::OperatorTangent` for it"
)]
pub trait OperatorTangent: Operator {
    /// Writes the tangent of the result, from those of the operands; `None` is zero.
    fn tangent(
        operands: Refs<'_, Self>,
        output: &Self::Output,
        tangents: Tangents<'_, Self>,
        result: &mut Self::Output,
    );
}

/// The operands of the operator `O`, by reference.
pub type Refs<'t, O> = <<O as Operator>::Operands as Operands>::Refs<'t>;

/// The tangents of its operands; `None` where one does not vary.
pub type Tangents<'t, O> = <<O as Operator>::Operands as Operands>::Tangents<'t>;

/// Where the adjoints of its operands go; `None` where one is not wanted.
pub type Adjoints<'t, O> = <<O as Operator>::Operands as Operands>::Adjoints<'t>;
