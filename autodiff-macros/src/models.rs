//! Models that call models.
//!
//! A macro sees the tokens of one item only. So every model also leaves a `macro_rules!` of its
//! name that hands its tokens on: the caller's expansion first invokes the macros of the models it
//! calls (`path::encoder! { … }`), each of which invokes this crate again with the caller's tokens
//! and its own. When all called models are known, the caller is compiled with their bodies written
//! out: shapes are checked at the call, and planning covers the whole.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::shape::{Dim, Shape};
use crate::syntax::{Expr, ExprKind, Function, Statement, text};

/// Called models by their path, as the outermost caller would write it.
pub(crate) type Models = BTreeMap<String, Function>;

pub(crate) fn key(path: &syn::Path) -> String {
    text(path)
}

/// The path of a model that the model at `caller` calls by `path`.
pub(crate) fn relative(caller: &str, path: &syn::Path) -> String {
    let path = text(path);
    let Some(rest) = path.strip_prefix("self::") else {
        return path;
    };
    match caller.rsplit_once("::") {
        Some((module, _)) => format!("{module}::{rest}"),
        None => path,
    }
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

/// A shape of a called model: its dimensions are named by the call, and take what they meet.
pub(crate) fn instantiated(shape: &Shape, instance: usize) -> Shape {
    match shape {
        Shape::Vector(n) => Shape::Vector(instantiated_dim(n, instance)),
        Shape::Matrix(rows, columns) => Shape::Matrix(
            instantiated_dim(rows, instance),
            instantiated_dim(columns, instance),
        ),
        Shape::Scalar | Shape::Var(_) | Shape::Unknown => shape.clone(),
    }
}

pub(crate) fn instantiated_dim(dim: &Dim, instance: usize) -> Dim {
    match dim {
        Dim::Item(name) | Dim::Generic(name) => {
            Dim::Generic(format!("{name}{MARK}{instance}").into())
        }
        Dim::Literal(_) | Dim::Var(_) => dim.clone(),
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

/// The macro by which other models reach the tokens of this one.
pub(crate) fn provider(
    ident: &proc_macro2::Ident,
    vis: &syn::Visibility,
    function: &TokenStream,
) -> TokenStream {
    let plain = crate::build::plain(ident);
    let name = quote::format_ident!("__ad_model_{plain}", span = proc_macro2::Span::call_site());
    // A macro cannot be seen outside of its crate.
    let vis = match vis {
        syn::Visibility::Inherited => quote!(),
        _ => quote!(pub(crate)),
    };
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros)]
        macro_rules! #name {
            ({ $($callback:tt)* } $($state:tt)*) => {
                $($callback)* ! { $($state)* { #function } }
            };
        }
        #[doc(hidden)]
        #[allow(unused_imports)]
        #vis use #name as #ident;
    }
}
