//! Whole numbers the macro knows, and what they are for: loops and positions.

use super::*;

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
            if self.values.len().max(self.rounds) > OPERATION_LIMIT {
                self.errors.push(
                    repeated.place,
                    format!(
                        "the model has more than {OPERATION_LIMIT} operations or rounds: loops are written out, found {} rounds here\nhelp: use an operator over whole arrays",
                        end.saturating_sub(start)
                    ),
                );
                return;
            }
        }
    }

    /// A whole number the macro knows: made of numbers, loop variables and `const`s of the model.
    pub(super) fn count(&mut self, expr: &Expr) -> Option<i64> {
        match self.evaluate(expr) {
            Ok(count) => Some(count),
            Err(Some(name)) if self.generics.contains(&name) => {
                self.errors.push(
                    expr.place,
                    format!(
                        "a count must be a number the macro knows, found the const generic `{name}`\nhelp: its value is known to rustc only: use an operator over the whole array, or fix the number"
                    ),
                );
                None
            }
            Err(Some(name)) => {
                self.errors.push(
                    expr.place,
                    format!(
                        "a count must be a number the macro knows, found `{name}`\nhelp: write the number, or `const {name}: usize = 4;` inside the model: the value of an item outside is known to rustc only"
                    ),
                );
                None
            }
            Err(None) => {
                // Names are reported where they are bound.
                let reported = matches!(expr.kind, ExprKind::Error | ExprKind::Name(_));
                if !reported {
                    self.errors.push(
                        expr.place,
                        "a count must be a whole number made of numbers, loop variables, `const`s of the model and `+ - * /`",
                    );
                }
                None
            }
        }
    }

    /// The count, or the name that is none.
    pub(super) fn evaluate(&self, expr: &Expr) -> Result<i64, Option<String>> {
        match &expr.kind {
            ExprKind::Number(number) => {
                let whole = number.text.strip_suffix(".0").ok_or(None)?;
                whole.parse().map_err(|_| None)
            }
            ExprKind::Name(name) => match self.look_up(&plain(name)) {
                Some(Meaning::Count(count)) => Ok(count),
                // Reported where it was bound.
                Some(Meaning::Value(value))
                    if matches!(self.values[value].kind, ValueKind::Error) =>
                {
                    Err(None)
                }
                _ => Err(Some(name.to_string())),
            },
            ExprKind::Negate(inner) => self.evaluate(inner)?.checked_neg().ok_or(None),
            ExprKind::Infix { first, rest } => {
                let mut left = self.evaluate(first)?;
                for (op, _, right) in rest {
                    let right = self.evaluate(right)?;
                    left = match op {
                        Infix::Add => left.checked_add(right),
                        Infix::Sub => left.checked_sub(right),
                        Infix::Mul => left.checked_mul(right),
                        Infix::Div => left.checked_div(right),
                        _ => None,
                    }
                    .ok_or(None)?;
                }
                Ok(left)
            }
            _ => Err(None),
        }
    }

    /// The place of an index, as an argument of an operator.
    pub(super) fn position(&mut self, expr: &Expr) -> Option<(ValueId, Site)> {
        let count = self.count(expr)?;
        if count < 0 {
            self.errors
                .push(expr.place, format!("positions count from 0, found {count}"));
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

    pub(super) fn index(&mut self, base: &Expr, index: &Expr, place: Place) -> ValueId {
        let base = self.argument(base);
        let Some(position) = self.position(index) else {
            return self.push(ValueKind::Error, place);
        };
        self.call(&ops::indexing::ELEMENT, vec![base, position], place)
    }

    pub(super) fn slice(
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
