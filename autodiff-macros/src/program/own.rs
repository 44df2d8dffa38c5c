//! Operators of the user's own, and what else names counts of the model among items: dimensions.

use proc_macro2::{Group, Literal, TokenTree};
use quote::{ToTokens, quote};

use super::counts::NoCount;
use super::*;
use crate::syntax::types::TypeContext;

/// An operator of the user's own.
#[derive(Clone)]
pub(crate) struct Own {
    /// As the model names it: what it wrote, with numbers for its counts, or the alias that a model
    /// it calls offers, without arguments.
    pub(crate) path: syn::Path,
    /// Const generics of the path, in the words of the model that wrote it.
    pub(crate) params: Vec<Ident>,
    /// What they are here.
    pub(crate) dims: Vec<Dim>,
    /// The path is an alias of a called model.
    pub(crate) called: bool,
    /// For messages: as written.
    pub(crate) shown: String,
}

impl Own {
    /// The type, over its const generics by their own names.
    pub(crate) fn generic_type(&self) -> TokenStream {
        let params: Vec<TokenStream> = self.params.iter().map(ToTokens::to_token_stream).collect();
        self.applied(&params)
    }

    /// The type with these arguments for its const generics.
    pub(crate) fn applied(&self, arguments: &[TokenStream]) -> TokenStream {
        let path = &self.path;
        if self.called && !arguments.is_empty() {
            quote!(#path::<#(#arguments),*>)
        } else {
            quote!(#path)
        }
    }

    /// The alias by which the module of the model offers it to callers.
    pub(crate) fn label(&self) -> Ident {
        let last = self.path.segments.last();
        let name = last.map_or(String::new(), |last| plain(&last.ident));
        let name = if self.called {
            // It has a number already.
            name.trim_end_matches(|c: char| c.is_ascii_hexdigit())
                .to_owned()
        } else {
            format!("Own{name}_")
        };
        // Callers must find the same name, and know nothing but the path.
        let number = models::number_of(&syntax::text(&self.path));
        Ident::new(&format!("{name}{number:016x}"), Span::call_site())
    }
}

impl Program {
    /// Makes operators of one type one operator, now that all dimensions are known.
    pub(crate) fn merge_owns(&mut self, dims: Vec<Vec<Dim>>) {
        let mut merged: Vec<Own> = Vec::new();
        let mut index = Vec::new();
        for (own, dims) in std::mem::take(&mut self.owns).into_iter().zip(dims) {
            let known = merged
                .iter()
                .position(|known| known.path == own.path && known.dims == dims);
            index.push(known.unwrap_or(merged.len()));
            if known.is_none() {
                merged.push(Own { dims, ..own });
            }
        }
        self.owns = merged;
        for value in &mut self.values {
            if let ValueKind::Call(Call { own: Some(own), .. }) = &mut value.kind
                && let Some(merged) = index.get(*own)
            {
                *own = *merged;
            }
        }
    }
}

impl Resolver<'_> {
    pub(super) fn own(&mut self, path: &syn::Path, arguments: &[Expr], place: Place) -> ValueId {
        if let Some(name) = path.get_ident()
            && let Some(Meaning::Constant(_) | Meaning::Count(_)) = self.look_up(&plain(name))
        {
            let help = match self.look_up(&plain(name)) {
                Some(Meaning::Constant(table)) if table.single().is_some() => {
                    format!("for a product write `{name} * x`")
                }
                Some(Meaning::Constant(_)) => format!("an element is `{name}[0]`"),
                _ => format!("a count is a position, `x[{name}]`, or an end of a range"),
            };
            self.errors.push(
                place,
                format!(
                    "`{name}` is a `const`, and no operator that could be called\nhelp: {help}"
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        const MOST: usize = 4;
        if arguments.is_empty() || arguments.len() > MOST {
            self.errors.push(
                place,
                format!(
                    "an operator of your own takes 1 to {MOST} arguments, found {}",
                    arguments.len()
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        let arguments: Vec<(ValueId, Site)> = arguments
            .iter()
            .map(|argument| self.argument(argument))
            .collect();
        let Some(own) = self.named_own(path, place) else {
            return self.push(ValueKind::Error, place);
        };
        let known = self
            .owns
            .iter()
            .position(|known| known.path == own.path && known.dims == own.dims);
        let index = known.unwrap_or(self.owns.len());
        if known.is_none() {
            self.owns.push(own);
        }
        let value = self.call(&ops::own::OWN, arguments, place);
        if let ValueKind::Call(call) = &mut self.values[value].kind {
            call.own = Some(index);
        }
        value
    }

    /// The operator as the outermost caller names it; `None` after reporting.
    fn named_own(&mut self, path: &syn::Path, place: Place) -> Option<Own> {
        let shown = syntax::text(path);
        let has_arguments = |segment: &syn::PathSegment| !segment.arguments.is_none();
        let path = if path.segments.iter().any(has_arguments) {
            let tokens = self.with_counts(path.to_token_stream())?;
            match syn::parse2(tokens) {
                Ok(path) => path,
                Err(error) => {
                    self.errors.push_error(error);
                    return None;
                }
            }
        } else {
            path.clone()
        };
        let models = self.models;
        let callee = self.calls.last().and_then(|key| models.functions.get(key));
        let generics = match callee {
            Some(callee) => &callee.generics,
            None => &self.generics,
        };
        let tokens = path.to_token_stream();
        let params: Vec<Ident> = generics
            .iter()
            .filter(|generic| mentions(&tokens, generic))
            .cloned()
            .collect();
        let dims = params
            .iter()
            .map(|generic| match self.instance {
                Some(instance) => Dim::Generic(calls::generic_of(generic, instance)),
                None => Dim::Generic(generic.to_string().into()),
            })
            .collect();
        let mut own = Own {
            path,
            params,
            dims,
            called: false,
            shown,
        };
        // Every model offers what it uses to its callers: paths are followed where they were
        // written, and nothing need be visible but the models.
        for model in self.written.iter().rev() {
            let mut alias = model.clone();
            let label = own.label();
            alias.segments.push(label.into());
            own.path = alias;
            own.called = true;
        }
        if own.called
            && let Some(last) = own.path.segments.last_mut()
        {
            // At the call, where a type that does not fit is reported.
            last.ident.set_span(place.start);
        }
        Some(own)
    }

    /// What a name stands for that is a part of a type or of a dimension, where Rust looks for items.
    fn among_items(&self, name: &Ident) -> Among {
        let text = plain(name);
        match self.look_up(&text) {
            Some(Meaning::Count(count)) => match usize::try_from(count) {
                Ok(count) => Among::Count(count),
                Err(_) => Among::Other(format!("the count `{name}`, which is {count}")),
            },
            Some(Meaning::Constant(_)) => Among::Constant,
            Some(Meaning::Value(value) | Meaning::Mutable(value)) => {
                match self.values[value].kind {
                    ValueKind::Error => Among::Faulty,
                    _ => Among::Other(format!("the value `{name}`")),
                }
            }
            None if self.counts.contains(&text) => Among::Elsewhere,
            None => Among::Item,
        }
    }

    /// A type with numbers in place of the counts of the model; `None` after reporting.
    fn with_counts(&mut self, tokens: TokenStream) -> Option<TokenStream> {
        const RULE: &str =
            "a generic argument of an operator is a number, a count, a type or an item";
        let mut replaced = TokenStream::new();
        for (token, alone) in single_names(tokens) {
            let name = match token {
                TokenTree::Ident(name) if alone => name,
                TokenTree::Group(group) => {
                    let mut copy = Group::new(group.delimiter(), self.with_counts(group.stream())?);
                    copy.set_span(group.span());
                    replaced.extend([TokenTree::Group(copy)]);
                    continue;
                }
                other => {
                    replaced.extend([other]);
                    continue;
                }
            };
            match self.among_items(&name) {
                Among::Count(count) => {
                    let mut number = Literal::usize_unsuffixed(count);
                    number.set_span(name.span());
                    replaced.extend([TokenTree::Literal(number)]);
                }
                Among::Item => replaced.extend([TokenTree::Ident(name)]),
                Among::Faulty => return None,
                Among::Elsewhere => {
                    self.elsewhere(&name);
                    return None;
                }
                Among::Constant => {
                    self.errors.push(
                        name.span(),
                        format!("{RULE}, found the const `{name}` of the model\nhelp: give the number a name: `const COUNT: usize = 4;`, or pass it as an operand"),
                    );
                    return None;
                }
                Among::Other(found) => {
                    self.errors.push(
                        name.span(),
                        format!("{RULE}, found {found}\nhelp: pass it as an operand"),
                    );
                    return None;
                }
            }
        }
        Some(replaced)
    }

    fn elsewhere(&mut self, name: &Ident) {
        self.errors.push(
            name.span(),
            format!(
                "`{name}` is a count in another part of this model, and is not known here\nhelp: move its `const` up; if an item outside is meant, give one of them another name"
            ),
        );
    }

    /// A dimension that names counts of the model, as a number; `None` where it names none, and
    /// `Err` after reporting.
    pub(super) fn dim_of_counts(&mut self, dim: &Dim) -> Option<Result<usize, ()>> {
        let models = self.models;
        let callee = self.calls.last().and_then(|key| models.functions.get(key));
        let tokens = match dim {
            Dim::Literal(_) | Dim::Var(_) => return None,
            Dim::Generic(name) => {
                return match self.look_up(name) {
                    Some(Meaning::Count(count)) => usize::try_from(count).ok().map(Ok),
                    _ => None,
                };
            }
            Dim::Item(text) => match callee {
                Some(callee) => callee.dim_items.get(text),
                None => self.dim_items.get(text),
            }?
            .clone(),
        };
        let mut names = Vec::new();
        all_single_names(tokens.clone(), &mut names);
        let mut count = None;
        for name in names {
            match self.among_items(&name) {
                Among::Item => {}
                Among::Count(_) | Among::Constant => count = count.or(Some(name)),
                Among::Faulty => return Some(Err(())),
                Among::Elsewhere => {
                    self.elsewhere(&name);
                    return Some(Err(()));
                }
                Among::Other(found) => {
                    self.errors.push(
                        name.span(),
                        format!("a dimension is known when compiling, found {found}\nhelp: write the number, or a `const` of the model: `const COUNT: usize = 4;`"),
                    );
                    return Some(Err(()));
                }
            }
        }
        let count = count?;
        let place = Place::of(&tokens);
        let message = match self.count_in_a_dimension(tokens.clone()) {
            Ok(number) => match usize::try_from(number) {
                Ok(number) => return Some(Ok(number)),
                Err(_) => format!("a dimension is not below 0, found {number}"),
            },
            Err(NoCount::Reported) => return Some(Err(())),
            Err(NoCount::Name(item)) => {
                let last = item.rsplit("::").next().unwrap_or(&item);
                let path = if item == last {
                    format!("self::{item}")
                } else {
                    item.clone()
                };
                format!(
                    "a dimension is made of counts of the model or of items outside, found the count `{count}` with the item `{item}`\nhelp: make `{last}` a count too: put `#[differentiable]` on the item, and inside the model write `const {last}: usize = {path};`"
                )
            }
            Err(NoCount::Constant(found)) => {
                format!("a dimension is a whole number, `usize`, found the const {found}")
            }
            Err(NoCount::Fraction(found)) => {
                format!("a dimension is a whole number, `usize`, found `{found}`")
            }
            Err(NoCount::Value(message)) => message,
            Err(NoCount::Other) => format!(
                "a dimension that names a count is made of whole numbers, counts and `+ - * /`, found `{}`\nhelp: name it by a count: `const COUNT: usize = 4;`",
                syntax::text(&tokens)
            ),
        };
        self.errors.push(place, message);
        Some(Err(()))
    }

    fn count_in_a_dimension(&mut self, tokens: TokenStream) -> Result<i64, NoCount> {
        let Ok(parsed) = syn::parse2::<syn::Expr>(tokens) else {
            return Err(NoCount::Other);
        };
        let mut errors = Errors::new();
        let expr = TypeContext {
            generics: &[],
            type_generics: &[],
            dim_items: &mut DimItems::new(),
            errors: &mut errors,
            element: None,
            in_constant: true,
            too_deep: false,
        }
        .expression(&parsed);
        let readable = errors.is_empty();
        errors.forget();
        if !readable {
            return Err(NoCount::Other);
        }
        if let Some(path) = item_path(&expr) {
            return Err(NoCount::Name(syntax::text(path)));
        }
        self.evaluate(&expr)
    }
}

/// What a name may be where Rust looks for items.
enum Among {
    Count(usize),
    /// A `const` of the model that is no count.
    Constant,
    Other(String),
    /// It was reported.
    Faulty,
    /// A count of the model, out of its scope.
    Elsewhere,
    Item,
}

/// The first item that an expression names by a path.
fn item_path(expr: &Expr) -> Option<&syn::Path> {
    match &expr.kind {
        ExprKind::Path(path) => Some(path),
        ExprKind::Negate(inner) => item_path(inner),
        ExprKind::Infix { first, rest } => {
            item_path(first).or_else(|| rest.iter().find_map(|(.., right)| item_path(right)))
        }
        ExprKind::Index(base, index) => item_path(base).or_else(|| item_path(index)),
        _ => None,
    }
}

/// Tokens, and of each whether it may be a name by itself: no part of a path, no field, no lifetime.
fn single_names(tokens: TokenStream) -> Vec<(TokenTree, bool)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |index: usize| match tokens.get(index) {
        Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
        _ => None,
    };
    let alone: Vec<bool> = (0..tokens.len())
        .map(|index| {
            let before = index.checked_sub(1).and_then(sign);
            // `name: ` and `name = ` are names of others.
            let named = sign(index + 1) == Some('=') && sign(index + 2) != Some('=');
            !matches!(before, Some(':' | '.' | '\'')) && sign(index + 1) != Some(':') && !named
        })
        .collect();
    tokens.into_iter().zip(alone).collect()
}

fn all_single_names(tokens: TokenStream, names: &mut Vec<Ident>) {
    for (token, alone) in single_names(tokens) {
        match token {
            TokenTree::Ident(name) if alone => names.push(name),
            TokenTree::Group(group) => all_single_names(group.stream(), names),
            _ => {}
        }
    }
}

/// Whether the name occurs.
fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
