//! Static reverse-mode automatic differentiation for microcontrollers.
//!
//! An annotated function or an expression becomes a static tape: a fixed-size record, and
//! straight-line forward and backward functions that call the [kernels]. There is no heap, no node
//! list and no registry at run time.
//!
//! - [`grad!`] differentiates an expression over [buffer views](BufferView) in scope.
//! - [`#[differentiable]`](differentiable) makes a function a model with [`Parameters`].
//! - [`Sgd`] steps parameters; [`gradcheck()`](gradcheck::gradcheck) checks gradients against
//!   central differences.
//!
//! Buffers are plain values: `f32`, `[f32; N]`, `[[f32; C]; R]` or the same over `f64`.
//!
//! # Examples
//!
//! ```
//! use autodiff_runtime::prelude::*;
//!
//! let mut a_value = 3.0_f32;
//! let mut y_value = [0.0_f32; 2];
//!
//! let mut a = BufferView::parameter(&mut a_value);
//! let x = BufferView::input(&[2.0_f32, -1.0]);
//! let mut y = BufferView::output(&mut y_value);
//!
//! let mut tape = grad! { y = scale(x, a); };
//! tape.backward_with_seed(&[1.0, 1.0]);
//! assert_eq!(y.value(), &[6.0, -3.0]);
//! assert_eq!(a.gradient(), &1.0);
//! ```
//!
//! # Features
//!
//! - `source`: [`grad_source!`] and `#[differentiable(source)]` give the generated code as text.
//! - `cmsis-dsp`: `Cmsis`, the kernels of ARM's CMSIS-DSP where they pay, and their use by default;
//!   `CmsisAll`, all of them.
#![no_std]
#![deny(missing_docs, unsafe_code)]

mod element;
pub mod gradcheck;
pub mod kernels;
mod operator;
pub mod optim;
mod parameters;
pub mod prelude;
mod private;
pub mod scalar;
mod tape;
mod tensor;
pub mod view;

#[doc(hidden)]
pub mod __private {
    pub use crate::private::*;
}

/// Makes a function a model: a value function, and a module with tape, parameters and gradients.
///
/// The arguments have the roles [`Input`] and [`Param`]; the body is `let` bindings and a result,
/// in the operators that [`grad!`] has. For a function `name` the macro generates
///
/// - `name(inputs.., &params)`, the value; nothing is recorded;
/// - `name::Params`, the parameters as fields, and `name::Gradients`, the same type;
/// - `name::Tape`, the record of a forward pass, of fixed size `Tape::SIZE` and with a const
///   `Tape::new()`, so that it can be a `static`;
/// - `Tape::forward(inputs.., &params)`, which gives a `name::Pass`: its `output()`, and
///   `backward(&mut gradients)` (overwrites) or `accumulate(&mut gradients)` (adds);
///   with `backward_with_seed` and `accumulate_with_seed` the result may be an array;
/// - `name::value_and_gradient` of a scalar result in one call, and `name::jvp`, forward mode;
/// - `name::jacobian` of an array.
///
/// The attribute takes `kernels = Path`, the kernels to call instead of [`DefaultKernels`],
/// `crate = path`, where this crate is found, and `source`, which adds the text of the expansion.
///
/// Inputs keep the order of the signature, and the parameters travel together, last. A pass
/// borrows its inputs, parameters and tape, so a value that changes before backward does not
/// compile.
///
/// # On a const item
///
/// A number, array or matrix of `usize`, `f32` or `f64` stays as it is, and models of the crate may
/// name it by a path: as the bound of a loop, a position, a number or an array.
///
/// ```
/// use autodiff_runtime::prelude::*;
///
/// mod table {
///     use autodiff_runtime::prelude::*;
///
///     #[differentiable]
///     pub const DEGREE: usize = 3;
///
///     /// `1 - x + 2x³`
///     #[differentiable]
///     pub const COEFFICIENTS: [f64; DEGREE + 1] = [1.0, -1.0, 0.0, 2.0];
/// }
///
/// /// The polynomial by Horner's rule.
/// #[differentiable]
/// fn polynomial(x: Param<f64>) -> f64 {
///     let mut y = table::COEFFICIENTS[table::DEGREE];
///     for i in 1..=table::DEGREE {
///         y = y * x + table::COEFFICIENTS[table::DEGREE - i];
///     }
///     y
/// }
///
/// fn main() {
///     let (params, mut gradients) = (polynomial::Params { x: 2.0 }, polynomial::Gradients::ZERO);
///     let mut tape = polynomial::Tape::new();
///     let value = polynomial::value_and_gradient(&params, &mut tape, &mut gradients);
///     assert_eq!((value, gradients.x), (15.0, 23.0));
/// }
/// ```
///
/// # Examples
///
/// ```
/// use autodiff_runtime::prelude::*;
///
/// /// Mean squared error of a line.
/// #[differentiable]
/// fn line(
///     x: Input<[f32; 3]>,
///     slope: Param<f32>,
///     start: Param<f32>,
///     target: Input<[f32; 3]>,
/// ) -> f32 {
///     mse(offset(scale(x, slope), start), target)
/// }
///
/// let (x, target) = ([0.0, 1.0, 2.0], [1.0, 3.0, 5.0]);
/// let mut params = line::Params { slope: 0.0, start: 0.0 };
/// let mut gradients = line::Gradients::ZERO;
/// let mut tape = line::Tape::new();
/// for _ in 0..200 {
///     let mut pass = tape.forward(&x, &target, &params);
///     pass.backward(&mut gradients);
///     Sgd::new(0.2).step(&mut params, &gradients);
/// }
/// assert!((params.slope - 2.0).abs() < 1e-3);
/// assert!(line(&x, &target, &params) < 1e-6);
/// ```
///
/// A gradient check, best in `f64`:
///
/// ```
/// use autodiff_runtime::prelude::*;
///
/// #[differentiable]
/// fn energy(x: Input<[f64; 2]>, w: Param<[[f64; 2]; 3]>) -> f64 {
///     sum(square(tanh(matvec(w, x))))
/// }
///
/// let x = [0.5, -1.0];
/// let params = energy::Params { w: [[0.1, 0.2], [-0.3, 0.4], [0.5, 0.6]] };
/// let mut gradients = energy::Gradients::ZERO;
/// energy::value_and_gradient(&x, &params, &mut energy::Tape::new(), &mut gradients);
/// gradcheck(&params, &gradients, |params| energy(&x, params)).unwrap();
/// ```
pub use autodiff_macros::differentiable;

pub use crate::element::Element;
pub use crate::gradcheck::gradcheck;
#[cfg(feature = "cmsis-dsp")]
pub use crate::kernels::{Cmsis, CmsisAll};
pub use crate::kernels::{DefaultKernels, Kernels, Portable};
pub use crate::operator::{Adjoints, Operands, Operator, OperatorTangent, Refs, Tangents};
pub use crate::optim::Sgd;
pub use crate::parameters::{Field, Parameters};
pub use crate::tape::{Backward, Tape};
pub use crate::tensor::Tensor;
pub use crate::view::{BufferView, HasGradient, Input, Output, Param, Parameter, Role, State};

/// Differentiates statements over values in scope: `grad! { y = scale(x, a); }`.
///
/// The expansion computes the last assignment, the root, into its view and returns the tape: a
/// record of what backward needs, of a size that is known when compiling.
///
/// | the tape's | does |
/// | --- | --- |
/// | `backward()` | of a scalar root: writes the gradient of each parameter |
/// | `backward_with_seed(&seed)` | the same for `Σ seed*root`, of any root |
/// | `output()` | the root |
/// | `SIZE` | bytes of the record |
///
/// Gradients are overwritten, never added to: a second backward pass gives the same numbers.
///
/// # Operands
///
/// - A [`BufferView::input`], a scalar or an array is data. No gradient is computed for it.
/// - A [`BufferView::parameter`], bound by `let mut`, receives a gradient in the view.
/// - Number literals take the element type of the others.
/// - The root is assigned to a [`BufferView::output`], bound by `let mut`. Its gradient is the seed.
///
/// Views stay borrowed until the last use of the tape.
///
/// # Statements
///
/// `let name = expression;` and, last, `root = expression;`. An expression is made of names,
/// literals, `+ - * /`, unary minus, parentheses and calls of operators; a name may be bound again.
/// Loops over counts and `const`s stand before, as in a [model](macro@crate::differentiable), and
/// const items are named by their path.
/// Shapes are inferred. Only a scalar may meet an array; nothing else is broadcast implicitly.
///
/// Items work too: `grad! { fn .. }` is [`#[differentiable]`](macro@crate::differentiable) on each
/// function.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::prelude::*;
///
/// let (mut weights_value, mut bias_value) = ([[0.5_f32, -1.0], [2.0, 0.25]], [0.0_f32; 2]);
/// let mut loss_value = 0.0_f32;
/// let target = [1.0_f32, 0.0];
///
/// let x = BufferView::input(&[1.0_f32, 2.0]);
/// let mut weights = BufferView::parameter(&mut weights_value);
/// let mut bias = BufferView::parameter(&mut bias_value);
/// let mut loss = BufferView::output(&mut loss_value);
///
/// let mut tape = grad! {
///     let y = fully_connected(x, weights, bias);
///     loss = quadratic_error(y, target);
/// };
/// tape.backward();
/// assert_eq!(loss.value(), &12.5);
/// assert_eq!(bias.gradient(), &[-5.0, 5.0]);
/// assert_eq!(weights.gradient(), &[[-5.0, -10.0], [5.0, 10.0]]);
///
/// Sgd::new(0.1).step_view(&mut bias);
/// assert_eq!(bias_value, [0.5, -0.5]);
/// ```
///
/// A value cannot change between forward and backward:
///
/// ```compile_fail,E0502
/// use autodiff_runtime::prelude::*;
///
/// let (mut a_value, mut y_value) = (3.0_f32, [0.0_f32; 2]);
/// let mut a = BufferView::parameter(&mut a_value);
/// let x = [2.0_f32, -1.0];
/// let mut y = BufferView::output(&mut y_value);
/// let mut tape = grad! { y = scale(x, a); };
/// println!("{:?}", a.gradient()); // not yet: the tape still writes it
/// tape.backward_with_seed(&[1.0, 1.0]);
/// ```
///
/// A root that is an array needs a seed:
///
/// ```compile_fail,E0277
/// use autodiff_runtime::prelude::*;
///
/// let (mut a_value, mut y_value) = (3.0_f32, [0.0_f32; 2]);
/// let mut a = BufferView::parameter(&mut a_value);
/// let x = [2.0_f32, -1.0];
/// let mut y = BufferView::output(&mut y_value);
/// let mut tape = grad! { y = scale(x, a); };
/// tape.backward();
/// ```
#[macro_export]
macro_rules! grad {
    ($($statement:tt)*) => {
        $crate::__private::grad_impl! { ($crate) $($statement)* }
    };
}

/// The source text that [`grad!`] generates for the same statements, as a `&'static str`.
///
/// For reading and for snapshot tests; needs the feature `source`, which belongs under
/// `[dev-dependencies]`. The names need not be in scope.
#[cfg_attr(
    feature = "source",
    doc = "
# Examples

```
let source = autodiff_runtime::grad_source! { y = scale(x, a); };
assert!(source.contains(\"fn backward_with_seed\"));
```
"
)]
#[macro_export]
macro_rules! grad_source {
    ($($statement:tt)*) => {
        $crate::__private::grad_source_impl! { ($crate) $($statement)* }
    };
}

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The guide's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/own-operators.md")]
pub struct OwnOperators;

/// The guide's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/cmsis-dsp.md")]
pub struct CmsisDsp;
