//! A macro call of ours that waits until other items have handed on their tokens.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use super::{Models, Wanted, key, provider_path, relative, wanted_by_constant};
use crate::errors::Errors;
use crate::syntax::function::RawFunction;
use crate::syntax::{self, Options, constant};

/// One invocation of a macro of ours, to be resumed when another item has handed on its tokens.
pub(crate) struct Call {
    /// `function`, `constant`, `expression` or `source`.
    pub(crate) door: TokenStream,
    /// Of the attribute; for the others the path of the runtime.
    pub(crate) arguments: TokenStream,
    pub(crate) item: TokenStream,
    /// The models and constants that are known: a group for each request, of `{ path } { item }`.
    pub(crate) known: TokenStream,
}

/// Macro calls inside of each other by which items hand on their tokens. rustc allows 128, and
/// generated code has macros too.
const EXPANSION_LIMIT: usize = 111;

impl Call {
    /// Path and item of what is known.
    fn pairs(&self) -> Vec<TokenStream> {
        let requests = groups(self.known.clone());
        requests.into_iter().flat_map(groups).collect()
    }

    /// The models and constants that are known.
    pub(crate) fn models(&self) -> syn::Result<Models> {
        let mut models = Models::new();
        for pair in self.pairs().chunks(2) {
            if let [path, tokens] = pair {
                let key = key(&syn::parse2(path.clone())?);
                // Errors are reported where the item stands.
                let mut errors = Errors::new();
                if constant::is_constant(tokens) {
                    if let Some(constant) = constant::item(tokens.clone(), &mut errors) {
                        models.constants.insert(key, constant);
                    }
                } else {
                    let raw: RawFunction = syn::parse2(tokens.clone())?;
                    let model = syntax::function::parse(raw, Options::default(), &mut errors);
                    if let (Some(model), true) = (model, errors.is_empty()) {
                        models.functions.insert(key, model);
                    }
                }
                errors.forget();
            }
        }
        Ok(models)
    }

    /// The invocation for all of what is wanted that is not known yet.
    pub(crate) fn request(
        &self,
        runtime: &TokenStream,
        wanted: Vec<Wanted>,
        models: &Models,
    ) -> syn::Result<Option<TokenStream>> {
        let mut asked: BTreeSet<String> = self
            .pairs()
            .chunks(2)
            .filter_map(|pair| Some(key(&syn::parse2(pair.first()?.clone()).ok()?)))
            .collect();
        // One for each item, and one for each level to come back here.
        let levels = groups(self.known.clone()).len() + 1;
        let mut calls = asked.len() + levels;
        let called = models.functions.iter().map(|(caller, model)| {
            let wanted = super::wanted(&model.statements, model.result.as_ref());
            (caller, wanted)
        });
        let named = models
            .constants
            .iter()
            .map(|(item, constant)| (item, wanted_by_constant(constant)));
        let theirs = called.chain(named).flat_map(|(from, wanted)| {
            wanted.into_iter().filter_map(move |Wanted { path, kind }| {
                let named = path;
                let mut path: syn::Path = syn::parse_str(&relative(from, &named)?).ok()?;
                // Where there is no such item, or none in reach, rustc shows who names it.
                let first = named.segments.first()?.ident.span();
                for segment in &mut path.segments {
                    segment.ident.set_span(first);
                }
                let written = named.segments.iter().rev();
                for (segment, written) in path.segments.iter_mut().rev().zip(written) {
                    segment.ident.set_span(written.ident.span());
                }
                Some(Wanted { path, kind })
            })
        });
        let mut paths = Vec::new();
        let mut providers = Vec::new();
        for wanted in wanted.into_iter().chain(theirs) {
            if !asked.insert(key(&wanted.path)) {
                continue;
            }
            calls += 1;
            if calls > EXPANSION_LIMIT {
                let span = wanted.path.segments.last().map(|last| last.ident.span());
                let on_levels = match levels {
                    1 => String::new(),
                    _ => format!(" on {levels} levels"),
                };
                return Err(syn::Error::new(
                    span.unwrap_or_else(Span::call_site),
                    format!(
                        "at most {} models and const items can be named, with what those name, and each further level of calls takes one: found `{}` after {} others{on_levels}\nhelp: join const items into one array, or write short models out",
                        EXPANSION_LIMIT - 1,
                        key(&wanted.path),
                        asked.len() - 1,
                    ),
                ));
            }
            providers.push(provider_path(&wanted));
            paths.push(wanted.path);
        }
        let Some((first, rest)) = providers.split_first() else {
            return Ok(None);
        };
        let Call {
            door,
            arguments,
            item,
            known,
        } = self;
        Ok(Some(quote! {
            #first! {
                { #({ #rest })* { #runtime::__private::with_models } }
                { #door } { #arguments } { #item } { #known } { #({ #paths })* }
            }
        }))
    }
}

/// The contents of all groups.
pub(crate) fn groups(tokens: TokenStream) -> Vec<TokenStream> {
    tokens
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        })
        .collect()
}
