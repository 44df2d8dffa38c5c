//! Checks gradients against central differences.
//!
//! Each element `x` of the parameters is moved by `±h` and the slope of the line through the two
//! values is compared with the gradient that is to be checked.
//!
//! # Step
//!
//! `h = u^(1/3)*max(1, |x|)`, with `u` the unit roundoff: 3.9e-3 in `f32` and 4.8e-6 in `f64`, at
//! which the truncation error of the difference, about `h²/6` times the third derivative, and its
//! rounding error, about `u/h` times the value, are equally small. The difference is divided by the
//! distance of the two points as they were rounded.
//!
//! # Tolerance
//!
//! `absolute + relative*max(|analytic|, |numeric|)`. Both errors above are of the order `u^(2/3)`,
//! 1.5e-5 in `f32` and 2.3e-11 in `f64`, times the scale of the function. The defaults allow for
//! functions of some hundred operations and for third derivatives well above 1:
//!
//! | element | absolute | relative |
//! | --- | --- | --- |
//! | `f32` | 1e-3 | 1e-2 |
//! | `f64` | 1e-8 | 1e-6 |
//!
//! A wrong rule (a sign, a factor, a missing term) is off by far more. In `f32`, tolerances and
//! values that are small against the scale of the function say little: prefer to check a model in
//! `f64`, where the formulas are the same.
//!
//! At a kink, such as that of `relu` at 0, a central difference gives the mean of the slopes on
//! both sides and the check fails rightly: choose other points.
//!
//! # Source
//!
//! Press et al., Numerical Recipes, 3rd edition, section 5.7.

use core::error::Error;
use core::fmt;

use crate::{Element, Field, Parameters, Tensor};

/// Checks `gradients` of the scalar function `f` at `parameters`, with default step and tolerance.
///
/// # Errors
///
/// [`Mismatch`] if an element is off by more than the tolerance, or if a gradient or a difference
/// is infinite or NaN.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::prelude::*;
///
/// #[differentiable]
/// fn model(x: Input<[f64; 3]>, w: Param<[f64; 3]>) -> f64 {
///     tanh(dot(x, w))
/// }
///
/// let x = [0.5, -1.0, 2.0];
/// let params = model::Params { w: [0.1, 0.2, 0.3] };
/// let mut gradients = model::Gradients::ZERO;
/// model::value_and_gradient(&x, &params, &mut model::Tape::new(), &mut gradients);
/// gradcheck(&params, &gradients, |params| model(&x, params)).unwrap();
///
/// gradients.w[2] = 0.0;
/// let mismatch = gradcheck(&params, &gradients, |params| model(&x, params)).unwrap_err();
/// assert_eq!(mismatch.parameter, "w");
/// ```
pub fn gradcheck<P: Parameters + Clone>(
    parameters: &P,
    gradients: &P,
    f: impl FnMut(&P) -> P::Elem,
) -> Result<Summary, Mismatch> {
    Gradcheck::new().check(parameters, gradients, f)
}

/// Checks the `gradient` of the scalar function `f` of one buffer at `value`, with default step and
/// tolerance; `name` stands for the buffer in the report.
///
/// # Errors
///
/// As [`gradcheck`].
///
/// # Examples
///
/// ```
/// use autodiff_runtime::gradcheck::gradcheck_buffer;
///
/// let x = [1.0_f64, 2.0];
/// let sum_of_squares = |x: &[f64; 2]| x[0] * x[0] + x[1] * x[1];
/// assert!(gradcheck_buffer("x", &x, &[2.0, 4.0], sum_of_squares).is_ok());
///
/// let mismatch = gradcheck_buffer("x", &x, &[2.0, 2.0], sum_of_squares).unwrap_err();
/// assert_eq!(
///     mismatch.to_string(),
///     "gradient of `x[1]` is 2.000000e0, but the central difference gives 4.000000e0: \
///      error 2.0e0 exceeds tolerance 4.0e-6 (1 of 2 elements wrong)",
/// );
/// ```
pub fn gradcheck_buffer<T: Tensor>(
    name: &'static str,
    value: &T,
    gradient: &T,
    f: impl FnMut(&T) -> T::Elem,
) -> Result<Summary, Mismatch> {
    Gradcheck::new().check_buffer(name, value, gradient, f)
}

/// A gradient check with its step and tolerance; see the [module](self) for their meaning.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::gradcheck::Gradcheck;
///
/// let cube = |x: &f64| x * x * x;
/// let summary = Gradcheck::new()
///     .step(1e-5)
///     .tolerance(0.0, 1e-9)
///     .check_buffer("x", &2.0, &12.0, cube)
///     .unwrap();
/// assert_eq!(summary.elements, 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[must_use]
pub struct Gradcheck<E> {
    step: E,
    absolute: f64,
    relative: f64,
}

impl<E: Element> Default for Gradcheck<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Element> Gradcheck<E> {
    /// Default step and tolerance of the element type.
    pub fn new() -> Self {
        let single = E::UNIT_ROUNDOFF.to_f64() > 1e-10;
        let (absolute, relative) = if single { (1e-3, 1e-2) } else { (1e-8, 1e-6) };
        Self {
            step: E::from_f64(libm::cbrt(E::UNIT_ROUNDOFF.to_f64())),
            absolute,
            relative,
        }
    }

    /// Sets the step: an element `x` moves by `step*max(1, |x|)` to both sides.
    pub fn step(mut self, step: E) -> Self {
        self.step = step;
        self
    }

    /// Sets the tolerance: `absolute + relative*max(|analytic|, |numeric|)`.
    pub fn tolerance(mut self, absolute: f64, relative: f64) -> Self {
        self.absolute = absolute;
        self.relative = relative;
        self
    }

    /// Checks the gradients of all parameters of a model.
    ///
    /// # Errors
    ///
    /// As [`gradcheck`].
    pub fn check<P: Parameters<Elem = E> + Clone>(
        &self,
        parameters: &P,
        gradients: &P,
        mut f: impl FnMut(&P) -> E,
    ) -> Result<Summary, Mismatch> {
        let mut probe = parameters.clone();
        let mut report = Report::new();
        let mut start = 0;
        for field in P::FIELDS {
            for index in 0..field.len {
                let at = start + index;
                let (x, analytic) = (nth(parameters, at), nth(gradients, at));
                let numeric = self.central_difference(x, |x| {
                    set_nth(&mut probe, at, x);
                    f(&probe)
                });
                set_nth(&mut probe, at, x);
                report.add(field, index, analytic.to_f64(), numeric, self);
            }
            start += field.len;
        }
        report.finish()
    }

    /// Checks the gradient of one buffer, which `name` stands for in the report.
    ///
    /// # Errors
    ///
    /// As [`gradcheck`].
    pub fn check_buffer<T: Tensor<Elem = E>>(
        &self,
        name: &'static str,
        value: &T,
        gradient: &T,
        mut f: impl FnMut(&T) -> E,
    ) -> Result<Summary, Mismatch> {
        let field = Field::new(name, T::SHAPE);
        let mut probe = *value;
        let mut report = Report::new();
        let elements = value.as_slice().iter().zip(gradient.as_slice());
        for (index, (&x, &analytic)) in elements.enumerate() {
            let set = |probe: &mut T, x| {
                if let Some(slot) = probe.as_mut_slice().get_mut(index) {
                    *slot = x;
                }
            };
            let numeric = self.central_difference(x, |x| {
                set(&mut probe, x);
                f(&probe)
            });
            set(&mut probe, x);
            report.add(&field, index, analytic.to_f64(), numeric, self);
        }
        report.finish()
    }

    /// Slope of `f` over the interval around `x`, in `f64` so that the subtraction is exact.
    fn central_difference(&self, x: E, mut f: impl FnMut(E) -> E) -> f64 {
        let size = x.abs();
        let h = self.step * if size > E::ONE { size } else { E::ONE };
        let (above, below) = (x + h, x - h);
        let rise = f(above).to_f64() - f(below).to_f64();
        rise / (above.to_f64() - below.to_f64())
    }
}

/// Element number `at` of all fields in order.
fn nth<P: Parameters>(parameters: &P, at: usize) -> P::Elem {
    let mut start = 0;
    let mut found = P::Elem::default();
    parameters.for_each(|field| {
        if let Some(&x) = at.checked_sub(start).and_then(|index| field.get(index)) {
            found = x;
        }
        start += field.len();
    });
    found
}

/// Replaces element number `at` of all fields in order.
fn set_nth<P: Parameters>(parameters: &mut P, at: usize, x: P::Elem) {
    let mut start = 0;
    parameters.for_each_mut(|field| {
        let len = field.len();
        if let Some(slot) = at.checked_sub(start).and_then(|index| field.get_mut(index)) {
            *slot = x;
        }
        start += len;
    });
}

/// Outcome of a check that found no mistake.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Elements that were compared.
    pub elements: usize,
    /// Largest difference between a gradient and its central difference.
    pub largest_error: f64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            elements,
            largest_error,
        } = self;
        write!(
            f,
            "{elements} elements agree, largest error {largest_error:.1e}"
        )
    }
}

/// Where an element is in its buffer, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Position {
    /// The buffer is a scalar.
    Scalar,
    /// Index in a vector.
    Vector(usize),
    /// Row and column in a matrix.
    Matrix {
        /// Index of the row.
        row: usize,
        /// Index in the row.
        column: usize,
    },
}

impl Position {
    /// Position of an element in a buffer of this shape, from its index in row-major order.
    fn new(shape: &[usize], index: usize) -> Self {
        match shape {
            [] => Self::Scalar,
            &[_, columns] => Self::Matrix {
                row: index.checked_div(columns).unwrap_or(0),
                column: index.checked_rem(columns).unwrap_or(0),
            },
            _ => Self::Vector(index),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => Ok(()),
            Self::Vector(index) => write!(f, "[{index}]"),
            Self::Matrix { row, column } => write!(f, "[{row}][{column}]"),
        }
    }
}

/// A gradient that disagrees with its central difference: of all that do, the one that is furthest
/// from its tolerance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mismatch {
    /// Name of the parameter.
    pub parameter: &'static str,
    /// The element of the parameter.
    pub position: Position,
    /// The gradient that was checked.
    pub analytic: f64,
    /// The central difference.
    pub numeric: f64,
    /// Their distance.
    pub error: f64,
    /// What the distance may be.
    pub tolerance: f64,
    /// Elements that disagree.
    pub failures: usize,
    /// Elements that were compared.
    pub elements: usize,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            parameter,
            position,
            analytic,
            numeric,
            error,
            tolerance,
            failures,
            elements,
        } = self;
        write!(
            f,
            "gradient of `{parameter}{position}` is {analytic:.6e}, but the central difference gives \
             {numeric:.6e}: "
        )?;
        if error.is_finite() {
            write!(f, "error {error:.1e} exceeds tolerance {tolerance:.1e}")?;
        } else {
            write!(f, "both must be finite")?;
        }
        write!(f, " ({failures} of {elements} elements wrong)")
    }
}

impl Error for Mismatch {}

/// Gathers the comparisons of a check.
struct Report {
    summary: Summary,
    worst: Option<Mismatch>,
    excess: f64,
    failures: usize,
}

impl Report {
    fn new() -> Self {
        Self {
            summary: Summary {
                elements: 0,
                largest_error: 0.0,
            },
            worst: None,
            excess: 0.0,
            failures: 0,
        }
    }

    fn add<E>(
        &mut self,
        field: &Field,
        index: usize,
        analytic: f64,
        numeric: f64,
        check: &Gradcheck<E>,
    ) {
        self.summary.elements += 1;
        let error = (analytic - numeric).abs();
        let tolerance = check.absolute + check.relative * analytic.abs().max(numeric.abs());
        if error.is_finite() && error <= tolerance {
            self.summary.largest_error = self.summary.largest_error.max(error);
            return;
        }
        self.failures += 1;
        let excess = if error.is_finite() {
            error / tolerance
        } else {
            f64::INFINITY
        };
        if self.worst.is_none() || excess > self.excess {
            self.excess = excess;
            self.worst = Some(Mismatch {
                parameter: field.name,
                position: Position::new(field.shape, index),
                analytic,
                numeric,
                error,
                tolerance,
                failures: 0,
                elements: 0,
            });
        }
    }

    fn finish(self) -> Result<Summary, Mismatch> {
        match self.worst {
            None => Ok(self.summary),
            Some(mismatch) => Err(Mismatch {
                failures: self.failures,
                elements: self.summary.elements,
                ..mismatch
            }),
        }
    }
}
