//! What is seen of tokens before they are parsed, and of items that are no models.

use proc_macro2::{Span, TokenStream, TokenTree};

use super::Place;
use crate::errors::Errors;

/// Nesting of delimiters beyond which input is refused before it is parsed: parsing recurses.
const NESTING_LIMIT: usize = 256;

/// Tokens of one statement, and prefix operators in a row.
const STATEMENT_LIMIT: usize = 10_000;
const PREFIX_LIMIT: usize = 64;

const DELIMITERS: &str = "more than 256 nested delimiters";
const TOKENS: &str = "statements of more than 10000 tokens";
const PREFIXES: &str = "more than 64 prefixes in a row";
const SIGNS: &str = "more than 256 of `<`, `>`, `|` and `=` in one statement";

/// Refuses what parsing could overflow the stack for: it recurses for every delimiter, every prefix
/// and every infix operator of a statement.
pub(crate) fn refuse_deep(tokens: &TokenStream, errors: &mut Errors) -> bool {
    let found = too_deep(tokens, NESTING_LIMIT);
    if let Some((place, found)) = found {
        errors.push(
            place,
            format!("{found} are not supported\nhelp: name parts of it with `let`"),
        );
    }
    found.is_some()
}

/// The first token that is too much, and of what.
fn too_deep(tokens: &TokenStream, limit: usize) -> Option<(Span, &'static str)> {
    let mut statement = 0;
    let mut prefixes = 0;
    let mut nesting = 0;
    // Whether what a comma separates may hold what follows: closures and generics.
    let mut across = false;
    tokens.clone().into_iter().find_map(|token| {
        statement += 1;
        let span = token.span();
        match token {
            TokenTree::Group(group) => {
                prefixes = 0;
                if limit == 0 {
                    return Some((group.span_open(), DELIMITERS));
                }
                if let Some(found) = too_deep(&group.stream(), limit - 1) {
                    return Some(found);
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                statement = 0;
                prefixes = 0;
                nesting = 0;
                across = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                if !across {
                    statement = 0;
                }
                prefixes = 0;
                nesting = 0;
            }
            TokenTree::Punct(punct) => {
                prefixes += 1;
                // Closures, assignments, generics, arrows: each holds what follows.
                nesting += usize::from("|=<>".contains(punct.as_char()));
                across |= "|<".contains(punct.as_char());
            }
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                // `const` as in `*const *const T`.
                let is_prefix = [
                    "return", "break", "mut", "ref", "const", "dyn", "move", "async",
                ]
                .contains(&text.as_str());
                prefixes = if is_prefix { prefixes + 1 } else { 0 };
            }
            TokenTree::Literal(_) => prefixes = 0,
        }
        let found = [
            (statement > STATEMENT_LIMIT, TOKENS),
            (prefixes > PREFIX_LIMIT, PREFIXES),
            (nesting > NESTING_LIMIT, SIGNS),
        ];
        let (_, words) = found.into_iter().find(|(found, _)| *found)?;
        Some((span, words))
    })
}

/// `#[…]`, `pub`, `fn` and other words only items start with.
pub(crate) fn looks_like_items(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Punct(punct)) => punct.as_char() == '#',
        // A `const` of the statements has a name, that of an item a keyword.
        Some(TokenTree::Ident(ident)) if ident == "const" => matches!(
            tokens.clone().into_iter().nth(1),
            Some(TokenTree::Ident(next))
                if ["fn", "unsafe", "async", "extern"].iter().any(|word| next == word)
        ),
        Some(TokenTree::Ident(ident)) => {
            matches!(
                ident.to_string().as_str(),
                "pub" | "fn" | "const" | "async" | "extern"
            )
        }
        _ => false,
    }
}

/// The keyword and name of an item, where the attribute's mistake shows.
pub(crate) fn item_place(item: &syn::Item) -> Place {
    let ident = match item {
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Mod(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        other => return Place::of(other),
    };
    ident.span().into()
}

pub(crate) fn item_kind(item: &syn::Item) -> &'static str {
    match item {
        syn::Item::Struct(_) => "a struct",
        syn::Item::Enum(_) => "an enum",
        syn::Item::Trait(_) => "a trait",
        syn::Item::Impl(_) => "an impl block",
        syn::Item::Static(_) => "a static",
        syn::Item::Mod(_) => "a module",
        syn::Item::Type(_) => "a type alias",
        syn::Item::Union(_) => "a union",
        syn::Item::Use(_) => "an import",
        syn::Item::Macro(_) => "a macro call",
        _ => "another item",
    }
}
