//! `#[differentiable] fn …`: the signature first, the body apart from it, so that a wrong body
//! still leaves a function with the right signature for its callers.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};

use super::block::Style;
use super::types::TypeContext;
use super::{Argument, DimItems, Function, Options, Place};
use crate::errors::Errors;

/// A function whose body is still tokens.
pub(crate) struct RawFunction {
    pub(crate) attrs: Vec<syn::Attribute>,
    pub(crate) vis: syn::Visibility,
    pub(crate) sig: syn::Signature,
    pub(crate) body: TokenStream,
    pub(crate) end: Span,
}

impl Parse for RawFunction {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(syn::Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig = input.parse()?;
        let content;
        let braces = syn::braced!(content in input);
        Ok(RawFunction {
            attrs,
            vis,
            sig,
            body: content.parse()?,
            end: braces.span.close(),
        })
    }
}

/// Reads signature and body. `None` if the signature is beyond repair.
pub(crate) fn parse(raw: RawFunction, options: Options, errors: &mut Errors) -> Option<Function> {
    let RawFunction {
        attrs,
        vis,
        sig,
        body,
        end,
    } = raw;
    for (place, what) in [
        (sig.constness.as_ref().map(Place::of), "const"),
        (sig.asyncness.as_ref().map(Place::of), "async"),
        (sig.abi.as_ref().map(Place::of), "extern"),
    ] {
        if let Some(place) = place {
            errors.push(
                place,
                format!("a model must be a plain `fn`, found `{what}`"),
            );
        }
    }
    if sig
        .to_token_stream()
        .into_iter()
        .next()
        .is_some_and(|token| token.to_string() == "unsafe")
    {
        errors.push(Place::of(&sig), "a model must be a plain `fn`, found `unsafe`\nhelp: remove it; nothing in a model is unsafe");
    }
    let generics = const_generics(&sig.generics, errors);
    let mut dim_items = DimItems::new();
    let mut context = TypeContext {
        generics: &generics,
        dim_items: &mut dim_items,
        errors,
    };

    let mut arguments: Vec<Argument> = Vec::new();
    let mut complete = true;
    for input in &sig.inputs {
        match context.argument(input) {
            Some(argument) => {
                if arguments.iter().any(|other| other.ident == argument.ident) {
                    context.errors.push(
                        argument.ident.span(),
                        format!("argument `{}` is declared twice", argument.ident),
                    );
                    complete = false;
                } else {
                    arguments.push(argument);
                }
            }
            None => complete = false,
        }
    }
    if let Some(first) = arguments.first() {
        for argument in &arguments[1..] {
            if argument.ty.element != first.ty.element {
                context.errors.push(
                    argument.ty.place,
                    format!(
                        "all values of a model must have one element type, found `{}: {}` and `{}: {}`\nhelp: make both `{}` or both `{}`",
                        first.ident, first.ty.element, argument.ident, argument.ty.element,
                        first.ty.element, argument.ty.element,
                    ),
                );
            }
        }
    }
    let returns = match &sig.output {
        syn::ReturnType::Type(_, ty) => context.tensor(ty),
        syn::ReturnType::Default => {
            context.errors.push(
                sig.ident.span(),
                format!(
                    "a model must return its result, found no return type on `{}`\nhelp: write `-> f32` for a loss, or the array type of the result",
                    sig.ident
                ),
            );
            None
        }
    };
    if let (Some(returns), Some(first)) = (&returns, arguments.first())
        && returns.element != first.ty.element
    {
        context.errors.push(
            returns.place,
            format!(
                "all values of a model must have one element type, found `{}: {}` and a result of `{}`",
                first.ident, first.ty.element, returns.element
            ),
        );
    }
    let parsed = context.statements(body, Style::Function);
    let (statements, result) = match parsed {
        Some((statements, result)) => {
            if result.is_none() && context.errors.is_empty() {
                context.errors.push(
                    end,
                    format!(
                        "model `{}` has no result: its body must end with an expression without `;`",
                        sig.ident
                    ),
                );
            }
            (statements, result)
        }
        None => (Vec::new(), None),
    };
    let returns = returns?;
    if !complete {
        return None;
    }
    Some(Function {
        attrs,
        vis,
        ident: sig.ident,
        generics,
        arguments,
        returns,
        dim_items,
        options,
        statements,
        result,
    })
}

impl TypeContext<'_> {
    fn argument(&mut self, input: &syn::FnArg) -> Option<Argument> {
        let typed = match input {
            syn::FnArg::Typed(typed) => typed,
            syn::FnArg::Receiver(receiver) => {
                self.errors.push(
                    Place::of(receiver),
                    "a model is a free function: `self` is not supported\nhelp: pass what it needs as `Input` or `Param`",
                );
                return None;
            }
        };
        let syn::Pat::Ident(pattern) = &*typed.pat else {
            self.errors.push(
                Place::of(&typed.pat),
                "an argument of a model is one name; patterns are not supported",
            );
            return None;
        };
        if let Some(mutability) = &pattern.mutability {
            self.errors.push(
                mutability.span,
                format!("`mut` is not supported in a model: arguments are not changed\nhelp: write `{}`", pattern.ident),
            );
        }
        let (role, ty) = self.role(&pattern.ident, &typed.ty)?;
        Some(Argument {
            ident: pattern.ident.clone(),
            role,
            ty,
        })
    }
}

fn const_generics(generics: &syn::Generics, errors: &mut Errors) -> Vec<syn::Ident> {
    let mut names = Vec::new();
    for parameter in &generics.params {
        match parameter {
            syn::GenericParam::Const(constant) => {
                let is_usize = matches!(&constant.ty, syn::Type::Path(path) if path.path.is_ident("usize"));
                if !is_usize {
                    errors.push(
                        Place::of(&constant.ty),
                        format!("const generic `{}` is a dimension and must be `usize`", constant.ident),
                    );
                }
                names.push(constant.ident.clone());
            }
            syn::GenericParam::Type(parameter) => errors.push(
                Place::of(&parameter),
                format!(
                    "generic element types are not supported, found `{}`\nhelp: write the model for `f32` or `f64`; dimensions may be generic: `<const N: usize>`",
                    parameter.ident
                ),
            ),
            syn::GenericParam::Lifetime(parameter) => errors.push(
                Place::of(&parameter),
                "lifetimes are not needed: the generated code adds its own\nhelp: remove it",
            ),
        }
    }
    if let Some(clause) = &generics.where_clause {
        errors.push(
            Place::of(clause),
            "`where` clauses are not supported on a model\nhelp: remove it",
        );
    }
    names
}
