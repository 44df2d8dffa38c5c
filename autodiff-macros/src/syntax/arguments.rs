//! Arguments of the attribute: `#[differentiable(kernels = Portable, crate = ad, source)]`.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Ident, Token};

use super::{Options, Place};
use crate::errors::{Errors, nearest};

const NAMES: [&str; 3] = ["kernels", "crate", "source"];

pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    let mut given: Vec<String> = Vec::new();
    let parser = |input: ParseStream<'_>| -> syn::Result<()> {
        while !input.is_empty() {
            let name = Ident::parse_any(input)?;
            let text = name.to_string();
            if NAMES.contains(&text.as_str()) && given.contains(&text) {
                errors.push(
                    name.span(),
                    format!("argument `{text}` is given twice\nhelp: remove one of them"),
                );
            }
            match text.as_str() {
                "kernels" => options.kernels = path(input, &name, "Portable", errors)?,
                "crate" => options.krate = path(input, &name, "autodiff_runtime", errors)?,
                "source" => {
                    if cfg!(not(any(feature = "source", test))) {
                        errors.push(
                            name.span(),
                            "`source` needs the feature `source` of `autodiff-runtime`\nhelp: autodiff-runtime = { …, features = [\"source\"] } under [dev-dependencies]; a model that is also built without it asks in tests only: #[cfg_attr(test, differentiable(source))] and #[cfg_attr(not(test), differentiable)]",
                        );
                    }
                    options.source = true;
                    if input.peek(Token![=]) {
                        errors.push(
                            name.span(),
                            "`source` takes no value\nhelp: write `source` alone",
                        );
                        input.parse::<TokenStream>()?;
                        return Ok(());
                    }
                }
                other => {
                    let near = nearest(other, NAMES)
                        .map(|near| format!("\nhelp: did you mean `{near}`?"))
                        .unwrap_or_default();
                    errors.push(
                        name.span(),
                        format!(
                            "unknown argument `{other}`: `#[differentiable]` takes `kernels = Path`, `crate = path` and `source`{near}"
                        ),
                    );
                    // Nothing is known of what follows; skip it rather than guess.
                    input.parse::<TokenStream>()?;
                    return Ok(());
                }
            }
            given.push(text);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    let result = parser.parse2(tokens);
    if let Err(error) = result {
        errors.push_error(error);
    }
    options
}

/// `= path` after `name`; `None` after reporting that there is none.
fn path(
    input: ParseStream<'_>,
    name: &Ident,
    example: &str,
    errors: &mut Errors,
) -> syn::Result<Option<syn::Path>> {
    if !input.peek(Token![=]) {
        errors.push(
            name.span(),
            format!("`{name}` needs a value\nhelp: write `{name} = {example}`"),
        );
        // `kernels(Portable)`
        while !input.is_empty() && !input.peek(Token![,]) {
            input.parse::<TokenTree>()?;
        }
        return Ok(None);
    }
    input.parse::<Token![=]>()?;
    if input.peek(syn::Lit) {
        let literal: syn::Lit = input.parse()?;
        let message = match &literal {
            syn::Lit::Str(text) => format!(
                "`{name}` takes a path without quotes\nhelp: write `{name} = {}`",
                text.value()
            ),
            other => format!(
                "`{name}` takes a path, found `{}`\nhelp: write for example `{name} = {example}`",
                super::text(other)
            ),
        };
        errors.push(Place::of(&literal), message);
        return Ok(None);
    }
    input.call(syn::Path::parse_mod_style).map(Some)
}
