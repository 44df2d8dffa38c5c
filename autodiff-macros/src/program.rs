//! The model as SSA: names resolved to values, calls to operators.
//!
//! In: syntax. Out: a [`Program`] in which each call's arguments are values defined before it.
//! Unknown names, unknown operators and wrong argument lists are reported here.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use crate::build::plain;
use crate::errors::{Errors, nearest};
use crate::models::{self, Models};
use crate::ops::{self, Operator, Parameter};
use crate::shape::{Dim, Shape};
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
    /// Paths of the user's own operators.
    pub(crate) paths: Vec<syn::Path>,
    /// Const items and expressions that occur in dimensions.
    pub(crate) dim_items: DimItems,
    /// The calls of models that were written out, by instance: path and place.
    pub(crate) instances: Vec<(String, Place)>,
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
    /// For an operator of the user's own, the index of its path.
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
#[derive(Clone, Copy)]
enum Meaning {
    Value(ValueId),
    /// A loop variable or a `const` of the model.
    Count(i64),
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
    /// Models that may be called, by their path.
    models: &'a Models,
    /// Paths of the models being written out, the innermost last.
    calls: Vec<String>,
    /// Number of models written out so far, where, and the one being written out.
    instances: usize,
    instance_places: Vec<(String, Place)>,
    instance: Option<usize>,
    /// A model that calls itself.
    recursion: Option<String>,
    /// Rounds of all loops so far.
    rounds: usize,
    paths: Vec<syn::Path>,
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
pub(crate) fn function(
    function: &syntax::Function,
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
    resolver.element = Some(function.returns.element);
    resolver.dim_items = function.dim_items.clone();
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
            Statement::Loop(_) | Statement::Count(..) => None,
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
        paths: resolver.paths,
        instances: resolver.instance_places,
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
    resolver.statements(before);
    resolver.unused_mut(before);
    let root = resolver.expression(&last.value);
    // A suffix fixes the element type of the whole block.
    let element = resolver
        .element
        .or_else(|| Element::from_name(&resolver.number_suffix.as_ref()?.0));
    let dim_items = resolver.items();
    Some(Program {
        operands: resolver.operands,
        values: resolver.values,
        root,
        root_name: Some(last.name.clone()),
        element,
        dim_items,
        paths: resolver.paths,
        instances: resolver.instance_places,
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
            Statement::Bind(_) | Statement::Count(..) => {}
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
            instances: 0,
            instance_places: Vec::new(),
            instance: None,
            recursion: None,
            rounds: 0,
            paths: Vec::new(),
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
            .copied()
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
                Statement::Bind(binding) => self.binding(binding),
                Statement::Loop(repeated) => self.repeat(repeated),
                Statement::Count(name, value) => {
                    if let Some(count) = self.count(value) {
                        self.bind(plain(name), Meaning::Count(count));
                    } else {
                        // One mistake, one message.
                        let value = self.push(ValueKind::Error, name.span().into());
                        self.bind(plain(name), Meaning::Value(value));
                    }
                }
            }
        }
    }

    /// A loop written out: its body once for each count.
    fn repeat(&mut self, repeated: &Loop) {
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
    fn count(&mut self, expr: &Expr) -> Option<i64> {
        match self.evaluate(expr) {
            Ok(count) => Some(count),
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
    fn evaluate(&self, expr: &Expr) -> Result<i64, Option<String>> {
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
    fn position(&mut self, expr: &Expr) -> Option<(ValueId, Site)> {
        let count = self.count(expr)?;
        if count < 0 {
            self.errors
                .push(expr.place, format!("positions count from 0, found {count}"));
            return None;
        }
        Some(self.whole(count, expr.place))
    }

    /// The position after a position.
    fn next(&mut self, value: ValueId, site: Site) -> (ValueId, Site) {
        let count = match &self.values[value].kind {
            ValueKind::Number(number) => number.text.trim_end_matches(".0").parse().unwrap_or(0i64),
            _ => 0,
        };
        self.whole(count.saturating_add(1), site.place)
    }

    fn whole(&mut self, count: i64, place: Place) -> (ValueId, Site) {
        let number = Number::new(format!("{count}.0"));
        let value = self.push(ValueKind::Number(number), place);
        let site = Site {
            place,
            name: None,
            text: None,
        };
        (value, site)
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

    fn own(&mut self, path: &syn::Path, arguments: &[Expr], place: Place) -> ValueId {
        // As the outermost caller would write it.
        let seen = self
            .calls
            .last()
            .and_then(|caller| syn::parse_str(&models::relative(caller, path)).ok());
        let path = seen.as_ref().unwrap_or(path);
        const MOST: usize = 4;
        if arguments.is_empty() || arguments.len() > MOST {
            self.errors.push(
                place,
                format!(
                    "an operator of your own takes 1 to {MOST} arguments, found {}",
                    arguments.len()
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        let arguments: Vec<(ValueId, Site)> = arguments
            .iter()
            .map(|argument| self.argument(argument))
            .collect();
        let index = match self.paths.iter().position(|known| known == path) {
            Some(index) => index,
            None => {
                self.paths.push(path.clone());
                self.paths.len() - 1
            }
        };
        let value = self.call(&ops::own::OWN, arguments, place);
        if let ValueKind::Call(call) = &mut self.values[value].kind {
            call.own = Some(index);
        }
        value
    }

    /// A called model, written out: its arguments are bound to the values given, and its body is
    /// resolved with nothing else in scope. Whether a value has a gradient is the caller's matter.
    fn model(&mut self, path: &syn::Path, arguments: &[Expr], place: Place) -> ValueId {
        let key = match self.calls.last() {
            Some(caller) => models::relative(caller, path),
            None => models::key(path),
        };
        let given: Vec<(ValueId, Site)> = arguments
            .iter()
            .map(|argument| self.argument(argument))
            .collect();
        let models = self.models;
        let Some(callee) = models.get(&key) else {
            // With mistakes of the caller's own it was not even asked for.
            if self.errors.is_empty() {
                self.errors.push(
                    place,
                    format!(
                        "the model `{key}` called here has mistakes of its own\nhelp: mend them first"
                    ),
                );
            }
            return self.push(ValueKind::Error, place);
        };
        if self.calls.contains(&key) {
            self.recursion = Some(callee.ident.to_string());
            self.errors.push(place, "the model calls itself");
            return self.push(ValueKind::Error, place);
        }
        if given.len() != callee.arguments.len() {
            let names: Vec<String> = callee
                .arguments
                .iter()
                .map(|argument| argument.ident.to_string())
                .collect();
            self.errors.push(
                place,
                format!(
                    "the model `{}` takes {} arguments, found {}\nhelp: all its inputs and parameters in the order of its signature: `{key}({})`",
                    callee.ident,
                    names.len(),
                    given.len(),
                    names.join(", ")
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        self.instances += 1;
        let instance = self.instances;
        self.instance_places.push((key.clone(), place));
        if self.instances > OPERATION_LIMIT {
            self.errors.push(
                place,
                format!("more than {OPERATION_LIMIT} models are called"),
            );
            return self.push(ValueKind::Error, place);
        }
        if let Some(expected) = self.element
            && expected != callee.returns.element
        {
            self.errors.push(
                place,
                format!(
                    "all values of this model are `{expected}`, found the model `{}` over `{}`",
                    callee.ident, callee.returns.element
                ),
            );
            return self.push(ValueKind::Error, place);
        }

        let mut scope = HashMap::new();
        for (argument, (value, site)) in callee.arguments.iter().zip(given) {
            let shape = self.callee_shape(&argument.ty.shape, &key, callee, instance);
            let message = format!(
                "argument `{}` of the model `{}`",
                argument.ident, callee.ident
            );
            let bound = self.declared(value, site, shape, message);
            scope.insert(plain(&argument.ident), Meaning::Value(bound));
        }
        let outer_scopes = std::mem::replace(&mut self.scopes, vec![scope]);
        let outer_mutable = std::mem::take(&mut self.mutable);
        let outer_bound = std::mem::take(&mut self.bound);
        let outer_open = std::mem::replace(&mut self.open, false);
        let outer_unreadable = self.unreadable.take();
        let outer_instance = self.instance.replace(instance);
        self.calls.push(key.clone());
        let before = self.errors.len();
        self.statements(&callee.statements);
        let result = match &callee.result {
            Some(result) => self.expression(result),
            None => self.push(ValueKind::Error, place),
        };
        if self.errors.len() > before {
            // They stand where the callee does; here only the call can be shown.
            self.errors.truncate(before);
            let message = match &self.recursion {
                Some(name) => format!(
                    "the model `{name}` calls itself: called models are written out, so recursion is not supported\nhelp: use a `for` loop with a carried value"
                ),
                None => format!(
                    "the model `{}` called here has mistakes of its own\nhelp: mend them first",
                    callee.ident
                ),
            };
            self.errors.push(place, message);
        }
        self.calls.pop();
        self.instance = outer_instance;
        self.unreadable = outer_unreadable;
        self.open = outer_open;
        self.bound = outer_bound;
        self.mutable = outer_mutable;
        self.scopes = outer_scopes;
        let shape = self.callee_shape(&callee.returns.shape, &key, callee, instance);
        let message = format!("the result of the model `{}`", callee.ident);
        let site = Site {
            place,
            name: None,
            text: None,
        };
        self.declared(result, site, shape, message)
    }

    /// A shape as written in the model being resolved.
    fn shape(&mut self, shape: &Shape) -> Shape {
        match shape {
            Shape::Vector(n) => Shape::Vector(self.dim(n)),
            Shape::Matrix(rows, columns) => Shape::Matrix(self.dim(rows), self.dim(columns)),
            Shape::Scalar | Shape::Var(_) | Shape::Unknown => shape.clone(),
        }
    }

    /// A dimension as written in the model being resolved: a `const` of the model is a number, and
    /// those of a called model are named by the call.
    fn dim(&mut self, dim: &Dim) -> Dim {
        if let Dim::Item(name) = dim
            && let Some(Meaning::Count(count)) = self.look_up(name)
            && let Ok(count) = usize::try_from(count)
        {
            return Dim::Literal(count);
        }
        let models = self.models;
        match (self.instance, self.calls.last()) {
            (Some(instance), Some(key)) => match models.get(key) {
                Some(callee) => {
                    let key = key.clone();
                    self.callee_dim(dim, &key, callee, instance)
                }
                None => dim.clone(),
            },
            _ => {
                if let Dim::Item(name) = dim {
                    self.used_items.insert(name.clone());
                }
                dim.clone()
            }
        }
    }

    fn callee_shape(
        &mut self,
        shape: &Shape,
        key: &str,
        callee: &syntax::Function,
        instance: usize,
    ) -> Shape {
        match shape {
            Shape::Vector(n) => Shape::Vector(self.callee_dim(n, key, callee, instance)),
            Shape::Matrix(rows, columns) => Shape::Matrix(
                self.callee_dim(rows, key, callee, instance),
                self.callee_dim(columns, key, callee, instance),
            ),
            Shape::Scalar | Shape::Var(_) | Shape::Unknown => shape.clone(),
        }
    }

    /// A const generic of a called model takes what it meets at the call; a const item is what the
    /// callee's module says.
    fn callee_dim(
        &mut self,
        dim: &Dim,
        key: &str,
        callee: &syntax::Function,
        instance: usize,
    ) -> Dim {
        match dim {
            Dim::Generic(name) => Dim::Generic(format!("{name}{}{instance}", models::MARK).into()),
            Dim::Item(name) => {
                let text: Rc<str> = format!("{key}::{name}").into();
                let label = models::dim_labels(&callee.dim_items).remove(name);
                let tokens = label.and_then(|label| {
                    syn::parse_str::<TokenStream>(&format!("{key}::{label}")).ok()
                });
                if let Some(tokens) = tokens {
                    self.dim_items.insert(text.clone(), tokens);
                    self.used_items.insert(text.clone());
                }
                Dim::Item(text)
            }
            Dim::Literal(_) | Dim::Var(_) => dim.clone(),
        }
    }

    /// The same value with a shape that is declared for it.
    fn declared(&mut self, value: ValueId, site: Site, shape: Shape, message: String) -> ValueId {
        if let ValueKind::Error = self.values[value].kind {
            return value;
        }
        let place = site.place;
        let made = self.call(&ops::own::DECLARED, vec![(value, site)], place);
        if let ValueKind::Call(call) = &mut self.values[made].kind {
            call.declared = Some((shape, message));
        }
        made
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
        let mutable = self.mutable.get_mut(&name);
        let declared = mutable.is_some();
        if let Some(mutable) = mutable {
            *mutable = None;
        }
        if !declared && !self.open {
            let help = match self.look_up(&name) {
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
            .find(|scope| matches!(scope.get(&name), Some(Meaning::Value(_))));
        match known {
            Some(scope) => {
                scope.insert(name, Meaning::Value(value));
            }
            None => self.bind(name, Meaning::Value(value)),
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
            self.values[value].annotation = Some((shape, *place));
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
        if statement.is_let {
            self.bind(plain(&statement.name), Meaning::Value(value));
            if let Some(span) = statement.mutable {
                self.mutable.insert(plain(&statement.name), Some(span));
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
            ExprKind::Index(base, index) => self.index(base, index, expr.place),
            ExprKind::Slice(base, start, end, inclusive) => self.slice(
                base,
                start.as_deref(),
                end.as_deref(),
                *inclusive,
                expr.place,
            ),
            ExprKind::Own(path, arguments) => self.own(path, arguments, expr.place),
            ExprKind::Model(path, arguments) => self.model(path, arguments, expr.place),
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
            Some(Meaning::Value(value)) => return value,
            Some(Meaning::Count(_)) => {
                self.errors.push(
                    name.span(),
                    format!(
                        "`{name}` is a count, and no value of the model\nhelp: counts are for positions, `x[{name}]`, and for the ends of ranges"
                    ),
                );
                return self.push(ValueKind::Error, name.span().into());
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
                    let mut positional = operator.arguments.iter().filter(|p| p.is_value());
                    match positional.nth(arguments.len()) {
                        Some(Parameter::Integer(_)) => match self.count(expr) {
                            Some(count) => arguments.push(self.whole(count, expr.place)),
                            None => {
                                faulty = true;
                                arguments.push(self.whole(0, expr.place));
                            }
                        },
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
                CallArgument::Dims(list, place) if takes_dims => {
                    lists += 1;
                    match list {
                        Ok(list) => {
                            let list = list.iter().map(|dim| self.dim(dim)).collect();
                            dims = Some((list, *place));
                        }
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
            Some(text) if matches!(value.kind, ExprKind::Number(_)) => {
                format!("`{}`", text.strip_suffix(".0").unwrap_or(&text))
            }
            Some(text) => format!("`{text}`"),
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
        let near = || nearest(&text, ops::named().map(|operator| operator.name));
        let help = match text.as_str() {
            "add" | "sub" | "mul" | "div" => "write it as `+ - * /`".to_owned(),
            "log" => "the natural logarithm is `ln`".to_owned(),
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
