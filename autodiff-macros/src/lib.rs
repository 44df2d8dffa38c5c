//! The compiler of `autodiff-runtime`: use that crate, which re-exports these macros with their
//! documentation.
//!
//! One direction, one data structure per arrow:
//!
//! ```text
//! tokens -> syntax -> program -> shapes -> graph -> + adjoint -> optimized -> plan -> tokens
//!           syntax    program    infer     build    differentiate optimize    plan    emit
//! ```

#![forbid(unsafe_code)]

mod build;
mod differentiate;
mod emit;
mod errors;
mod expand;
mod graph;
mod infer;
mod loops;
mod models;
mod names;
mod ops;
mod optimize;
mod plan;
mod program;
mod shape;
mod syntax;

#[cfg(test)]
mod tests;

use proc_macro2::{TokenStream, TokenTree};

/// Makes a function a model; documented where `autodiff-runtime` re-exports it.
#[proc_macro_attribute]
pub fn differentiable(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expand::attribute(arguments.into(), item.into()).into()
}

/// `grad!` after the runtime's macro has put its own path in front: `(path) statements`.
#[doc(hidden)]
#[proc_macro]
pub fn grad_impl(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let (runtime, statements) = split(input.into());
    expand::grad(&runtime, statements).into()
}

/// `grad_source!`, as [`grad_impl!`].
#[doc(hidden)]
#[proc_macro]
pub fn grad_source_impl(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let (runtime, statements) = split(input.into());
    expand::grad_source(&runtime, statements).into()
}

/// A model or a `grad!` that calls models, once more with the tokens of one of them; see
/// `models.rs`.
#[doc(hidden)]
#[proc_macro]
pub fn with_models(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand::with_models(input.into()).into()
}

/// Calls `callback!` with every example model of the operator table: for this project's gradient
/// checks.
#[doc(hidden)]
#[proc_macro]
pub fn for_each_operator_example(callback: proc_macro::TokenStream) -> proc_macro::TokenStream {
    ops::examples(callback.into()).into()
}

/// The runtime's path from the statements.
fn split(input: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = input.into_iter();
    let runtime = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        other => other.into_iter().collect(),
    };
    (runtime, tokens.collect())
}
