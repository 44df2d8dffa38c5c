//! What generated code names: a contract between this crate and `autodiff-macros` only.

pub use autodiff_macros::{grad_impl, grad_source_impl, with_models};
pub use bytemuck;
pub use core;

pub use crate::scalar;
pub use crate::tape::{Backward, Tape};
pub use crate::{
    DefaultKernels, Element, Field, Kernels, Operator, OperatorTangent, Parameters, Tensor,
};

use core::slice;

use crate::view::{BufferView, Output};
use crate::{Adjoints, Operands, Portable, Refs, Tangents};

pub mod join;

pub use join::Join;

/// Runs `piece` as a function of its own: cuts long functions for the optimizer.
#[inline(never)]
pub fn outline<R>(piece: impl FnOnce() -> R) -> R {
    piece()
}

/// An array that a loop over several reads (`&array`) or writes (`&mut array`).
pub trait Elements {
    /// Its elements in order.
    type Iter: Iterator;

    /// Its elements in order.
    fn elements(self) -> Self::Iter;
}

impl<'a, S: Tensor> Elements for &'a S {
    type Iter = slice::Iter<'a, S::Elem>;

    #[inline]
    fn elements(self) -> Self::Iter {
        self.as_slice().iter()
    }
}

impl<'a, S: Tensor> Elements for &'a mut S {
    type Iter = slice::IterMut<'a, S::Elem>;

    #[inline]
    fn elements(self) -> Self::Iter {
        self.as_mut_slice().iter_mut()
    }
}

macro_rules! zips {
    ($($name:ident: $first:ident $($array:ident)* => $nested:tt;)+) => {$(
        /// Elements of equally long arrays, side by side.
        #[inline]
        #[allow(clippy::too_many_arguments)]
        pub fn $name<$first: Elements, $($array: Elements),*>(
            $first: $first, $($array: $array),*
        ) -> impl Iterator<Item = (<$first::Iter as Iterator>::Item, $(<$array::Iter as Iterator>::Item,)*)> {
            $first.elements()$(.zip($array.elements()))*.map(|$nested| ($first, $($array,)*))
        }
    )+};
}

#[allow(non_snake_case, non_camel_case_types)]
mod zips {
    use super::Elements;

    zips! {
        zip1: a => a;
        zip2: a b => (a, b);
        zip3: a b c => ((a, b), c);
        zip4: a b c d => (((a, b), c), d);
        zip5: a b c d e => ((((a, b), c), d), e);
        zip6: a b c d e f => (((((a, b), c), d), e), f);
        zip7: a b c d e f g => ((((((a, b), c), d), e), f), g);
        zip8: a b c d e f g h => (((((((a, b), c), d), e), f), g), h);
        zip9: a b c d e f g h i => ((((((((a, b), c), d), e), f), g), h), i);
        zip10: a b c d e f g h i j => (((((((((a, b), c), d), e), f), g), h), i), j);
    }
}
pub use zips::*;

macro_rules! same {
    ($($name:ident($element:ty) by $bits:ident;)*) => {$(
        /// Whether the numbers are the same to the bit.
        #[must_use]
        pub const fn $name(left: &[$element], right: &[$element]) -> bool {
            let (mut left, mut right) = (left, right);
            while let ([x, left_rest @ ..], [y, right_rest @ ..]) = (left, right) {
                if x.$bits() != y.$bits() {
                    return false;
                }
                (left, right) = (left_rest, right_rest);
            }
            left.is_empty() && right.is_empty()
        }
    )*};
}

same! {
    same_f32(f32) by to_bits;
    same_f64(f64) by to_bits;
    same_counts(usize) by to_le;
}

/// Sets one element, if there is one.
#[inline]
pub fn set<E>(elements: &mut [E], index: usize, value: E) {
    if let Some(element) = elements.get_mut(index) {
        *element = value;
    }
}

/// An operator of the user's own for these operands and this result. Generated code calls it
/// through this trait, whose types it knows, so that one that does not fit is one error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operator that takes `{Ops}` and gives `{Out}`",
    label = "must implement `Operator` with `Operands = {Ops}` and `Output = {Out}`"
)]
pub trait OwnOf<Ops: Operands, Out: Tensor>: Sized {
    /// [`Operator::forward`]
    fn forward(operands: Ops::Refs<'_>, output: &mut Out);

    /// [`Operator::reverse`]
    fn reverse(operands: Ops::Refs<'_>, output: &Out, g: &Out, adjoints: Ops::Adjoints<'_>);
}

#[diagnostic::do_not_recommend]
impl<O: Operator> OwnOf<O::Operands, O::Output> for O {
    #[inline]
    fn forward(operands: Refs<'_, O>, output: &mut O::Output) {
        O::forward(operands, output);
    }

    #[inline]
    fn reverse(
        operands: Refs<'_, O>,
        output: &O::Output,
        g: &O::Output,
        adjoints: Adjoints<'_, O>,
    ) {
        O::reverse(operands, output, g, adjoints);
    }
}

/// The operands of an operator as `grad!` calls it: the same types.
#[diagnostic::on_unimplemented(
    message = "an operator that takes `{Self}` is called with `{Given}`",
    label = "takes `{Self}`, found `{Given}`"
)]
pub trait Takes<Given> {
    /// The operator; where the bound fails there is no such type, and nothing else is reported.
    type Fits<O>;
}

#[diagnostic::do_not_recommend]
impl<T> Takes<T> for T {
    type Fits<O> = O;
}

/// As [`Takes`], of the result.
#[diagnostic::on_unimplemented(
    message = "an operator that gives `{Self}` is used where `{Wanted}` is needed",
    label = "gives `{Self}`, and `{Wanted}` is needed"
)]
pub trait Gives<Wanted> {
    /// The operator, as [`Takes::Fits`].
    type Fits<O>;
}

#[diagnostic::do_not_recommend]
impl<T> Gives<T> for T {
    type Fits<O> = O;
}

/// An operator that takes `Ops` and gives `Out`.
pub type FitsOwn<O, Ops, Out> = <<O as Operator>::Output as Gives<Out>>::Fits<
    <<O as Operator>::Operands as Takes<Ops>>::Fits<O>,
>;

/// Two calls of one operator: it, unless one of them does not fit.
#[inline]
pub fn both<A, B>(_: Own<A>, _: Own<B>) -> Own<<B as With>::Other<A>> {
    Own::OPERATOR
}

/// Any type beside another: where there is none, there is no other either.
pub trait With {
    /// The other.
    type Other<A>;
}

impl<B> With for B {
    type Other<A> = A;
}

/// As [`OwnOf`], for forward mode.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no forward-mode rule that takes `{Ops}` and gives `{Out}`",
    label = "`jvp` needs `autodiff_runtime::OperatorTangent` for it"
)]
pub trait OwnTangentOf<Ops: Operands, Out: Tensor> {
    /// [`OperatorTangent::tangent`]
    fn tangent(
        operands: Ops::Refs<'_>,
        output: &Out,
        tangents: Ops::Tangents<'_>,
        result: &mut Out,
    );
}

#[diagnostic::do_not_recommend]
impl<O: OperatorTangent> OwnTangentOf<O::Operands, O::Output> for O {
    #[inline]
    fn tangent(
        operands: Refs<'_, O>,
        output: &O::Output,
        tangents: Tangents<'_, O>,
        result: &mut O::Output,
    ) {
        O::tangent(operands, output, tangents, result);
    }
}

/// An operator of the user's own, as a value: carries the type into `grad!`'s record.
#[derive(Debug)]
pub struct Own<O>(core::marker::PhantomData<O>);

impl<O> Own<O> {
    /// The operator as a value.
    pub const OPERATOR: Self = Self(core::marker::PhantomData);
}

/// A dimension that `grad!` finds as a constant in the user's scope.
#[derive(Debug, Clone, Copy)]
pub struct Dim<const N: usize>;

/// An operand of a `grad!` tape without a gradient.
#[derive(Debug, Clone, Copy)]
pub struct InputRef<'t, T> {
    value: &'t T,
}

impl<'t, T: Tensor> InputRef<'t, T> {
    #[inline]
    pub(crate) fn new(value: &'t T) -> Self {
        Self { value }
    }
}

/// An operand of a `grad!` tape with a gradient, which backward writes.
#[derive(Debug)]
pub struct ParameterRef<'t, T> {
    value: &'t T,
    gradient: &'t mut T,
}

impl<'t, T: Tensor> ParameterRef<'t, T> {
    #[inline]
    pub(crate) fn new(value: &'t T, gradient: &'t mut T) -> Self {
        Self { value, gradient }
    }
}

/// An operand that a `grad!` tape holds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operand of `grad!`",
    label = "must be a `BufferView`, a scalar or an array"
)]
pub trait Operand {
    /// The buffer.
    type Value: Tensor;

    /// Whether there is a gradient.
    const TRACKED: bool;

    /// The value, and the gradient if there is one.
    fn split(&mut self) -> (&Self::Value, Option<&mut Self::Value>);

    /// The value.
    fn value(&self) -> &Self::Value;
}

impl<T: Tensor> Operand for InputRef<'_, T> {
    type Value = T;
    const TRACKED: bool = false;

    #[inline]
    fn split(&mut self) -> (&T, Option<&mut T>) {
        (self.value, None)
    }

    #[inline]
    fn value(&self) -> &T {
        self.value
    }
}

impl<T: Tensor> Operand for ParameterRef<'_, T> {
    type Value = T;
    const TRACKED: bool = true;

    #[inline]
    fn split(&mut self) -> (&T, Option<&mut T>) {
        (self.value, Some(self.gradient))
    }

    #[inline]
    fn value(&self) -> &T {
        self.value
    }
}

/// Operands whose buffer is a `T`, as the operators of the `grad!` need it.
#[diagnostic::on_unimplemented(
    message = "the shapes or element types of the operands of `grad!` do not match",
    label = "must be `{T}`",
    note = "shapes never broadcast by themselves: write `broadcast(x, [R, C])`, or `reshape(x, [N])` if only the layout differs; a scalar as a vector is `reshape(x, [1])`",
    note = "a row of a matrix is `row(x, 0)`; in `grad!`, `x[0]` is an element of a vector"
)]
pub trait OfShape<T: Tensor>: Operand<Value = T> {
    /// `Self`. Where the bound fails there is no such type, and nothing that is done with the
    /// operand is reported once more.
    type Fits: OfShape<T>;

    /// The operand itself.
    fn fits(self) -> Self::Fits;
}

#[diagnostic::do_not_recommend]
impl<'t, T: Tensor> OfShape<T> for InputRef<'t, T> {
    type Fits = InputRef<'t, T>;

    #[inline]
    fn fits(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<'t, T: Tensor> OfShape<T> for ParameterRef<'t, T> {
    type Fits = ParameterRef<'t, T>;

    #[inline]
    fn fits(self) -> Self {
        self
    }
}

/// The element type of an operand, as the others have it.
#[diagnostic::on_unimplemented(
    message = "all operands of `grad!` must have one element type, found `{Self}` and `{E}`",
    label = "has elements of type `{Self}`, others have `{E}`"
)]
pub trait IsElement<E> {
    /// The operand; where the bound fails there is no such type, and nothing else is reported.
    type Operand<V>;

    /// The operand itself.
    fn operand<V>(operand: V) -> Self::Operand<V>;
}

#[diagnostic::do_not_recommend]
impl<E> IsElement<E> for E {
    type Operand<V> = V;

    #[inline]
    fn operand<V>(operand: V) -> V {
        operand
    }
}

/// The operand `V`, if its elements are of type `E`.
pub type OfElement<V, E> = <<<V as Operand>::Value as Tensor>::Elem as IsElement<E>>::Operand<V>;

/// The operand itself.
#[inline]
pub fn of_element<V, E>(operand: V) -> OfElement<V, E>
where
    V: Operand<Value: Tensor<Elem: IsElement<E>>>,
{
    <<V::Value as Tensor>::Elem as IsElement<E>>::operand(operand)
}

/// The shapes of two operands that meet.
#[derive(Debug)]
pub struct Pair<A, B>(core::marker::PhantomData<(A, B)>);

impl<A, B> Pair<A, B> {
    /// The shapes as a value.
    pub const SHAPES: Self = Self(core::marker::PhantomData);
}

/// Scalars and arrays in scope of `grad!`: inputs.
pub trait PlainOperand: Tensor {
    /// The operand; views have a method of the same name.
    #[inline]
    fn __ad_operand(&self) -> InputRef<'_, Self> {
        InputRef::new(self)
    }
}

impl<T: Tensor> PlainOperand for T {}

/// What could be taken for an operand: has the method, so that the message names the type and not
/// the method.
pub trait NoOperand {
    /// Never applies.
    fn __ad_operand(&self) -> <Self as IsOperand>::Operand
    where
        Self: IsOperand,
    {
        IsOperand::operand(self)
    }
}

macro_rules! no_operands {
    ($($ty:ty)+) => {$(impl NoOperand for $ty {})+};
}

no_operands!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char str);

impl<T> NoOperand for [T] {}

/// Never implemented: the bound that [`NoOperand`] fails.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operand of `grad!`",
    label = "must be a view, or an array or a number of type `f32` or `f64`"
)]
pub trait IsOperand {
    /// What it would be.
    type Operand;

    /// What it would give.
    fn operand(&self) -> Self::Operand;
}

/// Operands without a gradient.
#[diagnostic::on_unimplemented(
    message = "the target of a loss must be an input, found a parameter",
    label = "has a gradient, which a target does not receive",
    note = "view it by `BufferView::input(&value)`, or write `stop_gradient(..)` around it"
)]
pub trait Untracked: Operand {
    /// `Self`, as [`OfShape::Fits`].
    type Target;

    /// The operand itself.
    fn target(self) -> Self::Target;
}

#[diagnostic::do_not_recommend]
impl<'t, T: Tensor> Untracked for InputRef<'t, T> {
    type Target = InputRef<'t, T>;

    #[inline]
    fn target(self) -> Self {
        self
    }
}

/// Never implemented: the bound that keeps outputs from being operands.
#[diagnostic::on_unimplemented(
    message = "an output view cannot be an operand of `grad!`",
    label = "is the result of a tape: no gradient would flow into it",
    note = "put both formulas into one `grad!`, or view the buffer by `BufferView::input(&value)`"
)]
pub trait OutputOperand {}

/// Views that `grad!` may assign to: outputs of the buffer `T`.
#[diagnostic::on_unimplemented(
    message = "`grad!` cannot assign to `{Self}`",
    label = "must be a view made by `BufferView::output(&mut buffer)`"
)]
pub trait OutputView<T: Tensor> {
    /// The value and the gradient.
    fn parts(&mut self) -> (&mut T, &mut T);
}

#[diagnostic::do_not_recommend]
impl<T: Tensor> OutputView<T> for BufferView<'_, T, Output> {
    #[inline]
    fn parts(&mut self) -> (&mut T, &mut T) {
        self.both_mut()
    }
}

/// The root of a `grad!` tape: receives the result, then the seed.
#[derive(Debug)]
pub struct OutputRef<'t, T> {
    value: &'t mut T,
    gradient: &'t mut T,
}

impl<T: Tensor> OutputRef<'_, T> {
    /// The result.
    #[inline]
    pub fn value(&self) -> &T {
        self.value
    }

    /// The result, to be written.
    #[inline]
    pub fn value_mut(&mut self) -> &mut T {
        self.value
    }

    /// Value and gradient.
    #[inline]
    pub fn parts(&mut self) -> (&mut T, &mut T) {
        (self.value, self.gradient)
    }
}

/// Borrows an output view for a tape.
#[inline]
pub fn root<T: Tensor, V: OutputView<T>>(view: &mut V) -> OutputRef<'_, T> {
    let (value, gradient) = view.parts();
    OutputRef { value, gradient }
}

/// Roots that `backward()` can start from.
#[diagnostic::on_unimplemented(
    message = "`backward()` needs a scalar root, found `{Self}`",
    label = "call `backward_with_seed(&seed)` with one weight for each element"
)]
pub trait ScalarRoot: Tensor {
    /// The seed.
    const ONE: Self;
}

#[diagnostic::do_not_recommend]
impl<E: Element> ScalarRoot for E {
    const ONE: Self = <E as Element>::ONE;
}

/// The same elements in another shape. The generated code asserts at compile time, at the user's
/// `reshape`, that there are as many; an assertion here would report it once more.
#[inline]
pub fn reshape<A: Tensor, B: Tensor<Elem = A::Elem>>(a: &A) -> &B {
    bytemuck::cast_ref(a)
}

/// Explicit broadcasts: a scalar to any shape, a vector to the rows of a matrix, a column of shape
/// `[R, 1]` to the columns of a matrix.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be broadcast to `{Out}`",
    label = "must be a scalar, a vector of the matrix's row length, or a column `[[_; 1]; R]`",
    note = "to change the shape but not the number of elements, use `reshape`"
)]
pub trait BroadcastTo<Out: Tensor<Elem = Self::Elem>>: Tensor {
    /// Writes the broadcast value.
    fn broadcast(&self, out: &mut Out);

    /// Sums the adjoint `g` of the result over the axes that were added.
    fn reduce(g: &Out, d: &mut Self);

    /// Adds these sums to `d`.
    fn reduce_accumulate(g: &Out, d: &mut Self);
}

#[diagnostic::do_not_recommend]
impl<E: Element, const N: usize> BroadcastTo<[E; N]> for E {
    #[inline]
    fn broadcast(&self, out: &mut [E; N]) {
        Portable::fill(*self, out);
    }

    #[inline]
    fn reduce(g: &[E; N], d: &mut E) {
        *d = Portable::sum(g);
    }

    #[inline]
    fn reduce_accumulate(g: &[E; N], d: &mut E) {
        *d += Portable::sum(g);
    }
}

#[diagnostic::do_not_recommend]
impl<E: Element, const R: usize, const C: usize> BroadcastTo<[[E; C]; R]> for E {
    #[inline]
    fn broadcast(&self, out: &mut [[E; C]; R]) {
        Portable::fill(*self, out);
    }

    #[inline]
    fn reduce(g: &[[E; C]; R], d: &mut E) {
        *d = Portable::sum(g);
    }

    #[inline]
    fn reduce_accumulate(g: &[[E; C]; R], d: &mut E) {
        *d += Portable::sum(g);
    }
}

#[diagnostic::do_not_recommend]
impl<E: Element, const R: usize, const C: usize> BroadcastTo<[[E; C]; R]> for [E; C] {
    #[inline]
    fn broadcast(&self, out: &mut [[E; C]; R]) {
        Portable::repeat_rows(self, out);
    }

    #[inline]
    fn reduce(g: &[[E; C]; R], d: &mut [E; C]) {
        Portable::sum_rows(g, d);
    }

    #[inline]
    fn reduce_accumulate(g: &[[E; C]; R], d: &mut [E; C]) {
        Portable::sum_rows_accumulate(g, d);
    }
}

#[diagnostic::do_not_recommend]
impl<E: Element, const R: usize, const C: usize> BroadcastTo<[[E; C]; R]> for [[E; 1]; R] {
    #[inline]
    fn broadcast(&self, out: &mut [[E; C]; R]) {
        Portable::repeat_columns(reshape::<_, [E; R]>(self), out);
    }

    #[inline]
    fn reduce(g: &[[E; C]; R], d: &mut [[E; 1]; R]) {
        Portable::sum_columns(g, bytemuck::must_cast_mut::<_, [E; R]>(d));
    }

    #[inline]
    fn reduce_accumulate(g: &[[E; C]; R], d: &mut [[E; 1]; R]) {
        Portable::sum_columns_accumulate(g, bytemuck::must_cast_mut::<_, [E; R]>(d));
    }
}
