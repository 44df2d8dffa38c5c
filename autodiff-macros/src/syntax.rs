//! The accepted subset of Rust as our own tree.
//!
//! In: tokens. Out: a [`Function`] or a [`Block`], in which every part keeps its place in the
//! source. Rules that need no more than one node are checked here; names, operators and shapes
//! are not looked at.

pub(crate) mod arguments;
pub(crate) mod block;
pub(crate) mod constant;
pub(crate) mod expression;
pub(crate) mod function;
pub(crate) mod scan;
pub(crate) mod types;

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

pub(crate) use self::constant::{Constant, ConstantValue};
pub(crate) use self::expression::of_the_library;
use crate::shape::{Dim, Shape};

/// Where something stands: from its first to its last token.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) start: Span,
    pub(crate) end: Span,
}

impl Place {
    pub(crate) fn of(tokens: &impl ToTokens) -> Self {
        let mut spans = tokens
            .to_token_stream()
            .into_iter()
            .map(|token| token.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        Place {
            start,
            end: spans.last().unwrap_or(start),
        }
    }

    pub(crate) fn to(self, end: Place) -> Self {
        Place {
            start: self.start,
            end: end.end,
        }
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Place {
            start: span,
            end: span,
        }
    }
}

/// Element type of all values of one model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Element {
    F32,
    F64,
}

impl Element {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Element::F32 => "f32",
            Element::F64 => "f64",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "f32" => Some(Element::F32),
            "f64" => Some(Element::F64),
            _ => None,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an argument of a model is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Data: no gradient.
    Input,
    /// Trained: has a gradient, travels in `Params`.
    Param,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Input => "Input",
            Role::Param => "Param",
        })
    }
}

/// A scalar or an array of at most two dimensions.
#[derive(Clone)]
pub(crate) struct TensorType {
    pub(crate) element: Element,
    pub(crate) shape: Shape,
    pub(crate) place: Place,
}

/// Source text of the dimensions that are const items or constant expressions, by their text.
pub(crate) type DimItems = BTreeMap<Rc<str>, TokenStream>;

/// An argument of a model function.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) ident: Ident,
    pub(crate) role: Role,
    pub(crate) ty: TensorType,
}

/// `#[differentiable] fn`.
pub(crate) struct Function {
    /// Attributes for the generated function (doc comments, cfg, …).
    pub(crate) attrs: Vec<syn::Attribute>,
    pub(crate) vis: syn::Visibility,
    pub(crate) ident: Ident,
    /// Const generics, in order.
    pub(crate) generics: Vec<Ident>,
    pub(crate) arguments: Vec<Argument>,
    /// The roles as the signature names them, each once.
    pub(crate) roles: Vec<syn::Path>,
    pub(crate) returns: TensorType,
    pub(crate) dim_items: DimItems,
    pub(crate) options: Options,
    pub(crate) statements: Vec<Statement>,
    /// The tail expression; `None` if the body could not be read.
    pub(crate) result: Option<Expr>,
}

/// Arguments of the attribute.
#[derive(Clone, Default)]
pub(crate) struct Options {
    /// Path of the runtime crate, if it was renamed.
    pub(crate) krate: Option<syn::Path>,
    /// Kernel set, if not the default one.
    pub(crate) kernels: Option<syn::Path>,
    /// Embed the generated source as a constant.
    pub(crate) source: bool,
}

impl Options {
    /// The path of the runtime crate.
    pub(crate) fn runtime(&self) -> TokenStream {
        match &self.krate {
            Some(path) => path.to_token_stream(),
            None => quote::quote!(::autodiff_runtime),
        }
    }
}

/// The statements of `grad! { … }`.
pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
    pub(crate) dim_items: DimItems,
}

pub(crate) enum Statement {
    Bind(Binding),
    /// `for i in 0..4 { … }`, unrolled.
    Loop(Loop),
    /// `const N: usize = 4;`, a count, or a table of numbers.
    Constant(Constant),
}

pub(crate) struct Loop {
    pub(crate) variable: Ident,
    pub(crate) start: Expr,
    pub(crate) end: Expr,
    /// `0..=4`
    pub(crate) inclusive: bool,
    pub(crate) body: Vec<Statement>,
    pub(crate) place: Place,
}

/// `let name = value;` or `name = value;`
pub(crate) struct Binding {
    pub(crate) name: Ident,
    pub(crate) is_let: bool,
    /// The `mut` of `let mut`.
    pub(crate) mutable: Option<Span>,
    pub(crate) annotation: Option<TensorType>,
    pub(crate) value: Expr,
    pub(crate) place: Place,
}

/// An expression of the language.
#[derive(Clone)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) place: Place,
}

#[derive(Clone)]
pub(crate) enum ExprKind {
    Name(Ident),
    /// A const item outside of the model.
    Path(syn::Path),
    Number(Number),
    Negate(Box<Expr>),
    /// Left-associative chain `first op a op b …`: flat, so that long sums need no deep stack.
    Infix {
        first: Box<Expr>,
        rest: Vec<(Infix, Span, Expr)>,
    },
    Call(Call),
    /// `x[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `x[a..b]`; the flag says that `b` is included.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>, bool),
    /// A call of an operator of the user's own, by the path of its type.
    Own(syn::Path, Vec<Expr>),
    /// A call of another model, by its path, with the const generics it names.
    Model(syn::Path, Option<ModelDims>, Vec<Expr>),
    /// `x.name(..)`, refused where operators are known; and the call it may stand for.
    Method(Ident, String),
    /// Something wrong that has been reported.
    Error,
}

/// `::<4, N>` of a call of a model, or why it is no list of dimensions.
#[derive(Clone)]
pub(crate) struct ModelDims {
    pub(crate) dims: Result<Vec<Dim>, syn::Error>,
    pub(crate) place: Place,
}

/// A call of an operator.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) name: Ident,
    pub(crate) arguments: Vec<CallArgument>,
    /// From the name to the closing parenthesis.
    pub(crate) place: Place,
}

#[derive(Clone)]
pub(crate) enum CallArgument {
    Value(Expr),
    /// `axis = 0`
    Keyword(Ident, Expr),
    /// `[R, C]`, or why it is no list of dimensions: the fault of the list only where an operator
    /// takes one.
    /// And what to write where none is taken.
    Dims(Result<Vec<Dim>, syn::Error>, Place, String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Infix {
    Add,
    Sub,
    Mul,
    Div,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
}

impl Infix {
    pub(crate) fn is_comparison(self) -> bool {
        matches!(
            self,
            Infix::Greater | Infix::GreaterEqual | Infix::Less | Infix::LessEqual
        )
    }

    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Infix::Add => "+",
            Infix::Sub => "-",
            Infix::Mul => "*",
            Infix::Div => "/",
            Infix::Greater => ">",
            Infix::GreaterEqual => ">=",
            Infix::Less => "<",
            Infix::LessEqual => "<=",
        }
    }
}

impl Expr {
    /// The expression as source text for a message; `None` if it is too long to be repeated there.
    pub(crate) fn text(&self) -> Option<String> {
        let mut text = String::new();
        self.write(&mut text, false)?;
        Some(text)
    }

    fn write(&self, text: &mut String, operand: bool) -> Option<()> {
        const LIMIT: usize = 32;
        if text.len() > LIMIT {
            return None;
        }
        match &self.kind {
            ExprKind::Name(name) => text.push_str(&name.to_string()),
            ExprKind::Path(path) => text.push_str(&self::text(path)),
            ExprKind::Number(number) => text.push_str(&number.text),
            ExprKind::Negate(inner) => {
                text.push('-');
                inner.write(text, true)?;
            }
            ExprKind::Infix { first, rest } => {
                let parentheses = if operand { ["(", ")"] } else { ["", ""] };
                text.push_str(parentheses[0]);
                first.write(text, true)?;
                for (op, _, right) in rest {
                    text.push_str(&format!(" {} ", op.symbol()));
                    right.write(text, true)?;
                }
                text.push_str(parentheses[1]);
            }
            ExprKind::Call(call) => {
                text.push_str(&format!("{}(", call.name));
                for (index, argument) in call.arguments.iter().enumerate() {
                    if index > 0 {
                        text.push_str(", ");
                    }
                    match argument {
                        CallArgument::Value(value) => value.write(text, false)?,
                        CallArgument::Keyword(key, value) => {
                            text.push_str(&format!("{key} = "));
                            value.write(text, false)?;
                        }
                        CallArgument::Dims(dims, ..) => {
                            let dims: Vec<String> =
                                dims.as_ref().ok()?.iter().map(Dim::to_string).collect();
                            text.push_str(&format!("[{}]", dims.join(", ")));
                        }
                    }
                }
                text.push(')');
            }
            ExprKind::Index(base, index) => {
                base.write(text, true)?;
                text.push('[');
                match &index.kind {
                    // As it was written: positions are whole.
                    ExprKind::Number(number) => {
                        text.push_str(number.text.strip_suffix(".0").unwrap_or(&number.text));
                    }
                    _ => index.write(text, false)?,
                }
                text.push(']');
            }
            ExprKind::Slice(..)
            | ExprKind::Own(..)
            | ExprKind::Model(..)
            | ExprKind::Method(..)
            | ExprKind::Error => {
                return None;
            }
        }
        (text.len() <= LIMIT).then_some(())
    }
}

/// Tokens as people space them: `Vec<f32>`, `&[f32; 4]`, `2 * N`.
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    fn write(tokens: TokenStream, text: &mut String) {
        // What came last: nothing, a word or group, or punctuation that goes on.
        let mut after_value = false;
        let mut after_word = false;
        let mut joint = false;
        for token in tokens {
            match token {
                TokenTree::Ident(_) | TokenTree::Literal(_) => {
                    if after_word {
                        text.push(' ');
                    }
                    text.push_str(&token.to_string());
                    (after_value, after_word, joint) = (true, true, false);
                }
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::Brace => ("{ ", " }"),
                        Delimiter::None => ("", ""),
                    };
                    let brace = group.delimiter() == Delimiter::Brace;
                    if (brace && after_value) || text.ends_with("mut") {
                        text.push(' ');
                    }
                    text.push_str(open);
                    write(group.stream(), text);
                    text.push_str(close);
                    (after_value, after_word, joint) = (true, false, false);
                }
                TokenTree::Punct(punct) => {
                    let sign = punct.as_char();
                    let infix = after_value && "+-*/%=|^".contains(sign);
                    if infix && !joint {
                        text.push(' ');
                    }
                    text.push(sign);
                    let goes_on = punct.spacing() == Spacing::Joint;
                    let arrow = text.ends_with("->") || text.ends_with("=>");
                    if matches!(sign, ',' | ';') || (infix && !goes_on) || arrow {
                        text.push(' ');
                    }
                    after_value = (infix && goes_on) || (sign == '>' && !arrow);
                    after_word = false;
                    joint = goes_on;
                }
            }
        }
    }
    let mut text = String::new();
    write(tokens.to_token_stream(), &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_spaced_as_people_do() {
        for source in [
            "Vec<f32>",
            "&[f32; 4]",
            "&mut [[f32; N]; 2 * M + 1]",
            "crate::sizes::N",
            "&'a dyn Fn(f32, f32) -> Vec<Vec<f32>>",
            "-x.y(1, -2.0) * !z",
            "a == b - -c",
            "unsafe { f(x) }",
        ] {
            let tokens: TokenStream = source.parse().unwrap_or_default();
            assert_eq!(text(&tokens), source);
        }
    }
}

/// A number in the source: its digits are kept, so that rustc rounds it once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number {
    /// Digits without a suffix, with a sign if negative, always with a point or an exponent.
    pub(crate) text: String,
    pub(crate) suffix: Option<String>,
}

impl Number {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Number {
            text: text.into(),
            suffix: None,
        }
    }

    pub(crate) fn negated(&self) -> Self {
        Number {
            text: match self.text.strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{}", self.text),
            },
            suffix: self.suffix.clone(),
        }
    }
}
