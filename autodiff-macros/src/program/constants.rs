//! `const`s: numbers and tables of numbers the macro knows.

use super::*;
use crate::infer::{out_of_range, reversed, type_text};
use crate::syntax::constant::Table;
use crate::syntax::{Constant, ConstantValue};

/// A constant with more numbers is refused: each is kept and written out.
const TABLE_LIMIT: usize = 10_000;

/// A const item that the model itself names.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) path: syn::Path,
    pub(crate) table: Rc<Table>,
}

/// It is wrong, and was reported.
pub(super) struct Reported;

/// A const item with the attribute, on its own: what is wrong with it is reported.
pub(crate) fn constant(constant: &Constant, models: &Models, errors: &mut Errors) {
    let mut resolver = Resolver::new(Vec::new(), false, models, errors);
    resolver.in_item = true;
    resolver.table(constant);
    if resolver.cyclic {
        // rustc reports it, and shows the whole cycle.
        resolver.errors.truncate(0);
    }
}

/// The whole number that a number stands for.
pub(super) fn whole_number(number: &Number) -> Option<i64> {
    number.text.strip_suffix(".0")?.parse().ok()
}

impl Resolver<'_> {
    /// A `const` of the model.
    pub(super) fn declare(&mut self, constant: &Constant) {
        let place = constant.element_place;
        let fits = self.fits_model(constant.element, &constant.ident.to_string(), place);
        let meaning = match self.table(constant).filter(|_| fits) {
            Some(table) => match table.single() {
                Some(number) if table.element.is_none() => {
                    Meaning::Count(whole_number(number).unwrap_or(0))
                }
                _ => Meaning::Constant(Rc::new(table)),
            },
            // One mistake, one message.
            None => Meaning::Value(self.push(ValueKind::Error, constant.ident.span().into())),
        };
        self.bind(plain(&constant.ident), meaning);
    }

    /// Whether values of this type belong in the model.
    fn fits_model(&mut self, element: Option<Element>, name: &str, place: Place) -> bool {
        let Some(element) = element else { return true };
        let found = format!("the const `{name}` of `{element}`");
        let help = format!("make it `{}`", self.element.unwrap_or(element));
        self.same_element(element, place, &found, &help)
    }

    /// All numbers of a constant; `None` after reporting.
    fn table(&mut self, constant: &Constant) -> Option<Table> {
        let mut numbers = Vec::new();
        let rank = constant.lengths.len();
        let mut lengths = self.fill(&constant.value, rank, constant.element, &mut numbers)?;
        if self.scopes.len() > 1 {
            // A loop makes them once a round.
            self.rounds += numbers.len();
        }
        if !constant.is_item {
            let mut declared = Vec::new();
            for length in &constant.lengths {
                declared.push(self.not_negative(length)?);
            }
            if numbers.is_empty() && declared.first() == Some(&0) {
                lengths.clone_from(&declared);
            }
            if declared != lengths {
                let shape = |lengths: &[usize]| {
                    let dims: Vec<Dim> = lengths.iter().map(|n| Dim::Literal(*n)).collect();
                    Shape::from_dims(&dims).unwrap_or(Shape::Unknown)
                };
                let (declared, found) = (shape(&declared), shape(&lengths));
                let element = constant.element.map_or("usize", Element::name);
                self.errors.push(
                    constant.value.place(),
                    format!(
                        "`{}` is declared as {declared}, found {found}\nhelp: write `{}`, or give as many numbers as are declared",
                        constant.ident,
                        type_text(&found, element)
                    ),
                );
                return None;
            }
        }
        Some(Table {
            name: plain(&constant.ident),
            element: constant.element,
            lengths,
            numbers,
        })
    }

    /// Adds the numbers of a value with `rank` dimensions; gives its lengths.
    fn fill(
        &mut self,
        value: &ConstantValue,
        rank: usize,
        element: Option<Element>,
        numbers: &mut Vec<Number>,
    ) -> Option<Vec<usize>> {
        let lengths = match value {
            ConstantValue::One(expr) if rank == 0 => {
                numbers.push(match element {
                    Some(element) => self.real(expr, element)?,
                    None => Number::new(format!("{}.0", self.not_negative(expr)?)),
                });
                Vec::new()
            }
            ConstantValue::One(expr) => {
                let found = self.part_of_constant(expr).ok()?;
                let name = element.map_or("usize", Element::name);
                match found {
                    Some(table) if table.element == element && table.lengths.len() == rank => {
                        numbers.extend(table.numbers.iter().cloned());
                        table.lengths.clone()
                    }
                    _ if self.is_faulty(expr) => return None,
                    _ => {
                        let found = expr.text().unwrap_or("an expression".to_owned());
                        self.errors.push(
                            expr.place,
                            format!(
                                "the type of this `const` has an array of `{name}` here, found `{}`\nhelp: write the numbers in brackets: `[1, 2]`, or `[0; 4]` for the same number everywhere",
                                found.strip_suffix(".0").unwrap_or(&found)
                            ),
                        );
                        return None;
                    }
                }
            }
            ConstantValue::List(elements, _) => {
                let mut inner: Option<Vec<usize>> = None;
                let mut faulty = false;
                for value in elements {
                    // The other elements may hold mistakes of their own.
                    let Some(lengths) = self.fill(value, rank - 1, element, numbers) else {
                        faulty = true;
                        continue;
                    };
                    match &inner {
                        Some(first) if *first != lengths => {
                            self.errors.push(
                                value.place(),
                                format!(
                                    "all rows of a matrix have one length, found {} after {}",
                                    lengths.first().unwrap_or(&0),
                                    first.first().unwrap_or(&0)
                                ),
                            );
                            faulty = true;
                        }
                        _ => inner = Some(lengths),
                    }
                }
                if faulty {
                    return None;
                }
                let inner = inner.unwrap_or(vec![0; rank - 1]);
                [elements.len()].into_iter().chain(inner).collect()
            }
            ConstantValue::Repeat(value, count, _) => {
                let times = self.not_negative(count)?;
                let mut once = Vec::new();
                let inner = self.fill(value, rank - 1, element, &mut once)?;
                let len = once.len().checked_mul(times);
                if len.is_some_and(|len| len <= TABLE_LIMIT) {
                    for _ in 0..times.min(TABLE_LIMIT) {
                        numbers.extend(once.iter().cloned());
                    }
                }
                let lengths: Vec<usize> = [times].into_iter().chain(inner).collect();
                self.few_enough(&lengths, value.place().to(count.place))?;
                lengths
            }
        };
        self.few_enough(&lengths, value.place())?;
        Some(lengths)
    }

    fn few_enough(&mut self, lengths: &[usize], place: Place) -> Option<()> {
        let total = lengths
            .iter()
            .try_fold(1usize, |n, len| n.checked_mul(*len));
        let fits = total.is_some_and(|total| total <= TABLE_LIMIT)
            && lengths.iter().all(|len| *len <= TABLE_LIMIT);
        if !fits {
            self.errors.push(
                place,
                format!("a `const` of more than {TABLE_LIMIT} numbers is not supported\nhelp: pass it as an `Input`"),
            );
        }
        fits.then_some(())
    }

    /// A length or position: a count that is not below 0.
    fn not_negative(&mut self, expr: &Expr) -> Option<usize> {
        let count = self.count(expr)?;
        let fits = usize::try_from(count).ok();
        if fits.is_none() {
            self.errors
                .push(expr.place, format!("a count is not below 0, found {count}"));
        }
        fits
    }

    /// A number of a constant of values, as rustc computes it.
    fn real(&mut self, expr: &Expr, element: Element) -> Option<Number> {
        let found = match &expr.kind {
            ExprKind::Error => return None,
            ExprKind::Number(number) => {
                if let Some(suffix) = &number.suffix
                    && suffix != element.name()
                {
                    self.errors.push(
                        expr.place,
                        format!("the numbers of this `const` are `{element}`, found a literal of type `{suffix}`\nhelp: remove the suffix"),
                    );
                    return None;
                }
                Some(number.text.clone())
            }
            ExprKind::Negate(inner) => {
                let inner = self.real(inner, element)?;
                Some(inner.negated().text)
            }
            ExprKind::Infix { first, rest } if !rest.iter().any(|(op, ..)| op.is_comparison()) => {
                let mut left = Some(self.real(first, element)?.text);
                for (op, _, right) in rest {
                    let right = self.real(right, element)?.text;
                    left = left.and_then(|left| computed(element, *op, &left, &right));
                }
                left
            }
            _ => {
                let part = self.part_of_constant(expr).ok()?;
                let single = part.as_ref().and_then(|table| table.single());
                match (&part, single) {
                    (Some(table), Some(number)) if table.element == Some(element) => {
                        Some(number.text.clone())
                    }
                    _ => {
                        self.not_a_number(expr, part.as_deref(), element);
                        return None;
                    }
                }
            }
        };
        let finite = |text: &String| match element {
            Element::F32 => text.parse::<f32>().is_ok_and(f32::is_finite),
            Element::F64 => text.parse::<f64>().is_ok_and(f64::is_finite),
        };
        let found = found.filter(finite);
        if found.is_none() {
            self.errors.push(
                expr.place,
                format!("a number of a `const` must be finite in `{element}`, and this is not"),
            );
        }
        found.map(Number::new)
    }

    /// Reports what is no number of a constant of values.
    fn not_a_number(&mut self, expr: &Expr, part: Option<&Table>, element: Element) {
        if self.is_faulty(expr) {
            return;
        }
        let name = match &expr.kind {
            ExprKind::Name(name) => Some(name.to_string()),
            _ => None,
        };
        let meaning = name.as_deref().and_then(|name| self.look_up(name));
        let message = match (part, meaning, name) {
            (Some(table), ..) => {
                let inner = table.element.map_or("usize", Element::name);
                format!(
                    "the numbers of this `const` are `{element}`, found `{}`",
                    type_text(&table.shape(), inner)
                )
            }
            (None, Some(Meaning::Count(_)), Some(name)) => {
                format!("the numbers of this `const` are `{element}`, found the count `{name}`")
            }
            (None, None, Some(name)) => format!(
                "a number of a `const` must be known to the macro, found `{name}`\nhelp: {}",
                self.item_help(&name)
            ),
            _ => {
                "a number of a `const` is made of numbers, other `const`s and `+ - * /`\nhelp: write the number"
                    .to_owned()
            }
        };
        self.errors.push(expr.place, message);
    }

    /// How the value of a const item becomes known.
    pub(super) fn item_help(&self, name: &str) -> String {
        format!("put `#[differentiable]` on the const item and name it by its path: `self::{name}`")
    }

    /// The constant an expression names, or the part of it that its positions choose; `None` if
    /// it is no constant.
    pub(super) fn part_of_constant(&mut self, expr: &Expr) -> Result<Option<Rc<Table>>, Reported> {
        match &expr.kind {
            ExprKind::Name(name) => Ok(match self.look_up(&plain(name)) {
                Some(Meaning::Constant(table)) => Some(table),
                _ => None,
            }),
            ExprKind::Path(path) => self.item(path, expr.place).map(Some),
            ExprKind::Index(base, index) => {
                let Some(table) = self.part_of_constant(base)? else {
                    return Ok(None);
                };
                let Some(len) = table.lengths.first().copied() else {
                    self.errors.push(
                        base.place,
                        format!("the const `{}` is a number and has no elements\nhelp: remove the index", table.name),
                    );
                    return Err(Reported);
                };
                let position = self.not_negative(index).ok_or(Reported)?;
                match table.at(position) {
                    Some(part) => Ok(Some(Rc::new(part))),
                    None => Err(self.out_of_range(base, &table, position, len, index.place)),
                }
            }
            ExprKind::Slice(base, start, end, inclusive) => {
                let Some(table) = self.part_of_constant(base)? else {
                    return Ok(None);
                };
                let [len] = table.lengths[..] else {
                    self.errors.push(
                        base.place,
                        format!(
                            "a range chooses from a vector, found the const `{}` {}\nhelp: index it: `{}[0]`",
                            table.name,
                            table.shape(),
                            table.name
                        ),
                    );
                    return Err(Reported);
                };
                let from = match start {
                    Some(start) => self.not_negative(start).ok_or(Reported)?,
                    None => 0,
                };
                let to = match end {
                    Some(end) => self
                        .not_negative(end)
                        .ok_or(Reported)?
                        .saturating_add(usize::from(*inclusive)),
                    None => len,
                };
                let place = match (start, end) {
                    (Some(start), Some(end)) => start.place.to(end.place),
                    (Some(bound), None) | (None, Some(bound)) => bound.place,
                    (None, None) => expr.place,
                };
                if to < from {
                    self.errors.push(place, reversed(from, to));
                    return Err(Reported);
                }
                match table.part(from, to - from) {
                    Some(part) => Ok(Some(Rc::new(part))),
                    None => Err(self.out_of_range(base, &table, to.max(1) - 1, len, place)),
                }
            }
            _ => Ok(None),
        }
    }

    fn out_of_range(
        &mut self,
        base: &Expr,
        table: &Table,
        position: usize,
        len: usize,
        place: Place,
    ) -> Reported {
        let name = base.text().unwrap_or_else(|| table.name.clone());
        let found = format!("`{name}` {}", table.shape());
        self.errors
            .push(place, out_of_range(position, &found, Some(len)));
        Reported
    }

    /// A const item that has handed on its tokens.
    fn item(&mut self, path: &syn::Path, place: Place) -> Result<Rc<Table>, Reported> {
        let key = self.followed(path, place).ok_or(Reported)?;
        let table = match self.items_known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let table = self.evaluated(&key, place)?;
                self.items_known.insert(key, table.clone());
                table
            }
        };
        // What a called model or another item names is checked where that stands.
        if self.calls.is_empty() && !self.named.iter().any(|named| named.path == *path) {
            self.named.push(Named {
                path: path.clone(),
                table: table.clone(),
            });
        }
        Ok(table)
    }

    fn evaluated(&mut self, key: &str, place: Place) -> Result<Rc<Table>, Reported> {
        let models = self.models;
        let Some(constant) = models.constants.get(key) else {
            // With mistakes of the model's own it was not even asked for.
            if self.errors.is_empty() {
                self.faulty("const", key, place);
            }
            return Err(Reported);
        };
        if self.calls.iter().any(|outer| outer == key) {
            let message = format!("the const `{}` is made of itself", constant.ident);
            self.errors.push(place, &message);
            self.fault = Some(message);
            self.cyclic = true;
            return Err(Reported);
        }
        let outer_scopes = std::mem::replace(&mut self.scopes, vec![HashMap::new()]);
        self.calls.push(key.to_owned());
        let before = self.errors.len();
        let outer_fault = self.fault.take();
        let table = self.table(constant);
        let fault = self.fault.take();
        self.fault = outer_fault.or(fault.clone());
        self.calls.pop();
        self.scopes = outer_scopes;
        let result = match table {
            Some(table) if self.errors.len() == before => Ok(Rc::new(table)),
            _ => {
                // They stand where the item does; here only the use can be shown.
                self.errors.truncate(before);
                match fault {
                    Some(fault) => self.errors.push(place, fault),
                    None => self.faulty("const", key, place),
                }
                Err(Reported)
            }
        };
        self.forget_fault();
        result
    }

    /// A constant, or a part of it, as a value of the model.
    pub(super) fn constant_value(&mut self, table: Rc<Table>, place: Place) -> ValueId {
        if table.element.is_none() {
            let shape = table.shape();
            self.errors.push(
                place,
                format!(
                    "the const `{}` holds counts{}, and is no value of the model\nhelp: counts are for positions and for the ends of ranges; values are `f32` or `f64`",
                    table.name,
                    match shape {
                        Shape::Scalar => String::new(),
                        shape => format!(" {shape}"),
                    }
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        if !self.fits_model(table.element, &table.name, place) {
            return self.push(ValueKind::Error, place);
        }
        match table.single() {
            Some(number) => self.push(ValueKind::Number(number.clone()), place),
            None => self.push(ValueKind::Table(table), place),
        }
    }
}

/// The operation as rustc computes it: rounded once, to the element type.
fn computed(element: Element, op: Infix, left: &str, right: &str) -> Option<String> {
    macro_rules! in_type {
        ($float:ty) => {{
            let (left, right): ($float, $float) = (left.parse().ok()?, right.parse().ok()?);
            let result = match op {
                Infix::Add => left + right,
                Infix::Sub => left - right,
                Infix::Mul => left * right,
                Infix::Div => left / right,
                _ => return None,
            };
            // The shortest digits that mean this number and no other.
            format!("{result:?}")
        }};
    }
    Some(match element {
        Element::F32 => in_type!(f32),
        Element::F64 => in_type!(f64),
    })
}
