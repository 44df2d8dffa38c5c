//! From plans to tokens. Total: everything that can fail has failed before.

pub(crate) mod block;
pub(crate) mod code;
mod element_loop;
pub(crate) mod function;

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::infer::{Check, Condition};
use crate::shape::{Dim, Shape};

/// How types are written in one piece of generated code.
pub(crate) struct Types {
    pub(crate) element: TokenStream,
    /// Constants and generics that stand for the dimensions the macro does not know as numbers.
    pub(crate) dims: BTreeMap<Rc<str>, TokenStream>,
    /// `grad!`: const generics and type parameters for what inference left free.
    pub(crate) free_dims: BTreeMap<usize, Ident>,
    pub(crate) free_shapes: BTreeMap<usize, Ident>,
    /// Operators of the user's own, by index.
    pub(crate) own: Vec<TokenStream>,
}

impl Types {
    pub(crate) fn dim(&self, dim: &Dim) -> TokenStream {
        match dim {
            Dim::Literal(n) => {
                let n = Literal::usize_unsuffixed(*n);
                quote!(#n)
            }
            Dim::Item(name) | Dim::Generic(name) => match self.dims.get(name) {
                Some(tokens) => tokens.clone(),
                None => unreachable!(
                    "autodiff internal: no dimension `{name}`; please report the model"
                ),
            },
            Dim::Var(v) => match self.free_dims.get(v) {
                Some(ident) => quote!(#ident),
                None => unreachable!(
                    "autodiff internal: a dimension was not named; please report the model"
                ),
            },
        }
    }

    pub(crate) fn shape(&self, shape: &Shape) -> TokenStream {
        let element = &self.element;
        match shape {
            Shape::Scalar | Shape::Unknown => element.clone(),
            Shape::Vector(n) => {
                let n = self.dim(n);
                quote!([#element; #n])
            }
            Shape::Matrix(rows, columns) => {
                let (rows, columns) = (self.dim(rows), self.dim(columns));
                quote!([[#element; #columns]; #rows])
            }
            Shape::Var(v) => match self.free_shapes.get(v) {
                Some(ident) => quote!(#ident),
                None => unreachable!(
                    "autodiff internal: a shape was not named; please report the model"
                ),
            },
        }
    }

    /// Operands and result of an operator of the user's own, as arguments of the runtime's traits.
    pub(crate) fn own_of<'s>(
        &self,
        operands: impl Iterator<Item = &'s Shape>,
        output: &Shape,
    ) -> TokenStream {
        let operands = operands.map(|operand| self.shape(operand));
        let output = self.shape(output);
        quote!((#(#operands,)*), #output)
    }

    /// The assertion of a check, at the place of the user's mistake.
    pub(crate) fn check(&self, check: &Check) -> TokenStream {
        let span: Span = check.place.start;
        let len = |shape: &Shape| match shape.dims() {
            Some(dims) => {
                let dims = dims.iter().map(|dim| self.dim(dim));
                quote!(1usize #(* #dims)*)
            }
            None => {
                let shape = self.shape(shape);
                quote!(<#shape as rt::Tensor>::LEN)
            }
        };
        let condition = match &check.condition {
            Condition::Equal(left, right) => {
                let (left, right) = (self.dim(left), self.dim(right));
                quote!(#left == #right)
            }
            Condition::NotEmpty(shape) => {
                let len = len(shape);
                quote!(#len != 0)
            }
            Condition::Below(position, dim) => {
                let (position, dim) = (Literal::usize_unsuffixed(*position), self.dim(dim));
                quote!(#position < #dim)
            }
            Condition::Sum(parts, whole) => {
                let ([first, second], whole) =
                    (parts.each_ref().map(|part| self.dim(part)), self.dim(whole));
                quote!(#first + #second == #whole)
            }
            Condition::SameLen(from, to) => {
                let (from, to) = (len(from), len(to));
                quote!(#from == #to)
            }
        };
        // The message is a format string.
        let message = check.message.replace('{', "{{").replace('}', "}}");
        quote_spanned!(span=> ::core::assert!(#condition, #message))
    }
}

/// The user's tokens two modules deeper: `self::N` becomes `super::super::N`.
pub(crate) fn reroot(tokens: TokenStream) -> TokenStream {
    let mut rerooted = TokenStream::new();
    let mut inside_path = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let colon = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':');
        match token {
            TokenTree::Ident(ident)
                if !inside_path
                    && tokens.peek().is_some_and(colon)
                    && (ident == "self" || ident == "super") =>
            {
                rerooted.extend(quote!(super::super));
                if ident == "super" {
                    rerooted.extend(quote!(::super));
                }
                inside_path = false;
            }
            TokenTree::Group(group) => {
                let inner = reroot(group.stream());
                let mut copy = Group::new(group.delimiter(), inner);
                copy.set_span(group.span());
                rerooted.extend([TokenTree::Group(copy)]);
                inside_path = false;
            }
            other => {
                inside_path = colon(&other);
                rerooted.extend([other]);
            }
        }
    }
    rerooted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_rerooted_at_their_start_only() {
        let text = |tokens| reroot(tokens).to_string();
        assert_eq!(text(quote!(self::N)), quote!(super::super::N).to_string());
        assert_eq!(
            text(quote!(super::N + (self::M))),
            quote!(super::super::super::N + (super::super::M)).to_string()
        );
        assert_eq!(
            text(quote!(crate::a::N * b::M)),
            quote!(crate::a::N * b::M).to_string()
        );
        assert_eq!(
            text(quote!(super::super::N)),
            quote!(super::super::super::super::N).to_string()
        );
    }
}
