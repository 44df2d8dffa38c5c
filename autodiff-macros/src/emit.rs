//! From plans to tokens. Total: everything that can fail has failed before.

pub(crate) mod block;
pub(crate) mod code;
mod element_loop;
pub(crate) mod function;

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use crate::graph::{Graph, Source};
use crate::infer::{Check, Condition, OwnCall};
use crate::names::Names;
use crate::program::Named;
use crate::shape::{Dim, Shape};
use crate::syntax::Place;
use crate::syntax::constant::Table;
use crate::syntax::{Element, Number};

/// Lints that generated code may trip over, each for a reason.
pub(crate) fn allowed_lints() -> TokenStream {
    quote! {
        #[allow(
            dead_code,              // a program need not use all of a model
            unused_imports,         // kernels of models that need none
            unused_variables,       // arguments the result does not depend on
            unused_mut,
            unreachable_pub,        // visible as far as the user's function is
            non_snake_case,         // fields are named as the user names them
            non_camel_case_types,   // operators too, with a number
            clippy::pedantic,       // meant for text that people write
            clippy::approx_constant, // numbers are as the user writes them
            clippy::excessive_precision,
            clippy::too_many_arguments,
            clippy::assign_op_pattern,
            clippy::double_neg,
            clippy::let_and_return,
            clippy::op_ref,
            clippy::deref_addrof,
            clippy::borrow_deref_ref,
            clippy::explicit_auto_deref,
            clippy::needless_lifetimes,
            clippy::neg_multiply,
            clippy::type_complexity,
            clippy::extra_unused_type_parameters,
            clippy::misnamed_getters, // the output is named as the user names it
            clippy::reversed_empty_ranges, // columns of a Jacobian by no parameter
            clippy::large_stack_arrays
        )]
    }
}

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
    /// Where they are called: path, operands and result, place.
    pub(crate) own_places: Vec<(usize, String, Place)>,
    /// Constant arrays, and the statics they are in.
    pub(crate) tables: Vec<(Rc<Table>, Ident)>,
}

/// The constant arrays of some graphs, each once, and their names.
pub(crate) fn tables<'g>(graphs: impl IntoIterator<Item = &'g Graph>) -> Vec<(Rc<Table>, Ident)> {
    let mut names = Names::default();
    let mut tables: Vec<(Rc<Table>, Ident)> = Vec::new();
    for graph in graphs {
        for id in graph.ids() {
            if let Source::Table(table) = &graph[id].source
                && !tables.iter().any(|(known, _)| known == table)
            {
                let name = names.fresh(&table.name.to_uppercase());
                tables.push((table.clone(), name));
            }
        }
    }
    tables
}

/// `[0.5, -1.0]`
fn list(numbers: &[Number]) -> TokenStream {
    let numbers = numbers.iter().map(|number| {
        // The text was a literal of the source; parsing cannot fail.
        number.text.parse::<TokenStream>().unwrap_or_default()
    });
    quote!([#(#numbers),*])
}

/// `[2, 0]`
fn counts(numbers: &[Number]) -> TokenStream {
    let numbers = numbers.iter().map(|number| {
        let whole = number.text.strip_suffix(".0").unwrap_or(&number.text);
        whole.parse::<TokenStream>().unwrap_or_default()
    });
    quote!([#(#numbers),*])
}

/// Whether the item at `path` has the numbers the macro took it for; `rt` is the hidden module.
pub(crate) fn is_as_known(named: &Named, path: &TokenStream, rt: &TokenStream) -> TokenStream {
    let Named { table, .. } = named;
    let name = match table.element {
        None => "same_counts",
        Some(Element::F32) => "same_f32",
        Some(Element::F64) => "same_f64",
    };
    let name = Ident::new(name, Span::call_site());
    let rows = table.rows();
    let mut rows = rows.iter().enumerate().map(|(row, numbers)| {
        let numbers = match table.element {
            None => counts(numbers),
            Some(_) => list(numbers),
        };
        let row = Literal::usize_unsuffixed(row);
        let item = match table.lengths.len() {
            0 => quote!(&[#path]),
            1 => quote!(&#path),
            _ => quote!(&#path[#row]),
        };
        quote!(#rt::#name(#item, &#numbers))
    });
    let span = crate::syntax::Place::of(&named.path).start;
    let message = format!(
        "the value of `{}` is not the one the model was compiled with\nhelp: an item without `#[differentiable]` hides one of the same name that has it: put it on both",
        crate::syntax::text(&named.path)
    );
    let condition = match rows.next() {
        Some(first) => quote!(#first #(&& #rows)*),
        // No row, hence nothing to compare.
        None => quote!(true),
    };
    quote_spanned!(span=> ::core::assert!(#condition, #message))
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

    /// The module of the constant arrays.
    pub(crate) fn constants(&self) -> Option<TokenStream> {
        let items = self.tables.iter().map(|(table, name)| {
            let ty = self.shape(&table.shape());
            let rows = table.rows();
            let value = match rows.as_slice() {
                [row] if table.lengths.len() < 2 => list(row),
                rows => {
                    let rows = rows.iter().map(|row| list(row));
                    quote!([#(#rows),*])
                }
            };
            quote!(pub(super) static #name: #ty = #value;)
        });
        (!self.tables.is_empty()).then(|| {
            quote! {
                /// Constant arrays of the model.
                mod constants {
                    #(#items)*
                }
            }
        })
    }

    /// The static of a constant array.
    fn table(&self, table: &Rc<Table>) -> TokenStream {
        match self.tables.iter().find(|(known, _)| known == table) {
            Some((_, name)) => quote!(constants::#name),
            None => unreachable!("autodiff internal: no such constant; please report the model"),
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

    /// Says where the calls of the user's own operators are.
    pub(crate) fn place_own(&mut self, calls: &[OwnCall]) {
        self.own_places = calls
            .iter()
            .map(|call| {
                let of = self.own_of(call.operands.iter(), &call.result).to_string();
                (call.path, of, call.place)
            })
            .collect();
    }

    /// The first call of the user's own operator for these types.
    fn own_place(&self, path: usize, of: &TokenStream) -> Place {
        let text = of.to_string();
        let known = |(index, of, _): &&(usize, String, Place)| *index == path && *of == text;
        match self.own_places.iter().find(known) {
            Some((.., place)) => *place,
            None => Span::call_site().into(),
        }
    }

    /// `<Own as rt::Trait<..>>::name` at the user's call, where rustc reports what does not fit.
    fn own_function(
        &self,
        path: usize,
        of: &TokenStream,
        of_trait: &str,
        name: &str,
    ) -> TokenStream {
        let Place { start, end } = self.own_place(path, of);
        // rustc marks the type, from its first token to its last.
        let mut operator: Vec<TokenTree> = self.own[path].clone().into_iter().collect();
        let last = operator.len().saturating_sub(1);
        for (index, token) in operator.iter_mut().enumerate() {
            token.set_span(if index == last { end } else { start });
        }
        let operator: TokenStream = operator.into_iter().collect();
        let (of_trait, name) = (format_ident!("{of_trait}"), format_ident!("{name}"));
        quote!(<#operator as rt::#of_trait<#of>>::#name)
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
            Condition::AtLeast(count, shape) => {
                let len = len(shape);
                match count {
                    1 => quote!(#len != 0),
                    _ => {
                        let count = Literal::usize_unsuffixed(*count);
                        quote!(#len >= #count)
                    }
                }
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

/// A use of a model that is called, at the user's token, without a name.
pub(crate) fn use_of(path: &syn::Path, cfgs: &[&syn::Attribute]) -> TokenStream {
    let span = path
        .segments
        .last()
        .map_or_else(Span::call_site, |last| last.ident.span());
    quote_spanned!(span=> #(#cfgs)* #[allow(unused_imports, deprecated)] use #path as _;)
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
                // At the user's token, where a path that leads nowhere is reported.
                let span = ident.span();
                rerooted.extend(quote_spanned!(span=> super::super));
                if ident == "super" {
                    rerooted.extend(quote_spanned!(span=> ::super));
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
