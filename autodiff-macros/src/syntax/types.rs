//! Roles, tensor types and dimensions.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

use super::{DimItems, Element, Place, Role, TensorType};
use crate::errors::{Errors, nearest};
use crate::shape::{Dim, Shape};

/// What type and dimension parsing needs to know and collects.
pub(crate) struct TypeContext<'a> {
    pub(crate) generics: &'a [Ident],
    /// Generic types, which are refused where they are declared.
    pub(crate) type_generics: &'a [Ident],
    pub(crate) dim_items: &'a mut DimItems,
    pub(crate) errors: &'a mut Errors,
    /// Of the first type that was read; for what messages propose.
    pub(crate) element: Option<Element>,
    /// Whether the value of a `const` is read.
    pub(crate) in_constant: bool,
    /// The expression being read nests too deep, which was reported.
    pub(crate) too_deep: bool,
}

pub(crate) const ROLES: [&str; 3] = ["Input", "Param", "State"];

impl TypeContext<'_> {
    /// `Input<T>` or `Param<T>` of the argument called `name`.
    pub(crate) fn role(&mut self, name: &Ident, ty: &Type) -> Option<(Role, TensorType)> {
        let segment = match ty {
            Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
            Type::Group(group) => return self.role(name, &group.elem),
            _ => None,
        };
        let written = segment.map(|segment| segment.ident.to_string());
        let inner = segment.and_then(|segment| match &segment.arguments {
            PathArguments::AngleBracketed(list) => match (list.args.first(), list.args.len()) {
                (Some(GenericArgument::Type(inner)), 1) => Some(inner),
                _ => None,
            },
            _ => None,
        });
        let text = super::text(ty);
        let (Some(written), Some(inner)) = (written, inner) else {
            let help = match tensor_hint(ty) {
                Some(hint) => format!("write `{name}: Input<{hint}>` for data, `{name}: Param<{hint}>` for what is trained"),
                None => "write for example `Input<[f32; 4]>` for data or `Param<[f32; 4]>` for what is trained".into(),
            };
            self.errors.push(
                Place::of(ty),
                format!(
                    "argument `{name}` needs a role: `Input<T>` or `Param<T>`, found `{text}`\nhelp: {help}"
                ),
            );
            // The stub takes the type as data, so that callers have no second error.
            let ty = match ty {
                Type::Reference(reference) => &*reference.elem,
                other => other,
            };
            tensor_hint(ty)?;
            return Some((Role::Input, self.tensor(ty)?));
        };
        let role = match written.as_str() {
            "Input" => Role::Input,
            "Param" => Role::Param,
            "State" => {
                self.errors.push(
                    Place::of(ty),
                    format!(
                        "`State` is not supported yet\nhelp: pass the buffer `{name}` as `Input` and update it between calls"
                    ),
                );
                Role::Input
            }
            other => {
                let near = if other == "Parameter" {
                    Some("Param")
                } else {
                    nearest(other, ROLES)
                };
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`Input` is data, `Param` is trained".into(),
                };
                self.errors.push(
                    Place::of(ty),
                    format!("unknown role `{other}` of argument `{name}`: must be `Input` or `Param`\nhelp: {help}"),
                );
                match near {
                    Some("Param") => Role::Param,
                    _ => Role::Input,
                }
            }
        };
        Some((role, self.tensor(inner)?))
    }

    /// `f32`, `[f32; N]`, `[[f32; C]; R]`, or the same over `f64`.
    pub(crate) fn tensor(&mut self, ty: &Type) -> Option<TensorType> {
        let mut dims = Vec::new();
        let mut inner = ty;
        loop {
            match inner {
                Type::Array(array) => {
                    dims.push(self.dim(&array.len));
                    inner = &array.elem;
                }
                Type::Group(group) => inner = &group.elem,
                Type::Paren(paren) => inner = &paren.elem,
                _ => break,
            }
        }
        let element = match inner {
            Type::Path(path) => path
                .path
                .get_ident()
                .and_then(|ident| Element::from_name(&ident.to_string())),
            _ => None,
        };
        let Some(element) = element else {
            if let Type::Path(path) = inner
                && path
                    .path
                    .get_ident()
                    .is_some_and(|ident| self.type_generics.contains(ident))
            {
                // Its declaration was reported.
                return None;
            }
            let found = super::text(inner);
            self.errors.push(
                Place::of(inner),
                format!(
                    "a value must be `f32` or `f64`, an array `[f32; N]` or a matrix `[[f32; C]; R]`, found `{found}`"
                ),
            );
            return None;
        };
        self.element = self.element.or(Some(element));
        let dims: Vec<Dim> = dims.into_iter().collect::<Option<_>>()?;
        let Some(shape) = Shape::from_dims(&dims) else {
            self.errors.push(
                Place::of(ty),
                format!(
                    "arrays of more than two dimensions are not supported, found {}\nhelp: flatten to `[f32; N]` or `[[f32; C]; R]`",
                    dims.len()
                ),
            );
            return None;
        };
        Some(TensorType {
            element,
            shape,
            place: Place::of(ty),
        })
    }

    /// A list of dimensions, or what is wrong with it.
    pub(crate) fn dims<'e>(
        &mut self,
        lens: impl Iterator<Item = &'e syn::Expr>,
    ) -> Result<Vec<Dim>, syn::Error> {
        let mut errors = Errors::new();
        let mut context = TypeContext {
            generics: self.generics,
            type_generics: self.type_generics,
            dim_items: self.dim_items,
            errors: &mut errors,
            element: self.element,
            in_constant: self.in_constant,
            too_deep: false,
        };
        let dims: Vec<Dim> = lens.filter_map(|len| context.dim(len)).collect();
        errors.gate()?;
        Ok(dims)
    }

    /// A literal, a const item, a const generic, or a constant expression over const items.
    pub(crate) fn dim(&mut self, len: &syn::Expr) -> Option<Dim> {
        match len {
            syn::Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(int) => match int.base10_parse::<usize>() {
                    Ok(n) => return Some(Dim::Literal(n)),
                    Err(error) => {
                        self.errors.push_error(error);
                        return None;
                    }
                },
                other => {
                    self.errors.push(
                        Place::of(other),
                        format!(
                            "a dimension must be a whole number, found `{}`",
                            super::text(other)
                        ),
                    );
                    return None;
                }
            },
            syn::Expr::Paren(inner) => return self.dim(&inner.expr),
            syn::Expr::Group(inner) => return self.dim(&inner.expr),
            syn::Expr::Block(block) if block.label.is_none() => {
                if let [syn::Stmt::Expr(inner, None)] = block.block.stmts.as_slice() {
                    return self.dim(inner);
                }
            }
            syn::Expr::Path(path) if path.qself.is_none() => {
                if let Some(ident) = path.path.get_ident()
                    && self.generics.contains(ident)
                {
                    return Some(Dim::Generic(ident.to_string().into()));
                }
                return Some(self.item(len));
            }
            syn::Expr::Binary(_) | syn::Expr::Cast(_) | syn::Expr::Call(_) => {
                if let Some(generic) = self.mentions_generic(len.to_token_stream()) {
                    self.errors.push(
                        Place::of(len),
                        format!(
                            "arithmetic on the const generic `{generic}` is not supported in a dimension (nor by stable Rust)\nhelp: add a const generic for this dimension"
                        ),
                    );
                    return None;
                }
                return Some(self.item(len));
            }
            _ => {}
        }
        self.errors.push(
            Place::of(len),
            format!(
                "a dimension must be a number, a const item or a const generic, found `{}`",
                super::text(len)
            ),
        );
        None
    }

    fn item(&mut self, expr: &syn::Expr) -> Dim {
        let tokens = expr.to_token_stream();
        let text: Rc<str> = super::text(&tokens).into();
        self.dim_items.entry(text.clone()).or_insert(tokens);
        Dim::Item(text)
    }

    fn mentions_generic(&self, tokens: TokenStream) -> Option<Ident> {
        tokens.into_iter().find_map(|token| match token {
            TokenTree::Ident(ident) => self.generics.contains(&ident).then_some(ident),
            TokenTree::Group(group) => self.mentions_generic(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        })
    }
}

/// The tensor type a user may have meant by a type without a role.
fn tensor_hint(ty: &Type) -> Option<String> {
    let inner = match ty {
        Type::Reference(reference) => &*reference.elem,
        other => other,
    };
    match inner {
        Type::Array(_) => Some(super::text(inner)),
        Type::Path(path) => {
            let name = path.path.get_ident()?.to_string();
            Element::from_name(&name).map(|_| name)
        }
        _ => None,
    }
}
