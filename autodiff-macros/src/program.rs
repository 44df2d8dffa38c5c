//! The model as SSA: names resolved to values, calls to operators.
//!
//! In: syntax. Out: a [`Program`] in which each call's arguments are values defined before it.
//! Unknown names, unknown operators and wrong argument lists are reported here.

use std::collections::HashMap;

use proc_macro2::Ident;

use crate::build::plain;
use crate::errors::{Errors, nearest};
use crate::ops::{self, Operator, Parameter};
use crate::shape::{Dim, Shape};
use crate::syntax::{
    self, CallArgument, Element, Expr, ExprKind, Number, Place, Role, Statement, TensorType,
};

pub(crate) type ValueId = usize;

/// An argument of the function, or a view in scope of `grad!`.
#[derive(Clone)]
pub(crate) struct Operand {
    pub(crate) ident: Ident,
    /// `None` in `grad!`, where the role is a type the macro does not see.
    pub(crate) role: Option<Role>,
    /// `None` in `grad!`: to be inferred.
    pub(crate) shape: Option<Shape>,
}

pub(crate) struct Program {
    pub(crate) operands: Vec<Operand>,
    pub(crate) values: Vec<Value>,
    pub(crate) root: ValueId,
    /// The output view `grad!` assigns.
    pub(crate) root_name: Option<Ident>,
    /// The element type, where the source says it.
    pub(crate) element: Option<Element>,
}

pub(crate) struct Value {
    pub(crate) kind: ValueKind,
    /// The name it is bound to.
    pub(crate) name: Option<Ident>,
    /// The shape written at its `let`.
    pub(crate) annotation: Option<(Shape, Place)>,
    pub(crate) place: Place,
}

pub(crate) enum ValueKind {
    Operand(usize),
    Number(Number),
    Call(Call),
    /// Reported already.
    Error,
}

/// An operator applied to values.
pub(crate) struct Call {
    pub(crate) operator: &'static Operator,
    pub(crate) arguments: Vec<ValueId>,
    /// Where each argument stands, and its name if it is one.
    pub(crate) sites: Vec<Site>,
    pub(crate) axis: Option<(usize, Place)>,
    pub(crate) dims: Option<(Vec<Dim>, Place)>,
}

/// An argument as written.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) place: Place,
    pub(crate) name: Option<String>,
    /// Source text, unless it is long.
    pub(crate) text: Option<String>,
}

struct Resolver<'a> {
    operands: Vec<Operand>,
    values: Vec<Value>,
    scope: HashMap<String, ValueId>,
    /// Unknown names are views in scope (`grad!`).
    open: bool,
    /// Names that may not be read: the root of `grad!` before its assignment.
    unreadable: Option<String>,
    /// Names that some `let` of the function binds.
    bound: Vec<String>,
    element: Option<Element>,
    number_suffix: Option<(String, Place)>,
    errors: &'a mut Errors,
}

/// A model function.
pub(crate) fn function(function: &syntax::Function, errors: &mut Errors) -> Option<Program> {
    let operands = function
        .arguments
        .iter()
        .map(|argument| Operand {
            ident: argument.ident.clone(),
            role: Some(argument.role),
            shape: Some(argument.ty.shape.clone()),
        })
        .collect();
    let mut resolver = Resolver::new(operands, false, errors);
    resolver.element = Some(function.returns.element);
    for (index, argument) in function.arguments.iter().enumerate() {
        let value = resolver.push(ValueKind::Operand(index), argument.ident.span().into());
        resolver.values[value].name = Some(argument.ident.clone());
        resolver.scope.insert(plain(&argument.ident), value);
    }
    resolver.bound = function
        .statements
        .iter()
        .map(|statement| plain(&statement.name))
        .collect();
    for statement in &function.statements {
        resolver.statement(statement);
    }
    let root = resolver.expression(function.result.as_ref()?);
    Some(Program {
        operands: resolver.operands,
        values: resolver.values,
        root,
        root_name: None,
        element: resolver.element,
    })
}

/// The statements of `grad!`.
pub(crate) fn block(block: &syntax::Block, errors: &mut Errors) -> Option<Program> {
    let (last, before) = block.statements.split_last()?;
    let mut resolver = Resolver::new(Vec::new(), true, errors);
    // The root's name may be a local before; what it may not be is read while it means the view.
    if !before
        .iter()
        .any(|statement| plain(&statement.name) == plain(&last.name))
    {
        resolver.unreadable = Some(plain(&last.name));
    }
    for statement in before {
        resolver.statement(statement);
    }
    let root = resolver.expression(&last.value);
    // A suffix fixes the element type of the whole block.
    let element = resolver
        .element
        .or_else(|| Element::from_name(&resolver.number_suffix.as_ref()?.0));
    Some(Program {
        operands: resolver.operands,
        values: resolver.values,
        root,
        root_name: Some(last.name.clone()),
        element,
    })
}

impl<'a> Resolver<'a> {
    fn new(operands: Vec<Operand>, open: bool, errors: &'a mut Errors) -> Self {
        Resolver {
            operands,
            values: Vec::new(),
            scope: HashMap::new(),
            open,
            unreadable: None,
            bound: Vec::new(),
            element: None,
            number_suffix: None,
            errors,
        }
    }

    fn push(&mut self, kind: ValueKind, place: Place) -> ValueId {
        self.values.push(Value {
            kind,
            name: None,
            annotation: None,
            place,
        });
        self.values.len() - 1
    }

    fn statement(&mut self, statement: &Statement) {
        let value = self.expression(&statement.value);
        let known = &mut self.values[value];
        if known.name.is_none() {
            known.name = Some(statement.name.clone());
        }
        if let Some(TensorType {
            element,
            shape,
            place,
        }) = &statement.annotation
        {
            known.annotation = Some((shape.clone(), *place));
            let expected = self.element;
            if let Some(expected) = expected
                && expected != *element
            {
                self.errors.push(
                    *place,
                    format!("all values of this model are `{expected}`, found `{element}`"),
                );
            }
        }
        self.scope.insert(plain(&statement.name), value);
    }

    fn expression(&mut self, expr: &Expr) -> ValueId {
        match &expr.kind {
            ExprKind::Error => self.push(ValueKind::Error, expr.place),
            ExprKind::Number(number) => {
                self.check_suffix(number, expr.place);
                self.push(ValueKind::Number(number.clone()), expr.place)
            }
            ExprKind::Name(name) => self.name(name),
            ExprKind::Negate(inner) => {
                let argument = self.argument(inner);
                self.call(&ops::arithmetic::NEG, vec![argument], expr.place)
            }
            ExprKind::Infix { first, rest } => {
                let mut left = self.argument(first);
                let mut place = first.place;
                for (op, span, right) in rest {
                    let right_argument = self.argument(right);
                    place = place.to(right.place);
                    let value =
                        self.call(ops::infix(*op), vec![left, right_argument], (*span).into());
                    self.values[value].place = place;
                    let site = Site {
                        place,
                        name: None,
                        text: None,
                    };
                    left = (value, site);
                }
                left.0
            }
            ExprKind::Call(call) => self.operator(call),
            ExprKind::Method(name, instead) => {
                if ops::find(&name.to_string()).is_empty() {
                    self.unknown_operator(name);
                } else {
                    self.errors.push(
                        name.span(),
                        format!(
                            "method calls are not supported in a model, found `.{name}(..)`\nhelp: write `{instead}`"
                        ),
                    );
                }
                self.push(ValueKind::Error, expr.place)
            }
        }
    }

    fn argument(&mut self, expr: &Expr) -> (ValueId, Site) {
        let name = match &expr.kind {
            ExprKind::Name(name) => Some(name.to_string()),
            _ => None,
        };
        let site = Site {
            place: expr.place,
            name,
            text: expr.text(),
        };
        (self.expression(expr), site)
    }

    fn call(
        &mut self,
        operator: &'static Operator,
        arguments: Vec<(ValueId, Site)>,
        place: Place,
    ) -> ValueId {
        let (arguments, sites) = arguments.into_iter().unzip();
        self.push(
            ValueKind::Call(Call {
                operator,
                arguments,
                sites,
                axis: None,
                dims: None,
            }),
            place,
        )
    }

    fn name(&mut self, name: &Ident) -> ValueId {
        // `r#x` and `x` are one name.
        let text = plain(name);
        if let Some(value) = self.scope.get(&text) {
            return *value;
        }
        if self.open {
            if self.unreadable.as_deref() == Some(text.as_str()) {
                self.errors.push(
                    name.span(),
                    format!(
                        "`{name}` is the output of this `grad!` and cannot be read before it is assigned\nhelp: assign to another output view, or read an input or parameter"
                    ),
                );
                return self.push(ValueKind::Error, name.span().into());
            }
            self.operands.push(Operand {
                ident: name.clone(),
                role: None,
                shape: None,
            });
            let value = self.push(
                ValueKind::Operand(self.operands.len() - 1),
                name.span().into(),
            );
            self.values[value].name = Some(name.clone());
            self.scope.insert(text, value);
            return value;
        }
        let unknown = format!("unknown name `{name}` in the model");
        let (message, help) = if text == "self" {
            (
                "a model is a free function: `self` is not supported".to_owned(),
                "pass what it needs as `Input` or `Param`".to_owned(),
            )
        } else if self.bound.contains(&text) {
            (
                format!("`{name}` is used before its `let`"),
                "move the `let` up".to_owned(),
            )
        } else if let Some(operator) = ops::find(&text).first() {
            (
                unknown,
                format!("`{text}` is an operator: call it, `{}`", operator.usage),
            )
        } else {
            let mut known: Vec<&str> = self.scope.keys().map(String::as_str).collect();
            known.sort_unstable();
            let help = match nearest(&text, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "a model sees only its arguments and `let` bindings: add an argument `{text}: Input<..>`"
                ),
            };
            (unknown, help)
        };
        self.errors
            .push(name.span(), format!("{message}\nhelp: {help}"));
        let value = self.push(ValueKind::Error, name.span().into());
        // One mistake, one message.
        self.scope.insert(text, value);
        value
    }

    fn operator(&mut self, call: &syntax::Call) -> ValueId {
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
                    arguments.push(self.argument(expr));
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
                CallArgument::Dims(list, place) if takes_dims => {
                    lists += 1;
                    match list {
                        Ok(list) => dims = Some((list.clone(), *place)),
                        Err(error) => {
                            self.errors.push_error(error.clone());
                            faulty = true;
                        }
                    }
                }
                CallArgument::Dims(_, place) => {
                    self.errors.push(
                        *place,
                        format!(
                            "array literals are not supported in a model, found one as argument of `{name}`\nhelp: pass the array as an `Input`"
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
        let positional = operator
            .arguments
            .iter()
            .filter(|parameter| parameter.is_value());
        for (parameter, (value, site)) in positional.zip(&arguments) {
            let Parameter::Integer(what) = parameter else {
                continue;
            };
            let whole = matches!(&self.values[*value].kind,
                ValueKind::Number(number) if number.text.ends_with(".0") && number.text.len() < 12);
            if !whole {
                self.errors.push(
                    site.place,
                    format!("`{what}` of `{name}` must be a whole number in the source\nhelp: call it as `{}`, for example with 3", operator.usage),
                );
                return self.push(ValueKind::Error, call.place);
            }
        }
        let value = self.call(operator, arguments, call.name.span().into());
        self.values[value].place = call.place;
        if let ValueKind::Call(made) = &mut self.values[value].kind {
            made.axis = axis;
            made.dims = dims;
        }
        value
    }

    fn axis(&mut self, operator: &Operator, value: &Expr) -> Option<(usize, Place)> {
        if let ExprKind::Number(number) = &value.kind
            && let Some(axis) = axis_number(number)
        {
            return Some((axis, value.place));
        }
        if matches!(value.kind, ExprKind::Error) {
            return None;
        }
        let found = match value.text() {
            Some(text) => format!("`{}`", text.strip_suffix(".0").unwrap_or(&text)),
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

    fn unknown_operator(&mut self, name: &Ident) {
        let text = name.to_string();
        let help = match nearest(&text, ops::named().map(|operator| operator.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => match text.as_str() {
                "add" | "sub" | "mul" | "div" => "write it as `+ - * /`".to_owned(),
                "log" => "the natural logarithm is `ln`".to_owned(),
                "pow" | "powi" | "powf" => "write `square(x)` or a product".to_owned(),
                _ => {
                    let names: Vec<&str> = ops::named().map(|operator| operator.name).collect();
                    format!("the operators are {}", names.join(", "))
                }
            },
        };
        self.errors.push(
            name.span(),
            format!("unknown operator `{text}`\nhelp: {help}"),
        );
    }

    /// A suffix must agree with the model's element type, or in `grad!` with the other suffixes.
    fn check_suffix(&mut self, number: &Number, place: Place) {
        let Some(suffix) = &number.suffix else { return };
        match self.element {
            Some(element) if element.name() != suffix => self.errors.push(
                place,
                format!(
                    "all values of this model are `{element}`, found a literal of type `{suffix}`\nhelp: remove the suffix"
                ),
            ),
            Some(_) => {}
            None => match &self.number_suffix {
                Some((other, _)) if other != suffix => self.errors.push(
                    place,
                    format!(
                        "all values must have one element type, found literals of type `{other}` and `{suffix}`\nhelp: remove the suffixes"
                    ),
                ),
                _ => self.number_suffix = Some((suffix.clone(), place)),
            },
        }
    }
}

/// The number as an axis.
fn axis_number(number: &Number) -> Option<usize> {
    match number.text.as_str() {
        "0.0" => Some(0),
        "1.0" => Some(1),
        _ => None,
    }
}

impl Program {
    /// One line per value, as far as it is known before shapes are.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        for (id, value) in self.values.iter().enumerate() {
            let what = match &value.kind {
                ValueKind::Operand(i) => format!("operand {}", self.operands[*i].ident),
                ValueKind::Number(number) => number.text.clone(),
                ValueKind::Call(call) => {
                    let mut arguments: Vec<String> =
                        call.arguments.iter().map(|a| format!("v{a}")).collect();
                    arguments.extend(call.axis.map(|(axis, _)| format!("axis = {axis}")));
                    format!("{} {}", call.operator.name, arguments.join(", "))
                }
                ValueKind::Error => "error".to_owned(),
            };
            let _ = write!(text, "v{id} = {what}");
            if let Some(name) = &value.name {
                let _ = write!(text, "  // {name}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "root v{}", self.root);
        text
    }
}
