//! Models that call models and name const items.
//!
//! A macro sees the tokens of one item only. So every model, and every const item with the
//! attribute, also leaves a `macro_rules!` of its name that hands its tokens on: the caller's
//! expansion first invokes the macros of what it names (`path::differentiable_encoder! { … }`) in a
//! chain, the last of which invokes this crate again with the caller's tokens and theirs. What those
//! name follows in the same way. When all are known, the caller is compiled with the bodies of the models written out and the constants as numbers:
//! shapes are checked at the call, and planning covers the whole.

use std::cell::RefCell;
pub(crate) mod call;

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::errors::Errors;
use crate::infer::infer;
use crate::names::Names;
use crate::program;
use crate::syntax::{
    CallArgument, Constant, ConstantValue, DimItems, Expr, ExprKind, Function, Statement, text,
};

/// Called models and named const items, by their path as the outermost caller would write it.
#[derive(Default)]
pub(crate) struct Models {
    pub(crate) functions: BTreeMap<String, Function>,
    pub(crate) constants: BTreeMap<String, Constant>,
    /// Whether those that were asked about have no mistake of their own.
    sound: RefCell<BTreeMap<String, bool>>,
}

impl Models {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Whether a model that stands for itself compiles, by its own tokens: then it is the call that
    /// is wrong. Asked only where there is an error.
    pub(crate) fn is_sound(&self, key: &str) -> bool {
        if let Some(known) = self.sound.borrow().get(key) {
            return *known;
        }
        let mut errors = Errors::new();
        let mut fault = false;
        if let Some(function) = self.functions.get(key)
            && let Some(program) = program::called(function, key, self, &mut errors)
        {
            let name = function.ident.to_string();
            fault = program.fault;
            infer(
                &program,
                self,
                Some((&name, &function.returns)),
                &mut errors,
            );
        }
        let sound = errors.is_empty() || fault;
        errors.forget();
        self.sound.borrow_mut().insert(key.to_owned(), sound);
        sound
    }

    /// A message about the body of the model at `key`, where it is called.
    pub(crate) fn misuse(&self, key: &str, message: &str) -> String {
        let name = match self.functions.get(key) {
            Some(function) => function.ident.to_string(),
            None => key.to_owned(),
        };
        format!("in the model `{name}` called here: {message}")
    }
}

/// What another macro is asked for.
pub(crate) struct Wanted {
    pub(crate) path: syn::Path,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Model,
    Constant,
}

/// Of a called model or a named const item that reports its own mistakes.
pub(crate) fn faulty(what: &str, key: &str) -> String {
    format!("the {what} `{key}` used here has mistakes of its own\nhelp: mend them first")
}

pub(crate) fn key(path: &syn::Path) -> String {
    text(path)
}

/// A path as the outermost caller would write it, of what the model at `caller` names by `path`;
/// `None` where that cannot be said: `super::` in a module that the caller may have reached by an
/// import.
pub(crate) fn relative(caller: &str, path: &syn::Path) -> Option<String> {
    let path = text(path);
    let Some((module, _)) = caller.rsplit_once("::") else {
        return Some(path);
    };
    if path.starts_with("::") || path.starts_with("crate::") {
        return Some(path);
    }
    let path = path.strip_prefix("self::").unwrap_or(&path);
    (!path.starts_with("super::")).then(|| format!("{module}::{path}"))
}

/// All models called and const items named in these statements.
pub(crate) fn wanted(statements: &[Statement], result: Option<&Expr>) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for statement in statements {
        in_statement(statement, &mut wanted);
    }
    if let Some(result) = result {
        in_expression(result, &mut wanted);
    }
    wanted
}

/// All const items named in the value of another.
pub(crate) fn wanted_by_constant(constant: &Constant) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for length in &constant.lengths {
        in_expression(length, &mut wanted);
    }
    in_constant(&constant.value, &mut wanted);
    // Nothing can be called there, which is reported where it is known.
    wanted.retain(|wanted| wanted.kind == Kind::Constant);
    wanted
}

fn in_constant(value: &ConstantValue, wanted: &mut Vec<Wanted>) {
    match value {
        ConstantValue::One(expr) => in_expression(expr, wanted),
        ConstantValue::List(elements, _) => {
            for element in elements {
                in_constant(element, wanted);
            }
        }
        ConstantValue::Repeat(element, count, _) => {
            in_constant(element, wanted);
            in_expression(count, wanted);
        }
    }
}

fn in_statement(statement: &Statement, wanted: &mut Vec<Wanted>) {
    match statement {
        Statement::Bind(binding) => in_expression(&binding.value, wanted),
        Statement::Loop(repeated) => {
            in_expression(&repeated.start, wanted);
            in_expression(&repeated.end, wanted);
            for statement in &repeated.body {
                in_statement(statement, wanted);
            }
        }
        Statement::Constant(constant) => wanted.extend(wanted_by_constant(constant)),
    }
}

fn in_expression(expr: &Expr, wanted: &mut Vec<Wanted>) {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Method(..) | ExprKind::Error => {}
        ExprKind::Path(path) => wanted.push(Wanted {
            path: path.clone(),
            kind: Kind::Constant,
        }),
        ExprKind::Negate(inner) => in_expression(inner, wanted),
        ExprKind::Infix { first, rest } => {
            in_expression(first, wanted);
            for (_, _, right) in rest {
                in_expression(right, wanted);
            }
        }
        ExprKind::Call(call) => {
            for argument in &call.arguments {
                if let CallArgument::Value(value) | CallArgument::Keyword(_, value) = argument {
                    in_expression(value, wanted);
                }
            }
        }
        ExprKind::Index(base, position) => {
            in_expression(base, wanted);
            in_expression(position, wanted);
        }
        ExprKind::Slice(base, start, end, _) => {
            in_expression(base, wanted);
            for bound in [start, end].into_iter().flatten() {
                in_expression(bound, wanted);
            }
        }
        ExprKind::Own(_, arguments) => {
            for argument in arguments {
                in_expression(argument, wanted);
            }
        }
        ExprKind::Model(path, _, arguments) => {
            wanted.push(Wanted {
                path: path.clone(),
                kind: Kind::Model,
            });
            for argument in arguments {
                in_expression(argument, wanted);
            }
        }
    }
}

/// In no name of a user: marks the dimensions of a called model.
pub(crate) const MARK: char = '@';

/// Items under the `cfg`s of the model.
pub(crate) fn under(cfgs: &[syn::Attribute], items: TokenStream) -> TokenStream {
    match syn::parse2::<syn::File>(items.clone()) {
        Ok(file) => file
            .items
            .iter()
            .map(|item| quote!(#(#cfgs)* #item))
            .collect(),
        Err(_) => items,
    }
}

/// The name of the constant by which a model's module offers a const item or expression of its
/// dimensions: callers must find it, and know nothing but the text.
pub(crate) fn dim_label(text: &str) -> Ident {
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let label = match text.chars().all(is_name) {
        true => format!("DIM_{text}"),
        false => format!("DIM_X{:016X}", number_of(text)),
    };
    Ident::new(&label, Span::call_site())
}

/// A number that no other text has (FNV-1a).
pub(crate) fn number_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Names of constants for const items and expressions, inside of one module.
pub(crate) fn dim_labels(items: &DimItems) -> BTreeMap<Rc<str>, Ident> {
    let mut names = Names::default();
    items
        .keys()
        .map(|text| {
            let label: String = text
                .chars()
                .map(|c| {
                    if c.is_ascii_alphanumeric() {
                        c.to_ascii_uppercase()
                    } else {
                        '_'
                    }
                })
                .collect();
            (text.clone(), names.fresh(&format!("DIM_{label}")))
        })
        .collect()
}

/// The macro by which other models reach the tokens of this item, under a name that no other macro
/// has. It gets the macros to call next, of which `with_models!` is the last, and calls the first:
/// rustc allows only so many calls inside of each other, and each item takes one.
pub(crate) fn provider(ident: &Ident, kind: Kind, tokens: &TokenStream) -> TokenStream {
    let name = provider_name(ident, kind);
    let local = quote::format_ident!("{name}_tokens");
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros)]
        macro_rules! #local {
            ({ { $($next:tt)* } $($others:tt)* } $($state:tt)*) => {
                $($next)* ! { { $($others)* } $($state)* { #tokens } }
            };
        }
        // As visible as a macro can be: a model that others may call may call private ones.
        #[doc(hidden)]
        #[allow(unused_imports)]
        pub(crate) use #local as #name;
    }
}

/// Where there is no such macro, rustc shows this name: it says what is missing.
fn provider_name(ident: &Ident, kind: Kind) -> Ident {
    let plain = crate::names::plain(ident);
    let name = match kind {
        Kind::Model => format!("differentiable_{plain}"),
        Kind::Constant => format!("differentiable_const_{plain}"),
    };
    Ident::new(&name, ident.span())
}

/// The path of that macro.
pub(crate) fn provider_path(wanted: &Wanted) -> syn::Path {
    let mut path = wanted.path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = provider_name(&last.ident, wanted.kind);
        last.arguments = syn::PathArguments::None;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_caller() {
        let path = |text: &str| syn::parse_str(text).unwrap();
        let seen = |caller: &str, text: &str| relative(caller, &path(text));
        assert_eq!(seen("m::n::f", "self::g").as_deref(), Some("m::n::g"));
        assert_eq!(seen("m::n::f", "deep::g").as_deref(), Some("m::n::deep::g"));
        assert_eq!(seen("m::f", "crate::g").as_deref(), Some("crate::g"));
        assert_eq!(seen("m::n::f", "super::g"), None);
    }
}
