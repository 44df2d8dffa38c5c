//! Collects every error of one invocation, so that they are reported together.

use std::fmt::Display;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::syntax::Place;

/// Errors found so far. A phase pushes and goes on; the driver stops at a gate ([`Errors::gate`]).
#[derive(Default)]
pub(crate) struct Errors {
    /// `None`: reported where another item stands.
    found: Vec<Option<syn::Error>>,
    checked: bool,
}

/// What was found; nothing, where all of it is reported where other items stand.
#[derive(Debug)]
pub(crate) struct Rejected(Option<syn::Error>);

impl Rejected {
    pub(crate) fn into_compile_error(self) -> TokenStream {
        self.0
            .map_or_else(TokenStream::new, syn::Error::into_compile_error)
    }
}

impl From<syn::Error> for Rejected {
    fn from(error: syn::Error) -> Self {
        Rejected(Some(error))
    }
}

/// As an error that has a message in any case.
impl From<Rejected> for syn::Error {
    fn from(rejected: Rejected) -> Self {
        rejected.0.unwrap_or_else(|| {
            syn::Error::new(
                Span::call_site(),
                "what is used here has mistakes of its own\nhelp: mend them first",
            )
        })
    }
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Records `message` at `place`.
    pub(crate) fn push(&mut self, place: impl Into<Place>, message: impl Display) {
        let Place { start, end } = place.into();
        // Two tokens that stand at both ends: on stable, spans can be joined in no other way.
        let ends: TokenStream = [start, end]
            .map(|span| TokenTree::Ident(Ident::new("_place", span)))
            .into_iter()
            .collect();
        self.push_error(syn::Error::new_spanned(ends, message));
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// Records an error that already has its place.
    pub(crate) fn push_error(&mut self, error: syn::Error) {
        self.found.push(Some(error));
    }

    /// Records a mistake that is reported where another item stands.
    pub(crate) fn push_elsewhere(&mut self) {
        self.found.push(None);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Drops what was found: it is reported elsewhere.
    pub(crate) fn forget(mut self) {
        self.checked = true;
        self.found.clear();
    }

    /// Forgets what was found after the first `len`: consequences of one mistake.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.found.truncate(len);
    }

    /// Takes the first message found after `len` errors, and forgets the others.
    pub(crate) fn take_after(&mut self, len: usize) -> Option<String> {
        let found = self.found.split_off(len.min(self.found.len()));
        let first = found.into_iter().flatten().next()?;
        Some(first.to_string())
    }

    /// Ends collection: `Err` with everything that was found, in the order of the source.
    pub(crate) fn gate(mut self) -> Result<(), Rejected> {
        self.checked = true;
        if self.found.is_empty() {
            return Ok(());
        }
        let mut found: Vec<syn::Error> = self.found.drain(..).flatten().collect();
        found.sort_by_cached_key(position);
        // One place, one message: the first says what to mend; a loop repeats it every round.
        if proc_macro::is_available() {
            found.dedup_by_key(|error| position(error));
        }
        let mut found = found.into_iter();
        let first = found.next().map(|mut first| {
            first.extend(found);
            first
        });
        Err(Rejected(first))
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.checked || self.found.is_empty() || std::thread::panicking(),
            "autodiff internal: errors were collected and never reported"
        );
    }
}

/// Line and column; of no use, and the same for all, where no compiler is (unit tests).
fn position(error: &syn::Error) -> (usize, usize) {
    if !proc_macro::is_available() {
        return (0, 0);
    }
    // The compiler's own span, which exists where there is one.
    let span = error.span().unwrap();
    (span.line(), span.column())
}

/// The entry of `names` nearest to `wrong`, if it is near enough to be a slip of the keyboard:
/// names of one or two letters are near nothing but their other case.
pub(crate) fn nearest<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let limit = wrong.chars().count() / 3;
    names
        .into_iter()
        .map(|name| (edit_distance(&wrong, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_swaps_once() {
        assert_eq!(edit_distance("rleu", "relu"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("tanh", "tanh"), 0);
    }

    #[test]
    fn only_near_names_are_offered() {
        let names = ["relu", "softmax", "sigmoid"];
        assert_eq!(nearest("reul", names), Some("relu"));
        assert_eq!(nearest("soft_max", names), Some("softmax"));
        assert_eq!(nearest("conv2d", names), None);
        assert_eq!(nearest("b", ["x", "ln"]), None);
        assert_eq!(nearest("X", ["x", "ln"]), Some("x"));
    }
}
