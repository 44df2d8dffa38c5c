//! Roles, and buffer views for `grad!`.
//!
//! What a buffer is to a tape, its role, is a type: a [`BufferView`] carries one of [`Input`],
//! [`Parameter`] and [`Output`], and the signature of a model is written with [`Input`], [`Param`]
//! and [`State`]. The compiler of the tape reads the role, so misuse does not compile and no role
//! is looked up when running.

use core::fmt;
use core::marker::PhantomData;

use crate::Tensor;
use crate::private::{InputRef, OutputOperand, ParameterRef};

/// Role of data: read by the tape, without a gradient.
///
/// In the signature of a model, `Input<T>` declares an argument of type `&T`; `Input` alone is the
/// role of a view.
pub struct Input<T = ()>(PhantomData<T>);

/// Role of a trained value in the signature of a model: `Param<T>` declares a field of type `T` in
/// the model's `Params` and `Gradients`.
pub struct Param<T = ()>(PhantomData<T>);

/// Role of memory in the signature of a model: a buffer of type `T` that is carried from call to
/// call, such as a delay line; backward treats it as constant.
///
/// Reserved: no model can have one yet. Pass the buffer as [`Input`] and update it between calls.
pub struct State<T = ()>(PhantomData<T>);

/// Role of a view of a trained value: its gradient is kept beside it.
pub struct Parameter(());

/// Role of a view of the result of a tape; its gradient is the seed of the last backward pass.
pub struct Output(());

mod sealed {
    use crate::Tensor;

    /// What a view of a role holds.
    pub trait Role {
        type Storage<'b, T: Tensor>;
        fn value<'s, T: Tensor>(storage: &'s Self::Storage<'_, T>) -> &'s T;
        fn gradient_if_any<'s, T: Tensor>(storage: &'s Self::Storage<'_, T>) -> Option<&'s T>;
    }

    /// What a view with a gradient gives access to.
    pub trait Tracked: Role {
        fn gradient<'s, T: Tensor>(storage: &'s Self::Storage<'_, T>) -> &'s T;
        fn value_mut<'s, T: Tensor>(storage: &'s mut Self::Storage<'_, T>) -> &'s mut T;
    }

    pub struct Shared<'b, T> {
        pub value: &'b T,
    }

    pub struct Exclusive<'b, T> {
        pub value: &'b mut T,
        pub gradient: T,
    }
}

use sealed::{Exclusive, Shared};

impl sealed::Role for Input {
    type Storage<'b, T: Tensor> = Shared<'b, T>;

    #[inline]
    fn value<'s, T: Tensor>(storage: &'s Shared<'_, T>) -> &'s T {
        storage.value
    }

    #[inline]
    fn gradient_if_any<'s, T: Tensor>(_: &'s Shared<'_, T>) -> Option<&'s T> {
        None
    }
}

macro_rules! tracked {
    ($($role:ident)+) => {$(
        impl sealed::Role for $role {
            type Storage<'b, T: Tensor> = Exclusive<'b, T>;

            #[inline]
            fn value<'s, T: Tensor>(storage: &'s Exclusive<'_, T>) -> &'s T {
                storage.value
            }

            #[inline]
            fn gradient_if_any<'s, T: Tensor>(storage: &'s Exclusive<'_, T>) -> Option<&'s T> {
                Some(&storage.gradient)
            }
        }

        impl sealed::Tracked for $role {
            #[inline]
            fn gradient<'s, T: Tensor>(storage: &'s Exclusive<'_, T>) -> &'s T {
                &storage.gradient
            }

            #[inline]
            fn value_mut<'s, T: Tensor>(storage: &'s mut Exclusive<'_, T>) -> &'s mut T {
                storage.value
            }
        }

        impl Role for $role {}

        #[diagnostic::do_not_recommend]
        impl HasGradient for $role {}
    )+};
}

tracked!(Parameter Output);
impl Role for Input {}

/// Role of a [`BufferView`]: [`Input`], [`Parameter`] or [`Output`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the role of a view",
    label = "must be `Input`, `Parameter` or `Output`"
)]
pub trait Role: sealed::Role {}

/// Role of a view that has a gradient and whose value may change: [`Parameter`] or [`Output`].
#[diagnostic::on_unimplemented(
    message = "a view with the role `{Self}` has no gradient",
    label = "only parameters and outputs have one, and can be changed",
    note = "to differentiate with respect to a value, view it by `BufferView::parameter(&mut value)`"
)]
pub trait HasGradient: Role + sealed::Tracked {}

/// A view of the buffer `T` in the role `R`, for use in [`grad!`](crate::grad).
///
/// Parameters and outputs carry their gradient, a `T`, in the view; inputs have none. A tape
/// borrows its views until its last use.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::{BufferView, Parameter};
///
/// let mut weights = [1.0_f32, 2.0];
/// let mut view: BufferView<'_, [f32; 2], Parameter> = BufferView::parameter(&mut weights);
/// assert_eq!(view.value(), &[1.0, 2.0]);
/// assert_eq!(view.gradient(), &[0.0, 0.0]);
/// view.value_mut()[0] = 5.0;
/// assert_eq!(weights, [5.0, 2.0]);
/// ```
///
/// An input has no gradient:
///
/// ```compile_fail,E0277
/// use autodiff_runtime::BufferView;
///
/// let x = BufferView::input(&[1.0_f32, 2.0]);
/// let dx = x.gradient();
/// ```
///
/// While a view is in use its buffer cannot change:
///
/// ```compile_fail,E0506
/// use autodiff_runtime::BufferView;
///
/// let mut value = 1.0_f32;
/// let x = BufferView::input(&value);
/// value = 2.0;
/// assert_eq!(x.value(), &1.0);
/// ```
///
/// Nor can the buffer of a parameter be read past its view:
///
/// ```compile_fail,E0503
/// use autodiff_runtime::BufferView;
///
/// let mut value = 1.0_f32;
/// let a = BufferView::parameter(&mut value);
/// let twice = 2.0 * value;
/// assert_eq!(a.value(), &1.0);
/// ```
#[must_use]
pub struct BufferView<'b, T: Tensor, R: Role> {
    storage: R::Storage<'b, T>,
}

impl<'b, T: Tensor> BufferView<'b, T, Input> {
    /// Views data: read by the tape, without a gradient.
    ///
    /// # Examples
    ///
    /// ```
    /// use autodiff_runtime::BufferView;
    ///
    /// let x = BufferView::input(&[1.0_f32, 2.0]);
    /// assert_eq!(x.value(), &[1.0, 2.0]);
    /// ```
    #[inline]
    pub const fn input(value: &'b T) -> Self {
        Self {
            storage: Shared { value },
        }
    }

    #[doc(hidden)]
    #[inline]
    pub fn __ad_operand(&self) -> InputRef<'_, T> {
        InputRef::new(self.storage.value)
    }
}

impl<'b, T: Tensor> BufferView<'b, T, Parameter> {
    /// Views a value to differentiate with respect to. Its gradient starts as 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use autodiff_runtime::BufferView;
    ///
    /// let mut value = 3.0_f32;
    /// let a = BufferView::parameter(&mut value);
    /// assert_eq!((a.value(), a.gradient()), (&3.0, &0.0));
    /// ```
    #[inline]
    pub const fn parameter(value: &'b mut T) -> Self {
        Self {
            storage: Exclusive {
                value,
                gradient: T::ZERO,
            },
        }
    }

    /// The value, to be changed, and its gradient: what an optimizer needs.
    ///
    /// # Examples
    ///
    /// ```
    /// use autodiff_runtime::BufferView;
    ///
    /// let mut value = [1.0_f32, 2.0];
    /// let mut weights = BufferView::parameter(&mut value);
    /// let (value, gradient) = weights.parts_mut();
    /// for (w, g) in value.iter_mut().zip(gradient) {
    ///     *w -= 0.1 * g;
    /// }
    /// ```
    #[inline]
    pub fn parts_mut(&mut self) -> (&mut T, &T) {
        (self.storage.value, &self.storage.gradient)
    }

    #[doc(hidden)]
    #[inline]
    pub fn __ad_operand(&mut self) -> ParameterRef<'_, T> {
        ParameterRef::new(self.storage.value, &mut self.storage.gradient)
    }
}

impl<'b, T: Tensor> BufferView<'b, T, Output> {
    /// Views the buffer that receives the result of a tape.
    ///
    /// # Examples
    ///
    /// ```
    /// use autodiff_runtime::BufferView;
    ///
    /// let mut buffer = [0.0_f32; 2];
    /// let y = BufferView::output(&mut buffer);
    /// assert_eq!(y.value(), &[0.0, 0.0]);
    /// ```
    #[inline]
    pub const fn output(value: &'b mut T) -> Self {
        Self {
            storage: Exclusive {
                value,
                gradient: T::ZERO,
            },
        }
    }

    #[inline]
    pub(crate) fn both_mut(&mut self) -> (&mut T, &mut T) {
        (self.storage.value, &mut self.storage.gradient)
    }

    // Never applies: it turns an output among the operands into a message that says why.
    #[doc(hidden)]
    #[inline]
    pub fn __ad_operand(&self) -> InputRef<'_, T>
    where
        T: OutputOperand,
    {
        InputRef::new(self.storage.value)
    }
}

impl<T: Tensor, R: Role> BufferView<'_, T, R> {
    /// The value that is viewed.
    #[inline]
    pub fn value(&self) -> &T {
        R::value(&self.storage)
    }

    /// The value of a parameter or output, to be changed. A tape that is still in use forbids it.
    #[inline]
    pub fn value_mut(&mut self) -> &mut T
    where
        R: HasGradient,
    {
        R::value_mut(&mut self.storage)
    }

    /// Of a parameter the gradient of the last backward pass, of an output the seed of that pass;
    /// 0 before the first. An input has none.
    #[inline]
    pub fn gradient(&self) -> &T
    where
        R: HasGradient,
    {
        R::gradient(&self.storage)
    }
}

impl<T: Tensor, R: Role> fmt::Debug for BufferView<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut view = f.debug_struct("BufferView");
        view.field("value", self.value());
        if let Some(gradient) = R::gradient_if_any(&self.storage) {
            view.field("gradient", gradient);
        }
        view.finish()
    }
}
