//! `const` items, inside a model or with an attribute of their own: a number or a table of numbers.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;

use super::expression::array_type;
use super::types::TypeContext;
use super::{DimItems, Element, Expr, ExprKind, Number, Place};
use crate::errors::Errors;
use crate::shape::{Dim, Shape};

/// `const NAME: TYPE = VALUE;`
#[derive(Clone)]
pub(crate) struct Constant {
    pub(crate) ident: Ident,
    /// `None`: whole numbers, `usize`.
    pub(crate) element: Option<Element>,
    /// Lengths as declared, the outermost first.
    pub(crate) lengths: Vec<Expr>,
    /// Where the element type stands.
    pub(crate) element_place: Place,
    pub(crate) value: ConstantValue,
    /// rustc sees the item too, and knows whether the lengths declared are those of the value.
    pub(crate) is_item: bool,
}

/// The right side of a constant.
#[derive(Clone)]
pub(crate) enum ConstantValue {
    /// A number, or another constant.
    One(Expr),
    /// `[a, b]`
    List(Vec<ConstantValue>, Place),
    /// `[a; n]`
    Repeat(Box<ConstantValue>, Expr, Place),
}

impl ConstantValue {
    pub(crate) fn place(&self) -> Place {
        match self {
            ConstantValue::One(expr) => expr.place,
            ConstantValue::List(_, place) | ConstantValue::Repeat(_, _, place) => *place,
        }
    }
}

/// A constant whose numbers are known, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    /// `None`: whole numbers, for counts.
    pub(crate) element: Option<Element>,
    /// The outermost first; empty for a number.
    pub(crate) lengths: Vec<usize>,
    /// Row by row.
    pub(crate) numbers: Vec<Number>,
}

impl Table {
    pub(crate) fn shape(&self) -> Shape {
        let dims: Vec<Dim> = self.lengths.iter().map(|n| Dim::Literal(*n)).collect();
        Shape::from_dims(&dims).unwrap_or(Shape::Unknown)
    }

    /// The number, if it is one alone.
    pub(crate) fn single(&self) -> Option<&Number> {
        match self.lengths.as_slice() {
            [] => self.numbers.first(),
            _ => None,
        }
    }

    /// Its rows; of what has no more than one dimension, itself.
    pub(crate) fn rows(&self) -> Vec<&[Number]> {
        match self.lengths.as_slice() {
            [rows, columns] => (0..*rows)
                .filter_map(|row| self.numbers.get(row * columns..(row + 1) * columns))
                .collect(),
            _ => vec![&self.numbers],
        }
    }

    /// The elements or rows from `start` on, `count` of them.
    pub(crate) fn part(&self, start: usize, count: usize) -> Option<Self> {
        let (len, inner) = self.lengths.split_first()?;
        let end = start.checked_add(count).filter(|end| end <= len)?;
        let size: usize = inner.iter().product();
        let lengths = [count].into_iter().chain(inner.iter().copied()).collect();
        Some(Table {
            name: self.name.clone(),
            element: self.element,
            lengths,
            numbers: self.numbers.get(start * size..end * size)?.to_vec(),
        })
    }

    /// The element or row at a position.
    pub(crate) fn at(&self, position: usize) -> Option<Self> {
        let mut part = self.part(position, 1)?;
        part.lengths.remove(0);
        Some(part)
    }
}

/// An item that stands outside of models; `None` after errors.
pub(crate) fn item(tokens: TokenStream, errors: &mut Errors) -> Option<Constant> {
    let item = match syn::parse2::<syn::ItemConst>(tokens) {
        Ok(item) => item,
        Err(error) => {
            errors.push_error(error);
            return None;
        }
    };
    let before = errors.len();
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
    let constant = context.constant(&item, true)?;
    (errors.len() == before).then_some(constant)
}

const ACCEPTED: &str = "`usize`, `f32` or `f64`, an array `[f32; N]` or a matrix `[[f32; C]; R]`";

impl TypeContext<'_> {
    /// What is wrong was reported where this is `None`.
    pub(crate) fn constant(
        &mut self,
        constant: &syn::ItemConst,
        is_item: bool,
    ) -> Option<Constant> {
        if constant.ident == "_" {
            self.errors.push(
                constant.ident.span(),
                "a `const` of a model needs a name by which it is used, found `_`",
            );
            return None;
        }
        let mut lengths = Vec::new();
        let mut inner = &*constant.ty;
        loop {
            match inner {
                syn::Type::Array(array) => {
                    lengths.push(&array.len);
                    inner = &array.elem;
                }
                syn::Type::Group(group) => inner = &group.elem,
                syn::Type::Paren(paren) => inner = &paren.elem,
                _ => break,
            }
        }
        let name = match inner {
            syn::Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let element = name.as_deref().and_then(Element::from_name);
        if element.is_none() && name.as_deref() != Some("usize") {
            let found = super::text(inner);
            let help = match inner {
                syn::Type::Reference(reference)
                    if matches!(&*reference.elem, syn::Type::Array(_) | syn::Type::Slice(_)) =>
                {
                    "write the array itself, without `&`".to_owned()
                }
                syn::Type::Slice(slice) if lengths.is_empty() => format!(
                    "the length is missing: write {}",
                    proposed(&constant.expr, &super::text(&slice.elem))
                ),
                _ => "`usize` is for counts and positions, `f32` and `f64` for values".to_owned(),
            };
            self.errors.push(
                Place::of(inner),
                format!("a `const` of a model must be {ACCEPTED}, found `{found}`\nhelp: {help}"),
            );
            return None;
        }
        if lengths.len() > 2 {
            self.errors.push(
                Place::of(&constant.ty),
                format!(
                    "arrays of more than two dimensions are not supported, found {}",
                    lengths.len()
                ),
            );
            return None;
        }
        let unwritten = lengths
            .iter()
            .find(|len| matches!(len, syn::Expr::Infer(_)));
        if let Some(unwritten) = unwritten
            && !is_item
        {
            let element = element.map_or("usize", Element::name);
            self.errors.push(
                Place::of(unwritten),
                format!(
                    "the length of a `const` must be written, found `_`\nhelp: write {}",
                    proposed(&constant.expr, element)
                ),
            );
            return None;
        }
        let rank = lengths.len();
        let outer = std::mem::replace(&mut self.in_constant, true);
        let lengths = match is_item {
            // rustc's affair: they may be made of what only rustc knows.
            true => lengths.iter().map(unread).collect(),
            false => lengths.iter().map(|len| self.expression(len)).collect(),
        };
        let value = self.constant_value(&constant.expr, rank);
        self.in_constant = outer;
        Some(Constant {
            ident: constant.ident.clone(),
            element,
            lengths,
            element_place: Place::of(inner),
            value,
            is_item,
        })
    }

    fn constant_value(&mut self, expr: &syn::Expr, rank: usize) -> ConstantValue {
        let place = Place::of(expr);
        match expr {
            // No deeper than delimiters may nest.
            syn::Expr::Paren(inner) => self.constant_value(&inner.expr, rank),
            syn::Expr::Group(inner) => self.constant_value(&inner.expr, rank),
            syn::Expr::Array(array) if rank > 0 => ConstantValue::List(
                array
                    .elems
                    .iter()
                    .map(|element| self.constant_value(element, rank - 1))
                    .collect(),
                place,
            ),
            syn::Expr::Repeat(repeat) if rank > 0 => {
                let element = Box::new(self.constant_value(&repeat.expr, rank - 1));
                ConstantValue::Repeat(element, self.expression(&repeat.len), place)
            }
            syn::Expr::Array(_) | syn::Expr::Repeat(_) => ConstantValue::One(self.refuse(
                place,
                "the type of this `const` has a number here, found an array",
            )),
            other => ConstantValue::One(self.expression(other)),
        }
    }

    /// The path of a const item that another macro can be asked for.
    pub(crate) fn constant_path(&self, path: &syn::ExprPath) -> bool {
        let segments = &path.path.segments;
        // Those of Rust's own libraries have no attribute of ours.
        let foreign = ["std", "core", "alloc", "f32", "f64", "usize", "Self"];
        path.qself.is_none()
            && path.attrs.is_empty()
            && segments.len() > 1
            && segments.iter().all(|segment| segment.arguments.is_none())
            && segments
                .first()
                .is_some_and(|first| !foreign.iter().any(|name| first.ident == name))
            && segments
                .last()
                .is_some_and(|last| !is_type(&last.ident.to_string()))
    }
}

/// As types and variants are spelled: `TapsC`, and not `TAPS_C` or `Taps_C`.
fn is_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) && !name.contains('_')
}

/// The type of an array literal, with its lengths.
fn proposed(value: &syn::Expr, element: &str) -> String {
    match value {
        syn::Expr::Array(_) | syn::Expr::Repeat(_) => {
            format!("`{}`", array_type(value, element))
        }
        _ => format!("for example `[{element}; 4]`"),
    }
}

/// In place of an expression that is not read.
fn unread(tokens: &impl ToTokens) -> Expr {
    Expr {
        kind: ExprKind::Error,
        place: Place::of(tokens),
    }
}

/// Whether an item is a `const` with a name, as far as its first tokens tell.
pub(crate) fn is_constant(item: &TokenStream) -> bool {
    let mut tokens = item.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            // Attributes and `pub(crate)`.
            TokenTree::Punct(punct) if punct.as_char() == '#' => {}
            TokenTree::Group(_) => {}
            TokenTree::Ident(word) if word == "pub" => {}
            TokenTree::Ident(word) if word == "const" => {
                // Not `const fn` and the like.
                let fns = ["fn", "unsafe", "async", "extern"];
                return matches!(
                    tokens.peek(),
                    Some(TokenTree::Ident(next)) if !fns.iter().any(|word| next == word)
                );
            }
            _ => return false,
        }
    }
    false
}
