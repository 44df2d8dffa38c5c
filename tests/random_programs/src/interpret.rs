//! The value of a program, computed without the compiler and the runtime.
//!
//! Formulas are the plain ones, over `std`; a [`Monitor`] watches the values on the way.

use std::collections::HashMap;

use crate::program::{Expr, Form, Index, Program, Role, Shape, Statement};

#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    pub shape: Shape,
    pub elements: Vec<f64>,
}

/// The value is no number, or too near to a kink or a pole for a central difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfit;

type Fit<T> = Result<T, Unfit>;

/// Distance to kinks.
const MARGIN: f64 = 1e-3;
/// Distance to poles, and least value of what is divided by or under a root.
const POLE: f64 = 0.1;
/// Largest value on the way.
const LARGEST: f64 = 30.0;

/// Watches an evaluation.
#[derive(Clone, Default)]
pub struct Monitor {
    /// Refuse what is near a kink or a pole.
    pub strict: bool,
    /// The side of each kink, in order.
    pub sides: Vec<bool>,
    /// Values of `stop_gradient`, in order: kept, and then taken from `frozen`.
    pub stopped: Vec<Vec<f64>>,
    pub frozen: Option<Vec<Vec<f64>>>,
    /// Relative size of an error added to the result of each operation, of changing sign.
    pub noise: f64,
    pub ticks: u64,
}

impl Monitor {
    pub fn strict() -> Self {
        Monitor {
            strict: true,
            ..Monitor::default()
        }
    }

    /// Notes on which side of a kink the value `distance` lies.
    fn kink(&mut self, distance: f64) -> Fit<()> {
        self.sides.push(distance > 0.0);
        self.apart(distance, MARGIN)
    }

    fn apart(&self, distance: f64, least: f64) -> Fit<()> {
        if self.strict && distance.abs() < least {
            Err(Unfit)
        } else {
            Ok(())
        }
    }

    fn above(&self, value: f64, least: f64) -> Fit<()> {
        if self.strict && value < least {
            Err(Unfit)
        } else {
            Ok(())
        }
    }

    fn disturbed(&mut self, value: f64) -> f64 {
        if self.noise == 0.0 {
            return value;
        }
        // A sign that looks random: the top bit of a multiplicative hash.
        self.ticks += 1;
        let hash = self
            .ticks
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(23);
        let sign = if hash.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 63 == 0 {
            1.0
        } else {
            -1.0
        };
        value * (1.0 + sign * self.noise)
    }
}

pub struct Machine {
    /// Names by block, the innermost last.
    pub blocks: Vec<HashMap<String, Value>>,
    pub counts: HashMap<String, i64>,
    pub monitor: Monitor,
}

impl Machine {
    pub fn new(monitor: Monitor) -> Self {
        Machine {
            blocks: vec![HashMap::new()],
            counts: HashMap::new(),
            monitor,
        }
    }

    pub fn bind(&mut self, name: &str, value: Value) {
        if let Some(block) = self.blocks.last_mut() {
            block.insert(name.to_owned(), value);
        }
    }

    fn look_up(&self, name: &str) -> Fit<&Value> {
        let mut blocks = self.blocks.iter().rev();
        blocks.find_map(|block| block.get(name)).ok_or(Unfit)
    }

    pub fn run(&mut self, statements: &[Statement]) -> Fit<()> {
        for statement in statements {
            match statement {
                Statement::Let { name, value, .. } => {
                    let value = self.evaluate(value)?;
                    self.bind(name, value);
                }
                Statement::Assign { name, value } => {
                    let value = self.evaluate(value)?;
                    let mut blocks = self.blocks.iter_mut().rev();
                    *blocks.find_map(|block| block.get_mut(name)).ok_or(Unfit)? = value;
                }
                Statement::Const { name, value } => {
                    self.counts.insert(name.clone(), *value);
                }
                Statement::Loop {
                    variable,
                    start,
                    end,
                    body,
                    ..
                } => {
                    for count in self.whole(start)?..self.whole(end)? {
                        self.counts.insert(variable.clone(), count);
                        self.blocks.push(HashMap::new());
                        let done = self.run(body);
                        self.blocks.pop();
                        done?;
                    }
                    self.counts.remove(variable);
                }
            }
        }
        Ok(())
    }

    pub fn evaluate(&mut self, expr: &Expr) -> Fit<Value> {
        if let Form::Name(name) = &expr.form {
            return self.look_up(name).cloned();
        }
        let arguments: Vec<Value> = expr
            .arguments
            .iter()
            .map(|argument| self.evaluate(argument))
            .collect::<Fit<_>>()?;
        self.apply(&expr.form, &arguments)
    }

    fn position(&self, index: &Index) -> Fit<usize> {
        usize::try_from(self.whole(index)?).map_err(|_| Unfit)
    }

    fn whole(&self, index: &Index) -> Fit<i64> {
        let Some((name, subtracted)) = &index.variable else {
            return Ok(index.fixed);
        };
        let count = *self.counts.get(name).ok_or(Unfit)?;
        Ok(index.fixed + if *subtracted { -count } else { count })
    }

    /// One operation.
    pub fn apply(&mut self, form: &Form, arguments: &[Value]) -> Fit<Value> {
        let mut value = self.operation(form, arguments)?;
        for element in &mut value.elements {
            *element = self.monitor.disturbed(*element);
        }
        let strict = self.monitor.strict;
        let fits = |x: &f64| x.is_finite() && (!strict || x.abs() <= LARGEST);
        if value.elements.len() == value.shape.len() && value.elements.iter().all(fits) {
            Ok(value)
        } else {
            Err(Unfit)
        }
    }

    fn operation(&mut self, form: &Form, arguments: &[Value]) -> Fit<Value> {
        let scalar = |x: f64| {
            Ok(Value {
                shape: Shape::Scalar,
                elements: vec![x],
            })
        };
        match form {
            Form::Name(name) => self.look_up(name).cloned(),
            Form::Number(text) => scalar(text.parse().map_err(|_| Unfit)?),
            Form::Infix(symbol) => self.zip(symbol, &arguments[0], &arguments[1]),
            Form::Negate => Ok(arguments[0].map(|x| -x)),
            Form::Call(name) => self.call(name, arguments),
            Form::Axis(name, axis) => {
                let (rows, columns) = arguments[0].matrix()?;
                let (kept, reduced) = if *axis == 0 {
                    (columns, rows)
                } else {
                    (rows, columns)
                };
                let divisor = if *name == "mean" { reduced as f64 } else { 1.0 };
                let element = |k: usize, j: usize| {
                    let (r, c) = if *axis == 0 { (j, k) } else { (k, j) };
                    arguments[0].elements[r * columns + c]
                };
                let sums = (0..kept)
                    .map(|k| (0..reduced).map(|j| element(k, j)).sum::<f64>() / divisor)
                    .collect();
                Ok(vector(sums))
            }
            Form::Whole("powi", index) => {
                let k = self.whole(index)?;
                for x in &arguments[0].elements {
                    if k < 0 {
                        self.monitor.apart(*x, 0.25)?;
                    }
                }
                Ok(arguments[0].map(|x| x.powi(k as i32)))
            }
            Form::Whole(name, index) => {
                let (rows, columns) = arguments[0].matrix()?;
                let at = self.position(index)?;
                let elements = &arguments[0].elements;
                if *name == "row" {
                    take(elements, at * columns, columns)
                } else if at < columns {
                    Ok(vector(
                        (0..rows).map(|r| elements[r * columns + at]).collect(),
                    ))
                } else {
                    Err(Unfit)
                }
            }
            Form::Dims(name, shape) => arguments[0].with_dims(name, *shape),
            Form::Element(index) => {
                let at = self.position(index)?;
                let elements = &arguments[0].elements;
                match arguments[0].shape {
                    Shape::Vector(_) => scalar(*elements.get(at).ok_or(Unfit)?),
                    Shape::Matrix(_, columns) => take(elements, at * columns, columns),
                    Shape::Scalar => Err(Unfit),
                }
            }
            Form::Slice(range) => {
                let elements = &arguments[0].elements;
                let start = match &range.start {
                    Some(start) => self.position(start)?,
                    None => 0,
                };
                let end = match &range.end {
                    Some(end) => self.position(end)? + usize::from(range.inclusive),
                    None => elements.len(),
                };
                take(elements, start, end.checked_sub(start).ok_or(Unfit)?)
            }
        }
    }

    /// Element by element, a scalar standing for an array of itself.
    fn zip(&mut self, name: &str, x: &Value, y: &Value) -> Fit<Value> {
        let shape = if x.shape.is_scalar() {
            y.shape
        } else {
            x.shape
        };
        let (x, y) = (x.filled(shape)?, y.filled(shape)?);
        let mut elements = Vec::with_capacity(shape.len());
        for (x, y) in x.elements.iter().copied().zip(y.elements.iter().copied()) {
            elements.push(match name {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                "/" => {
                    self.monitor.apart(y, POLE)?;
                    x / y
                }
                ">" | ">=" | "<" | "<=" => {
                    self.monitor.kink(x - y)?;
                    let holds = match name {
                        ">" => x > y,
                        ">=" => x >= y,
                        "<" => x < y,
                        _ => x <= y,
                    };
                    f64::from(u8::from(holds))
                }
                "max" => {
                    self.monitor.kink(x - y)?;
                    x.max(y)
                }
                "min" => {
                    self.monitor.kink(x - y)?;
                    x.min(y)
                }
                "hypot" => {
                    self.monitor.above(x.hypot(y), POLE)?;
                    x.hypot(y)
                }
                "atan2" => {
                    // `x` is the ordinate. The jump is a kink.
                    self.monitor.above(x.hypot(y), POLE)?;
                    if y < MARGIN {
                        self.monitor.kink(x)?;
                    }
                    x.atan2(y)
                }
                _ => return Err(Unfit),
            });
        }
        Ok(Value { shape, elements })
    }

    fn call(&mut self, name: &str, arguments: &[Value]) -> Fit<Value> {
        let x = &arguments[0];
        let n = x.elements.len() as f64;
        let second =
            |index: usize| -> Fit<f64> { Ok(*arguments[index].elements.first().ok_or(Unfit)?) };
        let result = match (name, arguments.len()) {
            ("max" | "min" | "hypot" | "atan2", 2) => return self.zip(name, x, &arguments[1]),
            ("scale", 2) => return self.zip("*", x, &arguments[1]),
            ("offset", 2) => return self.zip("+", x, &arguments[1]),
            ("select", 3) => {
                let shape = if x.shape.is_scalar() {
                    arguments[1].shape
                } else {
                    x.shape
                };
                let (a, b) = (arguments[1].filled(shape)?, arguments[2].filled(shape)?);
                let elements = (0..shape.len())
                    .map(|i| {
                        if x.elements[i] != 0.0 {
                            a.elements[i]
                        } else {
                            b.elements[i]
                        }
                    })
                    .collect();
                return Ok(Value { shape, elements });
            }
            ("stop_gradient", 1) => {
                let at = self.monitor.stopped.len();
                let elements = match &self.monitor.frozen {
                    Some(frozen) => frozen.get(at).ok_or(Unfit)?.clone(),
                    None => x.elements.clone(),
                };
                self.monitor.stopped.push(elements.clone());
                return Ok(Value {
                    shape: x.shape,
                    elements,
                });
            }
            ("softmax" | "log_softmax" | "logsumexp", 1) => {
                let sum: f64 = x.elements.iter().map(|x| x.exp()).sum();
                match name {
                    "softmax" => return Ok(x.map(|x| x.exp() / sum)),
                    "log_softmax" => return Ok(x.map(|x| x - sum.ln())),
                    _ => sum.ln(),
                }
            }
            ("fully_connected", 3) => {
                let product = multiply(&arguments[1], x)?;
                return self.zip("+", &vector(product.elements), &arguments[2]);
            }
            ("matvec", 2) => return Ok(vector(multiply(x, &arguments[1])?.elements)),
            ("matmul", 2) => return multiply(x, &arguments[1]),
            ("matrix_multiply", 2) => return multiply(&arguments[1], x),
            ("outer", 2) => {
                let (rows, columns) = (x.shape.len(), arguments[1].shape.len());
                let column = x.with_dims("reshape", Shape::Matrix(rows, 1))?;
                let row = arguments[1].with_dims("reshape", Shape::Matrix(1, columns))?;
                return multiply(&column, &row);
            }
            ("transpose", 1) => {
                let (rows, columns) = x.matrix()?;
                let elements = (0..rows * columns)
                    .map(|k| x.elements[k % rows * columns + k / rows])
                    .collect();
                return Ok(Value {
                    shape: Shape::Matrix(columns, rows),
                    elements,
                });
            }
            ("concat", 2) => {
                return Ok(vector(
                    [x.elements.as_slice(), arguments[1].elements.as_slice()].concat(),
                ));
            }
            ("dot", 2) => self.zip("*", x, &arguments[1])?.elements.iter().sum(),
            ("sum", 1) => x.elements.iter().sum(),
            ("mean", 1) => x.elements.iter().sum::<f64>() / n,
            ("product", 1) => x.elements.iter().product(),
            ("max" | "min", 1) => {
                let sign = if name == "max" { 1.0 } else { -1.0 };
                let mut best = x.elements[0];
                for (index, element) in x.elements.iter().enumerate() {
                    if index > 0 {
                        // The order of all that were the best so far fixes the choice.
                        self.monitor.kink((element - best) * sign)?;
                    }
                    if (element - best) * sign > 0.0 {
                        best = *element;
                    }
                }
                best
            }
            ("norm", 1) => {
                let norm = x.elements.iter().map(|x| x * x).sum::<f64>().sqrt();
                self.monitor.above(norm, POLE)?;
                norm
            }
            ("variance" | "sample_variance" | "std" | "sample_std", 1) => {
                let mean = x.elements.iter().sum::<f64>() / n;
                let squares: f64 = x.elements.iter().map(|x| (x - mean) * (x - mean)).sum();
                let divisor = if name.starts_with("sample") {
                    n - 1.0
                } else {
                    n
                };
                let variance = squares / divisor;
                if name.ends_with("std") {
                    // Of one element the deviation is 0 everywhere.
                    if n > 1.0 {
                        self.monitor.above(variance, POLE * POLE)?;
                    }
                    variance.sqrt()
                } else {
                    variance
                }
            }
            ("clamp", 3) => {
                let (lo, hi) = (second(1)?, second(2)?);
                self.monitor.above(hi - lo, 2.0 * MARGIN)?;
                for x in &x.elements {
                    self.monitor.kink(x - lo)?;
                    self.monitor.kink(x - hi)?;
                }
                return Ok(x.map(|x| x.max(lo).min(hi)));
            }
            ("leaky_relu", 2) => {
                let k = second(1)?;
                for x in &x.elements {
                    self.monitor.kink(*x)?;
                }
                return Ok(x.map(|x| if x > 0.0 { x } else { k * x }));
            }
            ("quadratic_error" | "mse", 2) => {
                let d = self.zip("-", x, &arguments[1])?;
                let sum: f64 = d.elements.iter().map(|d| d * d).sum();
                if name == "mse" { sum / n } else { sum }
            }
            ("huber", 3) => {
                let delta = second(2)?;
                self.monitor.above(delta, MARGIN)?;
                let d = self.zip("-", x, &arguments[1])?;
                let mut sum = 0.0;
                for d in &d.elements {
                    self.monitor.kink(d.abs() - delta)?;
                    sum += if d.abs() <= delta {
                        d * d / 2.0
                    } else {
                        delta * (d.abs() - delta / 2.0)
                    };
                }
                sum
            }
            ("cross_entropy" | "binary_cross_entropy", 2) => {
                let mut sum = 0.0;
                for (p, t) in x.elements.iter().zip(&arguments[1].elements) {
                    self.monitor.above(*p, POLE / 2.0)?;
                    sum -= t * p.max(1e-7).ln();
                    if name == "binary_cross_entropy" {
                        self.monitor.above(1.0 - p, POLE / 2.0)?;
                        sum -= (1.0 - t) * (1.0 - p).max(1e-7).ln();
                    }
                }
                sum
            }
            ("softmax_cross_entropy", 2) => {
                let sum = x.elements.iter().map(|x| x.exp()).sum::<f64>().ln();
                let terms = x.elements.iter().zip(&arguments[1].elements);
                terms.map(|(z, t)| t * (sum - z)).sum()
            }
            (_, 1) => return self.map(name, x),
            _ => return Err(Unfit),
        };
        Ok(Value {
            shape: Shape::Scalar,
            elements: vec![result],
        })
    }

    /// Functions of one element.
    fn map(&mut self, name: &str, x: &Value) -> Fit<Value> {
        let mut elements = Vec::with_capacity(x.elements.len());
        for x in x.elements.iter().copied() {
            elements.push(match name {
                "square" => x * x,
                "sqrt" => {
                    self.monitor.above(x, POLE)?;
                    x.sqrt()
                }
                "recip" => {
                    self.monitor.apart(x, POLE)?;
                    1.0 / x
                }
                "exp" => x.exp(),
                "ln" => {
                    self.monitor.above(x, POLE)?;
                    x.ln()
                }
                "abs" => {
                    self.monitor.kink(x)?;
                    x.abs()
                }
                "relu" => {
                    self.monitor.kink(x)?;
                    x.max(0.0)
                }
                "sin" => x.sin(),
                "cos" => x.cos(),
                "tanh" => x.tanh(),
                "sigmoid" => 1.0 / (1.0 + (-x).exp()),
                "softplus" => x.exp().ln_1p(),
                "silu" => x / (1.0 + (-x).exp()),
                _ => return Err(Unfit),
            });
        }
        Ok(Value {
            shape: x.shape,
            elements,
        })
    }
}

fn vector(elements: Vec<f64>) -> Value {
    Value {
        shape: Shape::Vector(elements.len()),
        elements,
    }
}

fn take(elements: &[f64], start: usize, len: usize) -> Fit<Value> {
    let part = elements.get(start..start + len).ok_or(Unfit)?;
    Ok(vector(part.to_vec()))
}

/// A vector on the right is a column.
fn multiply(a: &Value, b: &Value) -> Fit<Value> {
    let (rows, inner) = a.matrix()?;
    let (other, columns) = match b.shape {
        Shape::Vector(n) => (n, 1),
        _ => b.matrix()?,
    };
    if inner != other {
        return Err(Unfit);
    }
    let element = |k: usize| {
        let (r, c) = (k / columns, k % columns);
        (0..inner)
            .map(|i| a.elements[r * inner + i] * b.elements[i * columns + c])
            .sum()
    };
    Ok(Value {
        shape: Shape::Matrix(rows, columns),
        elements: (0..rows * columns).map(element).collect(),
    })
}

impl Value {
    fn map(&self, f: impl Fn(f64) -> f64) -> Value {
        Value {
            shape: self.shape,
            elements: self.elements.iter().map(|x| f(*x)).collect(),
        }
    }

    fn matrix(&self) -> Fit<(usize, usize)> {
        match self.shape {
            Shape::Matrix(rows, columns) => Ok((rows, columns)),
            _ => Err(Unfit),
        }
    }

    fn filled(&self, shape: Shape) -> Fit<Value> {
        if self.shape == shape {
            Ok(self.clone())
        } else if self.shape.is_scalar() {
            self.with_dims("broadcast", shape)
        } else {
            Err(Unfit)
        }
    }

    fn with_dims(&self, name: &str, shape: Shape) -> Fit<Value> {
        let elements = match (name, self.shape, shape) {
            ("reshape", ..) => self.elements.clone(),
            (_, Shape::Scalar, _) => vec![self.elements[0]; shape.len()],
            (_, Shape::Vector(_), Shape::Matrix(rows, _)) => self.elements.repeat(rows),
            (_, Shape::Matrix(_, 1), Shape::Matrix(_, columns)) => self
                .elements
                .iter()
                .flat_map(|x| vec![*x; columns])
                .collect(),
            _ => return Err(Unfit),
        };
        Ok(Value { shape, elements })
    }
}

impl Program {
    /// The result at `parameters`; the inputs are those of the point.
    ///
    /// # Errors
    ///
    /// What the monitor refuses, and values that are not finite.
    pub fn evaluate(&self, parameters: &[f64], monitor: Monitor) -> Fit<(Vec<f64>, Monitor)> {
        let mut machine = Machine::new(monitor);
        let mut rest = parameters;
        for argument in &self.arguments {
            let elements = match argument.role {
                Role::Input => argument.values.clone(),
                Role::Param => {
                    let (own, others) = rest.split_at_checked(argument.shape.len()).ok_or(Unfit)?;
                    rest = others;
                    own.to_vec()
                }
            };
            let shape = argument.shape;
            machine.bind(&argument.name, Value { shape, elements });
        }
        machine.run(&self.statements)?;
        let result = machine.evaluate(&self.result)?;
        if result.shape == self.shape {
            Ok((result.elements, machine.monitor))
        } else {
            Err(Unfit)
        }
    }
}
