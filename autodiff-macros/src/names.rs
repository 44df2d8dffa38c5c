//! Names in the generated code.
//!
//! Generated items live in modules of their own, where no name of the user is in scope, so plain
//! names are safe there: `tape`, `params`, `hidden`, `d_hidden`. What must be unique is made so
//! by a number: `hidden_2`. Names that appear in the user's scope start with `__ad_`.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span};

/// A name without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").unwrap_or(&text).to_owned()
}

/// The names of one scope.
#[derive(Clone, Default)]
pub(crate) struct Names {
    used: HashSet<String>,
    /// The number tried last for each base, so that long models take linear time.
    last: HashMap<String, usize>,
}

impl Names {
    /// Keeps a name of the user free.
    pub(crate) fn reserve(&mut self, ident: &Ident) {
        self.used.insert(plain(ident));
    }

    /// The user's name for a variable of ours: as it is where that can be.
    pub(crate) fn variable(&mut self, ident: &Ident) -> Ident {
        let name = plain(ident);
        let binds = *ident != name || can_bind(&name);
        if binds && self.used.insert(name.clone()) {
            ident.clone()
        } else {
            self.fresh(&name)
        }
    }

    /// `base`, or `base_2`, `base_3`, … if it is taken.
    pub(crate) fn fresh(&mut self, base: &str) -> Ident {
        let base = base.rsplit("::").next().unwrap_or(base);
        // What begins with a digit or a mark is no name, with a number neither.
        let begun;
        let plain = base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let base = if plain || syn::parse_str::<Ident>(&format!("{base}_2")).is_ok() {
            base
        } else {
            begun = format!("V{base}");
            &begun
        };
        let count = self.last.entry(base.to_owned()).or_insert(0);
        let name = loop {
            *count += 1;
            let name = if *count > 1 {
                format!("{base}_{count}")
            } else if can_bind(base) {
                base.to_owned()
            } else {
                continue;
            };
            if self.used.insert(name.clone()) {
                break name;
            }
        };
        Ident::new(&name, Span::mixed_site())
    }
}

/// Whether `let name` binds a variable: no keyword, and none of the prelude's values.
pub(crate) fn can_bind(name: &str) -> bool {
    const PRELUDE: [&str; 4] = ["None", "Some", "Ok", "Err"];
    syn::parse_str::<Ident>(name).is_ok() && !PRELUDE.contains(&name)
}

/// A type name made of a value's name: `noise_gain` gives `NoiseGain`.
pub(crate) fn camel(name: &str) -> String {
    name.split('_')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .chain(letters)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_no_keywords() {
        let mut names = Names::default();
        names.reserve(&Ident::new_raw("type", Span::call_site()));
        assert_eq!(names.fresh("h").to_string(), "h");
        assert_eq!(names.fresh("h").to_string(), "h_2");
        assert_eq!(names.fresh("type").to_string(), "type_2");
        assert_eq!(names.fresh("join::add").to_string(), "add");
        assert_eq!(names.fresh("self").to_string(), "self_2");
        assert_eq!(names.fresh("Some").to_string(), "Some_2");
        // As `camel` leaves `_1`, `__` and `_·x`.
        assert_eq!(names.fresh("1").to_string(), "V1");
        assert_eq!(names.fresh("1").to_string(), "V1_2");
        assert_eq!(names.fresh("").to_string(), "_2");
        assert_eq!(names.fresh("·x").to_string(), "V·x");
        let raw = Ident::new_raw("match", Span::call_site());
        assert_eq!(names.variable(&raw), raw);
        let constant = Ident::new("SOURCE", Span::call_site());
        names.reserve(&constant);
        assert_eq!(names.variable(&constant).to_string(), "SOURCE_2");
        assert_eq!(camel("noise_gain"), "NoiseGain");
    }
}
