//! Statements: `let name = value;`, `name = value;`, and the tail expression.

use proc_macro2::TokenStream;
use syn::parse::Parser;

use super::types::TypeContext;
use super::{Block, DimItems, Expr, Place, Statement};
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
        dim_items: &mut dim_items,
        errors,
    };
    let (statements, tail) = context.statements(tokens.clone(), Style::Block)?;
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

impl TypeContext<'_> {
    /// Statements and the tail expression; `None` if the text is no Rust.
    pub(crate) fn statements(
        &mut self,
        tokens: TokenStream,
        style: Style,
    ) -> Option<(Vec<Statement>, Option<Expr>)> {
        let parsed = match syn::Block::parse_within.parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.errors.push_error(error);
                return None;
            }
        };
        let mut statements = Vec::new();
        let mut tail = None;
        let count = parsed.len();
        for (position, statement) in parsed.into_iter().enumerate() {
            let place = Place::of(&statement);
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
                    let before = self.errors.len();
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
        }
        Some((statements, tail))
    }

    fn local(&mut self, local: &syn::Local, place: Place) -> Option<Statement> {
        let (pattern, annotation) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pattern => (pattern, None),
        };
        let syn::Pat::Ident(name) = pattern else {
            self.errors.push(
                Place::of(pattern),
                "`let` binds one name in a model; patterns are not supported",
            );
            return None;
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
        let annotation = match annotation {
            Some(ty) => Some(self.tensor(ty)?),
            None => None,
        };
        let Some(init) = &local.init else {
            self.errors.push(
                place,
                format!(
                    "`{}` needs a value\nhelp: `let {} = …;`",
                    name.ident, name.ident
                ),
            );
            return None;
        };
        if let Some((else_token, _)) = &init.diverge {
            self.errors
                .push(else_token.span, "`let … else` is not supported in a model");
        }
        Some(Statement {
            name: name.ident.clone(),
            is_let: true,
            annotation,
            value: self.expression(&init.expr),
            place,
        })
    }

    fn assignment(&mut self, assign: &syn::ExprAssign, place: Place) -> Option<Statement> {
        let name = match &*assign.left {
            syn::Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let value = self.expression(&assign.right);
        let Some(name) = name else {
            self.errors.push(
                Place::of(&assign.left),
                "the left of an assignment must be the name of an output view or of a local value",
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
