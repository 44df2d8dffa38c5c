//! What programs, graphs and plans compute, in plain loops over `f64`.
//!
//! Three levels that share nothing but the arrays: [`value_of`] follows the operators of a program
//! as the README describes them, over any number type, so that dual numbers give its exact
//! derivatives; [`Evaluation`] computes every node of a graph by the documented formula of its
//! kernel; [`Machine`] executes the steps of a plan over memory in which every cell knows which
//! value it holds.

use std::collections::{BTreeSet, HashMap};
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::graph::{Graph, NodeId, Source};
use crate::loops::Loop;
use crate::ops::{Form, Kernel, Scalar};
use crate::plan::{Home, Mode, Section, Slot, Step};
use crate::program::{Program, ValueKind};
use crate::shape::{Dim, Shape};
use crate::syntax::constant::Table;

/// A scalar (no axes), vector or matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Array<T = f64> {
    pub(super) axes: Vec<usize>,
    pub(super) elements: Vec<T>,
}

impl<T: Copy> Array<T> {
    pub(super) fn new(axes: &[usize], elements: Vec<T>) -> Self {
        assert_eq!(axes.iter().product::<usize>(), elements.len());
        Array {
            axes: axes.to_vec(),
            elements,
        }
    }

    pub(super) fn scalar(value: T) -> Self {
        Array::new(&[], vec![value])
    }

    fn fill(axes: &[usize], value: T) -> Self {
        Array::new(axes, vec![value; axes.iter().product()])
    }

    fn first(&self) -> T {
        self.elements[0]
    }

    /// Element of a matrix.
    fn at(&self, row: usize, column: usize) -> T {
        self.elements[row * self.axes[1] + column]
    }

    pub(super) fn map<U: Copy>(&self, f: impl FnMut(T) -> U) -> Array<U> {
        Array {
            axes: self.axes.clone(),
            elements: self.elements.iter().copied().map(f).collect(),
        }
    }

    /// Element by element; a scalar meets every element.
    fn zip(&self, other: &Self, f: impl Fn(T, T) -> T) -> Self {
        if self.axes.is_empty() {
            return other.map(|y| f(self.first(), y));
        }
        if other.axes.is_empty() {
            return self.map(|x| f(x, other.first()));
        }
        assert_eq!(self.axes, other.axes);
        let elements = self.elements.iter().zip(&other.elements);
        Array::new(&self.axes, elements.map(|(x, y)| f(*x, *y)).collect())
    }

    /// A matrix from the value of each row and column.
    fn matrix(rows: usize, columns: usize, f: impl Fn(usize, usize) -> T) -> Self {
        let elements = (0..rows * columns).map(|i| f(i / columns, i % columns));
        Array::new(&[rows, columns], elements.collect())
    }

    fn vector(len: usize, f: impl Fn(usize) -> T) -> Self {
        Array::new(&[len], (0..len).map(f).collect())
    }

    /// Row by column, with a product of its own.
    fn product(&self, other: &Self, times: impl Fn(T, T) -> T) -> Self
    where
        T: Number,
    {
        assert_eq!(self.axes[1], other.axes[0]);
        Array::matrix(self.axes[0], other.axes[1], |r, c| {
            total((0..self.axes[1]).map(|k| times(self.at(r, k), other.at(k, c))))
        })
    }

    fn transposed(&self) -> Self {
        Array::matrix(self.axes[1], self.axes[0], |r, c| self.at(c, r))
    }

    /// The same elements as a column.
    fn column(&self) -> Self {
        Array::new(&[self.elements.len(), 1], self.elements.clone())
    }

    fn reshaped(&self, axes: &[usize]) -> Self {
        Array::new(axes, self.elements.clone())
    }
}

/// What operators need of a number.
pub(super) trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn of(value: f64) -> Self;
    fn value(self) -> f64;
    /// `value`, of a function of `self` that has this slope here.
    fn chain(self, value: f64, slope: f64) -> Self;

    /// The same value as a constant.
    fn constant(self) -> Self {
        Self::of(self.value())
    }

    fn exp(self) -> Self {
        let value = self.value().exp();
        self.chain(value, value)
    }

    fn ln(self) -> Self {
        self.chain(self.value().ln(), 1.0 / self.value())
    }

    /// Square root; slope 0 at 0, where the operators built on it have none.
    fn root(self) -> Self {
        let value = self.value().sqrt();
        let slope = if value == 0.0 { 0.0 } else { 0.5 / value };
        self.chain(value, slope)
    }
}

impl Number for f64 {
    fn of(value: f64) -> Self {
        value
    }

    fn value(self) -> f64 {
        self
    }

    fn chain(self, value: f64, _slope: f64) -> Self {
        value
    }
}

/// A value and its derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dual {
    pub(super) value: f64,
    pub(super) slope: f64,
}

impl Add for Dual {
    type Output = Self;
    fn add(self, y: Self) -> Self {
        Dual {
            value: self.value + y.value,
            slope: self.slope + y.slope,
        }
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, y: Self) -> Self {
        self + -y
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, y: Self) -> Self {
        Dual {
            value: self.value * y.value,
            slope: self.slope * y.value + self.value * y.slope,
        }
    }
}

impl Div for Dual {
    type Output = Self;
    fn div(self, y: Self) -> Self {
        Dual {
            value: self.value / y.value,
            slope: (self.slope * y.value - self.value * y.slope) / (y.value * y.value),
        }
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Dual {
            value: -self.value,
            slope: -self.slope,
        }
    }
}

impl Number for Dual {
    fn of(value: f64) -> Self {
        Dual { value, slope: 0.0 }
    }

    fn value(self) -> f64 {
        self.value
    }

    fn chain(self, value: f64, slope: f64) -> Self {
        Dual {
            value,
            slope: self.slope * slope,
        }
    }
}

fn total<T: Number>(terms: impl IntoIterator<Item = T>) -> T {
    terms.into_iter().fold(T::of(0.0), T::add)
}

fn product_of_matrices<T: Number>(a: &Array<T>, b: &Array<T>) -> Array<T> {
    a.product(b, T::mul)
}

/// `ln Σ eˣ`, shifted.
fn log_sum_exp<T: Number>(x: &Array<T>) -> T {
    let max = x
        .elements
        .iter()
        .map(|x| x.value())
        .fold(f64::MIN, f64::max);
    total(x.elements.iter().map(|x| (*x - T::of(max)).exp())).ln() + T::of(max)
}

fn softmax<T: Number>(x: &Array<T>) -> Array<T> {
    let log_sum = log_sum_exp(x);
    x.map(|x| (x - log_sum).exp())
}

/// `[N]`, a scalar or `[R, C]` with every dimension a literal.
pub(super) fn literal_axes(shape: &Shape) -> Vec<usize> {
    let dims = shape.dims().expect("a known rank");
    dims.iter()
        .map(|dim| match dim {
            Dim::Literal(n) => *n,
            other => panic!("`{other}` is no literal"),
        })
        .collect()
}

fn constant(table: &Table) -> Array {
    let numbers = table.numbers.iter();
    let numbers = numbers.map(|number| number.text.parse().unwrap());
    Array::new(&table.lengths, numbers.collect())
}

/// Every value of a program, by the words of the README's operator table.
pub(super) fn values_of<T: Number>(program: &Program, operands: &[Array<T>]) -> Vec<Array<T>> {
    let mut values: Vec<Array<T>> = Vec::new();
    for value in &program.values {
        let made = match &value.kind {
            ValueKind::Operand(i) => operands[*i].clone(),
            ValueKind::Number(number) => Array::scalar(T::of(number.text.parse().unwrap())),
            ValueKind::Table(table) => {
                let numbers = table.numbers.iter();
                let numbers = numbers.map(|number| T::of(number.text.parse().unwrap()));
                Array::new(&table.lengths, numbers.collect())
            }
            ValueKind::Error => unreachable!(),
            ValueKind::Call(call) => {
                let arguments: Vec<&Array<T>> = call
                    .arguments
                    .iter()
                    .map(|argument| &values[*argument])
                    .collect();
                let axis = call.axis.as_ref().map(|(axis, _)| *axis);
                let dims = (call.dims.as_ref())
                    .map(|(dims, _)| literal_axes(&Shape::from_dims(dims).unwrap()));
                operator(call.operator.usage, &arguments, axis, dims.as_deref())
            }
        };
        values.push(made);
    }
    values
}

/// The result of a program.
pub(super) fn value_of<T: Number>(program: &Program, operands: &[Array<T>]) -> Array<T> {
    values_of(program, operands).swap_remove(program.root)
}

/// Whether some operator is so near to a kink or a pole that rounding decides what its slope is.
pub(super) fn near_a_kink(program: &Program, values: &[Array]) -> bool {
    const NEAR: f64 = 1e-9;
    program.values.iter().zip(values).any(|(value, result)| {
        let ValueKind::Call(call) = &value.kind else {
            return false;
        };
        let argument = |index: usize| &values[call.arguments[index]];
        // At a kink exactly, all agree on the slope.
        let near = |distances: Array| {
            distances
                .elements
                .iter()
                .any(|distance| *distance != 0.0 && distance.abs() < NEAR)
        };
        match call.operator.usage {
            "relu(x)" | "leaky_relu(x, k)" | "abs(x)" => near(argument(0).clone()),
            "max(x, y)" | "min(x, y)" | "x > y" | "x >= y" | "x < y" | "x <= y" => {
                near(argument(0).zip(argument(1), |x, y| x - y))
            }
            "max(x)" | "min(x)" => near(argument(0).map(|x| x - result.first())),
            "clamp(x, lo, hi)" => (1..3).any(|bound| {
                let bound = argument(bound).first();
                near(argument(0).map(|x| x - bound))
            }),
            "huber(p, t, delta)" => {
                let errors = argument(0).zip(argument(1), |p, t| (p - t).abs());
                near(errors.map(|error| error - argument(2).first()))
            }
            "std(x)" | "sample_std(x)" | "norm(x)" | "hypot(x, y)" => {
                result.elements.iter().any(|x| *x < 1e-3)
            }
            // Near its floors a probability has few digits.
            "cross_entropy(p, t)" => argument(0).elements.iter().any(|p| *p < 1e-4),
            "binary_cross_entropy(p, t)" => argument(0)
                .elements
                .iter()
                .any(|p| *p < 1e-4 || *p > 1.0 - 1e-4),
            "atan2(y, x)" => {
                let distance = argument(0).zip(argument(1), f64::hypot);
                distance.elements.iter().any(|x| *x < 1e-3)
                    || (argument(0).zip(argument(1), |y, x| if x < 0.0 { y.abs() } else { 1.0 }))
                        .elements
                        .iter()
                        .any(|y| *y < NEAR)
            }
            _ => false,
        }
    })
}

fn operator<T: Number>(
    usage: &str,
    arguments: &[&Array<T>],
    axis: Option<usize>,
    dims: Option<&[usize]>,
) -> Array<T> {
    let [x, y, z] = [0, 1, 2].map(|i| *arguments.get(i).unwrap_or(&arguments[0]));
    let (zero, one) = (T::of(0.0), T::of(1.0));
    let all = |x: &Array<T>| total(x.elements.iter().copied());
    let along = |x: &Array<T>| match axis {
        None => Array::scalar(all(x)),
        Some(0) => Array::vector(x.axes[1], |c| total((0..x.axes[0]).map(|r| x.at(r, c)))),
        Some(_) => Array::vector(x.axes[0], |r| total((0..x.axes[1]).map(|c| x.at(r, c)))),
    };
    // Below the floor the slope is that at the floor.
    let floor = |p: T| p + T::of((1e-7 - p.value()).max(0.0));
    let count = |x: &Array<T>| T::of(x.elements.len() as f64);
    let squares = |x: &Array<T>| {
        let mean = all(x) / count(x);
        all(&x.map(|x| (x - mean) * (x - mean)))
    };
    let sum_of = |errors: Array<T>| Array::scalar(all(&errors));
    let sigmoid = |x: T| one / (one + (-x).exp());
    // Of equal ones half of each.
    let larger = |x: T, y: T| match x.value() - y.value() {
        0.0 => (x + y) / T::of(2.0),
        difference if difference > 0.0 => x,
        _ => y,
    };
    // The first of equal ones.
    let extreme = |x: &Array<T>, better: fn(f64, f64) -> bool| {
        let elements = x.elements.iter().copied();
        elements
            .reduce(|best, x| {
                if better(x.value(), best.value()) {
                    x
                } else {
                    best
                }
            })
            .map(Array::scalar)
            .unwrap()
    };
    let compare = |holds: fn(&f64, &f64) -> bool| {
        x.zip(y, |x, y| {
            if holds(&x.value(), &y.value()) {
                one
            } else {
                zero
            }
        })
    };
    let index = |position: &Array<T>| position.first().value() as usize;
    match usage {
        "x + y" | "offset(x, b)" => x.zip(y, |x, y| x + y),
        "x - y" => x.zip(y, |x, y| x - y),
        "x * y" | "scale(x, a)" => x.zip(y, |x, y| x * y),
        "x / y" => x.zip(y, |x, y| x / y),
        "-x" => x.map(T::neg),
        "dot(x, y)" => sum_of(x.zip(y, |x, y| x * y)),
        "sum(x)" => along(x),
        "mean(x)" => {
            let sums = along(x);
            let reduced = x.elements.len() / sums.elements.len();
            sums.map(|sum| sum / T::of(reduced as f64))
        }
        "product(x)" => Array::scalar(x.elements.iter().copied().fold(one, T::mul)),
        "max(x)" => extreme(x, |x, best| x > best),
        "min(x)" => extreme(x, |x, best| x < best),
        "norm(x)" => Array::scalar(all(&x.map(|x| x * x)).root()),
        "variance(x)" => Array::scalar(squares(x) / count(x)),
        "sample_variance(x)" => Array::scalar(squares(x) / (count(x) - one)),
        "std(x)" => Array::scalar((squares(x) / count(x)).root()),
        "sample_std(x)" => Array::scalar((squares(x) / (count(x) - one)).root()),
        "square(x)" => x.map(|x| x * x),
        "exp(x)" => x.map(T::exp),
        "ln(x)" => x.map(T::ln),
        "sqrt(x)" => x.map(T::root),
        "recip(x)" => x.map(|x| one / x),
        "powi(x, k)" => x.map(|x| {
            let k = y.first().value() as i64;
            let power = (0..k.unsigned_abs()).fold(one, |power, _| power * x);
            if k < 0 { one / power } else { power }
        }),
        "abs(x)" => x.map(|x| x.chain(x.value().abs(), sign(x.value()))),
        "clamp(x, lo, hi)" => x.map(|x| match x.value() {
            value if value < y.first().value() => y.first().constant(),
            value if value > z.first().value() => z.first().constant(),
            _ => x,
        }),
        "max(x, y)" => x.zip(y, larger),
        "min(x, y)" => x.zip(y, |x, y| -larger(-x, -y)),
        "x > y" => compare(f64::gt),
        "x >= y" => compare(f64::ge),
        "x < y" => compare(f64::lt),
        "x <= y" => compare(f64::le),
        "select(c, a, b)" => {
            let scalars = x.axes.is_empty() && y.axes.is_empty();
            let axes = if scalars {
                &z.axes
            } else if x.axes.is_empty() {
                &y.axes
            } else {
                &x.axes
            };
            let whole = |value: &Array<T>| match value.axes.is_empty() {
                true => Array::fill(axes, value.first()),
                false => value.clone(),
            };
            let (c, a, b) = (whole(x), whole(y), whole(z));
            let taken = |i: usize| if c.elements[i].value() != 0.0 { &a } else { &b };
            let elements = (0..c.elements.len()).map(|i| taken(i).elements[i]);
            Array::new(axes, elements.collect())
        }
        "sin(x)" => x.map(|x| x.chain(x.value().sin(), x.value().cos())),
        "cos(x)" => x.map(|x| x.chain(x.value().cos(), -x.value().sin())),
        "hypot(x, y)" => x.zip(y, |x, y| (x * x + y * y).root()),
        "atan2(y, x)" => x.zip(y, |y, x| {
            let (v, u) = (y.value(), x.value());
            let square = v * v + u * u;
            let (by_y, by_x) = if square == 0.0 {
                (0.0, 0.0)
            } else {
                (u / square, -v / square)
            };
            y.chain(v.atan2(u), by_y) + x.chain(0.0, by_x)
        }),
        // tanh(x) = (1 - e)/(1 + e) with e = exp(-2x)
        "tanh(x)" => x.map(|x| {
            let e = (-(x + x)).exp();
            (one - e) / (one + e)
        }),
        "sigmoid(x)" => x.map(sigmoid),
        "relu(x)" => x.map(|x| if x.value() > 0.0 { x } else { zero }),
        "leaky_relu(x, k)" => x.map(|x| if x.value() > 0.0 { x } else { x * y.first() }),
        "softplus(x)" => x.map(|x| (one + x.exp()).ln()),
        "silu(x)" => x.map(|x| x * sigmoid(x)),
        "softmax(x)" => softmax(x),
        "log_softmax(x)" => {
            let log_sum = log_sum_exp(x);
            x.map(|x| x - log_sum)
        }
        "logsumexp(x)" => Array::scalar(log_sum_exp(x)),
        "fully_connected(x, W, b)" => {
            let product = product_of_matrices(y, &x.column());
            product.reshaped(&z.axes).zip(z, |y, b| y + b)
        }
        "matvec(W, x)" => product_of_matrices(x, &y.column()).reshaped(&x.axes[..1]),
        "matmul(A, B)" => product_of_matrices(x, y),
        "matrix_multiply(X, W)" => product_of_matrices(y, x),
        "outer(x, y)" => product_of_matrices(&x.column(), &y.column().transposed()),
        "transpose(A)" => x.transposed(),
        "row(A, i)" => Array::vector(x.axes[1], |c| x.at(index(y), c)),
        "column(A, i)" => Array::vector(x.axes[0], |r| x.at(r, index(y))),
        "concat(x, y)" => {
            let elements = [&x.elements[..], &y.elements[..]].concat();
            Array::new(&[elements.len()], elements)
        }
        "x[i]" if x.axes.len() == 2 => Array::vector(x.axes[1], |c| x.at(index(y), c)),
        "x[i]" => Array::scalar(x.elements[index(y)]),
        "x[a..b]" => {
            let to_the_end = z.first().value() < 0.0;
            let end = if to_the_end {
                x.elements.len()
            } else {
                index(z)
            };
            let elements = x.elements[index(y)..end].to_vec();
            Array::new(&[elements.len()], elements)
        }
        "reshape(x, [R, C])" => x.reshaped(dims.unwrap()),
        "broadcast(b, [R, C])" => match (x.axes.len(), dims.unwrap()) {
            (0, axes) => Array::fill(axes, x.first()),
            (1, &[rows, columns]) => Array::matrix(rows, columns, |_, c| x.elements[c]),
            (2, &[rows, columns]) => Array::matrix(rows, columns, |r, _| x.at(r, 0)),
            other => panic!("no broadcast {other:?}"),
        },
        "stop_gradient(x)" => x.map(T::constant),
        // What goes into a called model, and what comes out.
        "model(x, ..)" => x.clone(),
        "quadratic_error(p, t)" => sum_of(x.zip(y, |p, t| (p - t) * (p - t))),
        "mse(p, t)" => {
            let errors = x.zip(y, |p, t| (p - t) * (p - t));
            Array::scalar(all(&errors) / count(x))
        }
        "huber(p, t, delta)" => sum_of(x.zip(y, |p, t| {
            let (error, delta) = (p - t, z.first().value());
            let size = error.chain(error.value().abs(), sign(error.value()));
            if error.value().abs() <= delta {
                error * error / T::of(2.0)
            } else {
                T::of(delta) * (size - T::of(delta / 2.0))
            }
        })),
        "cross_entropy(p, t)" => sum_of(x.zip(y, |p, t| -(t * floor(p).ln()))),
        "binary_cross_entropy(p, t)" => sum_of(x.zip(y, |p, t| {
            -(t * floor(p).ln()) - (one - t) * floor(one - p).ln()
        })),
        "softmax_cross_entropy(z, t)" => {
            let log_sum = log_sum_exp(x);
            sum_of(x.zip(y, |z, t| t * (log_sum - z)))
        }
        other => panic!("`interpret` does not know the operator `{other}`"),
    }
}

/// 0 at 0.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// The result of a kernel, by its documented formula. `axes`: the shape of the result.
fn kernel_result(kernel: &Kernel, inputs: &[Array], axes: &[usize]) -> Array {
    let [x, y, z] = [0, 1, 2].map(|i| inputs.get(i).unwrap_or(&inputs[0]));
    if let Form::Map(_) = kernel.form {
        // Arrays give their element, scalars the same value to every element.
        let element = |input: &Array, i: usize| {
            if input.axes.is_empty() {
                input.first()
            } else {
                assert_eq!(input.axes, axes, "`{}`", kernel.name);
                input.elements[i]
            }
        };
        for (operand, input) in kernel.operands.chars().zip(inputs) {
            let expected: &[usize] = if operand == 'a' { axes } else { &[] };
            assert_eq!(input.axes, expected, "operand of `{}`", kernel.name);
        }
        let count = axes.iter().product::<usize>();
        let elements = (0..count).map(|i| {
            let operands: Vec<f64> = inputs.iter().map(|input| element(input, i)).collect();
            map(kernel.name, &operands, count as f64)
        });
        return Array::new(axes, elements.collect());
    }
    let mean = |x: &Array| total(x.elements.iter().copied()) / x.elements.len() as f64;
    let dot = |x: &Array, y: &Array| {
        assert_eq!(x.axes, y.axes);
        total(x.elements.iter().zip(&y.elements).map(|(x, y)| x * y))
    };
    let sum = |x: &Array| total(x.elements.iter().copied());
    let rows = |x: &Array| Array::vector(x.axes[1], |c| total((0..x.axes[0]).map(|r| x.at(r, c))));
    let columns =
        |x: &Array| Array::vector(x.axes[0], |r| total((0..x.axes[1]).map(|c| x.at(r, c))));
    let count = |x: &Array| x.elements.len() as f64;
    let squares =
        |x: &Array, mean: &Array| total(x.elements.iter().map(|x| (x - mean.first()).powi(2)));
    let errors = |p: &Array, t: &Array| total(p.zip(t, |p, t| (p - t).powi(2)).elements);
    let made = match kernel.name {
        "dot" => Array::scalar(dot(x, y)),
        "guarded_dot" => Array::scalar(total(x.zip(y, |g, y| guard(g, g * y)).elements)),
        "sum" => Array::scalar(sum(x)),
        "mean" => Array::scalar(mean(x)),
        "product" => Array::scalar(x.elements.iter().product()),
        "max" => Array::scalar(x.elements.iter().copied().fold(f64::MIN, f64::max)),
        "min" => Array::scalar(x.elements.iter().copied().fold(f64::MAX, f64::min)),
        "norm" => Array::scalar(dot(x, x).sqrt()),
        "variance" => Array::scalar(squares(x, y) / count(x)),
        "sample_variance" => Array::scalar(squares(x, y) / (count(x) - 1.0)),
        "std" => Array::scalar((squares(x, y) / count(x)).sqrt()),
        "sample_std" => Array::scalar((squares(x, y) / (count(x) - 1.0)).sqrt()),
        "huber" => {
            let delta = z.first();
            let loss = x.zip(y, |p, t| match (p - t).abs() {
                error if error <= delta => error * error / 2.0,
                error => delta * (error - delta / 2.0),
            });
            Array::scalar(sum(&loss))
        }
        "binary_cross_entropy" => {
            let loss = x.zip(y, |p, t| {
                -t * p.max(1e-7).ln() - (1.0 - t) * (1.0 - p).max(1e-7).ln()
            });
            Array::scalar(sum(&loss))
        }
        "logsumexp" => {
            if x.elements.iter().all(|x| x.is_finite()) {
                close(y, &softmax(x), "`p` of `logsumexp`");
            }
            Array::scalar(log_sum_exp(x))
        }
        "log_softmax" => {
            let log_sum = log_sum_exp(x);
            x.map(|x| x - log_sum)
        }
        "log_softmax_vjp" => {
            let total = sum(x);
            x.zip(y, |g, y| g - guard(total, y.exp() * total))
        }
        "product_vjp" => Array::new(
            axes,
            (0..x.elements.len())
                .map(|i| {
                    let others = (0..x.elements.len()).filter(|other| *other != i);
                    let others = others.map(|other| x.elements[other]).product::<f64>();
                    guard(y.first(), y.first() * others)
                })
                .collect(),
        ),
        "extreme_vjp" => {
            let first = x.elements.iter().position(|x| *x == y.first());
            let elements = (0..x.elements.len())
                .map(|i| if Some(i) == first { z.first() } else { 0.0 })
                .collect();
            Array::new(axes, elements)
        }
        "extreme_tangent" => {
            let first = x.elements.iter().position(|x| *x == y.first());
            Array::scalar(first.map_or(f64::NAN, |first| z.elements[first]))
        }
        "element" => Array::scalar(x.elements[y.first() as usize]),
        "scatter" => at_positions(axes, &x.elements, y.first() as usize),
        "slice" => Array::vector(axes[0], |i| x.elements[y.first() as usize + i]),
        "scatter_slice" => at_positions(axes, &x.elements, y.first() as usize),
        "row" => Array::vector(axes[0], |c| x.at(y.first() as usize, c)),
        "row_vjp" => at_positions(axes, &x.elements, y.first() as usize * axes[1]),
        "column" => Array::vector(axes[0], |r| x.at(r, y.first() as usize)),
        "column_vjp" => Array::matrix(axes[0], axes[1], |r, c| {
            if c == y.first() as usize {
                x.elements[r]
            } else {
                0.0
            }
        }),
        "concat" => Array::new(axes, [&x.elements[..], &y.elements[..]].concat()),
        "head" => Array::vector(axes[0], |i| x.elements[i]),
        "tail" => Array::vector(axes[0], |i| x.elements[x.elements.len() - axes[0] + i]),
        "quadratic_error" => Array::scalar(errors(x, y)),
        "mse" => Array::scalar(errors(x, y) / x.elements.len() as f64),
        "cross_entropy" => Array::scalar(-total(x.zip(y, |p, t| t * p.max(1e-7).ln()).elements)),
        "softmax_cross_entropy" => {
            if x.elements.iter().all(|x| x.is_finite()) {
                close(y, &softmax(x), "`p` of `softmax_cross_entropy`");
            }
            let log_sum = log_sum_exp(x);
            Array::scalar(total(x.zip(z, |x, t| t * (log_sum - x)).elements))
        }
        "fill" | "broadcast" if x.axes.is_empty() => Array::fill(axes, x.first()),
        "broadcast" if x.axes.len() == 1 => Array::matrix(axes[0], axes[1], |_, c| x.elements[c]),
        "broadcast" => Array::matrix(axes[0], axes[1], |r, _| x.at(r, 0)),
        "reduce" => match *axes {
            [] => Array::scalar(sum(x)),
            [_] => rows(x),
            _ => columns(x).column(),
        },
        "fill_mean" => Array::fill(axes, x.first() / axes.iter().product::<usize>() as f64),
        "softmax" => softmax(x),
        "softmax_vjp" => {
            let inner = total(x.zip(y, |g, y| guard(g, g * y)).elements);
            x.zip(y, |g, y| guard(g - inner, y * (g - inner)))
        }
        "softmax_cross_entropy_vjp" => {
            let weight = sum(y);
            x.zip(y, |p, t| z.first() * (weight * p - t))
        }
        "mat_vec" => product_of_matrices(x, &y.column()).reshaped(&x.axes[..1]),
        "fully_connected" => {
            let product = product_of_matrices(y, &x.column());
            product.reshaped(&z.axes).zip(z, |y, b| y + b)
        }
        "mat_vec_transposed" => {
            product_of_matrices(&x.transposed(), &y.column()).reshaped(&x.axes[1..])
        }
        "outer" => Array::matrix(x.elements.len(), y.elements.len(), |r, c| {
            x.elements[r] * y.elements[c]
        }),
        "mat_mul" => product_of_matrices(x, y),
        "mat_mul_nt" => product_of_matrices(x, &y.transposed()),
        "mat_mul_tn" => product_of_matrices(&x.transposed(), y),
        "guarded_mat_vec" => x
            .product(&y.column(), guarded_product)
            .reshaped(&x.axes[..1]),
        "guarded_mat_vec_transposed" => {
            (x.transposed().product(&y.column(), guarded_product)).reshaped(&x.axes[1..])
        }
        "guarded_outer" => x
            .column()
            .product(&y.column().transposed(), guarded_product),
        "guarded_mat_mul" => x.product(y, guarded_product),
        "guarded_mat_mul_nt" => x.product(&y.transposed(), guarded_product),
        "guarded_mat_mul_tn" => x.transposed().product(y, guarded_product),
        "transpose" => x.transposed(),
        "sum_rows" => rows(x),
        "sum_columns" => columns(x),
        "mean_rows" => rows(x).map(|sum| sum / x.axes[0] as f64),
        "mean_columns" => columns(x).map(|sum| sum / x.axes[1] as f64),
        "repeat_rows" => Array::matrix(axes[0], axes[1], |_, c| x.elements[c]),
        "repeat_columns" => Array::matrix(axes[0], axes[1], |r, _| x.elements[r]),
        "mean_rows_vjp" => Array::matrix(axes[0], axes[1], |_, c| x.elements[c] / axes[0] as f64),
        "mean_columns_vjp" => {
            Array::matrix(axes[0], axes[1], |r, _| x.elements[r] / axes[1] as f64)
        }
        "reshape" => x.reshaped(axes),
        "stop_gradient" => x.clone(),
        "join::add" => x.zip(y, |x, y| x + y),
        "join::sub" => x.zip(y, |x, y| x - y),
        "join::mul" => x.zip(y, |x, y| x * y),
        "join::div" => x.zip(y, |x, y| x / y),
        name => match name.strip_prefix("join::") {
            Some(rule) => join_rule(rule, inputs, axes),
            None => panic!("`interpret` does not know the kernel `{name}`"),
        },
    };
    assert_eq!(made.axes, axes, "shape of `{}`", kernel.name);
    made
}

/// `value`, 0 where `g` is 0.
fn guard(g: f64, value: f64) -> f64 {
    if g == 0.0 { 0.0 } else { value }
}

/// 0 where a factor is 0.
fn guarded_product(x: f64, y: f64) -> f64 {
    guard(x, guard(y, x * y))
}

/// Elements from `start` on, 0 elsewhere.
fn at_positions(axes: &[usize], elements: &[f64], start: usize) -> Array {
    let mut array = Array::fill(axes, 0.0);
    array.elements[start..start + elements.len()].copy_from_slice(elements);
    array
}

/// The element of a map over `count` elements.
fn map(name: &str, operands: &[f64], count: f64) -> f64 {
    let chosen = |holds: bool, g: f64| if holds { g } else { 0.0 };
    let mask = |holds: bool| f64::from(u8::from(holds));
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    match (name, operands) {
        ("add" | "offset", &[x, y]) => x + y,
        ("sub", &[x, y]) => x - y,
        ("mul" | "scale", &[x, y]) => x * y,
        ("div" | "div_scalar", &[x, y]) => x / y,
        ("neg", &[x]) => -x,
        ("copy", &[x]) => x,
        ("scalar_sub", &[x, s]) => s - x,
        ("scalar_div", &[x, s]) => s / x,
        ("square", &[x]) => x * x,
        ("exp", &[x]) => x.exp(),
        ("ln", &[x]) => x.ln(),
        ("sqrt", &[x]) => x.sqrt(),
        ("recip", &[x]) => 1.0 / x,
        ("powi", &[x, k]) => x.powi(k as i32),
        ("abs", &[x]) => x.abs(),
        ("clamp", &[x, low, high]) => x.max(low).min(high),
        ("maximum", &[x, y]) => x.max(y),
        ("minimum", &[x, y]) => x.min(y),
        ("greater" | "greater_scalar", &[x, y]) => mask(x > y),
        ("greater_equal" | "greater_equal_scalar", &[x, y]) => mask(x >= y),
        ("less_scalar", &[x, y]) => mask(x < y),
        ("less_equal_scalar", &[x, y]) => mask(x <= y),
        ("select", &[c, a, b]) => {
            if c != 0.0 {
                a
            } else {
                b
            }
        }
        ("sin", &[x]) => x.sin(),
        ("cos", &[x]) => x.cos(),
        ("hypot", &[x, y]) => x.hypot(y),
        ("atan2", &[y, x]) => y.atan2(x),
        ("tanh", &[x]) => x.tanh(),
        ("sigmoid", &[x]) => sigmoid(x),
        ("relu", &[x]) => x.max(0.0),
        ("leaky_relu", &[x, k]) => {
            if x > 0.0 {
                x
            } else {
                k * x
            }
        }
        ("softplus", &[x]) => x.exp().ln_1p(),
        ("silu", &[x]) => x * sigmoid(x),
        ("guarded_mul", &[g, y]) => guard(g, g * y),
        ("guarded_scale", &[x, y]) => guarded_product(x, y),
        ("guarded_div" | "guarded_div_scalar", &[g, y]) => guard(g, g / y),
        ("div_vjp", &[g, y, q]) => guard(g, -(g / y) * q),
        ("square_vjp", &[g, x]) => guard(g, 2.0 * g * x),
        ("sqrt_vjp", &[g, y]) => guard(g, g / (2.0 * y)),
        ("recip_vjp", &[g, y]) => guard(g, -g * y * y),
        ("powi_vjp", &[g, x, k]) => guard(g, guard(k, g * k * x.powi(k as i32 - 1))),
        ("abs_vjp", &[g, x]) if x > 0.0 => g,
        ("abs_vjp", &[g, x]) => chosen(x < 0.0, -g),
        ("clamp_vjp", &[g, x, low, high]) => chosen((low..=high).contains(&x), g),
        ("maximum_vjp", &[g, x, y]) if x == y => g / 2.0,
        ("maximum_vjp", &[g, x, y]) => chosen(x > y, g),
        ("masked" | "masked_scalar", &[g, c]) => chosen(c != 0.0, g),
        ("masked_not", &[g, c]) => chosen(c == 0.0, g),
        ("sin_vjp", &[g, x]) => guard(g, g * x.cos()),
        ("cos_vjp", &[g, x]) => guard(g, -g * x.sin()),
        ("hypot_vjp", &[g, x, q]) => guard(g, guard(q, g * x / q)),
        ("atan2_vjp_y", &[g, x, q]) => guard(g, guard(q, g * x / (q * q))),
        ("atan2_vjp_x", &[g, y, q]) => guard(g, guard(q, -g * y / (q * q))),
        ("tanh_vjp", &[g, y]) => guard(g, g * (1.0 - y * y)),
        ("sigmoid_vjp", &[g, y]) => guard(g, g * y * (1.0 - y)),
        ("relu_vjp", &[g, y]) => chosen(y > 0.0, g),
        ("leaky_relu_vjp", &[g, x, k]) => {
            if x > 0.0 {
                g
            } else {
                k * g
            }
        }
        ("softplus_vjp", &[g, y]) => guard(g, g * (1.0 - (-y).exp())),
        ("silu_vjp", &[g, x]) => guard(g, g * sigmoid(x) * (1.0 + x * (1.0 - sigmoid(x)))),
        ("quadratic_error_vjp", &[p, t, s]) => 2.0 * s * (p - t),
        ("mse_vjp", &[p, t, s]) => 2.0 * s * (p - t) / count,
        ("huber_vjp", &[p, t, delta, s]) => s * (p - t).max(-delta).min(delta),
        ("cross_entropy_vjp", &[p, t, s]) => guard(t, -s * t / p.max(1e-7)),
        ("binary_cross_entropy_vjp", &[p, t, s]) => {
            s * (guard(1.0 - t, (1.0 - t) / (1.0 - p).max(1e-7)) - guard(t, t / p.max(1e-7)))
        }
        ("variance_vjp", &[x, m, s]) => 2.0 * s * (x - m) / count,
        ("sample_variance_vjp", &[x, m, s]) => 2.0 * s * (x - m) / (count - 1.0),
        ("std_vjp", &[x, m, y, s]) => guard(s, guard(y, s * (x - m) / (count * y))),
        ("sample_std_vjp", &[x, m, y, s]) => guard(s, guard(y, s * (x - m) / ((count - 1.0) * y))),
        ("norm_vjp", &[x, y, s]) => guard(s, guard(y, s * x / y)),
        other => panic!("`interpret` does not know the map {other:?}"),
    }
}

/// Adjoint of an operand of an open join: `g, x, y, q`; summed where that operand is a scalar.
fn join_rule(rule: &str, inputs: &[Array], axes: &[usize]) -> Array {
    let [g, x, y, q] = inputs else {
        panic!("`{rule}` has {} operands", inputs.len())
    };
    let negative = g.map(|g| -g);
    let each = match rule {
        "add_vjp_lhs" | "add_vjp_rhs" | "sub_vjp_lhs" => g.clone(),
        "sub_vjp_rhs" => negative,
        "mul_vjp_lhs" => g.zip(y, |g, y| guard(g, g * y)),
        "mul_vjp_rhs" => g.zip(x, |g, x| guard(g, g * x)),
        "div_vjp_lhs" => g.zip(y, |g, y| guard(g, g / y)),
        "div_vjp_rhs" => (negative.zip(y, |g, y| guard(g, g / y))).zip(q, |a, q| guard(a, a * q)),
        other => panic!("`interpret` does not know `join::{other}`"),
    };
    if axes.is_empty() {
        Array::scalar(total(each.elements))
    } else {
        each
    }
}

/// Values of the dimension and shape variables of a `grad!`.
#[derive(Clone, Default)]
pub(super) struct Concrete {
    shapes: HashMap<usize, Vec<usize>>,
    dims: HashMap<usize, usize>,
}

impl Concrete {
    fn axes(&self, shape: &Shape) -> Option<Vec<usize>> {
        if let Shape::Var(v) = shape {
            return self.shapes.get(v).cloned();
        }
        let dims = shape.dims()?;
        dims.iter()
            .map(|dim| match dim {
                Dim::Literal(n) => Some(*n),
                Dim::Var(v) => self.dims.get(v).copied(),
                Dim::Item(_) | Dim::Generic(_) => None,
            })
            .collect()
    }

    /// Whether the shapes that were inferred are those of the operands.
    pub(super) fn fits(shapes: &[Shape], operands: &[Array]) -> bool {
        let mut concrete = Concrete::default();
        for (shape, operand) in shapes.iter().zip(operands) {
            concrete.note(shape, &operand.axes);
        }
        let mut pairs = shapes.iter().zip(operands);
        pairs.all(|(shape, operand)| concrete.axes(shape).as_ref() == Some(&operand.axes))
    }

    /// Takes note that a value of `shape` has these axes.
    fn note(&mut self, shape: &Shape, axes: &[usize]) {
        if let Shape::Var(v) = shape {
            self.shapes.insert(*v, axes.to_vec());
        }
        for (dim, n) in shape.dims().unwrap_or_default().iter().zip(axes) {
            if let Dim::Var(v) = dim {
                self.dims.insert(*v, *n);
            }
        }
    }
}

/// What a caller gives to a graph or a plan.
#[derive(Clone, Default)]
pub(super) struct Given {
    pub(super) operands: Vec<Array>,
    pub(super) seed: Option<Array>,
    /// By operand: what the gradients hold before.
    pub(super) gradients: Vec<Array>,
    /// By operand.
    pub(super) directions: Vec<Array>,
}

/// The value of every node of a graph.
pub(super) struct Evaluation {
    pub(super) values: Vec<Array>,
    pub(super) concrete: Concrete,
}

impl Evaluation {
    pub(super) fn of(graph: &Graph, given: &Given) -> Self {
        match Evaluation::attempt(graph, given) {
            Ok(evaluation) => evaluation,
            Err(id) => panic!("%{} has not the shape {}", id.0, graph[id].shape),
        }
    }

    /// `Err`: the first node whose value has another shape than was inferred, as it can be where
    /// only the type checker knows the shapes.
    pub(super) fn attempt(graph: &Graph, given: &Given) -> Result<Self, NodeId> {
        let mut concrete = Concrete::default();
        let mut values: Vec<Array> = Vec::new();
        for id in graph.ids() {
            let node = &graph[id];
            let value = match &node.source {
                Source::Operand(i) => given.operands[*i].clone(),
                Source::Number(number) => Array::scalar(number.text.parse().unwrap()),
                Source::Table(table) => constant(table),
                Source::Seed => given.seed.clone().expect("a seed"),
                Source::Previous(i) => given.gradients[*i].clone(),
                Source::Direction(i) => given.directions[*i].clone(),
                Source::Kernel(kernel, inputs) => {
                    let inputs: Vec<Array> = inputs.iter().map(|i| values[i.0].clone()).collect();
                    let open = open_axes(kernel, &inputs);
                    let axes = concrete.axes(&node.shape).unwrap_or(open.clone());
                    // Scalars may meet arrays here, so the operands decide.
                    if matches!(kernel.form, Form::Join { accumulate: false }) && axes != open {
                        return Err(id);
                    }
                    kernel_result(kernel, &inputs, &axes)
                }
            };
            concrete.note(&node.shape, &value.axes);
            if concrete.axes(&node.shape).as_ref() != Some(&value.axes) {
                return Err(id);
            }
            values.push(value);
        }
        Ok(Evaluation { values, concrete })
    }
}

/// Shape of a result that only the type checker knows.
fn open_axes(kernel: &Kernel, inputs: &[Array]) -> Vec<usize> {
    let lengths = inputs.iter().map(|input| input.elements.len());
    match kernel.name {
        "concat" => vec![lengths.sum()],
        "slice" => vec![lengths.max().unwrap() - inputs[1].first() as usize],
        // The shape of the array that takes part.
        _ => {
            let ranks = inputs.iter().map(|input| &input.axes);
            ranks.max_by_key(|axes| axes.len()).unwrap().clone()
        }
    }
}

/// Memory of one home.
#[derive(Clone, Debug)]
struct Cell {
    holds: NodeId,
    value: Array,
}

/// Executes sections of a plan and checks every access.
#[derive(Clone)]
pub(super) struct Machine<'a> {
    graph: &'a Graph,
    given: &'a Given,
    concrete: &'a Concrete,
    memory: Vec<(Home, Cell)>,
    /// `grad!`: the operands that have a gradient. `None`: all that the plan names.
    tracked: Option<BTreeSet<usize>>,
    /// Slots that a section may not write.
    protected: BTreeSet<usize>,
}

impl<'a> Machine<'a> {
    pub(super) fn new(graph: &'a Graph, given: &'a Given, concrete: &'a Concrete) -> Self {
        Machine {
            graph,
            given,
            concrete,
            memory: Vec::new(),
            tracked: None,
            protected: BTreeSet::new(),
        }
    }

    pub(super) fn track(&mut self, operands: &BTreeSet<usize>) {
        self.tracked = Some(operands.clone());
    }

    fn exists(&self, home: Home) -> bool {
        match (home, &self.tracked) {
            (Home::Gradient(operand), Some(tracked)) => tracked.contains(&operand),
            _ => true,
        }
    }

    pub(super) fn cell(&self, home: Home) -> Option<(NodeId, &Array)> {
        let cell = self.memory.iter().find(|(place, _)| *place == home);
        cell.map(|(_, cell)| (cell.holds, &cell.value))
    }

    fn put(&mut self, home: Home, holds: NodeId, value: Array) {
        assert!(self.exists(home), "{home:?} does not exist");
        if let Home::Slot(slot) = home {
            assert!(!self.protected.contains(&slot), "slot {slot} is kept");
        }
        self.memory.retain(|(place, _)| *place != home);
        self.memory.push((home, Cell { holds, value }));
    }

    /// The pass takes a scalar along.
    pub(super) fn carry(&mut self, home: Home) {
        let (holds, value) = self.cell(home).expect("a result");
        self.put(Home::Root, holds, value.clone());
    }

    /// Kept slots stay and become read-only; all other memory is forgotten.
    pub(super) fn keep(&mut self, slots: &[Slot]) {
        self.protected = (0..slots.len())
            .filter(|slot| slots[*slot].kept.is_some())
            .collect();
        self.memory.retain(|(home, _)| match home {
            Home::Slot(slot) => self.protected.contains(slot),
            Home::Root => true,
            _ => false,
        });
    }

    /// The gradients hold what they held before the pass.
    pub(super) fn restore_gradients(&mut self) {
        for id in self.graph.ids() {
            if let Source::Previous(operand) = self.graph[id].source {
                let before = self.given.gradients[operand].clone();
                self.put(Home::Gradient(operand), id, before);
            }
        }
    }

    fn value(&mut self, section: &Section, id: NodeId) -> Array {
        let node = &self.graph[id];
        match &node.source {
            Source::Operand(i) => return self.given.operands[*i].clone(),
            Source::Number(number) => return Array::scalar(number.text.parse().unwrap()),
            Source::Table(table) => return constant(table),
            Source::Seed => return self.given.seed.clone().expect("a seed"),
            Source::Direction(i) => return self.given.directions[*i].clone(),
            Source::Kernel(kernel, inputs) if kernel.is_view() => {
                let shown = self.value(section, inputs[0]);
                return shown.reshaped(&self.axes(id));
            }
            Source::Kernel(..) | Source::Previous(_) => {}
        }
        let home = section.home(self.graph, id);
        assert!(self.exists(home), "{home:?} is read and does not exist");
        let found = self.memory.iter().find(|(place, _)| *place == home);
        let Some((_, cell)) = found else {
            panic!("%{} is read from {home:?}, which was not written", id.0)
        };
        assert_eq!(
            cell.holds, id,
            "%{} is read from {home:?}, which holds another value",
            id.0
        );
        cell.value.clone()
    }

    fn axes(&self, id: NodeId) -> Vec<usize> {
        self.concrete.axes(&self.graph[id].shape).expect("a shape")
    }

    /// Runs all steps; slots that are read must have been written in this section or kept.
    pub(super) fn run(&mut self, section: &Section) {
        self.memory
            .retain(|(home, _)| !matches!(home, Home::Local(_)));
        for operand in &section.zeros {
            assert!(
                (section.steps.iter()).all(|step| step.home != Home::Gradient(*operand)),
                "a gradient is zero and computed"
            );
        }
        // Operands whose gradient is computed.
        let all: BTreeSet<usize> = section
            .steps
            .iter()
            .flat_map(|s| s.serves.clone())
            .collect();
        for (at, step) in section.steps.iter().enumerate() {
            if let Some(tracked) = &self.tracked {
                let unconditional = step.serves == all && all.len() > 1;
                if !unconditional && step.serves.is_disjoint(tracked) {
                    // The code declares variables all the same, as zero.
                    continue;
                }
            }
            self.step(section, step);
            for found in &section.loops {
                if found.steps.end == at + 1 {
                    self.end_loop(section, found);
                }
            }
        }
    }

    /// What a loop does not store is lost with its registers.
    fn end_loop(&mut self, section: &Section, found: &Loop) {
        let stored = |home| {
            let mut streams = found.streams.iter();
            streams.any(|stream| stream.home == home && stream.stored)
        };
        let steps = &section.steps[found.steps.clone()];
        for step in steps {
            for (kind, input) in step.kernel.operands.chars().zip(&step.inputs) {
                let read = section.home(self.graph, self.graph.storage(*input));
                assert!(
                    kind != 's' || steps.iter().all(|step| step.home != read),
                    "{} reads a scalar that the loop writes",
                    self.describe(step)
                );
            }
            if !stored(step.home) {
                self.memory.retain(|(home, _)| *home != step.home);
            }
        }
    }

    fn step(&mut self, section: &Section, step: &Step) {
        let node = &self.graph[step.node];
        let axes = self.axes(step.node);
        let scalar = axes.is_empty() && node.shape == Shape::Scalar;
        let inputs: Vec<Array> = (step.inputs.iter())
            .map(|input| self.value(section, *input))
            .collect();
        let home_of = |input: &NodeId| section.home(self.graph, self.graph.storage(*input));
        let aliases = |inputs: &[NodeId]| inputs.iter().any(|input| home_of(input) == step.home);
        let value = kernel_result(step.kernel, &inputs, &axes);
        let value = match step.mode {
            Mode::Write => {
                // Rust lets a scalar be assigned from itself; an array would be borrowed twice.
                assert!(scalar || !aliases(&step.inputs), "{}", self.describe(step));
                if let Source::Kernel(made, inputs) = &node.source
                    && step.inputs != [step.node]
                {
                    assert!(made.is(step.kernel) && *inputs == step.inputs);
                }
                value
            }
            Mode::InPlace => {
                let at = (step.kernel.in_place_operand()).expect("an operand to replace");
                assert_eq!(
                    home_of(&step.inputs[at]),
                    step.home,
                    "{}",
                    self.describe(step)
                );
                let mut others = step.inputs.clone();
                others.remove(at);
                assert!(scalar || !aliases(&others), "{}", self.describe(step));
                if scalar {
                    assert_eq!(step.kernel.form, Form::Map(Scalar::Infix("+")));
                }
                value
            }
            Mode::Accumulate => {
                assert!(scalar || step.kernel.can_accumulate());
                assert!(scalar || !aliases(&step.inputs), "{}", self.describe(step));
                let (held, before) = self.cell(step.home).expect("something to add to");
                // The node is the sum of what is there and of the term.
                let terms: Vec<NodeId> = (node.inputs().iter().copied())
                    .filter(|input| *input != held)
                    .collect();
                let [term] = terms[..] else {
                    panic!("{} adds to %{}", self.describe(step), held.0)
                };
                assert!(self.graph[term].kernel().unwrap().is(step.kernel));
                assert_eq!(self.graph[term].inputs(), step.inputs);
                assert!(
                    node.kernel()
                        .unwrap()
                        .is(&crate::ops::arithmetic::ADD_KERNEL)
                );
                before.zip(&value, |a, b| a + b)
            }
        };
        self.put(step.home, step.node, value);
    }

    fn describe(&self, step: &Step) -> String {
        let inputs: Vec<usize> = step.inputs.iter().map(|input| input.0).collect();
        format!(
            "%{}: {:?} {:?} {}({inputs:?})",
            step.node.0, step.home, step.mode, step.kernel.name
        )
    }
}

/// Panics unless both agree but for rounding.
#[track_caller]
pub(super) fn close(found: &Array, expected: &Array, what: &str) {
    assert_eq!(found.axes, expected.axes, "shape of {what}");
    let scale = expected
        .elements
        .iter()
        .fold(1.0, |scale: f64, x| scale.max(x.abs()));
    for (a, b) in found.elements.iter().zip(&expected.elements) {
        let error = (a - b).abs();
        assert!(
            error <= 1e-7 * scale,
            "{what}: {a} instead of {b}\n   found {:?}\nexpected {:?}",
            found.elements,
            expected.elements
        );
    }
}
