//! Statements: `let name = value;`, `name = value;`, and the tail expression.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;

use super::types::TypeContext;
use super::{Binding, Block, DimItems, Expr, ExprKind, Loop, Place, Statement};
use crate::errors::Errors;
use crate::names::plain;

/// How statements may look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// The body of a function: `let` and a tail expression.
    Function,
    /// `grad! { … }`: `let` and assignments, the last one to the root.
    Block,
}

/// The contents of `grad! { … }`.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Option<Block> {
    let mut dim_items = DimItems::new();
    let mut context = TypeContext {
        generics: &[],
        type_generics: &[],
        dim_items: &mut dim_items,
        errors,
        element: None,
        in_constant: false,
        too_deep: false,
    };
    let Body {
        statements,
        tail,
        end_is_faulty,
    } = context.statements(tokens, Style::Block)?;
    if end_is_faulty {
        // It was reported; whether it meant to assign is not known.
        return Some(Block {
            statements,
            dim_items,
        });
    }
    if let Some(tail) = tail {
        errors.push(
            tail.place,
            "the result of `grad!` must be assigned to an output view\nhelp: write `y = …;` where `y` is a `BufferView::output(..)` in scope",
        );
        return None;
    }
    match statements.last() {
        None => errors.push(
            proc_macro2::Span::call_site(),
            "`grad!` needs at least one assignment to an output view\nhelp: for example `grad! { y = scale(x, a); }`",
        ),
        Some(Statement::Loop(last)) => errors.push(
            last.place,
            "the last statement of `grad!` must assign to an output view, found a loop\nhelp: assign the carried value: `y = …;`",
        ),
        Some(Statement::Constant(last)) => errors.push(
            last.ident.span(),
            "the last statement of `grad!` must assign to an output view, found a `const`",
        ),
        Some(Statement::Bind(last)) if last.is_let => errors.push(
            last.place,
            format!(
                "the last statement of `grad!` must assign to an output view, found `let {}`\nhelp: write `y = {};` where `y` is a `BufferView::output(..)` in scope",
                last.name, last.name
            ),
        ),
        Some(Statement::Bind(_)) => {}
    }
    Some(Block {
        statements,
        dim_items,
    })
}

/// Statements as far as they could be read.
pub(crate) struct Body {
    pub(crate) statements: Vec<Statement>,
    pub(crate) tail: Option<Expr>,
    /// The last of them was reported.
    pub(crate) end_is_faulty: bool,
}

impl TypeContext<'_> {
    /// Statements and the tail expression; `None` if the text is no Rust.
    pub(crate) fn statements(&mut self, tokens: TokenStream, style: Style) -> Option<Body> {
        self.attributes(tokens.clone());
        let parsed = match syn::Block::parse_within.parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.errors.push_error(error);
                return None;
            }
        };
        Some(self.run(parsed, style, false))
    }

    /// Refuses attributes: a `cfg` that is not followed would be wrong without a word.
    fn attributes(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.attributes(group.stream()),
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    if let Some(TokenTree::Group(attribute)) = tokens.peek() {
                        let place = Place::from(punct.span()).to(attribute.span().into());
                        self.errors.push(
                            place,
                            format!(
                                "attributes are not supported inside a model, found `#{}`\nhelp: put it on the whole model, or write two models",
                                super::text(attribute)
                            ),
                        );
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// `in_loop`: the statements have no result.
    fn run(&mut self, parsed: Vec<syn::Stmt>, style: Style, in_loop: bool) -> Body {
        let mut statements = Vec::new();
        let mut tail = None;
        let mut end_is_faulty = false;
        let mut constants = Vec::new();
        let count = parsed.len();
        for (position, statement) in parsed.into_iter().enumerate() {
            let place = Place::of(&statement);
            let before = self.errors.len();
            match statement {
                syn::Stmt::Local(local) => statements.extend(self.local(&local, place)),
                syn::Stmt::Expr(syn::Expr::Assign(assign), semi) if style == Style::Block => {
                    if semi.is_none() {
                        self.errors.push(place, "an assignment ends with `;`");
                    }
                    statements.extend(self.assignment(&assign, place));
                }
                syn::Stmt::Expr(syn::Expr::Assign(assign), _) => {
                    statements.extend(self.assignment(&assign, place));
                }
                syn::Stmt::Expr(syn::Expr::ForLoop(repeated), _) => {
                    statements.extend(self.repeated(&repeated, style));
                }
                syn::Stmt::Item(syn::Item::Const(constant)) => {
                    let name = plain(&constant.ident);
                    if constants.contains(&name) {
                        self.errors.push(
                            constant.ident.span(),
                            format!(
                                "the const `{name}` is declared twice in one block\nhelp: give one of them another name"
                            ),
                        );
                    } else if name != "_" {
                        constants.push(name);
                    }
                    match self.constant(&constant, false) {
                        Some(constant) => statements.push(Statement::Constant(constant)),
                        None => statements.push(faulty(&constant.ident, place)),
                    }
                }
                syn::Stmt::Expr(expr, None) if position + 1 == count => {
                    tail = Some(self.expression(&expr));
                }
                syn::Stmt::Expr(expr, _) => {
                    let _ = self.expression(&expr);
                    if self.errors.len() == before {
                        let help = if position + 1 == count && style == Style::Function && !in_loop
                        {
                            "remove the `;` to make it the result"
                        } else {
                            "name it with `let`, or remove it"
                        };
                        self.errors
                            .push(place, format!("this value is not used\nhelp: {help}"));
                    }
                }
                syn::Stmt::Item(syn::Item::Static(item)) => {
                    let (name, ty) = (&item.ident, super::text(&item.ty));
                    self.errors.push(
                        Place::of(&item.static_token).to(name.span().into()),
                        format!("a `static` is not supported inside a model\nhelp: write `const {name}: {ty} = …;`"),
                    );
                    statements.push(faulty(name, place));
                }
                syn::Stmt::Item(item) => self.errors.push(
                    Place::of(&item),
                    "items are not supported inside a model\nhelp: move it out of the function",
                ),
                syn::Stmt::Macro(mac) => {
                    let _ = self.expression(&syn::Expr::Macro(syn::ExprMacro {
                        attrs: vec![],
                        mac: mac.mac,
                    }));
                }
            }
            end_is_faulty = self.errors.len() > before;
        }
        Body {
            statements,
            tail,
            end_is_faulty,
        }
    }

    /// The binding; of a refused `let` its names, with values that are wrong already.
    fn local(&mut self, local: &syn::Local, place: Place) -> Vec<Statement> {
        let (pattern, annotation) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pattern => (pattern, None),
        };
        let syn::Pat::Ident(name) = pattern else {
            self.errors.push(
                Place::of(pattern),
                "`let` binds one name in a model: patterns are not supported\nhelp: bind each value by a `let` of its own",
            );
            if let Some(init) = &local.init {
                let _ = self.expression(&init.expr);
            }
            return idents(pattern.to_token_stream())
                .iter()
                .map(|name| faulty(name, place))
                .collect();
        };
        self.plain_pattern(name);
        // What is wrong with the type was reported; the value has its own.
        let annotation = annotation.and_then(|ty| self.tensor(ty));
        let Some(init) = &local.init else {
            self.errors.push(
                place,
                format!(
                    "`{}` needs a value\nhelp: `let {} = …;`",
                    name.ident, name.ident
                ),
            );
            return vec![faulty(&name.ident, place)];
        };
        if name.mutability.is_none()
            && init.diverge.is_none()
            && let Some(constant) = self.as_constant(&name.ident, &init.expr)
        {
            self.errors.push(
                Place::of(&init.expr),
                format!(
                    "an array of numbers is a `const` in a model, found `let {}`\nhelp: write `{constant}` in place of the `let`",
                    name.ident
                ),
            );
            return vec![faulty(&name.ident, place)];
        }
        if let Some((else_token, _)) = &init.diverge {
            self.errors
                .push(else_token.span, "`let … else` is not supported in a model");
        }
        vec![Statement::Bind(Binding {
            name: name.ident.clone(),
            is_let: true,
            mutable: name.mutability.as_ref().map(|mutability| mutability.span),
            annotation,
            value: self.expression(&init.expr),
            place,
        })]
    }

    /// Refuses `ref name` and `name @ …`.
    pub(super) fn plain_pattern(&mut self, pattern: &syn::PatIdent) {
        if let Some(by_ref) = &pattern.by_ref {
            self.errors.push(
                by_ref.span,
                "`ref` is not supported in a model\nhelp: remove it",
            );
        }
        if let Some((at, inner)) = &pattern.subpat {
            self.errors.push(
                Place::of(at).to(Place::of(inner)),
                format!(
                    "a name in a model has no pattern, found `@ {}`\nhelp: remove it",
                    super::text(inner)
                ),
            );
        }
    }

    fn assignment(&mut self, assign: &syn::ExprAssign, place: Place) -> Option<Statement> {
        let name = match &*assign.left {
            syn::Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let value = self.expression(&assign.right);
        let Some(name) = name else {
            let found = super::text(&assign.left);
            self.errors.push(
                Place::of(&assign.left),
                format!("the left of an assignment must be the name of an output view or of a local value, found `{found}`\nhelp: write `y = …;` where `y` is a `BufferView::output(..)` in scope"),
            );
            return None;
        };
        Some(Statement::Bind(Binding {
            name: name.clone(),
            is_let: false,
            mutable: None,
            annotation: None,
            value,
            place,
        }))
    }

    /// `for i in 0..4 { … }`
    fn repeated(&mut self, repeated: &syn::ExprForLoop, style: Style) -> Option<Statement> {
        let place = Place::of(&repeated.for_token).to(Place::of(&repeated.expr));
        if let Some(label) = &repeated.label {
            self.errors.push(
                Place::of(label),
                "loop labels are not supported in a model\nhelp: remove it",
            );
        }
        let variable = match &*repeated.pat {
            syn::Pat::Ident(variable) => {
                self.plain_pattern(variable);
                if let Some(mutability) = &variable.mutability {
                    self.errors.push(
                        mutability.span,
                        format!(
                            "a loop variable is a count and is not changed, found `mut {}`\nhelp: remove the `mut`",
                            variable.ident
                        ),
                    );
                }
                variable.ident.clone()
            }
            // A name that no user can write.
            syn::Pat::Wild(wild) => Ident::new("__ad_round", wild.underscore_token.span),
            pattern => {
                self.errors.push(
                    Place::of(pattern),
                    "a loop counts by one name: `for i in 0..4`",
                );
                return None;
            }
        };
        let range = match &*repeated.expr {
            syn::Expr::Range(range) => Some(range),
            syn::Expr::Paren(inner) => match &*inner.expr {
                syn::Expr::Range(range) => Some(range),
                _ => None,
            },
            _ => None,
        };
        let bounds = range
            .and_then(|range| Some((range.start.as_ref()?, range.end.as_ref()?, &range.limits)));
        let Some((start, end, limits)) = bounds else {
            self.errors.push(
                Place::of(&repeated.expr),
                format!(
                    "a loop runs over a range with both ends, found `{}`\nhelp: {}",
                    super::text(&repeated.expr),
                    range_help(&repeated.expr, &variable),
                ),
            );
            return None;
        };
        let (start, end) = (self.expression(start), self.expression(end));
        let body = self.run(repeated.body.stmts.clone(), style, true);
        if let Some(tail) = body.tail {
            self.errors.push(
                tail.place,
                "the value of a loop body is not used\nhelp: carry it in a `let mut` before the loop: `h = …;`",
            );
        }
        Some(Statement::Loop(Loop {
            variable,
            start,
            end,
            inclusive: matches!(limits, syn::RangeLimits::Closed(_)),
            body: body.statements,
            place,
        }))
    }
}

/// What to write in place of what a loop cannot run over.
fn range_help(over: &syn::Expr, variable: &Ident) -> String {
    match over {
        syn::Expr::Path(_) => format!(
            "write `for {variable} in 0..N` with the number of elements for `N`, and `{}[{variable}]`",
            super::text(over)
        ),
        syn::Expr::MethodCall(call) if call.method == "rev" => format!(
            "loops count upwards: write `for {variable} in 0..4`, and `x[3 - {variable}]` for the elements"
        ),
        _ => format!("write `for {variable} in 0..4`, and `x[{variable}]` for the elements"),
    }
}

/// A name whose value is wrong and was reported: its uses are no further mistakes.
fn faulty(name: &Ident, place: Place) -> Statement {
    Statement::Bind(Binding {
        name: name.clone(),
        is_let: true,
        mutable: None,
        annotation: None,
        value: Expr {
            kind: ExprKind::Error,
            place,
        },
        place,
    })
}

/// All identifiers, also nested ones: those a pattern may bind.
fn idents(tokens: TokenStream) -> Vec<Ident> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) => vec![ident],
            TokenTree::Group(group) => idents(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
        })
        .collect()
}
