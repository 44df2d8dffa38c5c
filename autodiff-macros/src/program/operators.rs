//! Calls of the operators of the table.

use super::*;

impl Resolver<'_> {
    pub(super) fn operator(&mut self, call: &syntax::Call) -> ValueId {
        let name = call.name.to_string();
        let candidates = ops::find(&name);
        // The number of arguments chooses, or the first is what was meant.
        let values = call
            .arguments
            .iter()
            .filter(|argument| matches!(argument, CallArgument::Value(_)))
            .count();
        let chosen = candidates
            .iter()
            .find(|operator| operator.arity() == values);
        let Some(operator) = chosen.or(candidates.first()).copied() else {
            self.unknown_operator(&call.name);
            // Arguments may hold mistakes of their own.
            for argument in &call.arguments {
                if let CallArgument::Value(expr) = argument {
                    self.expression(expr);
                }
            }
            return self.push(ValueKind::Error, call.place);
        };
        let mut arguments = Vec::new();
        let mut axis = None;
        let mut dims = None;
        let mut lists = 0;
        let mut faulty = false;
        let takes_axis = operator.arguments.contains(&Parameter::Axis);
        let takes_dims = operator.arguments.contains(&Parameter::Dims);
        for argument in &call.arguments {
            match argument {
                CallArgument::Value(expr) => {
                    faulty |= matches!(expr.kind, ExprKind::Error);
                    let mut positional = operator.arguments.iter().filter(|p| p.is_value());
                    match positional.nth(arguments.len()) {
                        Some(Parameter::Integer(_)) => {
                            let count = match operator.name {
                                "powi" => self.exponent(expr),
                                _ => self.count(expr),
                            };
                            match count {
                                Some(count) if i32::try_from(count).is_ok() => {
                                    arguments.push(self.whole(count, expr.place));
                                }
                                Some(count) => {
                                    self.errors.push(
                                    expr.place,
                                    format!("`{name}` takes a whole number of 32 bits, found {count}"),
                                );
                                    faulty = true;
                                    arguments.push(self.whole(0, expr.place));
                                }
                                None => {
                                    faulty = true;
                                    arguments.push(self.whole(0, expr.place));
                                }
                            }
                        }
                        _ => arguments.push(self.argument(expr)),
                    }
                }
                CallArgument::Keyword(key, _) if axis.is_some() && key == "axis" => {
                    self.errors.push(
                        key.span(),
                        format!("`axis` of `{name}` is given twice\nhelp: remove one of them"),
                    );
                    faulty = true;
                }
                CallArgument::Keyword(key, value) if takes_axis && key == "axis" => {
                    axis = self.axis(operator, value).or_else(|| {
                        faulty = true;
                        None
                    });
                }
                CallArgument::Keyword(key, _) => {
                    let help = if takes_axis {
                        "did you mean `axis = 0` or `axis = 1`?".to_owned()
                    } else {
                        format!("it is called as `{}`", operator.usage)
                    };
                    self.errors.push(
                        key.span(),
                        format!("`{name}` has no argument called `{key}`\nhelp: {help}"),
                    );
                    faulty = true;
                }
                CallArgument::Dims(list, place, _) if takes_dims => {
                    lists += 1;
                    match list {
                        Ok(list) => {
                            let list: Option<Vec<Dim>> =
                                list.iter().map(|dim| self.dim(dim)).collect();
                            faulty |= list.is_none();
                            dims = list.map(|list| (list, *place));
                        }
                        Err(error) => {
                            self.errors.push_error(error.clone());
                            faulty = true;
                        }
                    }
                }
                CallArgument::Dims(_, place, help) => {
                    self.errors.push(
                        *place,
                        format!(
                            "array literals are not supported in a model, found one as argument of `{name}`\nhelp: {help}"
                        ),
                    );
                    faulty = true;
                }
            }
        }
        if faulty {
            return self.push(ValueKind::Error, call.place);
        }
        if arguments.len() != operator.arity() || lists != usize::from(takes_dims) {
            let usages: Vec<String> = candidates
                .iter()
                .map(|operator| format!("`{}`", operator.usage))
                .collect();
            let usages = usages.join(" or ");
            let found = call.arguments.len();
            let message = if found == operator.required() {
                // The right number, but a value where dimensions belong.
                format!(
                    "`{name}` takes its dimensions as a list of numbers\nhelp: call it as {usages}"
                )
            } else {
                let counts: Vec<String> = candidates
                    .iter()
                    .map(|operator| operator.required().to_string())
                    .collect();
                let plural = if counts == ["1"] { "" } else { "s" };
                let help = match arguments.as_slice() {
                    // `mean(x, 0)`
                    [.., (axis, _)]
                        if takes_axis
                            && arguments.len() == operator.arity() + 1
                            && let ValueKind::Number(number) = &self.values[*axis].kind
                            && let Some(axis) = axis_number(number) =>
                    {
                        let texts: Option<Vec<String>> = arguments[..operator.arity()]
                            .iter()
                            .map(|(_, site)| site.text.clone())
                            .collect();
                        let texts = texts.map_or("…".to_owned(), |texts| texts.join(", "));
                        format!("name the axis: `{name}({texts}, axis = {axis})`")
                    }
                    _ => format!("call it as {usages}"),
                };
                format!(
                    "`{name}` takes {} argument{plural}, found {found}\nhelp: {help}",
                    counts.join(" or ")
                )
            };
            self.errors.push(call.place, message);
            return self.push(ValueKind::Error, call.place);
        }
        let value = self.call(operator, arguments, call.name.span().into());
        self.values[value].place = call.place;
        if let ValueKind::Call(made) = &mut self.values[value].kind {
            made.axis = axis;
            made.dims = dims;
        }
        value
    }

    pub(super) fn axis(&mut self, operator: &Operator, value: &Expr) -> Option<(usize, Place)> {
        if let ExprKind::Number(number) = &value.kind
            && let Some(axis) = axis_number(number)
        {
            return Some((axis, value.place));
        }
        let count = self.axis_count(value).ok()?;
        if let Some(axis @ (0 | 1)) = count {
            return Some((usize::from(axis == 1), value.place));
        }
        let found = match value.text() {
            Some(text) if matches!(value.kind, ExprKind::Number(_)) => {
                format!("`{}`", text.strip_suffix(".0").unwrap_or(&text))
            }
            Some(text) => match count {
                Some(count) => format!("`{text}`, which is {count}"),
                None => format!("`{text}`"),
            },
            None => "an expression".to_owned(),
        };
        self.errors.push(
            value.place,
            format!(
                "`axis` of `{}` must be 0 or 1, found {found}\nhelp: `axis = 0` reduces over the rows, `axis = 1` over the columns",
                operator.name
            ),
        );
        None
    }

    pub(super) fn unknown_operator(&mut self, name: &Ident) {
        let text = name.to_string();
        let near = || nearest(&text, ops::named().map(|operator| operator.name));
        let help = match text.as_str() {
            "add" | "sub" | "mul" | "div" => "write it as `+ - * /`".to_owned(),
            "log" => "the natural logarithm is `ln`".to_owned(),
            "log2" => "write `scale(ln(x), 1.4426950408889634)`".to_owned(),
            "log10" => "write `scale(ln(x), 0.4342944819032518)`".to_owned(),
            "tan" => "write `sin(x) / cos(x)`".to_owned(),
            "sinh" => "write `0.5 * (exp(x) - exp(-x))`".to_owned(),
            "cosh" => "write `0.5 * (exp(x) + exp(-x))`".to_owned(),
            "powf" | "pow" => {
                "write `powi(x, 3)` for a whole power, `sqrt(x)`, or `exp(p * ln(x))`".to_owned()
            }
            "T" | "t" => "did you mean `transpose`?".to_owned(),
            _ => match near() {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let mut names: Vec<&str> = Vec::new();
                    for operator in ops::named() {
                        if !names.contains(&operator.name) {
                            names.push(operator.name);
                        }
                    }
                    format!(
                        "the operators are {}; another model is called by its path: `self::{text}(..)`",
                        names.join(", ")
                    )
                }
            },
        };
        self.errors.push(
            name.span(),
            format!("unknown operator `{text}`\nhelp: {help}"),
        );
    }
}
