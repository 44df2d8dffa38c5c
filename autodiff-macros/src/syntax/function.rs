//! `#[differentiable] fn …`: the signature first, the body apart from it, so that a wrong body
//! still leaves a function with the right signature for its callers.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};

use super::block::{Body, Style};
use super::types::{ROLES, TypeContext};
use super::{Argument, DimItems, Function, Options, Place, TensorType};
use crate::errors::Errors;
use crate::shape::Shape;

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

impl RawFunction {
    /// Signature and body: what a caller needs to write the model out.
    pub(crate) fn bare(&self) -> TokenStream {
        let (sig, body) = (&self.sig, &self.body);
        quote!(#sig { #body })
    }

    pub(crate) fn tokens(&self) -> TokenStream {
        let (attrs, vis, bare) = (&self.attrs, &self.vis, self.bare());
        quote!(#(#attrs)* #vis #bare)
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
    // `const`, `async`, `unsafe`, `extern "C"`
    for token in sig.to_token_stream() {
        let TokenTree::Ident(word) = token else {
            continue;
        };
        if word == "fn" {
            break;
        }
        errors.push(
            word.span(),
            format!("a model must be a plain `fn`, found `{word}`\nhelp: remove it"),
        );
    }
    let (generics, type_generics) = generics(&sig.generics, errors);
    let mut dim_items = DimItems::new();
    let mut context = TypeContext {
        generics: &generics,
        type_generics: &type_generics,
        dim_items: &mut dim_items,
        errors,
        element: None,
        in_constant: false,
        too_deep: false,
    };

    let mut arguments: Vec<Argument> = Vec::new();
    let mut roles: Vec<syn::Path> = Vec::new();
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
                    if let Some(path) = role_path(input)
                        && !roles.contains(&path)
                    {
                        roles.push(path);
                    }
                }
            }
            None => complete = false,
        }
    }
    let returns = match &sig.output {
        syn::ReturnType::Type(_, ty) => {
            let returns = context.tensor(ty);
            if let Some(returns) = &returns {
                one_element(&arguments, returns, context.errors);
            }
            returns
        }
        syn::ReturnType::Default => {
            context.errors.push(
                sig.ident.span(),
                format!(
                    "a model must return its result, found no return type on `{}`\nhelp: write `-> f32` for a loss, or the array type of the result",
                    sig.ident
                ),
            );
            // The stub returns a scalar.
            arguments.first().map(|first| TensorType {
                element: first.ty.element,
                shape: Shape::Scalar,
                place: sig.ident.span().into(),
            })
        }
    };
    let parsed = context.statements(body, Style::Function);
    let (statements, result) = match parsed {
        Some(Body {
            statements,
            tail: result,
            ..
        }) => {
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
        roles,
        returns,
        dim_items,
        options,
        statements,
        result,
    })
}

/// Reports what differs in its element type from the result; or the result, if it is alone.
fn one_element(arguments: &[Argument], returns: &TensorType, errors: &mut Errors) {
    const RULE: &str = "all values of a model must have one element type";
    let odd: Vec<&Argument> = arguments
        .iter()
        .filter(|argument| argument.ty.element != returns.element)
        .collect();
    let expected = returns.element;
    match odd.first() {
        Some(first) if odd.len() == arguments.len() => {
            let (found, name) = (first.ty.element, &first.ident);
            errors.push(
                returns.place,
                format!(
                    "{RULE}, found `{name}: {found}` and a result of `{expected}`\nhelp: make both `{found}` or both `{expected}`"
                ),
            );
        }
        _ => {
            for argument in odd {
                errors.push(
                    argument.ty.place,
                    format!(
                        "{RULE}, found `{}: {}` and a result of `{expected}`\nhelp: make it `{expected}`",
                        argument.ident, argument.ty.element
                    ),
                );
            }
        }
    }
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
        for attribute in &typed.attrs {
            self.errors.push(
                Place::of(attribute),
                format!(
                    "attributes are not supported on arguments of a model, found `{}`\nhelp: put it on the whole model, or write two models",
                    super::text(attribute)
                ),
            );
        }
        let syn::Pat::Ident(pattern) = &*typed.pat else {
            self.errors.push(
                Place::of(&typed.pat),
                "an argument of a model is one name: patterns are not supported\nhelp: declare one argument for each value",
            );
            return None;
        };
        if let Some(mutability) = &pattern.mutability {
            self.errors.push(
                mutability.span,
                format!("`mut` is not supported in a model: arguments are not changed\nhelp: write `{}`", pattern.ident),
            );
        }
        self.plain_pattern(pattern);
        let (role, ty) = self.role(&pattern.ident, &typed.ty)?;
        Some(Argument {
            ident: pattern.ident.clone(),
            role,
            ty,
        })
    }
}

/// `Input` of `x: Input<[f32; 4]>`.
fn role_path(input: &syn::FnArg) -> Option<syn::Path> {
    let syn::FnArg::Typed(typed) = input else {
        return None;
    };
    let syn::Type::Path(ty) = &*typed.ty else {
        return None;
    };
    let mut path = ty.path.clone();
    let last = path.segments.last_mut()?;
    last.arguments = syn::PathArguments::None;
    ROLES.iter().any(|role| last.ident == role).then_some(path)
}

/// Const generics, and the generic types that are refused.
fn generics(generics: &syn::Generics, errors: &mut Errors) -> (Vec<syn::Ident>, Vec<syn::Ident>) {
    let mut names = Vec::new();
    let mut types = Vec::new();
    for parameter in &generics.params {
        match parameter {
            syn::GenericParam::Const(constant) => {
                let is_usize =
                    matches!(&constant.ty, syn::Type::Path(path) if path.path.is_ident("usize"));
                if !is_usize {
                    errors.push(
                        Place::of(&constant.ty),
                        format!(
                            "const generic `{}` is a dimension and must be `usize`",
                            constant.ident
                        ),
                    );
                }
                if let Some((equals, default)) = &constant.default {
                    errors.push(
                        Place::of(equals).to(Place::of(default)),
                        format!(
                            "the const generic `{}` of a model has no default, found `= {}`\nhelp: remove it: a call says what it is",
                            constant.ident,
                            super::text(default)
                        ),
                    );
                }
                if names.contains(&constant.ident) {
                    errors.push(
                        constant.ident.span(),
                        format!("const generic `{}` is declared twice", constant.ident),
                    );
                } else {
                    names.push(constant.ident.clone());
                }
            }
            syn::GenericParam::Type(parameter) => {
                errors.push(
                    Place::of(&parameter),
                    format!(
                        "generic element types are not supported, found `{}`\nhelp: write the model for `f32` or `f64`; dimensions may be generic: `<const N: usize>`",
                        parameter.ident
                    ),
                );
                types.push(parameter.ident.clone());
            }
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
    (names, types)
}
