//! Whole numbers the macro knows, and what they are for: loops and positions.

use super::constants::whole_number;
use super::*;
use crate::infer::{below_zero, type_text};

const COUNT: &str = "write the number, or a `const` of the model: `const COUNT: usize = 4;`";

/// Why an expression is no count.
pub(super) enum NoCount {
    /// The name of something else.
    Name(String),
    /// A constant of another type.
    Constant(String),
    /// What is wrong was reported.
    Reported,
    /// A number that is not whole.
    Fraction(String),
    /// What is wrong with a count that is well made.
    Value(String),
    Other,
}

impl Resolver<'_> {
    /// A loop written out: its body once for each count.
    pub(super) fn repeat(&mut self, repeated: &Loop) {
        let (Some(start), Some(end)) = (self.count(&repeated.start), self.count(&repeated.end))
        else {
            return;
        };
        let end = if repeated.inclusive {
            end.saturating_add(1)
        } else {
            end
        };
        if start < 0 {
            self.errors.push(
                repeated.start.place,
                format!("a loop counts from 0 on, found {start}"),
            );
            return;
        }
        for count in start..end {
            let before = self.errors.len();
            self.scopes.push(HashMap::from([(
                plain(&repeated.variable),
                Meaning::Count(count),
            )]));
            self.statements(&repeated.body);
            self.scopes.pop();
            if self.errors.len() > before {
                // What is wrong in one round is wrong in all.
                return;
            }
            self.rounds += 1;
            if self.exceeded(repeated.place, || {
                format!("{} rounds", end.saturating_sub(start))
            }) {
                return;
            }
        }
    }

    /// A whole number the macro knows: made of numbers, loop variables and `const`s.
    pub(super) fn count(&mut self, expr: &Expr) -> Option<i64> {
        let message = match self.evaluate(expr) {
            Ok(count) => return Some(count),
            Err(NoCount::Reported) => return None,
            Err(NoCount::Name(name)) if self.generics.iter().any(|generic| generic == name.as_str()) => format!(
                "a count must be a number the macro knows, found the const generic `{name}`\nhelp: its value is known to rustc only: use an operator over the whole array, or fix the number"
            ),
            Err(NoCount::Name(name)) if self.look_up(&name).is_some() => format!(
                "a count must be a number the macro knows, found the value `{name}`\nhelp: {COUNT}"
            ),
            // Not as const items are spelled.
            Err(NoCount::Name(name)) if name.contains(char::is_lowercase) => {
                format!("a count must be a number the macro knows, found `{name}`\nhelp: {COUNT}")
            }
            Err(NoCount::Name(name)) if self.in_item => format!(
                "a count must be a number the macro knows, found `{name}`\nhelp: {}",
                self.item_help(&name)
            ),
            Err(NoCount::Name(name)) => format!(
                "a count must be a number the macro knows, found `{name}`\nhelp: write the number, or `const {name}: usize = 4;` inside the model; if `{name}` is an item outside, {}",
                self.item_help(&name)
            ),
            Err(NoCount::Constant(found)) => format!(
                "a count must be a whole number, `usize`, found the const {found}"
            ),
            Err(NoCount::Fraction(found)) => {
                format!("a count must be a whole number, found `{found}`\nhelp: {COUNT}")
            }
            Err(NoCount::Value(message)) => message,
            Err(NoCount::Other) => {
                "a count must be a whole number made of numbers, loop variables, `const`s and `+ - * /`"
                    .to_owned()
            }
        };
        self.errors.push(expr.place, message);
        None
    }

    /// The exponent of a whole power.
    pub(super) fn exponent(&mut self, expr: &Expr) -> Option<i64> {
        let ExprKind::Number(number) = &expr.kind else {
            return self.count(expr);
        };
        if let Some(exponent) = whole_number(number) {
            return Some(exponent);
        }
        let help = match number.text.as_str() {
            "0.5" => "a square root is `sqrt(x)`",
            "-0.5" => "this is `recip(sqrt(x))`",
            _ => "write `exp(p * ln(x))`, or `sqrt(x)` for a root",
        };
        self.errors.push(
            expr.place,
            format!(
                "the exponent of `powi` must be a whole number, found `{}`\nhelp: {help}",
                number.text
            ),
        );
        None
    }

    /// An axis that is a count of the model; `None` if it is none, or after reporting.
    pub(super) fn axis_count(
        &mut self,
        expr: &Expr,
    ) -> Result<Option<i64>, super::constants::Reported> {
        match self.evaluate(expr) {
            Ok(count) => Ok(Some(count)),
            Err(NoCount::Reported) => Err(super::constants::Reported),
            Err(_) => Ok(None),
        }
    }

    /// The count, or why it is none.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Result<i64, NoCount> {
        match &expr.kind {
            ExprKind::Error => Err(NoCount::Reported),
            ExprKind::Number(number) => {
                whole_number(number).ok_or_else(|| NoCount::Fraction(number.text.clone()))
            }
            ExprKind::Negate(inner) => self.evaluate(inner)?.checked_neg().ok_or(NoCount::Other),
            ExprKind::Infix { first, rest } => {
                let mut left = self.evaluate(first)?;
                for (op, _, right) in rest {
                    let right = self.evaluate(right)?;
                    if op.is_comparison() {
                        return Err(NoCount::Other);
                    }
                    let (symbol, from) = (op.symbol(), left);
                    if matches!(op, Infix::Div) && right == 0 {
                        return Err(NoCount::Value(format!(
                            "a count is divided by 0, found `{from} / 0`\nhelp: divide by another number"
                        )));
                    }
                    left = match op {
                        Infix::Add => left.checked_add(right),
                        Infix::Sub => left.checked_sub(right),
                        Infix::Mul => left.checked_mul(right),
                        Infix::Div => left.checked_div(right),
                        _ => None,
                    }
                    .ok_or_else(|| {
                        NoCount::Value(format!(
                            "a count must fit 64 bits, found `{from} {symbol} {right}`\nhelp: write a smaller count"
                        ))
                    })?;
                }
                Ok(left)
            }
            _ => {
                if let ExprKind::Name(name) = &expr.kind
                    && let Some(Meaning::Count(count)) = self.look_up(&plain(name))
                {
                    return Ok(count);
                }
                let part = self.part_of_constant(expr).map_err(|_| NoCount::Reported)?;
                match (&expr.kind, part) {
                    (_, Some(table)) => match (table.element, table.single()) {
                        (None, Some(number)) => whole_number(number).ok_or(NoCount::Other),
                        (element, _) => {
                            let element = element.map_or("usize", Element::name);
                            let ty = type_text(&table.shape(), element);
                            Err(NoCount::Constant(format!("`{}: {ty}`", table.name)))
                        }
                    },
                    _ if self.is_faulty(expr) => Err(NoCount::Reported),
                    (ExprKind::Name(name), None) => Err(NoCount::Name(name.to_string())),
                    _ => Err(NoCount::Other),
                }
            }
        }
    }

    /// Whether it is, or is a part of, a name whose value is wrong, which was reported.
    pub(super) fn is_faulty(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => matches!(
                self.look_up(&plain(name)),
                Some(Meaning::Value(value) | Meaning::Mutable(value)) if matches!(self.values[value].kind, ValueKind::Error)
            ),
            ExprKind::Index(base, _) | ExprKind::Slice(base, ..) => self.is_faulty(base),
            ExprKind::Error => true,
            _ => false,
        }
    }

    /// The place of an index, as an argument of an operator.
    pub(super) fn position(&mut self, expr: &Expr) -> Option<(ValueId, Site)> {
        let count = self.count(expr)?;
        if count < 0 {
            self.errors.push(expr.place, below_zero(count));
            return None;
        }
        Some(self.whole(count, expr.place))
    }

    /// The position after a position.
    pub(super) fn next(&mut self, value: ValueId, site: Site) -> (ValueId, Site) {
        let count = match &self.values[value].kind {
            ValueKind::Number(number) => number.text.trim_end_matches(".0").parse().unwrap_or(0i64),
            _ => 0,
        };
        self.whole(count.saturating_add(1), site.place)
    }

    pub(super) fn whole(&mut self, count: i64, place: Place) -> (ValueId, Site) {
        let number = Number::new(format!("{count}.0"));
        let value = self.push(ValueKind::Number(number), place);
        let site = Site {
            place,
            name: None,
            text: None,
        };
        (value, site)
    }

    /// An element or part of a value.
    pub(super) fn part(&mut self, expr: &Expr) -> ValueId {
        match &expr.kind {
            ExprKind::Index(base, index) => self.index(base, index, expr.place),
            ExprKind::Slice(base, start, end, inclusive) => self.slice(
                base,
                start.as_deref(),
                end.as_deref(),
                *inclusive,
                expr.place,
            ),
            _ => self.push(ValueKind::Error, expr.place),
        }
    }

    fn index(&mut self, base: &Expr, index: &Expr, place: Place) -> ValueId {
        let base = self.argument(base);
        let Some(position) = self.position(index) else {
            return self.push(ValueKind::Error, place);
        };
        self.call(&ops::indexing::ELEMENT, vec![base, position], place)
    }

    fn slice(
        &mut self,
        base: &Expr,
        start: Option<&Expr>,
        end: Option<&Expr>,
        inclusive: bool,
        place: Place,
    ) -> ValueId {
        let argument = self.argument(base);
        let start = match start {
            Some(start) => self.position(start),
            None => Some(self.whole(0, place)),
        };
        let end = match end {
            Some(end) => self.position(end).map(|(value, site)| match inclusive {
                true => self.next(value, site),
                false => (value, site),
            }),
            // To the end: known where shapes are.
            None => Some(self.whole(-1, place)),
        };
        let (Some(start), Some(end)) = (start, end) else {
            return self.push(ValueKind::Error, place);
        };
        self.call(&ops::indexing::SLICE, vec![argument, start, end], place)
    }
}
