//! A program: arguments with their values at one point, statements, a result; and its text.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write};

/// A scalar, a vector or a matrix (rows, columns).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Scalar,
    Vector(usize),
    Matrix(usize, usize),
}

impl Shape {
    pub fn len(self) -> usize {
        match self {
            Shape::Scalar => 1,
            Shape::Vector(n) => n,
            Shape::Matrix(rows, columns) => rows * columns,
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn is_scalar(self) -> bool {
        self == Shape::Scalar
    }
}

/// As a Rust type.
impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Scalar => f.write_str("f64"),
            Shape::Vector(n) => write!(f, "[f64; {n}]"),
            Shape::Matrix(rows, columns) => write!(f, "[[f64; {columns}]; {rows}]"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Input,
    Param,
}

#[derive(Clone, Debug)]
pub struct Argument {
    pub name: String,
    pub role: Role,
    pub shape: Shape,
    /// Its elements at the point of the check.
    pub values: Vec<f64>,
}

/// A whole number: `2`, `i`, `i + 1`, `3 - i`.
#[derive(Clone, Debug)]
pub struct Index {
    pub fixed: i64,
    /// A loop variable or constant of the model, and whether it is subtracted.
    pub variable: Option<(String, bool)>,
}

impl Index {
    pub fn fixed(fixed: usize) -> Self {
        Index {
            fixed: fixed as i64,
            variable: None,
        }
    }

    pub fn plus(&self, more: i64) -> Self {
        Index {
            fixed: self.fixed + more,
            variable: self.variable.clone(),
        }
    }
}

impl Display for Index {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let fixed = self.fixed;
        match &self.variable {
            None => write!(f, "{fixed}"),
            Some((name, true)) => write!(f, "{fixed} - {name}"),
            Some((name, false)) if fixed > 0 => write!(f, "{name} + {fixed}"),
            Some((name, false)) if fixed < 0 => write!(f, "{name} - {}", -fixed),
            Some((name, false)) => f.write_str(name),
        }
    }
}

/// `a..b`, `a..=b`, `..b`, `a..`
#[derive(Clone, Debug)]
pub struct Range {
    pub start: Option<Index>,
    /// As written: the last position if `inclusive`.
    pub end: Option<Index>,
    pub inclusive: bool,
}

/// What an expression does with its arguments.
#[derive(Clone, Debug)]
pub enum Form {
    Name(String),
    Number(&'static str),
    /// `+ - * /` and the comparisons
    Infix(&'static str),
    Negate,
    /// `name(..)` of values only
    Call(&'static str),
    /// `sum(x, axis = 0)`
    Axis(&'static str, usize),
    /// `powi(x, k)`, `row(A, i)`, `column(A, i)`
    Whole(&'static str, Index),
    /// `reshape(x, [R, C])`, `broadcast(b, [R, C])`
    Dims(&'static str, Shape),
    Element(Index),
    Slice(Range),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub form: Form,
    pub arguments: Vec<Expr>,
}

impl Expr {
    /// How tightly its text binds.
    fn precedence(&self) -> u8 {
        match self.form {
            Form::Infix("+" | "-") => 1,
            Form::Infix("*" | "/") => 2,
            Form::Infix(_) => 0,
            Form::Negate => 3,
            Form::Number(text) if text.starts_with('-') => 3,
            _ => 4,
        }
    }

    /// In parentheses if it binds less tightly than `least`.
    fn write(&self, f: &mut Formatter<'_>, least: u8) -> fmt::Result {
        if self.precedence() < least {
            write!(f, "({self})")
        } else {
            write!(f, "{self}")
        }
    }

    /// The operator as the README's table counts it: name and number of arguments.
    fn operator(&self) -> Option<String> {
        let values = self.arguments.len();
        Some(match &self.form {
            Form::Name(_) | Form::Number(_) => return None,
            Form::Infix(symbol) => (*symbol).to_owned(),
            Form::Negate => "neg".to_owned(),
            Form::Call(name) => format!("{name}/{values}"),
            Form::Axis(name, _) => format!("{name}/{values}"),
            Form::Whole(name, _) | Form::Dims(name, _) => format!("{name}/{}", values + 1),
            Form::Element(_) => "x[i]".to_owned(),
            Form::Slice(_) => "x[a..b]".to_owned(),
        })
    }

    fn operators(&self, into: &mut BTreeSet<String>) {
        into.extend(self.operator());
        for argument in &self.arguments {
            argument.operators(into);
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let arguments = &self.arguments;
        match &self.form {
            Form::Name(name) => f.write_str(name),
            Form::Number(text) => f.write_str(text),
            Form::Infix(symbol) => {
                let own = self.precedence();
                arguments[0].write(f, own)?;
                write!(f, " {symbol} ")?;
                arguments[1].write(f, own + 1)
            }
            Form::Negate => {
                f.write_char('-')?;
                arguments[0].write(f, 4)
            }
            Form::Element(index) => {
                arguments[0].write(f, 4)?;
                write!(f, "[{index}]")
            }
            Form::Slice(range) => {
                arguments[0].write(f, 4)?;
                let bound = |bound: &Option<Index>| {
                    bound.as_ref().map(Index::to_string).unwrap_or_default()
                };
                let dots = if range.inclusive { "..=" } else { ".." };
                write!(f, "[{}{dots}{}]", bound(&range.start), bound(&range.end))
            }
            Form::Call(name) | Form::Axis(name, _) | Form::Whole(name, _) | Form::Dims(name, _) => {
                write!(f, "{name}(")?;
                for (index, argument) in arguments.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{argument}")?;
                }
                match &self.form {
                    Form::Axis(_, axis) => write!(f, ", axis = {axis})"),
                    Form::Whole(_, index) => write!(f, ", {index})"),
                    Form::Dims(_, Shape::Scalar) => f.write_str(", [])"),
                    Form::Dims(_, Shape::Vector(n)) => write!(f, ", [{n}])"),
                    Form::Dims(_, Shape::Matrix(r, c)) => write!(f, ", [{r}, {c}])"),
                    _ => f.write_char(')'),
                }
            }
        }
    }
}

#[derive(Clone, Debug)]
pub enum Statement {
    Let {
        name: String,
        mutable: bool,
        annotation: Option<Shape>,
        value: Expr,
    },
    Assign {
        name: String,
        value: Expr,
    },
    /// `const N: usize = 3;`
    Const {
        name: String,
        value: i64,
    },
    Loop {
        variable: String,
        start: Index,
        /// Exclusive.
        end: Index,
        /// The range as written.
        range: String,
        body: Vec<Statement>,
    },
}

impl Statement {
    fn write(&self, text: &mut String, indent: usize) {
        let margin = " ".repeat(4 * indent);
        let _ = match self {
            Statement::Let {
                name,
                mutable,
                annotation,
                value,
            } => {
                let mutable = if *mutable { "mut " } else { "" };
                let annotation = annotation.map_or(String::new(), |shape| format!(": {shape}"));
                writeln!(text, "{margin}let {mutable}{name}{annotation} = {value};")
            }
            Statement::Assign { name, value } => writeln!(text, "{margin}{name} = {value};"),
            Statement::Const { name, value } => {
                writeln!(text, "{margin}const {name}: usize = {value};")
            }
            Statement::Loop {
                variable,
                range,
                body,
                ..
            } => {
                let _ = writeln!(text, "{margin}for {variable} in {range} {{");
                for statement in body {
                    statement.write(text, indent + 1);
                }
                writeln!(text, "{margin}}}")
            }
        };
    }

    fn operators(&self, into: &mut BTreeSet<String>) {
        match self {
            Statement::Let { value, .. } | Statement::Assign { value, .. } => value.operators(into),
            Statement::Const { .. } => {}
            Statement::Loop { body, .. } => {
                into.insert("loop".to_owned());
                for statement in body {
                    statement.operators(into);
                }
            }
        }
    }
}

/// A model and a point.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was drawn from.
    pub seed: u64,
    pub number: u64,
    pub arguments: Vec<Argument>,
    pub statements: Vec<Statement>,
    pub result: Expr,
    pub shape: Shape,
    /// Operations on the longest way from an argument to the result.
    pub depth: usize,
    /// `stop_gradient` holds a value that depends on a parameter.
    pub stops: bool,
    /// Adjoint of the result, and direction of the parameters, for the checks.
    pub adjoint: Vec<f64>,
    pub direction: Vec<f64>,
}

impl Program {
    pub fn name(&self) -> String {
        format!("p{:04}", self.number)
    }

    /// The elements of all arguments of one role, in order.
    pub fn values(&self, role: Role) -> Vec<f64> {
        self.of(role)
            .flat_map(|argument| argument.values.iter().copied())
            .collect()
    }

    pub fn of(&self, role: Role) -> impl Iterator<Item = &Argument> {
        self.arguments
            .iter()
            .filter(move |argument| argument.role == role)
    }

    /// The operators it uses, as the README's table counts them.
    pub fn operators(&self) -> BTreeSet<String> {
        let mut operators = BTreeSet::new();
        for statement in &self.statements {
            statement.operators(&mut operators);
        }
        self.result.operators(&mut operators);
        operators
    }

    /// The model as source.
    pub fn text(&self) -> String {
        let arguments: Vec<String> = self
            .arguments
            .iter()
            .map(|argument| {
                let Argument {
                    name, role, shape, ..
                } = argument;
                format!("{name}: {role:?}<{shape}>")
            })
            .collect();
        let mut text = String::from("#[differentiable]\n");
        let (name, shape) = (self.name(), self.shape);
        let line = format!("fn {name}({}) -> {shape} {{", arguments.join(", "));
        if line.len() <= 100 {
            let _ = writeln!(text, "{line}");
        } else {
            let _ = writeln!(text, "fn {name}(");
            let mut line = String::new();
            for argument in &arguments {
                if line.len() + argument.len() > 94 {
                    let _ = writeln!(text, "   {line}");
                    line.clear();
                }
                let _ = write!(line, " {argument},");
            }
            let _ = writeln!(text, "   {line}\n) -> {shape} {{");
        }
        for statement in &self.statements {
            statement.write(&mut text, 1);
        }
        let _ = writeln!(text, "    {}\n}}", self.result);
        text
    }
}
