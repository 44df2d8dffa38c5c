//! Expressions and what is refused in them.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;

use super::types::TypeContext;
use super::{Call, CallArgument, Element, Expr, ExprKind, Infix, ModelDims, Number, Place, text};
use crate::errors::Errors;
use crate::names::plain;
use crate::shape::Dim;

/// Deeper nesting is refused, so that no stack of ours or of rustc's can overflow.
const DEPTH_LIMIT: usize = 200;

const ACCEPTED: &str =
    "a model is made of `let` bindings, operator calls, `+ - * /`, names and numbers";

/// `[f32; 2]` for an array literal of two numbers.
pub(super) fn array_type(array: &syn::Expr, element: &str) -> String {
    match array {
        syn::Expr::Array(array) => {
            let inner = array.elems.first();
            let inner = inner.map_or(element.to_owned(), |inner| array_type(inner, element));
            format!("[{inner}; {}]", array.elems.len())
        }
        syn::Expr::Repeat(repeat) => format!(
            "[{}; {}]",
            array_type(&repeat.expr, element),
            text(&repeat.len)
        ),
        _ => element.to_owned(),
    }
}

/// `TapsOf` as `TAPS_OF`.
fn upper_case(name: &str) -> String {
    let mut text = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        if after_small && letter.is_uppercase() {
            text.push('_');
        }
        after_small = letter.is_lowercase();
        text.extend(letter.to_uppercase());
    }
    text
}

/// Whether it is a type of Rust's own, which a dimension is not.
fn is_primitive(name: &str) -> bool {
    [
        "bool", "char", "str", "String", "f32", "f64", "u8", "u16", "u32", "u64", "u128", "usize",
        "i8", "i16", "i32", "i64", "i128", "isize",
    ]
    .contains(&name)
}

/// Whether it is made of literals alone. Deeper than two arrays is no value.
fn is_numbers(expr: &syn::Expr) -> bool {
    let is_number = |expr: &syn::Expr| match expr {
        syn::Expr::Unary(unary) => matches!(*unary.expr, syn::Expr::Lit(_)),
        other => matches!(other, syn::Expr::Lit(_)),
    };
    let is_row = |expr: &syn::Expr| match expr {
        syn::Expr::Array(array) => array.elems.iter().all(is_number),
        syn::Expr::Repeat(repeat) => is_number(&repeat.expr),
        other => is_number(other),
    };
    match expr {
        syn::Expr::Array(array) => array.elems.iter().all(is_row),
        syn::Expr::Repeat(repeat) => is_row(&repeat.expr),
        _ => false,
    }
}

/// What to write in place of `!` before a condition.
fn opposite(condition: &syn::Expr) -> String {
    let inner = match condition {
        syn::Expr::Paren(inner) => &*inner.expr,
        other => other,
    };
    if let syn::Expr::Binary(binary) = inner {
        let opposite = match binary.op {
            syn::BinOp::Gt(_) => Some("<="),
            syn::BinOp::Ge(_) => Some("<"),
            syn::BinOp::Lt(_) => Some(">="),
            syn::BinOp::Le(_) => Some(">"),
            _ => None,
        };
        if let Some(opposite) = opposite {
            let (left, right) = (text(&binary.left), text(&binary.right));
            return format!("write the opposite comparison: `{left} {opposite} {right}`");
        }
    }
    "swap the branches: `select(x > y, b, a)`".to_owned()
}

/// A number that Rust's own libraries name, as it is written in the model.
pub(crate) fn of_the_library(name: &str, element: Element) -> Option<String> {
    macro_rules! number {
        ($($name:ident)*) => {
            match (name, element) {
                $(
                    (stringify!($name), Element::F32) => format!("{}", std::f32::consts::$name),
                    (stringify!($name), Element::F64) => format!("{}", std::f64::consts::$name),
                )*
                _ => return None,
            }
        };
    }
    let number = number!(
        E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6
        FRAC_PI_8 LN_10 LN_2 LOG10_2 LOG10_E LOG2_10 LOG2_E PI SQRT_2 TAU
    );
    Some(format!(
        "write the number, or `const {name}: {element} = {number};` in the model"
    ))
}

/// `x.f().g(y)` as `g(f(x), y)`, in text.
fn as_call(expr: &syn::Expr, depth: usize) -> String {
    match expr {
        syn::Expr::MethodCall(call) if depth <= DEPTH_LIMIT => {
            let receiver = match &*call.receiver {
                syn::Expr::Paren(inner) => &inner.expr,
                other => other,
            };
            let arguments: Vec<String> = std::iter::once(receiver)
                .chain(&call.args)
                .map(|argument| as_call(argument, depth + 1))
                .collect();
            format!("{}({})", call.method, arguments.join(", "))
        }
        other => text(other),
    }
}

impl TypeContext<'_> {
    pub(crate) fn expression(&mut self, expr: &syn::Expr) -> Expr {
        self.too_deep = false;
        let read = self.nested(expr, 0);
        // What is around the part that was refused says nothing.
        match self.too_deep {
            true => Expr {
                kind: ExprKind::Error,
                place: read.place,
            },
            false => read,
        }
    }

    fn nested(&mut self, expr: &syn::Expr, depth: usize) -> Expr {
        let place = Place::of(expr);
        if depth > DEPTH_LIMIT {
            // Several branches may get here: one mistake, one message.
            if std::mem::replace(&mut self.too_deep, true) {
                let kind = ExprKind::Error;
                return Expr { kind, place };
            }
            return self.refuse(
                place,
                format!("expressions nested deeper than {DEPTH_LIMIT} are not supported\nhelp: name a part of it with `let`"),
            );
        }
        let kind = match expr {
            syn::Expr::Paren(inner) => return self.nested(&inner.expr, depth + 1),
            syn::Expr::Group(inner) => return self.nested(&inner.expr, depth + 1),
            syn::Expr::Lit(literal) => match self.number(&literal.lit) {
                Some(number) => ExprKind::Number(number),
                None => ExprKind::Error,
            },
            syn::Expr::Path(path) => match path.path.get_ident() {
                Some(ident) if path.qself.is_none() => ExprKind::Name(ident.clone()),
                _ if self.constant_path(path) => ExprKind::Path(path.path.clone()),
                _ => {
                    return self.refuse(
                        place,
                        format!(
                            "paths such as `{}` are not supported as values\nhelp: {}",
                            text(path),
                            self.path_help(path)
                        ),
                    );
                }
            },
            syn::Expr::Unary(unary) => match unary.op {
                syn::UnOp::Neg(_) => {
                    let inner = self.nested(&unary.expr, depth + 1);
                    match inner.kind {
                        ExprKind::Number(number) => ExprKind::Number(number.negated()),
                        ExprKind::Error => ExprKind::Error,
                        _ => ExprKind::Negate(Box::new(inner)),
                    }
                }
                syn::UnOp::Not(_) => {
                    return self.refuse(
                        place,
                        format!(
                            "`!` is not supported: values are floating-point numbers\nhelp: {}",
                            opposite(&unary.expr)
                        ),
                    );
                }
                syn::UnOp::Deref(_) => {
                    return self.refuse(
                        place,
                        "`*` is not needed here: names stand for values\nhelp: remove the `*`",
                    );
                }
                _ => {
                    return self
                        .refuse(place, format!("this operator is not supported: {ACCEPTED}"));
                }
            },
            syn::Expr::Binary(_) => return self.chain(expr, depth),
            syn::Expr::Call(call) => return self.call(call, depth),
            syn::Expr::Index(index) => {
                let base = Box::new(self.nested(&index.expr, depth + 1));
                match &*index.index {
                    syn::Expr::Range(range) => {
                        let mut bound = |bound: &Option<Box<syn::Expr>>| {
                            bound
                                .as_ref()
                                .map(|bound| Box::new(self.nested(bound, depth + 1)))
                        };
                        let (start, end) = (bound(&range.start), bound(&range.end));
                        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
                        ExprKind::Slice(base, start, end, inclusive)
                    }
                    position => ExprKind::Index(base, Box::new(self.nested(position, depth + 1))),
                }
            }
            syn::Expr::MethodCall(call) => {
                ExprKind::Method(call.method.clone(), as_call(expr, depth))
            }
            syn::Expr::Reference(reference) => {
                return self.refuse(
                    place,
                    format!(
                        "references are not needed: names stand for values\nhelp: write `{}`",
                        text(&reference.expr)
                    ),
                );
            }
            other => return self.refuse_kind(other, place),
        };
        Expr { kind, place }
    }

    /// A left-leaning chain of infix operators, without recursion along the chain.
    fn chain(&mut self, expr: &syn::Expr, depth: usize) -> Expr {
        let mut rest = Vec::new();
        let mut left = expr;
        while let syn::Expr::Binary(binary) = left {
            let op = match binary.op {
                syn::BinOp::Add(_) => Infix::Add,
                syn::BinOp::Sub(_) => Infix::Sub,
                syn::BinOp::Mul(_) => Infix::Mul,
                syn::BinOp::Div(_) => Infix::Div,
                syn::BinOp::Gt(_) => Infix::Greater,
                syn::BinOp::Ge(_) => Infix::GreaterEqual,
                syn::BinOp::Lt(_) => Infix::Less,
                syn::BinOp::Le(_) => Infix::LessEqual,
                other => {
                    let text = other.to_token_stream().to_string();
                    let help = match text.as_str() {
                        "+=" | "-=" | "*=" | "/=" => {
                            "write the whole assignment: `h = h + x;` with `let mut h`"
                        }
                        "^" => "`^` is no power in Rust: write `square(x)` or a product",
                        "==" | "!=" => {
                            "values are floating-point numbers: compare by `> >= < <=`, in `select(x > y, a, b)`"
                        }
                        "&&" => "where both hold: `select(x > y, select(z > w, a, b), b)`",
                        "||" => "where one holds: `select(x > y, a, select(z > w, a, b))`",
                        _ => {
                            "the infix operators are `+ - * /`, and `> >= < <=` in `select(x > y, a, b)`"
                        }
                    };
                    return self.refuse(
                        Place::of(&other),
                        format!("`{text}` is not supported in a model\nhelp: {help}"),
                    );
                }
            };
            rest.push((op, binary.op.span(), self.nested(&binary.right, depth + 1)));
            left = &binary.left;
        }
        rest.reverse();
        let first = self.nested(left, depth + 1);
        Expr {
            kind: ExprKind::Infix {
                first: Box::new(first),
                rest,
            },
            place: Place::of(expr),
        }
    }

    fn call(&mut self, call: &syn::ExprCall, depth: usize) -> Expr {
        let place = Place::of(call);
        let syn::Expr::Path(path) = &*call.func else {
            return self.refuse(
                Place::of(&call.func),
                "only operators can be called, by their name",
            );
        };
        if path.qself.is_some() {
            return self.refuse(
                Place::of(&call.func),
                format!(
                    "operators are called by a plain path, found `{}`\nhelp: name the type by an alias: `type Name = …;`",
                    text(path)
                ),
            );
        }
        let is_type = path.path.segments.last().is_some_and(|segment| {
            segment
                .ident
                .to_string()
                .starts_with(|c: char| c.is_uppercase())
        });
        if is_type {
            let arguments = call
                .args
                .iter()
                .map(|argument| self.by_position(argument, depth + 1))
                .collect();
            return Expr {
                kind: ExprKind::Own(path.path.clone(), arguments),
                place,
            };
        }
        let Some(name) = path.path.get_ident() else {
            let arguments = call
                .args
                .iter()
                .map(|argument| self.by_position(argument, depth + 1))
                .collect();
            let Some((path, dims)) = self.model_path(&path.path) else {
                return Expr {
                    kind: ExprKind::Error,
                    place,
                };
            };
            return Expr {
                kind: ExprKind::Model(path, dims, arguments),
                place,
            };
        };
        let arguments = call
            .args
            .iter()
            .map(|argument| self.call_argument(argument, depth))
            .collect();
        Expr {
            kind: ExprKind::Call(Call {
                name: name.clone(),
                arguments,
                place,
            }),
            place,
        }
    }

    /// The path of a model without its const generics, and these; `None` after reporting.
    fn model_path(&mut self, path: &syn::Path) -> Option<(syn::Path, Option<ModelDims>)> {
        let mut path = path.clone();
        let single = path.segments.len() == 1 && path.leading_colon.is_none();
        let count = path.segments.len();
        let mut dims = None;
        for (position, segment) in path.segments.iter_mut().enumerate() {
            let arguments = std::mem::take(&mut segment.arguments);
            let syn::PathArguments::AngleBracketed(list) = &arguments else {
                if arguments.is_none() {
                    continue;
                }
                self.errors.push(
                    Place::of(&arguments),
                    format!(
                        "a call of a model has its arguments in parentheses, found `{}`\nhelp: remove it",
                        text(&arguments)
                    ),
                );
                return None;
            };
            let (name, place) = (&segment.ident, Place::of(&arguments));
            if single {
                self.errors.push(
                    place,
                    format!(
                        "operators take no generic arguments, found `{}`\nhelp: remove it; a model is called by its path: `self::{name}{}(..)`",
                        text(&arguments),
                        text(&arguments)
                    ),
                );
                return None;
            }
            if position + 1 < count {
                self.errors.push(
                    place,
                    format!(
                        "the module `{name}` takes no generic arguments, found `{}`\nhelp: remove it",
                        text(&arguments)
                    ),
                );
                return None;
            }
            dims = Some(ModelDims {
                dims: self.generic_arguments(list),
                place,
            });
        }
        Some((path, dims))
    }

    /// The const generics named at a call of a model.
    fn generic_arguments(
        &mut self,
        list: &syn::AngleBracketedGenericArguments,
    ) -> Result<Vec<Dim>, syn::Error> {
        let mut lens: Vec<syn::Expr> = Vec::new();
        for argument in &list.args {
            lens.push(match argument {
                syn::GenericArgument::Const(len) => len.clone(),
                // A name is read as a type.
                syn::GenericArgument::Type(syn::Type::Path(len))
                    if len.path.segments.iter().all(|part| part.arguments.is_none())
                        && len
                            .path
                            .get_ident()
                            .is_none_or(|name| !is_primitive(&name.to_string())) =>
                {
                    syn::Expr::Path(syn::ExprPath {
                        attrs: Vec::new(),
                        qself: len.qself.clone(),
                        path: len.path.clone(),
                    })
                }
                other => {
                    let mut errors = Errors::new();
                    errors.push(
                        Place::of(other),
                        format!(
                            "the generics of a model are dimensions, found `{}`\nhelp: write a number or a const item; without the list they take what they meet",
                            text(other)
                        ),
                    );
                    errors.gate()?;
                    return Ok(Vec::new());
                }
            });
        }
        self.dims(lens.iter())
    }

    /// An argument of a model or of an operator of the user's own.
    fn by_position(&mut self, argument: &syn::Expr, depth: usize) -> Expr {
        let syn::Expr::Assign(named) = argument else {
            return self.nested(argument, depth);
        };
        self.refuse(
            Place::of(argument),
            format!(
                "arguments of models and of your own operators are given by position, found the name `{}`\nhelp: write `{}`, in the order of the signature",
                text(&named.left),
                text(&named.right)
            ),
        )
    }

    fn call_argument(&mut self, argument: &syn::Expr, depth: usize) -> CallArgument {
        match argument {
            syn::Expr::Assign(assign) => match &*assign.left {
                syn::Expr::Path(key) if key.path.get_ident().is_some() => {
                    let value = self.nested(&assign.right, depth + 1);
                    match key.path.get_ident() {
                        Some(key) => CallArgument::Keyword(key.clone(), value),
                        None => CallArgument::Value(value),
                    }
                }
                other => CallArgument::Value(self.refuse(
                    Place::of(other),
                    "a named argument is written `name = value`",
                )),
            },
            syn::Expr::Array(array) => {
                let help = self.array_help(argument);
                CallArgument::Dims(self.dims(array.elems.iter()), Place::of(array), help)
            }
            value => CallArgument::Value(self.nested(value, depth + 1)),
        }
    }

    fn number(&mut self, literal: &syn::Lit) -> Option<Number> {
        let (digits, suffix) = match literal {
            syn::Lit::Float(float) => (float.base10_digits().to_owned(), float.suffix().to_owned()),
            // An exponent or a point makes it a float literal for rustc.
            syn::Lit::Int(int) => (
                format!("{}.0", int.base10_digits()),
                int.suffix().to_owned(),
            ),
            other => {
                self.errors.push(
                    Place::of(other),
                    format!("a value must be a number, found `{}`", text(other)),
                );
                return None;
            }
        };
        if !matches!(suffix.as_str(), "" | "f32" | "f64") {
            self.errors.push(
                Place::of(literal),
                format!("values are floating-point numbers, found the suffix `{suffix}`\nhelp: write `{digits}`"),
            );
            return None;
        }
        let text = if digits.ends_with('.') {
            // `2.` before a suffix would be a field.
            format!("{digits}0")
        } else if digits.contains(['.', 'e', 'E']) {
            digits
        } else {
            format!("{digits}.0")
        };
        Some(Number {
            text,
            suffix: Some(suffix).filter(|suffix| !suffix.is_empty()),
        })
    }

    pub(crate) fn refuse(
        &mut self,
        place: impl Into<Place>,
        message: impl std::fmt::Display,
    ) -> Expr {
        let place = place.into();
        self.errors.push(place, message);
        Expr {
            kind: ExprKind::Error,
            place,
        }
    }

    /// What to write in place of a path that is no const item.
    fn path_help(&self, path: &syn::ExprPath) -> String {
        let segments = &path.path.segments;
        let begins = |names: &[&str]| {
            segments
                .first()
                .is_some_and(|first| names.iter().any(|name| first.ident == name))
        };
        let last = segments.last().map(|last| last.ident.to_string());
        match last {
            Some(last) if segments.iter().any(|segment| !segment.arguments.is_none()) => {
                let mut plain = path.path.clone();
                for segment in &mut plain.segments {
                    segment.arguments = syn::PathArguments::None;
                }
                match last.contains(char::is_lowercase) {
                    true => "pass it as an `Input`, or write the number".to_owned(),
                    false => format!("a const item has no generics: write `{}`", text(&plain)),
                }
            }
            Some(last) if segments.len() > 1 && begins(&["self", "crate", "super"]) => format!(
                "`{last}` is spelled as a type; a const item is named in upper case: `{}`",
                upper_case(&last)
            ),
            Some(last)
                if !self.in_constant
                    && let Some(help) =
                        of_the_library(&last, self.element.unwrap_or(Element::F32)) =>
            {
                help
            }
            _ if self.in_constant => "write the number".to_owned(),
            _ => "pass it as an `Input`, or write the number".to_owned(),
        }
    }

    /// Names what was found and what to write instead.
    fn refuse_kind(&mut self, expr: &syn::Expr, place: Place) -> Expr {
        let first = |span: Span| Place::from(span);
        let array_help;
        let (what, help, place) = match expr {
            syn::Expr::ForLoop(e) => (
                "a `for` loop inside an expression is",
                "write it as a statement, with the value in a `let mut` before it",
                first(e.for_token.span),
            ),
            syn::Expr::While(e) => (
                "`while` loops are",
                "the number of operations must be known at compile time: write `for i in 0..4`",
                first(e.while_token.span),
            ),
            syn::Expr::Loop(e) => (
                "loops are",
                "the number of operations must be known at compile time: write `for i in 0..4`",
                first(e.loop_token.span),
            ),
            syn::Expr::If(e) => (
                "`if` is",
                "a tape has no branches: write `select(x > 0.0, a, b)`, which chooses element by element",
                first(e.if_token.span),
            ),
            syn::Expr::Match(e) => (
                "`match` is",
                "a tape has no branches: write `select(x > 0.0, a, b)`, which chooses element by element",
                first(e.match_token.span),
            ),
            syn::Expr::Closure(e) => (
                "closures are",
                "write the expression with operators over whole arrays",
                first(e.inputs_begin.span()),
            ),
            syn::Expr::Struct(_) => (
                "struct literals are",
                "a model returns one scalar, array or matrix",
                place,
            ),
            syn::Expr::Macro(e) => (
                "macro calls are",
                "write what the macro stands for",
                Place::of(&e.mac.path).to(Place::of(&e.mac.bang_token)),
            ),
            syn::Expr::Return(e) => (
                "`return` is",
                "end the model with its result as an expression without `;`",
                first(e.return_token.span),
            ),
            syn::Expr::Try(e) => (
                "`?` is",
                "nothing in a model can fail: remove it",
                first(e.question_token.span),
            ),
            syn::Expr::Array(_) | syn::Expr::Repeat(_) => {
                array_help = self.array_help(expr);
                ("array literals are", array_help.as_str(), place)
            }
            syn::Expr::Tuple(_) => (
                "tuples are",
                "a model has one result: write one model for each result",
                place,
            ),
            syn::Expr::Assign(_) => (
                "assignment is",
                "values are assigned once: write `let name = value;`",
                place,
            ),
            syn::Expr::Field(_) => (
                "field access is",
                "pass the value as an argument of its own",
                place,
            ),
            syn::Expr::Cast(_) => (
                "casts are",
                "all values of a model have one element type",
                place,
            ),
            syn::Expr::Block(_) => (
                "blocks are",
                "write the `let` bindings at the top level of the model",
                place,
            ),
            syn::Expr::Unsafe(_) => ("`unsafe` is", ACCEPTED, place),
            syn::Expr::Let(_) => ("`let` conditions are", ACCEPTED, place),
            syn::Expr::Range(_) => (
                "a range by itself is",
                "a part of a vector is `x[1..3]`",
                place,
            ),
            syn::Expr::Break(_) | syn::Expr::Continue(_) => ("loop control is", ACCEPTED, place),
            syn::Expr::Async(_) | syn::Expr::Await(_) => ("async code is", ACCEPTED, place),
            _ => ("this expression is", ACCEPTED, place),
        };
        if self.in_constant {
            let help = match expr {
                syn::Expr::Cast(cast) => format!("write `{}`", text(&cast.expr)),
                _ => "write the number".to_owned(),
            };
            return self.refuse(
                place,
                format!(
                    "{what} not supported in a `const`: it is made of numbers, other `const`s and `+ - * /`\nhelp: {help}"
                ),
            );
        }
        self.refuse(
            place,
            format!("{what} not supported in a model\nhelp: {help}"),
        )
    }

    /// What to write in place of an array literal.
    fn array_help(&self, array: &syn::Expr) -> String {
        match self.as_constant(&Ident::new("K", Span::call_site()), array) {
            Some(constant) => format!("give the numbers a name, `{constant}`, and write `K` here"),
            None => "name an array of numbers by a `const`; join computed values by `concat(x, y)`, or pass the array as an `Input`".to_owned(),
        }
    }

    /// `const K: [f32; 2] = [1.0, 2.0];` for an array literal of numbers.
    pub(super) fn as_constant(&self, name: &Ident, array: &syn::Expr) -> Option<String> {
        const LIMIT: usize = 40;
        if !is_numbers(array) {
            return None;
        }
        let element = self.element.map_or("f32", Element::name);
        let (name, ty) = (upper_case(&plain(name)), array_type(array, element));
        let written = Some(text(array)).filter(|text| text.len() <= LIMIT);
        let written = written.as_deref().unwrap_or("[…]");
        Some(format!("const {name}: {ty} = {written};"))
    }
}
