//! Statements: `let name = value;`, `name = value;`, and the tail expression.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;

use super::types::TypeContext;
use super::{Block, DimItems, Expr, ExprKind, Place, Statement};
use crate::errors::Errors;

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
        Some(last) if last.is_let => errors.push(
            last.place,
            format!(
                "the last statement of `grad!` must assign to an output view, found `let {}`\nhelp: write `y = {};` where `y` is a `BufferView::output(..)` in scope",
                last.name, last.name
            ),
        ),
        Some(_) => {}
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
        let parsed = match syn::Block::parse_within.parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.errors.push_error(error);
                return None;
            }
        };
        let mut statements = Vec::new();
        let mut tail = None;
        let mut end_is_faulty = false;
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
                    let _ = self.refuse(
                        Place::of(&assign.left),
                        "assignment is not supported in a model: values are assigned once\nhelp: write `let` with a new value; the same name may be used again",
                    );
                }
                syn::Stmt::Expr(expr, None) if position + 1 == count => {
                    tail = Some(self.expression(&expr));
                }
                syn::Stmt::Expr(expr, _) => {
                    let _ = self.expression(&expr);
                    if self.errors.len() == before {
                        let help = if position + 1 == count && style == Style::Function {
                            "remove the `;` to make it the result"
                        } else {
                            "name it with `let`, or remove it"
                        };
                        self.errors
                            .push(place, format!("this value is not used\nhelp: {help}"));
                    }
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
        Some(Body {
            statements,
            tail,
            end_is_faulty,
        })
    }

    /// The binding; of a refused `let` its names, with values that are wrong already.
    fn local(&mut self, local: &syn::Local, place: Place) -> Vec<Statement> {
        let (pattern, annotation) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pattern => (pattern, None),
        };
        let faulty = |name: &Ident| Statement {
            name: name.clone(),
            is_let: true,
            annotation: None,
            value: Expr {
                kind: ExprKind::Error,
                place,
            },
            place,
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
                .map(faulty)
                .collect();
        };
        if let Some(mutability) = &name.mutability {
            self.errors.push(
                mutability.span,
                format!(
                    "`mut` is not supported in a model: values are assigned once\nhelp: remove it; `let {}` may be written again with a new value",
                    name.ident
                ),
            );
        }
        if let Some(by_ref) = &name.by_ref {
            self.errors.push(
                by_ref.span,
                "`ref` is not supported in a model\nhelp: remove it",
            );
        }
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
            return vec![faulty(&name.ident)];
        };
        if let Some((else_token, _)) = &init.diverge {
            self.errors
                .push(else_token.span, "`let … else` is not supported in a model");
        }
        vec![Statement {
            name: name.ident.clone(),
            is_let: true,
            annotation,
            value: self.expression(&init.expr),
            place,
        }]
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
        Some(Statement {
            name: name.clone(),
            is_let: false,
            annotation: None,
            value,
            place,
        })
    }
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
