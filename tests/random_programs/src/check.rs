//! What must hold for the compiled model of a program.

use std::fmt::{self, Display, Formatter, Write};
use std::ops::Range;

use autodiff_runtime::Tensor;
use autodiff_runtime::gradcheck::Gradcheck;

use crate::draw::{ENLARGEMENT, dot, draw};
use crate::interpret::Monitor;
use crate::program::{Program, Role};

/// Elements of all inputs or of all parameters, in order.
pub type Flat<'a> = &'a [f64];
/// Value and tangent.
pub type Dual = (Vec<f64>, Vec<f64>);

/// A compiled model over flat elements; made by [`model!`](crate::model).
#[derive(Clone, Copy)]
pub struct Model {
    pub name: &'static str,
    /// Of inputs and parameters.
    pub value: fn(Flat, Flat) -> Vec<f64>,
    /// Of inputs, parameters and direction.
    pub jvp: fn(Flat, Flat, Flat) -> Dual,
    /// Of inputs, parameters, adjoint of the result, and what `accumulate` adds to.
    pub sweeps: fn(Flat, Flat, Flat, Flat) -> Sweeps,
}

/// What one pass gives.
pub struct Sweeps {
    pub output: Vec<f64>,
    pub gradients: Vec<f64>,
    /// Of the same call once more, over other memory.
    pub again: Vec<f64>,
    pub accumulated: Vec<f64>,
    pub after_accumulate: Vec<f64>,
    pub others: Others,
}

pub enum Others {
    /// Gradients by `backward`, by `backward_with_seed` of 1, and by `value_and_gradient` with its
    /// value.
    Scalar([Vec<f64>; 3], f64),
    /// The Jacobian, by rows.
    Array(Vec<Vec<f64>>),
}

/// Takes values of a type off flat elements.
pub struct Reader<'a>(pub &'a [f64]);

impl Reader<'_> {
    pub fn read<T: Tensor<Elem = f64>>(&mut self) -> T {
        let mut value = T::ZERO;
        let (own, rest) = self.0.split_at(T::LEN);
        value.as_mut_slice().copy_from_slice(own);
        self.0 = rest;
        value
    }
}

pub fn flat<T: Tensor<Elem = f64>>(value: &T) -> Vec<f64> {
    value.as_slice().to_vec()
}

/// The [`Model`] of a model with a `scalar`, `vector` or `matrix` result: its name, inputs and
/// result.
#[macro_export]
macro_rules! model {
    ($kind:ident $name:ident($($input:ident: $type:ty),*) -> $output:ty) => {
        $crate::Model {
            name: stringify!($name),
            value: |inputs, parameters| {
                $crate::model!(@point $name inputs parameters ($($input: $type),*));
                $crate::check::flat(&$name($(&$input,)* &parameters))
            },
            jvp: |inputs, parameters, direction| {
                $crate::model!(@point $name inputs parameters ($($input: $type),*));
                let mut along = $name::Params::ZERO;
                along.as_mut_slice().copy_from_slice(direction);
                let (value, tangent) = $name::jvp($(&$input,)* &parameters, &along);
                ($crate::check::flat(&value), $crate::check::flat(&tangent))
            },
            sweeps: |inputs, parameters, adjoint, before| {
                $crate::model!(@point $name inputs parameters ($($input: $type),*));
                let adjoint: $output = $crate::check::Reader(adjoint).read();
                let new = |value: f64| {
                    let mut gradients = $name::Gradients::ZERO;
                    gradients.as_mut_slice().fill(value);
                    gradients
                };
                let (mut gradients, mut again, mut after) = (new(f64::NAN), new(7.0), new(0.0));
                let mut accumulated = $name::Gradients::ZERO;
                accumulated.as_mut_slice().copy_from_slice(before);
                let mut tape = $name::Tape::new();
                let mut pass = tape.forward($(&$input,)* &parameters);
                let output = $crate::check::flat(pass.output());
                pass.backward_with_seed(&adjoint, &mut gradients);
                pass.backward_with_seed(&adjoint, &mut again);
                pass.accumulate_with_seed(&adjoint, &mut accumulated);
                pass.backward_with_seed(&adjoint, &mut after);
                $crate::check::Sweeps {
                    output,
                    gradients: gradients.as_slice().to_vec(),
                    again: again.as_slice().to_vec(),
                    accumulated: accumulated.as_slice().to_vec(),
                    after_accumulate: after.as_slice().to_vec(),
                    others: $crate::model!(@$kind $name pass new ($($input),*; parameters)),
                }
            },
        }
    };
    (@point $name:ident $inputs:ident $parameters:ident ($($input:ident: $type:ty),*)) => {
        #[allow(unused_mut, unused_variables)]
        let mut reader = $crate::check::Reader($inputs);
        $(let $input: $type = reader.read();)*
        let flat = $parameters;
        let mut $parameters = $name::Params::ZERO;
        $parameters.as_mut_slice().copy_from_slice(flat);
    };
    (@scalar $name:ident $pass:ident $new:ident ($($argument:ident),*; $parameters:ident)) => {{
        let (mut plain, mut seeded, mut called) = ($new(f64::NAN), $new(f64::NAN), $new(f64::NAN));
        $pass.backward(&mut plain);
        $pass.backward_with_seed(&1.0, &mut seeded);
        let mut other = $name::Tape::new();
        let value = $name::value_and_gradient(
            $(&$argument,)* &$parameters, &mut other, &mut called,
        );
        let all = [plain, seeded, called].map(|gradients| gradients.as_slice().to_vec());
        $crate::check::Others::Scalar(all, value)
    }};
    (@vector $name:ident $pass:ident $new:ident $arguments:tt) => {
        $crate::check::Others::Array(
            $pass.jacobian().iter().map(|row| row.as_slice().to_vec()).collect(),
        )
    };
    (@matrix $name:ident $pass:ident $new:ident $arguments:tt) => {
        $crate::check::Others::Array(
            $pass.jacobian().as_flattened().iter().map(|row| row.as_slice().to_vec()).collect(),
        )
    };
}

/// Rounding errors of what should be equal, against its size: some units of 1.1e-16 for an
/// operation, and [`draw()`] admits programs that enlarge them up to [`ENLARGEMENT`] times.
///
/// [`draw()`]: crate::draw()
const ROUNDING: f64 = 1e-15 * ENLARGEMENT;

/// Largest of the errors that were seen, as a share of what is allowed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Worst {
    pub value: f64,
    pub gradient: f64,
    pub product: f64,
    pub accumulate: f64,
    pub jacobian: f64,
}

impl Display for Worst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Worst {
            value,
            gradient,
            product,
            accumulate,
            jacobian,
        } = self;
        write!(
            f,
            "value {value:.0e}, gradient {gradient:.0e}, product {product:.0e}, accumulate {accumulate:.0e}, jacobian {jacobian:.0e}"
        )
    }
}

/// Checks one model; what is wrong is told with the source.
///
/// # Errors
///
/// A report for people.
pub fn check(model: &Model, program: &Program, worst: &mut Worst) -> Result<(), String> {
    let mut faults = String::new();
    let mut fault = |what: String| {
        let _ = writeln!(faults, "  {what}");
    };
    let inputs = program.values(Role::Input);
    let at = program.values(Role::Param);
    let (adjoint, direction) = (&program.adjoint, &program.direction);

    // Value.
    let (expected, base) = program
        .evaluate(&at, Monitor::strict())
        .map_err(|_| "the program has no value".to_owned())?;
    let value = (model.value)(&inputs, &at);
    for (index, (found, expected)) in value.iter().zip(&expected).enumerate() {
        let share = (found - expected).abs() / (ROUNDING * expected.abs().max(1.0));
        if !within(share, &mut worst.value) {
            fault(format!(
                "value[{index}] is {found:e}, expected {expected:e}"
            ));
        }
    }

    // Gradient: the same bits whatever was in the memory, and the slopes.
    let before: Vec<f64> = direction.iter().map(|d| 3.0 * d).collect();
    let sweeps = (model.sweeps)(&inputs, &at, adjoint, &before);
    let gradients = &sweeps.gradients;
    if sweeps.output != value {
        fault(format!(
            "forward gives {:?}, the function {value:?}",
            sweeps.output
        ));
    }
    for (what, other) in [
        ("again", &sweeps.again),
        ("after accumulate", &sweeps.after_accumulate),
    ] {
        if !same(gradients, other) {
            fault(format!(
                "backward {what} gives {other:?} after {gradients:?}"
            ));
        }
    }
    for (index, gradient) in gradients.iter().enumerate() {
        let slope_of = |x: &f64| {
            let mut moved = at.clone();
            moved[index] = *x;
            let value = if program.stops {
                // What `stop_gradient` holds must stand still.
                let monitor = Monitor {
                    frozen: Some(base.stopped.clone()),
                    ..Monitor::default()
                };
                program
                    .evaluate(&moved, monitor)
                    .map_or(vec![f64::NAN], |(value, _)| value)
            } else {
                (model.value)(&inputs, &moved)
            };
            dot(&value, adjoint)
        };
        let checked = Gradcheck::new().check_buffer("parameter", &at[index], gradient, slope_of);
        match checked {
            Ok(summary) => {
                let share = summary.largest_error / (1e-8 + 1e-6 * gradient.abs());
                worst.gradient = worst.gradient.max(share);
            }
            Err(mismatch) => fault(format!("element {index} of the parameters: {mismatch}")),
        }
    }

    // Forward mode is the transpose of reverse mode.
    let (primal, tangent) = (model.jvp)(&inputs, &at, direction);
    if primal != value {
        fault(format!(
            "jvp gives the value {primal:?}, the function {value:?}"
        ));
    }
    let (left, right) = (dot(adjoint, &tangent), dot(gradients, direction));
    let scale = size(adjoint, &tangent)
        .max(size(gradients, direction))
        .max(1.0);
    let share = (left - right).abs() / (ROUNDING * scale);
    if tangent.len() != value.len() || !within(share, &mut worst.product) {
        fault(format!(
            "<adjoint, J d> is {left:e}, <J^T adjoint, d> is {right:e}"
        ));
    }

    for (index, accumulated) in sweeps.accumulated.iter().enumerate() {
        let expected = before[index] + gradients[index];
        let scale = before[index].abs().max(gradients[index].abs()).max(1.0);
        let share = (accumulated - expected).abs() / (ROUNDING * scale);
        if !within(share, &mut worst.accumulate) {
            fault(format!(
                "accumulate makes element {index} {accumulated:e}, expected {expected:e}"
            ));
        }
    }

    match &sweeps.others {
        Others::Scalar([plain, seeded, called], result) => {
            if !same(plain, seeded) || !same(plain, called) || *result != value[0] {
                fault(format!(
                    "backward {plain:?}, backward_with_seed(1) {seeded:?}, value_and_gradient {result:?} {called:?}"
                ));
            }
        }
        Others::Array(rows) => {
            for (index, gradient) in gradients.iter().enumerate() {
                let column: Vec<f64> = rows.iter().map(|row| row[index]).collect();
                let scale = size(&column, adjoint).max(1.0);
                let share = (dot(&column, adjoint) - gradient).abs() / (ROUNDING * scale);
                if rows.len() != value.len() || !within(share, &mut worst.jacobian) {
                    fault(format!("column {index} of the Jacobian is {column:?}"));
                }
            }
        }
    }

    if faults.is_empty() {
        return Ok(());
    }
    let mut report = format!(
        "program {} of seed {}:\n{faults}\n{}\n",
        program.number,
        program.seed,
        program.text()
    );
    for argument in &program.arguments {
        let _ = writeln!(report, "  {} = {:?}", argument.name, argument.values);
    }
    let _ = writeln!(report, "  adjoint = {adjoint:?}");
    Err(report)
}

/// Checks the models of a file, which are those of the programs. Prints what fails; returns how
/// many do.
pub fn check_all(models: &[&[Model]], programs: &[Program], worst: &mut Worst) -> usize {
    let models: Vec<&Model> = models.iter().copied().flatten().collect();
    assert_eq!(
        models.len(),
        programs.len(),
        "not the models of these programs"
    );
    let mut failures = 0;
    for (model, program) in models.into_iter().zip(programs) {
        assert_eq!(
            model.name,
            program.name(),
            "not the models of these programs"
        );
        if let Err(report) = check(model, program, worst) {
            failures += 1;
            println!("{report}");
        }
    }
    failures
}

/// Checks the models of a crate of scripts/random-programs.sh and prints a last line that the
/// script reads.
pub fn main(models: &[&[Model]], seed: u64, numbers: Range<u64>) {
    let count = numbers.end - numbers.start;
    let programs: Vec<Program> = numbers.map(|number| draw(seed, number)).collect();
    let mut worst = Worst::default();
    let failures = check_all(models, &programs, &mut worst);
    println!("errors as shares of what is allowed: {worst}");
    println!("checked {count} failures {failures}");
}

/// Whether a share of the tolerance is at most 1; NaN is not.
fn within(share: f64, worst: &mut f64) -> bool {
    *worst = worst.max(share);
    share <= 1.0
}

/// Equal; -0 and 0 are.
fn same(x: &[f64], y: &[f64]) -> bool {
    x == y
}

/// Σ|x·y|
fn size(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x * y).abs()).sum()
}
