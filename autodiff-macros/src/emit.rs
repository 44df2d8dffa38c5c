//! From plans to tokens. Total: everything that can fail has failed before.

pub(crate) mod block;
pub(crate) mod code;
pub(crate) mod function;

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
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

    /// The assertion of a check, at the place of the user's mistake.
    pub(crate) fn check(&self, check: &Check) -> TokenStream {
        let span: Span = check.place.start;
        let product = |dims: &[Dim]| {
            let dims = dims.iter().map(|dim| self.dim(dim));
            quote!(1usize #(* #dims)*)
        };
        let condition = match &check.condition {
            Condition::Equal(left, right) => {
                let (left, right) = (self.dim(left), self.dim(right));
                quote!(#left == #right)
            }
            Condition::NotZero(dim) => {
                let dim = self.dim(dim);
                quote!(#dim != 0)
            }
            Condition::SameLen(from, to) => {
                let (from, to) = (product(from), product(to));
                quote!(#from == #to)
            }
        };
        // The message is a format string.
        let message = check.message.replace('{', "{{").replace('}', "}}");
        quote_spanned!(span=> ::core::assert!(#condition, #message))
    }
}
