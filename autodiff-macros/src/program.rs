//! The model as SSA: names resolved to values, calls to operators.
//!
//! In: syntax. Out: a [`Program`] in which each call's arguments are values defined before it.
//! Unknown names, unknown operators and wrong argument lists are reported here.

mod calls;
mod constants;
mod counts;
mod operators;
mod own;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

pub(crate) use self::constants::{Named, constant};
pub(crate) use self::own::Own;
use crate::errors::{Errors, nearest};
use crate::models::{self, Models};
use crate::names::plain;
use crate::ops::{self, Operator, Parameter};
use crate::shape::{Dim, Shape};
use crate::syntax::constant::Table;
use crate::syntax::{
    self, Binding, CallArgument, DimItems, Element, Expr, ExprKind, Infix, Loop, Number, Place,
    Role, Statement, TensorType,
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
    /// The user's own operators.
    pub(crate) owns: Vec<Own>,
    /// Const items and expressions that occur in dimensions.
    pub(crate) dim_items: DimItems,
    /// Models that are called directly, by their path.
    pub(crate) called: Vec<syn::Path>,
    /// Const generics of called models that their calls name.
    pub(crate) given_dims: Vec<(Rc<str>, Dim)>,
    /// The calls of models that were written out.
    pub(crate) instances: Vec<Instance>,
    /// Const items that were taken for numbers.
    pub(crate) constants: Vec<Named>,
    /// It is only asked whether it has errors.
    pub(crate) trial: bool,
    /// Something in it is wrong only where it is called from another place.
    pub(crate) fault: bool,
}

impl Program {
    /// By operand, whether it is known to have a gradient.
    pub(crate) fn tracked(&self) -> Vec<bool> {
        let operands = self.operands.iter();
        operands
            .map(|operand| operand.role == Some(Role::Param))
            .collect()
    }
}

/// A call of a model that was written out.
pub(crate) struct Instance {
    /// The path of the model.
    pub(crate) key: String,
    pub(crate) place: Place,
    /// The instance whose body has the call.
    pub(crate) within: Option<usize>,
}

pub(crate) struct Value {
    pub(crate) kind: ValueKind,
    /// The instance of a called model that it is made in.
    pub(crate) instance: Option<usize>,
    /// The name it is bound to.
    pub(crate) name: Option<Ident>,
    /// The shape written at its `let`.
    pub(crate) annotation: Option<Annotation>,
    pub(crate) place: Place,
}

/// A shape written at a `let`.
pub(crate) struct Annotation {
    pub(crate) shape: Shape,
    pub(crate) place: Place,
    /// The instance whose body has the `let`.
    pub(crate) instance: Option<usize>,
}

pub(crate) enum ValueKind {
    Operand(usize),
    Number(Number),
    /// An array of numbers.
    Table(Rc<Table>),
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
    /// For an operator of the user's own, its index.
    pub(crate) own: Option<usize>,
    /// For what goes into or comes out of a called model: the shape it declares, and what it is.
    pub(crate) declared: Option<(Shape, String)>,
}

/// An argument as written.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) place: Place,
    pub(crate) name: Option<String>,
    /// Source text, unless it is long.
    pub(crate) text: Option<String>,
}

/// What a name stands for.
#[derive(Clone)]
enum Meaning {
    Value(ValueId),
    /// A value declared by `let mut`.
    Mutable(ValueId),
    /// A loop variable or a `const` of the model.
    Count(i64),
    /// Another `const` of the model.
    Constant(Rc<Table>),
}

/// More operations than this are refused: loops multiply fast.
const OPERATION_LIMIT: usize = 20_000;

struct Resolver<'a> {
    operands: Vec<Operand>,
    values: Vec<Value>,
    /// Names by block, the innermost last.
    scopes: Vec<HashMap<String, Meaning>>,
    /// `let mut` bindings, and whether anything assigns them.
    mutable: HashMap<String, Option<Span>>,
    /// Const items and expressions in dimensions, and which of them occur.
    dim_items: DimItems,
    used_items: BTreeSet<Rc<str>>,
    /// Models that may be called and const items that may be named, by their path.
    models: &'a Models,
    /// Paths of the models being written out and the items being evaluated, the innermost last.
    calls: Vec<String>,
    /// The paths of those models, as each stands at its call.
    written: Vec<syn::Path>,
    /// Models that are called directly.
    called: Vec<syn::Path>,
    given_dims: Vec<(Rc<str>, Dim)>,
    /// Const items evaluated so far, by their path.
    items_known: HashMap<String, Rc<Table>>,
    named: Vec<Named>,
    /// What is resolved is a const item itself.
    in_item: bool,
    /// A const item is made of itself.
    cyclic: bool,
    /// The models written out so far, and the one being written out.
    instances: Vec<Instance>,
    instance: Option<usize>,
    /// The whole model is asked only whether it has errors.
    trial: bool,
    /// The statements of `grad!`, or of models called there.
    block: bool,
    /// What is wrong with a call inside a called model, to be shown at the outermost call.
    fault: Option<String>,
    /// Const generics of the function.
    generics: Vec<Ident>,
    /// Loop variables and `const`s that the body has anywhere.
    counts: BTreeSet<String>,
    /// Rounds of all loops so far.
    rounds: usize,
    /// The model has more operations than are accepted, and that was reported.
    too_long: bool,
    owns: Vec<Own>,
    /// Unknown names are views in scope (`grad!`).
    open: bool,
    /// Names that may not be read: the root of `grad!` before its assignment.
    unreadable: Option<String>,
    /// Names that some `let` of the function binds, and that some `const` of it does.
    bound: Vec<String>,
    declared: Vec<String>,
    /// Of all values; in `grad!` that of the first that says it.
    element: Option<Element>,
    errors: &'a mut Errors,
}

/// A model function.
pub(crate) fn function(
    function: &syntax::Function,
    models: &Models,
    errors: &mut Errors,
) -> Option<Program> {
    resolved(function, None, models, errors)
}

/// The model at the path `key` on its own, as a trial: paths in it are seen from the caller.
pub(crate) fn called(
    function: &syntax::Function,
    key: &str,
    models: &Models,
    errors: &mut Errors,
) -> Option<Program> {
    resolved(function, Some(key), models, errors)
}

fn resolved(
    function: &syntax::Function,
    key: Option<&str>,
    models: &Models,
    errors: &mut Errors,
) -> Option<Program> {
    let operands = function
        .arguments
        .iter()
        .map(|argument| Operand {
            ident: argument.ident.clone(),
            role: Some(argument.role),
            shape: Some(argument.ty.shape.clone()),
        })
        .collect();
    let mut resolver = Resolver::new(operands, false, models, errors);
    resolver.calls.extend(key.map(str::to_owned));
    resolver.trial = key.is_some();
    resolver.element = Some(function.returns.element);
    resolver.dim_items = function.dim_items.clone();
    resolver.generics = function.generics.clone();
    // Those of the signature, whatever the body does.
    let signature = function.arguments.iter().map(|argument| &argument.ty.shape);
    for shape in signature.chain([&function.returns.shape]) {
        resolver.shape(shape);
    }
    for (index, argument) in function.arguments.iter().enumerate() {
        let value = resolver.push(ValueKind::Operand(index), argument.ident.span().into());
        resolver.values[value].name = Some(argument.ident.clone());
        resolver.bind(plain(&argument.ident), Meaning::Value(value));
    }
    resolver.bound = function
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Bind(binding) => Some(plain(&binding.name)),
            Statement::Loop(_) | Statement::Constant(_) => None,
        })
        .collect();
    declared_counts(&function.statements, &mut resolver.counts);
    resolver.declared = function
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Constant(constant) => Some(plain(&constant.ident)),
            Statement::Bind(_) | Statement::Loop(_) => None,
        })
        .collect();
    resolver.statements(&function.statements);
    resolver.unused_mut(&function.statements);
    let root = resolver.expression(function.result.as_ref()?);
    let dim_items = resolver.items();
    Some(Program {
        operands: resolver.operands,
        values: resolver.values,
        root,
        root_name: None,
        element: resolver.element,
        dim_items,
        owns: resolver.owns,
        called: resolver.called,
        given_dims: resolver.given_dims,
        instances: resolver.instances,
        constants: resolver.named,
        trial: resolver.trial,
        fault: resolver.fault.is_some(),
    })
}

/// The statements of `grad!`.
pub(crate) fn block(
    block: &syntax::Block,
    models: &Models,
    errors: &mut Errors,
) -> Option<Program> {
    let (Statement::Bind(last), before) = block.statements.split_last()? else {
        return None;
    };
    let mut resolver = Resolver::new(Vec::new(), true, models, errors);
    resolver.dim_items = block.dim_items.clone();
    // The root's name may be a local before; what it may not be is read while it means the view.
    let is_local = before.iter().any(|statement| {
        matches!(statement, Statement::Bind(binding) if plain(&binding.name) == plain(&last.name))
    });
    if !is_local {
        resolver.unreadable = Some(plain(&last.name));
    }
    declared_counts(before, &mut resolver.counts);
    resolver.statements(before);
    resolver.unused_mut(before);
    let root = resolver.expression(&last.value);
    // A suffix fixes the element type of the whole block.
    let element = resolver.element;
    let dim_items = resolver.items();
    Some(Program {
        operands: resolver.operands,
        values: resolver.values,
        root,
        root_name: Some(last.name.clone()),
        element,
        dim_items,
        owns: resolver.owns,
        called: resolver.called,
        given_dims: resolver.given_dims,
        instances: resolver.instances,
        constants: resolver.named,
        trial: resolver.trial,
        fault: resolver.fault.is_some(),
    })
}

/// Names that anything assigns, also in loops of no round.
fn assigned_names(statements: &[Statement], names: &mut BTreeSet<String>) {
    for statement in statements {
        match statement {
            Statement::Bind(binding) if !binding.is_let => {
                names.insert(plain(&binding.name));
            }
            Statement::Loop(repeated) => assigned_names(&repeated.body, names),
            Statement::Bind(_) | Statement::Constant(_) => {}
        }
    }
}

/// Names of all loop variables and `const`s.
fn declared_counts(statements: &[Statement], names: &mut BTreeSet<String>) {
    for statement in statements {
        match statement {
            Statement::Loop(repeated) => {
                names.insert(plain(&repeated.variable));
                declared_counts(&repeated.body, names);
            }
            Statement::Constant(constant) => {
                names.insert(plain(&constant.ident));
            }
            Statement::Bind(_) => {}
        }
    }
}

impl<'a> Resolver<'a> {
    fn new(operands: Vec<Operand>, open: bool, models: &'a Models, errors: &'a mut Errors) -> Self {
        Resolver {
            operands,
            values: Vec::new(),
            scopes: vec![HashMap::new()],
            mutable: HashMap::new(),
            dim_items: DimItems::new(),
            used_items: BTreeSet::new(),
            models,
            calls: Vec::new(),
            written: Vec::new(),
            called: Vec::new(),
            given_dims: Vec::new(),
            items_known: HashMap::new(),
            named: Vec::new(),
            in_item: false,
            cyclic: false,
            instances: Vec::new(),
            instance: None,
            trial: false,
            block: open,
            fault: None,
            generics: Vec::new(),
            counts: BTreeSet::new(),
            rounds: 0,
            too_long: false,
            owns: Vec::new(),
            open,
            unreadable: None,
            bound: Vec::new(),
            declared: Vec::new(),
            element: None,
            errors,
        }
    }

    /// An item that reports its own mistakes where it stands: they are said once, and `grad!`, which
    /// is an expression, says why there is none.
    fn faulty(&mut self, what: &str, key: &str, place: Place) {
        if self.block {
            self.errors.push(place, models::faulty(what, key));
        } else {
            self.errors.push_elsewhere();
        }
    }

    fn push(&mut self, kind: ValueKind, place: Place) -> ValueId {
        self.values.push(Value {
            kind,
            instance: self.instance,
            name: None,
            annotation: None,
            place,
        });
        self.values.len() - 1
    }

    /// The const items that occur.
    fn items(&mut self) -> DimItems {
        let mut items = std::mem::take(&mut self.dim_items);
        items.retain(|text, _| self.used_items.contains(text));
        items
    }

    fn look_up(&self, name: &str) -> Option<Meaning> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.get(name))
            .cloned()
    }

    /// Binds in the innermost block.
    fn bind(&mut self, name: String, meaning: Meaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, meaning);
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Bind(binding) => {
                    if self.exceeded(binding.value.place, || "a statement more".to_owned()) {
                        return;
                    }
                    self.binding(binding);
                }
                Statement::Loop(repeated) => self.repeat(repeated),
                Statement::Constant(constant) => self.declare(constant),
            }
        }
    }

    /// `let mut` without an assignment.
    fn unused_mut(&mut self, statements: &[Statement]) {
        if !self.errors.is_empty() {
            // An assignment may be what was refused.
            self.mutable.clear();
            return;
        }
        let mut assigned = BTreeSet::new();
        assigned_names(statements, &mut assigned);
        self.mutable.retain(|name, _| !assigned.contains(name));
        let mut unused: Vec<(String, Span)> = self
            .mutable
            .drain()
            .filter_map(|(name, span)| Some((name, span?)))
            .collect();
        unused.sort_by(|a, b| a.0.cmp(&b.0));
        for (name, span) in unused {
            self.errors.push(
                span,
                format!(
                    "`mut` is only for a value that a later statement assigns, and nothing assigns `{name}`\nhelp: remove it; `let {name}` may be written again with a new value"
                ),
            );
        }
    }

    /// `name = value;`: what was declared by `let mut` gets a new value. In `grad!` an assignment
    /// may also be the first.
    fn assign(&mut self, statement: &Binding, value: ValueId) {
        let name = plain(&statement.name);
        let meaning = self.look_up(&name);
        let assignable = match &meaning {
            Some(Meaning::Mutable(_)) => {
                self.mutable.insert(name.clone(), None);
                true
            }
            Some(Meaning::Count(_) | Meaning::Constant(_)) => false,
            // A `let` that was refused may have meant to allow it.
            Some(Meaning::Value(known)) => {
                self.open || matches!(self.values[*known].kind, ValueKind::Error)
            }
            None => self.open,
        };
        if !assignable {
            let help = match meaning {
                Some(Meaning::Value(_)) if self.bound.contains(&name) => {
                    format!(
                        "declare it by `let mut {name} = …;`, or write `let {name}` with a new value"
                    )
                }
                _ => format!("write `let {name} = …;`"),
            };
            self.errors.push(
                statement.name.span(),
                format!(
                    "`{name}` cannot be assigned: only a `let mut` of this model can\nhelp: {help}"
                ),
            );
        }
        let known = self
            .scopes
            .iter_mut()
            .rev()
            .find_map(|scope| scope.get_mut(&name));
        match known {
            Some(Meaning::Value(known) | Meaning::Mutable(known)) => *known = value,
            _ => self.bind(name, Meaning::Value(value)),
        }
    }

    fn binding(&mut self, statement: &Binding) {
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
            let shape = self.shape(shape);
            self.values[value].annotation = Some(Annotation {
                shape,
                place: *place,
                instance: self.instance,
            });
            let found = format!("`{element}`");
            let expected = self.element.unwrap_or(*element);
            let help = format!("write `{expected}`, or leave the type out");
            self.same_element(*element, *place, &found, &help);
        }
        if statement.is_let {
            let name = plain(&statement.name);
            if let Some(span) = statement.mutable {
                self.mutable.insert(name.clone(), Some(span));
                self.bind(name, Meaning::Mutable(value));
            } else {
                self.bind(name, Meaning::Value(value));
            }
        } else {
            self.assign(statement, value);
        }
    }

    fn expression(&mut self, expr: &Expr) -> ValueId {
        match &expr.kind {
            ExprKind::Error => self.push(ValueKind::Error, expr.place),
            ExprKind::Number(number) => {
                self.check_suffix(number, expr.place);
                self.push(ValueKind::Number(number.clone()), expr.place)
            }
            ExprKind::Name(name) => self.name(name),
            ExprKind::Path(_) => match self.part_of_constant(expr) {
                Ok(Some(table)) => self.constant_value(table, expr.place),
                _ => self.push(ValueKind::Error, expr.place),
            },
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
            ExprKind::Index(..) | ExprKind::Slice(..) => match self.part_of_constant(expr) {
                Ok(Some(table)) => self.constant_value(table, expr.place),
                Ok(None) => self.part(expr),
                Err(_) => self.push(ValueKind::Error, expr.place),
            },
            ExprKind::Own(path, arguments) => self.own(path, arguments, expr.place),
            ExprKind::Model(path, dims, arguments) => {
                self.model(path, dims.as_ref(), arguments, expr.place)
            }
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
            ExprKind::Path(path) => Some(syntax::text(path)),
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
                own: None,
                declared: None,
            }),
            place,
        )
    }

    fn name(&mut self, name: &Ident) -> ValueId {
        // `r#x` and `x` are one name.
        let text = plain(name);
        match self.look_up(&text) {
            Some(Meaning::Value(value) | Meaning::Mutable(value)) => return value,
            Some(Meaning::Count(_)) => {
                self.errors.push(
                    name.span(),
                    format!(
                        "`{name}` is a count, and no value of the model\nhelp: counts are for positions, `x[{name}]`, and for the ends of ranges"
                    ),
                );
                return self.push(ValueKind::Error, name.span().into());
            }
            Some(Meaning::Constant(table)) => {
                return self.constant_value(table, name.span().into());
            }
            None => {}
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
            // A view is in scope everywhere, not only in the loop that reads it first.
            self.scopes[0].insert(text, Meaning::Value(value));
            return value;
        }
        let unknown = format!("unknown name `{name}` in the model");
        let (message, help) = if text == "self" {
            (
                "a model is a free function: `self` is not supported".to_owned(),
                "pass what it needs as `Input` or `Param`".to_owned(),
            )
        } else if self.declared.contains(&text) {
            (
                format!("`{name}` is used before its `const`"),
                "declare it before use".to_owned(),
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
            let mut known: Vec<&str> = self
                .scopes
                .iter()
                .flat_map(HashMap::keys)
                .map(String::as_str)
                .collect();
            known.sort_unstable();
            let help = match nearest(&text, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None if let Some(help) =
                    syntax::of_the_library(&text, self.element.unwrap_or(Element::F32)) =>
                {
                    help
                }
                // As const items are spelled.
                None if !text.contains(char::is_lowercase) => {
                    format!("{}; or add an argument", self.item_help(&text))
                }
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
        self.scopes[0].insert(text, Meaning::Value(value));
        value
    }

    /// A suffix must agree with the model's element type, or in `grad!` with the other suffixes.
    fn check_suffix(&mut self, number: &Number, place: Place) {
        let element = self.element.unwrap_or(Element::F64);
        let too_large = match element {
            Element::F32 => number.text.parse::<f32>().is_ok_and(f32::is_infinite),
            Element::F64 => number.text.parse::<f64>().is_ok_and(f64::is_infinite),
        };
        if too_large {
            self.errors.push(
                place,
                format!(
                    "the number is too large for `{element}`, found `{}`",
                    number.text
                ),
            );
        }
        let Some(suffix) = &number.suffix else { return };
        if let Some(element) = Element::from_name(suffix) {
            let found = format!("a literal of type `{element}`");
            self.same_element(element, place, &found, "remove the suffix");
        }
    }

    /// Whether `found` has the element type of the model; what a `grad!` names first says its own.
    fn same_element(&mut self, element: Element, place: Place, found: &str, help: &str) -> bool {
        let expected = *self.element.get_or_insert(element);
        if expected != element {
            let whose = if self.block { "`grad!`" } else { "model" };
            self.errors.push(
                place,
                format!("all values of this {whose} are `{expected}`, found {found}\nhelp: {help}"),
            );
        }
        expected == element
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
    /// The outermost call around an instance.
    pub(crate) fn outermost(&self, mut instance: usize) -> usize {
        while let Some(Instance {
            within: Some(within),
            ..
        }) = self.instances.get(instance)
        {
            instance = *within;
        }
        instance
    }

    /// One line per value, as far as it is known before shapes are.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        for (id, value) in self.values.iter().enumerate() {
            let what = match &value.kind {
                ValueKind::Operand(i) => format!("operand {}", self.operands[*i].ident),
                ValueKind::Number(number) => number.text.clone(),
                ValueKind::Table(table) => format!("const {}", table.name),
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
