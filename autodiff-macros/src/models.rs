//! Models that call models.
//!
//! A macro sees the tokens of one item only. So every model also leaves a `macro_rules!` of its
//! name that hands its tokens on: the caller's expansion first invokes the macros of the models it
//! calls (`path::encoder! { … }`), each of which invokes this crate again with the caller's tokens
//! and its own. When all called models are known, the caller is compiled with their bodies written
//! out: shapes are checked at the call, and planning covers the whole.

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::names::Names;
use crate::syntax::{DimItems, Expr, ExprKind, Function, Statement, text};

/// Called models by their path, as the outermost caller would write it.
pub(crate) type Models = BTreeMap<String, Function>;

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

/// Paths of all models called in these statements.
pub(crate) fn called(statements: &[Statement], result: Option<&Expr>) -> Vec<syn::Path> {
    let mut paths = Vec::new();
    for statement in statements {
        in_statement(statement, &mut paths);
    }
    if let Some(result) = result {
        in_expression(result, &mut paths);
    }
    paths
}

fn in_statement(statement: &Statement, paths: &mut Vec<syn::Path>) {
    match statement {
        Statement::Bind(binding) => in_expression(&binding.value, paths),
        Statement::Loop(repeated) => {
            for statement in &repeated.body {
                in_statement(statement, paths);
            }
        }
        Statement::Count(..) => {}
    }
}

fn in_expression(expr: &Expr, paths: &mut Vec<syn::Path>) {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Method(..) | ExprKind::Error => {}
        ExprKind::Negate(inner) => in_expression(inner, paths),
        ExprKind::Infix { first, rest } => {
            in_expression(first, paths);
            for (_, _, right) in rest {
                in_expression(right, paths);
            }
        }
        ExprKind::Call(call) => {
            for argument in &call.arguments {
                if let crate::syntax::CallArgument::Value(value) = argument {
                    in_expression(value, paths);
                }
            }
        }
        ExprKind::Index(base, _) | ExprKind::Slice(base, ..) => in_expression(base, paths),
        ExprKind::Own(_, arguments) => {
            for argument in arguments {
                in_expression(argument, paths);
            }
        }
        ExprKind::Model(path, arguments) => {
            paths.push(path.clone());
            for argument in arguments {
                in_expression(argument, paths);
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

/// Names of the constants by which a model's module offers the const items of its dimensions.
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

/// The macro by which other models reach the tokens of this one, under a name that no other macro
/// has.
pub(crate) fn provider(ident: &Ident, function: &TokenStream) -> TokenStream {
    let name = provider_name(ident);
    let local = quote::format_ident!("{name}_tokens");
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros)]
        macro_rules! #local {
            ({ $($callback:tt)* } $($state:tt)*) => {
                $($callback)* ! { $($state)* { #function } }
            };
        }
        // As visible as a macro can be: a model that others may call may call private ones.
        #[doc(hidden)]
        #[allow(unused_imports)]
        pub(crate) use #local as #name;
    }
}

fn provider_name(ident: &Ident) -> Ident {
    let plain = crate::build::plain(ident);
    Ident::new(&format!("differentiable_{plain}"), ident.span())
}

/// The path of that macro.
pub(crate) fn provider_path(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = provider_name(&last.ident);
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
