//! Arguments of the attribute: `#[differentiable(kernels = Portable, crate = ad, source)]`.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Ident, Token};

use super::Options;
use crate::errors::{Errors, nearest};

const NAMES: [&str; 3] = ["kernels", "crate", "source"];

pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    let parser = |input: ParseStream<'_>| -> syn::Result<()> {
        while !input.is_empty() {
            let name = Ident::parse_any(input)?;
            match name.to_string().as_str() {
                "kernels" => {
                    input.parse::<Token![=]>()?;
                    options.kernels = Some(input.call(syn::Path::parse_mod_style)?);
                }
                "crate" => {
                    input.parse::<Token![=]>()?;
                    options.krate = Some(input.call(syn::Path::parse_mod_style)?);
                }
                "source" => {
                    if cfg!(not(any(feature = "source", test))) {
                        errors.push(
                            name.span(),
                            "`source` needs the feature `source` of `autodiff-runtime`\nhelp: autodiff-runtime = { …, features = [\"source\"] } under [dev-dependencies]",
                        );
                    }
                    options.source = true;
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
