//! The operators: one table, one place per operator.
//!
//! An [`Operator`] is what users call: name, arguments, shape rule, documentation, and how it is
//! built from kernels. A [`Kernel`] is what the generated code calls: a function of the runtime
//! with its reverse-mode and forward-mode rule. Most operators are one kernel; some choose by
//! shape (`x * y`) or are built from several (`variance`).
//!
//! To add an operator: its two statics in a file of this folder, its row in [`OPERATORS`], a
//! kernel in the runtime. The parser, the error messages, the README's table, the gradient checks
//! and the snapshots read the table.

pub(crate) mod activation;
pub(crate) mod arithmetic;
pub(crate) mod choose;
pub(crate) mod elementary;
pub(crate) mod indexing;
pub(crate) mod layout;
pub(crate) mod linear;
pub(crate) mod loss;
pub(crate) mod own;
pub(crate) mod reduce;
pub(crate) mod statistics;
pub(crate) mod trigonometry;

use std::hash::{Hash, Hasher};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::build::Builder;
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;
use crate::syntax::Infix;

/// An operator as users see it.
pub(crate) struct Operator {
    /// As it is called; the symbol for infix operators and for the prefix minus.
    pub(crate) name: &'static str,
    /// How a call looks, for messages and the README.
    pub(crate) usage: &'static str,
    pub(crate) arguments: &'static [Parameter],
    /// Shape of the result from the shapes of the arguments; reports what does not fit.
    pub(crate) shape: fn(&mut Infer<'_>, &Call) -> Shape,
    /// The nodes that compute it.
    pub(crate) build: fn(&mut Builder<'_>, &Call) -> NodeId,
    /// README: the value.
    #[cfg_attr(not(test), allow(dead_code, reason = "read by the test of the README"))]
    pub(crate) forward: &'static str,
    /// README: what flows to the arguments, `g` being the adjoint of the result.
    #[cfg_attr(not(test), allow(dead_code, reason = "read by the test of the README"))]
    pub(crate) backward: &'static str,
    /// README: kinks, domain, conventions.
    #[cfg_attr(not(test), allow(dead_code, reason = "read by the test of the README"))]
    pub(crate) notes: &'static str,
    /// Models that exercise it (for `f64`; `E` stands for the element type), with the interval
    /// their parameters are drawn from.
    pub(crate) examples: &'static [Example],
}

/// A model and where its parameters may lie, away from kinks and poles.
pub(crate) struct Example {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) model: &'static str,
}

/// Example over the interval most operators accept.
pub(crate) const fn example(model: &'static str) -> Example {
    example_in(-1.5, 1.5, model)
}

pub(crate) const fn example_in(low: f64, high: f64, model: &'static str) -> Example {
    Example { low, high, model }
}

/// An argument of an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parameter {
    Value(&'static str),
    /// The known right answer of a loss: must not depend on a parameter.
    Target(&'static str),
    /// A scalar that gets no adjoint: a number, or a value that does not depend on a parameter.
    Constant(&'static str),
    /// A whole number in the source.
    Integer(&'static str),
    /// The result of a comparison.
    Condition(&'static str),
    /// `axis = 0` or `axis = 1`, may be left out.
    Axis,
    /// `[R, C]`
    Dims,
}

/// A kernel of the runtime as the graph sees it.
pub(crate) struct Kernel {
    pub(crate) name: &'static str,
    /// One letter per operand: `a` is an array, passed by reference; `s` a scalar, by value; `i` a
    /// whole number in the source.
    pub(crate) operands: &'static str,
    pub(crate) form: Form,
    /// Gives its operands their share of the adjoint; `None` for kernels only adjoints use.
    pub(crate) reverse: Option<fn(&mut Reverse<'_>, NodeId, NodeId)>,
    /// The tangent of the result; `None` for kernels only adjoints use.
    pub(crate) tangent: Option<fn(&mut Tangent<'_>, NodeId) -> Option<NodeId>>,
    /// Gives the adjoint to some of its operands and exactly 0 to the others.
    pub(crate) chooses: bool,
}

/// How a kernel is called and what the planner may do with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Element by element: three forms (`f`, `f_in_place`, `f_accumulate`) and a scalar one.
    Map(Scalar),
    /// Returns a scalar.
    Reduce,
    /// Writes an array.
    Write { in_place: bool, accumulate: bool },
    /// Shows the memory of its operand as another shape (or adds no code at all).
    View(View),
    /// Element-wise with ranks known to the type checker only; in `rt::join`, with accumulate.
    Join { accumulate: bool },
    /// An operator of the user's own, by the index of its path.
    Own {
        path: usize,
        part: Part,
        arity: usize,
    },
    /// `rt::BroadcastTo::broadcast`, and its adjoint.
    Broadcast { accumulate: bool },
}

/// What a kernel of the user's own operator does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    Forward,
    /// The adjoint of one operand.
    Reverse(usize),
    /// The tangent; the bits say which operands vary.
    Tangent(u32),
}

/// How the scalar case of a map is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    Infix(&'static str),
    Prefix(&'static str),
    /// `rt::scalar::name(..)`
    Function,
    /// The same, of a few instructions and with an element of the array form for result: may take
    /// part in a loop with other maps.
    Inline,
    /// The operand itself.
    Copy,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    Reshape,
    Same,
}

impl Kernel {
    pub(crate) fn is_view(&self) -> bool {
        matches!(self.form, Form::View(_))
    }

    pub(crate) fn is(&self, other: &Kernel) -> bool {
        self.name == other.name
    }

    pub(crate) fn can_accumulate(&self) -> bool {
        match self.form {
            // `copy` adds nothing that `add` does not do.
            Form::Map(scalar) => scalar != Scalar::Copy,
            Form::Reduce | Form::View(_) | Form::Own { .. } => false,
            Form::Write { accumulate, .. }
            | Form::Join { accumulate }
            | Form::Broadcast { accumulate } => accumulate,
        }
    }

    /// The operand whose memory the result may take.
    pub(crate) fn in_place_operand(&self) -> Option<usize> {
        match self.form {
            Form::Map(Scalar::Copy) => None,
            Form::Map(_) | Form::Write { in_place: true, .. } => self.operands.find('a'),
            _ => None,
        }
    }
}

// Kernels are statics with unique names (a test checks it).
impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.is(other)
    }
}

impl Eq for Kernel {}

impl Hash for Kernel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A map with rules.
pub(crate) const fn map(
    name: &'static str,
    operands: &'static str,
    scalar: Scalar,
    reverse: fn(&mut Reverse<'_>, NodeId, NodeId),
    tangent: fn(&mut Tangent<'_>, NodeId) -> Option<NodeId>,
) -> Kernel {
    Kernel {
        reverse: Some(reverse),
        tangent: Some(tangent),
        ..adjoint_kernel(name, operands, Form::Map(scalar))
    }
}

/// A map only adjoints and tangents use.
pub(crate) const fn adjoint_map(name: &'static str, operands: &'static str) -> Kernel {
    adjoint_kernel(name, operands, Form::Map(Scalar::Function))
}

/// A map of a few instructions that only adjoints and tangents use.
pub(crate) const fn inline_adjoint(name: &'static str, operands: &'static str) -> Kernel {
    adjoint_kernel(name, operands, Form::Map(Scalar::Inline))
}

/// A kernel only adjoints and tangents use; and what other kernels add their rules to.
pub(crate) const fn adjoint_kernel(
    name: &'static str,
    operands: &'static str,
    form: Form,
) -> Kernel {
    Kernel {
        name,
        operands,
        form,
        reverse: None,
        tangent: None,
        chooses: false,
    }
}

/// The kernel, which chooses.
pub(crate) const fn choosing(kernel: Kernel) -> Kernel {
    Kernel {
        chooses: true,
        ..kernel
    }
}

/// A kernel that returns a scalar.
pub(crate) const fn reduction(
    name: &'static str,
    operands: &'static str,
    reverse: fn(&mut Reverse<'_>, NodeId, NodeId),
    tangent: fn(&mut Tangent<'_>, NodeId) -> Option<NodeId>,
) -> Kernel {
    Kernel {
        reverse: Some(reverse),
        tangent: Some(tangent),
        ..adjoint_kernel(name, operands, Form::Reduce)
    }
}

/// A kernel that writes an array and can add to one.
pub(crate) const fn write(
    name: &'static str,
    operands: &'static str,
    reverse: fn(&mut Reverse<'_>, NodeId, NodeId),
    tangent: fn(&mut Tangent<'_>, NodeId) -> Option<NodeId>,
) -> Kernel {
    Kernel {
        reverse: Some(reverse),
        tangent: Some(tangent),
        ..adjoint_kernel(name, operands, WRITE)
    }
}

pub(crate) const WRITE: Form = Form::Write {
    in_place: false,
    accumulate: true,
};

/// Every operator, in the order of the README's table.
pub(crate) static OPERATORS: &[&Operator] = &[
    &arithmetic::ADD,
    &arithmetic::SUB,
    &arithmetic::MUL,
    &arithmetic::DIV,
    &arithmetic::NEG,
    &arithmetic::SCALE,
    &arithmetic::OFFSET,
    &reduce::DOT,
    &reduce::SUM,
    &reduce::MEAN,
    &reduce::PRODUCT,
    &reduce::MAX,
    &reduce::MIN,
    &reduce::NORM,
    &statistics::VARIANCE,
    &statistics::SAMPLE_VARIANCE,
    &statistics::STD,
    &statistics::SAMPLE_STD,
    &arithmetic::SQUARE,
    &elementary::SQRT,
    &elementary::RECIP,
    &elementary::POWI,
    &arithmetic::EXP,
    &arithmetic::LN,
    &elementary::ABS,
    &elementary::CLAMP,
    &elementary::MAXIMUM,
    &elementary::MINIMUM,
    &choose::GREATER,
    &choose::GREATER_EQUAL,
    &choose::LESS,
    &choose::LESS_EQUAL,
    &choose::SELECT,
    &trigonometry::SIN,
    &trigonometry::COS,
    &trigonometry::HYPOT,
    &trigonometry::ATAN2,
    &activation::TANH,
    &activation::SIGMOID,
    &activation::RELU,
    &activation::LEAKY_RELU,
    &activation::SOFTPLUS,
    &activation::SILU,
    &activation::SOFTMAX,
    &activation::LOG_SOFTMAX,
    &activation::LOGSUMEXP,
    &linear::FULLY_CONNECTED,
    &linear::MATVEC,
    &linear::MATMUL,
    &linear::MATRIX_MULTIPLY,
    &linear::OUTER,
    &layout::TRANSPOSE,
    &layout::ROW,
    &layout::COLUMN,
    &layout::CONCAT,
    &indexing::ELEMENT,
    &indexing::SLICE,
    &layout::RESHAPE,
    &layout::BROADCAST,
    &layout::STOP_GRADIENT,
    &loss::QUADRATIC_ERROR,
    &loss::MSE,
    &loss::HUBER,
    &loss::CROSS_ENTROPY,
    &loss::BINARY_CROSS_ENTROPY,
    &loss::SOFTMAX_CROSS_ENTROPY,
];

impl Parameter {
    /// Given by position, unlike `axis = 0` and `[R, C]`.
    pub(crate) fn is_value(self) -> bool {
        match self {
            Parameter::Value(_)
            | Parameter::Target(_)
            | Parameter::Constant(_)
            | Parameter::Integer(_)
            | Parameter::Condition(_) => true,
            Parameter::Axis | Parameter::Dims => false,
        }
    }
}

impl Operator {
    pub(crate) fn is(&self, other: &Operator) -> bool {
        self.usage == other.usage
    }

    /// Gives a mask.
    pub(crate) fn is_comparison(&self) -> bool {
        choose::COMPARISONS.iter().any(|other| self.is(other))
    }

    /// Number of arguments given by position.
    pub(crate) fn arity(&self) -> usize {
        self.arguments.iter().filter(|p| p.is_value()).count()
    }

    /// Number of arguments that must be given.
    pub(crate) fn required(&self) -> usize {
        self.arguments
            .iter()
            .filter(|p| **p != Parameter::Axis)
            .count()
    }
}

/// The operators called `name(..)`: several where the number of arguments chooses (`max`).
pub(crate) fn find(name: &str) -> Vec<&'static Operator> {
    named().filter(|operator| operator.name == name).collect()
}

/// Operators that are called by name.
pub(crate) fn named() -> impl Iterator<Item = &'static Operator> {
    OPERATORS
        .iter()
        .copied()
        .filter(|operator| operator.usage.contains('('))
}

pub(crate) fn infix(infix: Infix) -> &'static Operator {
    match infix {
        Infix::Add => &arithmetic::ADD,
        Infix::Sub => &arithmetic::SUB,
        Infix::Mul => &arithmetic::MUL,
        Infix::Div => &arithmetic::DIV,
        Infix::Greater => &choose::GREATER,
        Infix::GreaterEqual => &choose::GREATER_EQUAL,
        Infix::Less => &choose::LESS,
        Infix::LessEqual => &choose::LESS_EQUAL,
    }
}

/// `callback! { (name index low high) fn f(…) { … } }` for every example: the text of each model
/// with the alias `E` for its element type replaced by `f64` and by `f32`.
pub(crate) fn examples(callback: TokenStream) -> TokenStream {
    let mut calls = TokenStream::new();
    for (row, operator) in OPERATORS.iter().enumerate() {
        for (index, example) in operator.examples.iter().enumerate() {
            let (low, high) = (example.low, example.high);
            let name = format_ident!("operator_{row}_{index}");
            let usage = operator.usage;
            let model = |element: &str| -> TokenStream {
                example
                    .model
                    .replace(['\n'], " ")
                    .split_inclusive(|c: char| !c.is_alphanumeric() && c != '_')
                    .map(|word| match word.strip_prefix('E') {
                        Some(rest)
                            if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') =>
                        {
                            format!("{element}{rest}")
                        }
                        _ => word.to_owned(),
                    })
                    .collect::<String>()
                    .parse()
                    .unwrap_or_default()
            };
            let (double, single) = (model("f64"), model("f32"));
            calls.extend(quote! {
                #callback! { #name #usage (#low, #high) { #double } { #single } }
            });
        }
    }
    calls
}

/// The README's table, as Markdown.
#[cfg(test)]
pub(crate) fn table() -> String {
    // A bar ends a cell, also in code.
    let bars = |cell: &str| cell.replace('|', "\\|");
    let mut table = String::from(
        "| expression | value | adjoints (`g`: adjoint of the result) | kinks, domain, conventions |\n| --- | --- | --- | --- |\n",
    );
    for operator in OPERATORS {
        table.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            bars(operator.usage),
            bars(operator.forward),
            bars(operator.backward),
            bars(operator.notes)
        ));
    }
    table
}
