//! Shapes of all values, and every check that needs them.
//!
//! In: a [`Program`]. Out: its [`Shapes`]. Each operator's shape rule unifies the shapes of its
//! arguments through the helpers here, which word the errors. What only rustc can decide (const
//! items) is recorded as a check for the generated code.

mod called;
mod messages;
mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::rc::Rc;

use crate::errors::Errors;
use crate::models::{self, Models};
use crate::ops::{self, Parameter};
use crate::program::{Annotation, Call, Instance, Program, Site, ValueId, ValueKind};
use crate::shape::{Assumption, Dim, Join, Shape, Unifier};
use crate::syntax::{Element, Place, Role, TensorType};

pub(crate) use self::messages::{below_zero, out_of_range, reversed};

/// What inference found out.
pub(crate) struct Shapes {
    /// By value.
    pub(crate) values: Vec<Shape>,
    /// Checks the generated code makes where it names items only.
    pub(crate) checks: Vec<Check>,
    /// Checks it makes where generics are in scope.
    pub(crate) generic_checks: Vec<Check>,
    /// Element-wise meetings whose ranks only the type checker knows (`grad!`).
    pub(crate) joins: Vec<Join>,
    /// Broadcasts whose source only the type checker knows (`grad!`): from, to.
    pub(crate) broadcasts: Vec<(Shape, Shape)>,
    /// Operands of `grad!` that must be inputs, since a loss target depends on them.
    pub(crate) untracked: BTreeSet<usize>,
    /// By operator of the user's own: its const generics.
    pub(crate) own_dims: Vec<Vec<Dim>>,
}

/// A call of an operator of the user's own.
pub(crate) struct OwnCall {
    pub(crate) value: ValueId,
    /// Index of its path.
    pub(crate) path: usize,
    pub(crate) operands: Vec<Shape>,
    pub(crate) result: Shape,
    /// Where it is marked if the operator does not fit.
    pub(crate) place: Place,
}

/// A broadcast of an operand of unknown rank.
struct Broadcast {
    from: Shape,
    to: Shape,
    site: Site,
    /// What messages call the operand.
    called: String,
    instance: Option<usize>,
}

/// A condition on dimensions for rustc to decide.
pub(crate) struct Check {
    pub(crate) condition: Condition,
    /// The instance of a called model that needs it.
    instance: Option<usize>,
    pub(crate) place: Place,
    pub(crate) message: String,
}

pub(crate) enum Condition {
    Equal(Dim, Dim),
    /// The number of elements.
    AtLeast(usize, Shape),
    /// Equal numbers of elements.
    SameLen(Shape, Shape),
    /// The number is a position in the dimension.
    Below(usize, Dim),
    /// The dimensions add up to the other one.
    Sum([Dim; 2], Dim),
}

impl Check {
    /// Whether it depends on const generics or on what the type checker infers: then it can stand
    /// only where these are in scope, and is decided where they are known.
    pub(crate) fn is_generic(&self) -> bool {
        let free = |dim: &Dim| matches!(dim, Dim::Generic(_) | Dim::Var(_));
        let any_free = |shape: &Shape| shape.dims().is_none_or(|dims| dims.iter().any(free));
        match &self.condition {
            Condition::Equal(left, right) => free(left) || free(right),
            Condition::AtLeast(_, shape) => any_free(shape),
            Condition::Below(_, dim) => free(dim),
            Condition::Sum(parts, whole) => parts.iter().any(free) || free(whole),
            Condition::SameLen(from, to) => any_free(from) || any_free(to),
        }
    }
}

impl Condition {
    /// What it is about, as shapes.
    pub(crate) fn shapes(&self) -> Vec<Shape> {
        let vector = |dim: &Dim| Shape::Vector(dim.clone());
        match self {
            Condition::Equal(left, right) => vec![vector(left), vector(right)],
            Condition::AtLeast(_, shape) => vec![shape.clone()],
            Condition::SameLen(from, to) => vec![from.clone(), to.clone()],
            Condition::Below(_, dim) => vec![vector(dim)],
            Condition::Sum(parts, whole) => parts.iter().chain([whole]).map(vector).collect(),
        }
    }

    /// With what inference has found out since.
    fn resolved(self, unifier: &Unifier) -> Self {
        match self {
            Condition::Equal(left, right) => Condition::Equal(left, right),
            // Dimensions assumed equal go by one name, as in the generated code.
            Condition::AtLeast(count, shape) => {
                Condition::AtLeast(count, unifier.canonical(&shape))
            }
            Condition::Below(position, dim) => {
                Condition::Below(position, unifier.canonical_dim(&dim))
            }
            Condition::Sum(parts, whole) => Condition::Sum(
                parts.map(|part| unifier.canonical_dim(&part)),
                unifier.canonical_dim(&whole),
            ),
            Condition::SameLen(from, to) => {
                Condition::SameLen(unifier.canonical(&from), unifier.canonical(&to))
            }
        }
    }

    /// Whether it holds, where every dimension is a literal, or one is enough to tell.
    fn decided(&self) -> Option<bool> {
        match self {
            Condition::Equal(..) => None,
            Condition::Below(position, Dim::Literal(len)) => Some(position < len),
            Condition::Below(..) => None,
            Condition::Sum(parts, whole) => match (parts, whole) {
                ([Dim::Literal(a), Dim::Literal(b)], Dim::Literal(whole)) => {
                    Some(a.checked_add(*b) == Some(*whole))
                }
                _ => None,
            },
            Condition::AtLeast(count, shape) => {
                if shape.dims()?.contains(&Dim::Literal(0)) {
                    return Some(*count == 0);
                }
                // A product that is too large for a number is large enough.
                let literal = |dim: &Dim| matches!(dim, Dim::Literal(_));
                let known = shape.dims()?.iter().all(literal);
                known.then(|| shape.literal_len().is_none_or(|len| len >= *count))
            }
            Condition::SameLen(from, to) => {
                if from == to && from.dims().is_some() {
                    return Some(true);
                }
                Some(from.literal_len()? == to.literal_len()?)
            }
        }
    }
}

pub(crate) struct Infer<'a> {
    program: &'a Program,
    models: &'a Models,
    /// The instance of a called model that is looked at.
    instance: Option<usize>,
    /// For a mistake in it: what to mark and write in the caller, where that is known.
    blame: Option<(Place, String)>,
    /// The outermost calls of models that have a message.
    shown: BTreeSet<usize>,
    errors: &'a mut Errors,
    unifier: Unifier,
    shapes: Vec<Shape>,
    checks: Vec<Check>,
    broadcasts: Vec<Broadcast>,
    /// Dimensions of called models, by their names.
    called_dims: BTreeMap<Rc<str>, Dim>,
    /// By value: the operands it depends on, other than through `stop_gradient`.
    depends: Vec<BTreeSet<usize>>,
    untracked: BTreeSet<usize>,
}

/// Infers all shapes. `returns` is the declared result of a function.
pub(crate) fn infer(
    program: &Program,
    models: &Models,
    returns: Option<(&str, &TensorType)>,
    errors: &mut Errors,
) -> Shapes {
    let mut infer = Infer {
        program,
        models,
        instance: None,
        blame: None,
        shown: BTreeSet::new(),
        errors,
        unifier: Unifier::default(),
        shapes: Vec::new(),
        checks: Vec::new(),
        broadcasts: Vec::new(),
        called_dims: BTreeMap::new(),
        depends: Vec::new(),
        untracked: BTreeSet::new(),
    };
    for (name, dim) in &program.given_dims {
        let dim = infer.instantiate_dim(dim);
        infer.called_dims.insert(name.clone(), dim);
    }
    let own_dims: Vec<Vec<Dim>> = program
        .owns
        .iter()
        .map(|own| {
            let dims = own.dims.iter();
            dims.map(|dim| infer.instantiate_dim(dim)).collect()
        })
        .collect();
    for value in &program.values {
        let before = infer.errors.len();
        infer.instance = value.instance;
        let shape = match &value.kind {
            ValueKind::Operand(i) => match &program.operands[*i].shape {
                Some(shape) => shape.clone(),
                None => infer.unifier.fresh_shape(),
            },
            ValueKind::Number(_) => Shape::Scalar,
            ValueKind::Table(table) => table.shape(),
            ValueKind::Call(call) => infer.call(call),
            ValueKind::Error => Shape::Unknown,
        };
        let call = match &value.kind {
            ValueKind::Call(call) => Some(call),
            _ => None,
        };
        infer.in_instance(before, call);
        infer.depends.push(match &value.kind {
            ValueKind::Operand(i) => BTreeSet::from([*i]),
            ValueKind::Call(call) if !call.operator.is(&ops::layout::STOP_GRADIENT) => call
                .arguments
                .iter()
                .flat_map(|argument| infer.depends[*argument].iter().copied())
                .collect(),
            _ => BTreeSet::new(),
        });
        if let Some(Annotation {
            shape: annotation,
            place,
            instance,
        }) = &value.annotation
        {
            infer.instance = *instance;
            let before = infer.errors.len();
            let annotation = &infer.instantiate(annotation);
            let name = value
                .name
                .as_ref()
                .map_or("value".into(), ToString::to_string);
            let found = infer.unifier.resolve(&shape);
            let element = program.element.map_or("f32", Element::name);
            let help = match found.dims() {
                Some(dims) if !dims.iter().any(|dim| matches!(dim, Dim::Var(_))) => {
                    format!(
                        "write `{}`, or leave the type out",
                        type_text(&found, element)
                    )
                }
                _ => "leave the type out".to_owned(),
            };
            let message =
                format!("`{name}` is declared as {annotation}, found {found}\nhelp: {help}");
            if !infer.equal(annotation, &shape, *place, &message) {
                infer.errors.push(*place, message);
            }
            infer.in_instance(before, None);
        }
        infer.shapes.push(shape);
    }
    infer.instance = None;
    if is_comparison(program, program.root) {
        infer
            .errors
            .push(program.values[program.root].place, COMPARISON);
    } else if let Some((name, returns)) = returns {
        infer.result(name, returns);
    }
    if returns.is_some() {
        infer.unknown_results();
    }
    infer.settle_broadcasts();
    if !infer.unifier.settle_joins() {
        infer.errors.push(
            program.values[program.root].place,
            "element-wise operands must have one shape, unless one is a scalar",
        );
    }
    infer.settle_sums(returns.is_some());
    infer.unknown_dims();
    let (generic_checks, checks) = infer.checks().into_iter().partition(Check::is_generic);
    Shapes {
        values: infer
            .shapes
            .iter()
            .map(|shape| infer.unifier.canonical(shape))
            .collect(),
        checks,
        generic_checks,
        joins: infer.unifier.open_joins(),
        broadcasts: infer
            .broadcasts
            .iter()
            .map(|Broadcast { from, to, .. }| {
                (infer.unifier.canonical(from), infer.unifier.canonical(to))
            })
            .collect(),
        untracked: infer.untracked,
        own_dims: own_dims
            .iter()
            .map(|dims| {
                let dims = dims.iter();
                dims.map(|dim| infer.unifier.canonical_dim(dim)).collect()
            })
            .collect(),
    }
}

impl Infer<'_> {
    fn call(&mut self, call: &Call) -> Shape {
        let values = call
            .operator
            .arguments
            .iter()
            .filter(|parameter| parameter.is_value());
        if !self.conditions(call) {
            return Shape::Unknown;
        }
        for (index, parameter) in values.enumerate() {
            match parameter {
                Parameter::Target(_) => self.untracked(call, index, "the target"),
                Parameter::Constant(name) => {
                    self.untracked(call, index, &format!("`{name}`"));
                    if !self.is_unknown(call, index) {
                        self.scalar(call, index);
                    }
                }
                _ => {}
            }
        }
        if (0..call.arguments.len()).any(|index| self.is_unknown(call, index)) {
            return Shape::Unknown;
        }
        let known = self.unifier.mark();
        let before = self.errors.len();
        let shape = (call.operator.shape)(self, call);
        if self.errors.len() > before {
            // One call, one message.
            self.errors.truncate(before + 1);
            self.unifier.roll_back(&known);
            if let Some((place, message)) = self.swapped(call) {
                self.errors.truncate(before);
                self.errors.push(place, message);
            }
            return Shape::Unknown;
        }
        shape
    }

    /// For a call that does not fit: whether it does with two arguments of unlike shapes swapped,
    /// and what to say then.
    fn swapped(&mut self, call: &Call) -> Option<(Place, String)> {
        let count = call.arguments.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        for (a, b) in pairs {
            let rank = |shape: Shape| shape.dims().map(|dims| dims.len());
            // What is not known (`grad!`) would fit anywhere.
            match (rank(self.shape(call, a)), rank(self.shape(call, b))) {
                (Some(a), Some(b)) if a != b => {}
                _ => continue,
            }
            let mut arguments = call.arguments.clone();
            let mut sites = call.sites.clone();
            arguments.swap(a, b);
            sites.swap(a, b);
            let swapped = Call {
                operator: call.operator,
                arguments,
                sites,
                axis: call.axis,
                dims: call.dims.clone(),
                own: None,
                declared: None,
            };
            // A trial, without a trace.
            let (errors, checks, broadcasts) =
                (self.errors.len(), self.checks.len(), self.broadcasts.len());
            let known = self.unifier.mark();
            // A condition stays one.
            if self.conditions(&swapped) {
                let _ = (call.operator.shape)(self, &swapped);
            }
            let fits = self.errors.len() == errors;
            self.unifier.roll_back(&known);
            self.errors.truncate(errors);
            self.checks.truncate(checks);
            self.broadcasts.truncate(broadcasts);
            if fits {
                let texts: Vec<&str> = swapped
                    .sites
                    .iter()
                    .map(|site| site.text.as_deref().unwrap_or("…"))
                    .collect();
                let message = format!(
                    "`{name}` needs its arguments in the order `{usage}`, found {found}\nhelp: did you mean `{name}({arguments})`?",
                    name = call.operator.name,
                    usage = call.operator.usage,
                    found = self.found_both(call, a, b),
                    arguments = texts.join(", "),
                );
                return Some((call.sites[a].place.to(call.sites[b].place), message));
            }
        }
        None
    }

    /// The checks for the generated code; reports those that inference decided since.
    fn checks(&mut self) -> Vec<Check> {
        let mut open = Vec::new();
        for mut check in std::mem::take(&mut self.checks) {
            check.condition = check.condition.resolved(&self.unifier);
            match check.condition.decided() {
                None => {
                    if let Some((key, place)) = self.outermost(check.instance) {
                        check.message = self.models.misuse(key, &check.message);
                        check.place = place;
                    }
                    open.push(check);
                }
                Some(true) => {}
                Some(false) => {
                    self.instance = check.instance;
                    self.report(check.place, check.message);
                }
            }
        }
        self.instance = None;
        open
    }

    fn is_unknown(&self, call: &Call, index: usize) -> bool {
        self.shapes[call.arguments[index]] == Shape::Unknown
    }

    /// Reports an argument (called `what`) that depends on a parameter though it gets no adjoint.
    fn untracked(&mut self, call: &Call, index: usize, what: &str) {
        let program = self.program;
        let site = &call.sites[index];
        for operand in self.depends[call.arguments[index]].clone() {
            let operand_name = &program.operands[operand].ident;
            match program.operands[operand].role {
                Some(Role::Input) => {}
                Some(Role::Param) => {
                    let found = match &site.name {
                        Some(name) if *operand_name == name.as_str() => {
                            format!("found the parameter `{name}`")
                        }
                        Some(name) => {
                            format!(
                                "found `{name}`, which depends on the parameter `{operand_name}`"
                            )
                        }
                        None => {
                            format!("found a value that depends on the parameter `{operand_name}`")
                        }
                    };
                    if self.instance.is_some() {
                        self.blame_target(call.arguments[index], operand);
                    }
                    let help = match call.sites.as_slice() {
                        [prediction, target] if index == 1 && self.is_data(call, 0) => format!(
                            "the prediction comes first: `{}({}, {})`",
                            call.operator.name,
                            written(target),
                            written(prediction)
                        ),
                        _ => format!(
                            "declare it `Input<..>`, or write `stop_gradient({})`",
                            written(site)
                        ),
                    };
                    self.errors.push(
                        site.place,
                        format!(
                            "{what} of `{}` must be an input, {found}\nhelp: {help}",
                            call.operator.name
                        ),
                    );
                    return;
                }
                None => {
                    self.untracked.insert(operand);
                }
            }
        }
    }

    /// Whether an argument depends on inputs, and on nothing else.
    fn is_data(&self, call: &Call, index: usize) -> bool {
        let operands = &self.depends[call.arguments[index]];
        let input = |operand: &usize| self.program.operands[*operand].role == Some(Role::Input);
        !operands.is_empty() && operands.iter().all(input)
    }

    fn result(&mut self, name: &str, returns: &TensorType) {
        let root = self.program.root;
        let found = self.unifier.resolve(&self.shapes[root]);
        let other_way = match (&returns.shape, &found) {
            (Shape::Scalar, _) => ", or reduce the result, for example with `sum`",
            (Shape::Matrix(r, c), Shape::Matrix(s, d)) if r == d && c == s => {
                ", or `transpose` the result"
            }
            _ => "",
        };
        let message = format!(
            "`{name}` is declared to return {}, found {found}\nhelp: write `-> {}`{other_way}",
            returns.shape,
            type_text(&found, returns.element.name())
        );
        let place = self.program.values[root].place;
        let shape = self.shapes[root].clone();
        if !self.equal(&returns.shape, &shape, place, &message) {
            self.errors.push(place, message);
        }
    }

    /// Unifies and turns what was assumed into checks at `place`.
    fn equal(&mut self, a: &Shape, b: &Shape, place: Place, message: &str) -> bool {
        let fits = self.unifier.unify(a, b);
        self.assume(fits, place, message)
    }

    fn equal_dims(&mut self, a: &Dim, b: &Dim, place: Place, message: &str) -> bool {
        let fits = self.unifier.unify_dims(a, b);
        self.assume(fits, place, message)
    }

    fn assume(&mut self, fits: bool, place: Place, message: &str) -> bool {
        for Assumption { left, right } in self.unifier.take_assumptions() {
            if fits {
                self.checks.push(Check {
                    condition: Condition::Equal(left, right),
                    instance: self.instance,
                    place,
                    message: message.to_owned(),
                });
            }
        }
        fits
    }

    /// The shape of an argument as far as it is known.
    pub(crate) fn shape(&self, call: &Call, index: usize) -> Shape {
        self.unifier.resolve(&self.shapes[call.arguments[index]])
    }

    fn set(&mut self, call: &Call, index: usize, shape: &Shape) {
        let known = self.shapes[call.arguments[index]].clone();
        self.unifier.unify(&known, shape);
    }

    fn fail(&mut self, place: Place, message: impl Display) -> Shape {
        self.errors.push(place, message);
        Shape::Unknown
    }

    /// A value in the shape a called model declares for it.
    pub(crate) fn declared(&mut self, call: &Call) -> Shape {
        let Some((declared, what)) = &call.declared else {
            return self.shape(call, 0);
        };
        let declared = self.instantiate(declared);
        let shape = self.shape(call, 0);
        let found = match call.sites[0].name {
            Some(_) => self.found(call, 0),
            None => shape.to_string(),
        };
        let message = format!(
            "{what} must be {}, found {found}",
            self.unifier.resolve(&declared),
        );
        let place = call.sites[0].place;
        if self.equal(&declared, &shape, place, &message) {
            self.shape(call, 0)
        } else {
            self.fail(place, message)
        }
    }

    /// The shape with the dimensions of called models as variables of their call.
    fn instantiate(&mut self, shape: &Shape) -> Shape {
        match shape {
            Shape::Vector(n) => Shape::Vector(self.instantiate_dim(n)),
            Shape::Matrix(rows, columns) => {
                Shape::Matrix(self.instantiate_dim(rows), self.instantiate_dim(columns))
            }
            Shape::Scalar | Shape::Var(_) | Shape::Unknown => shape.clone(),
        }
    }

    fn instantiate_dim(&mut self, dim: &Dim) -> Dim {
        let Dim::Generic(name) = dim else {
            return dim.clone();
        };
        if !name.contains(crate::models::MARK) {
            return dim.clone();
        }
        if let Some(known) = self.called_dims.get(name) {
            return known.clone();
        }
        let fresh = self.unifier.fresh_dim();
        self.called_dims.insert(name.clone(), fresh.clone());
        fresh
    }

    /// A const generic of a called model must meet something at the call.
    fn unknown_dims(&mut self) {
        let program = self.program;
        // In `grad!` the type checker may find it out, from operands, the result, and bounds on
        // what is between them.
        let in_block = program.root_name.is_some();
        let bounded = !program.owns.is_empty()
            || !self.broadcasts.is_empty()
            || !self.unifier.open_joins().is_empty();
        let said = self.said_dims();
        for (name, dim) in std::mem::take(&mut self.called_dims) {
            let Dim::Var(_) = self.unifier.resolve_dim(&dim) else {
                continue;
            };
            // A call named it by that of another call.
            if program.given_dims.iter().any(|(given, _)| *given == name) {
                continue;
            }
            if in_block && (bounded || said.contains(&self.unifier.resolve_dim(&dim))) {
                continue;
            }
            let Some((name, instance)) = name.split_once(crate::models::MARK) else {
                continue;
            };
            let call = instance
                .parse::<usize>()
                .ok()
                .and_then(|instance| program.instances.get(instance));
            if let Some(Instance { key, place, within }) = call {
                self.instance = *within;
                self.report(
                    *place,
                    format!("the dimension `{name}` of the model `{key}` is not known here\nhelp: use it in the shape of an argument of that model, or name it: `{key}::<…>(..)`"),
                );
            }
        }
        self.instance = None;
    }

    /// In a function every shape must be known to the macro.
    fn unknown_results(&mut self) {
        let program = self.program;
        for (id, value) in program.values.iter().enumerate() {
            let ValueKind::Call(Call {
                own: Some(path), ..
            }) = &value.kind
            else {
                continue;
            };
            if let Shape::Var(_) = self.unifier.resolve(&self.shapes[id]) {
                let path = &program.owns[*path].shown;
                let element = program.element.map_or("f32", Element::name);
                let name = value
                    .name
                    .as_ref()
                    .map_or("y".to_owned(), ToString::to_string);
                self.instance = value.instance;
                self.report(
                    value.place,
                    format!(
                        "the shape of what `{path}` gives is not known here\nhelp: say it where it is bound, for example `let {name}: [{element}; 4] = {path}(..);`"
                    ),
                );
            }
        }
        self.instance = None;
    }

    /// A comparison can be a condition and nothing else; a condition must be one.
    fn conditions(&mut self, call: &Call) -> bool {
        let program = self.program;
        let mut values = call.operator.arguments.iter().filter(|p| p.is_value());
        let mut fits = true;
        for (index, argument) in call.arguments.iter().enumerate() {
            let wanted = matches!(values.next(), Some(Parameter::Condition(_)));
            let place = call.sites[index].place;
            match (wanted, is_comparison(program, *argument)) {
                (true, false) if !self.is_unknown(call, index) => {
                    let message = format!(
                        "`{}` needs a condition here, found {}\nhelp: write a comparison, for example `{}(x > 0.0, a, b)`",
                        call.operator.name,
                        self.called(call, index),
                        call.operator.name
                    );
                    self.fail(place, message);
                    fits = false;
                }
                (false, true) => {
                    self.fail(place, COMPARISON);
                    fits = false;
                }
                _ => {}
            }
        }
        fits
    }

    /// Decides a condition now, or leaves it to rustc; `false` after reporting.
    fn check(&mut self, condition: Condition, place: Place, message: String) -> bool {
        match condition.decided() {
            Some(true) => true,
            Some(false) => {
                self.fail(place, message);
                false
            }
            None => {
                self.checks.push(Check {
                    condition,
                    instance: self.instance,
                    place,
                    message,
                });
                true
            }
        }
    }

    /// Dimensions of the operands and the result of `grad!`, which are types of views.
    fn said_dims(&self) -> Vec<Dim> {
        let program = self.program;
        let values = program.values.iter().zip(&self.shapes).enumerate();
        values
            .filter(|(id, (value, _))| {
                *id == program.root || matches!(value.kind, ValueKind::Operand(_))
            })
            .flat_map(|(_, (_, shape))| self.unifier.resolve(shape).dims().unwrap_or_default())
            .collect()
    }

    /// Finds out the sums whose parts have become numbers, and reports those that nothing says.
    fn settle_sums(&mut self, function: bool) {
        struct Sum {
            parts: [Dim; 2],
            whole: Dim,
            instance: Option<usize>,
            place: Place,
            message: String,
        }
        let mut sums: Vec<Sum> = Vec::new();
        for check in &self.checks {
            if let Condition::Sum(parts, whole) = &check.condition {
                sums.push(Sum {
                    parts: parts.clone(),
                    whole: whole.clone(),
                    instance: check.instance,
                    place: check.place,
                    message: check.message.clone(),
                });
            }
        }
        // A sum may be a part of the next one.
        for sum in &sums {
            let ([a, b], whole) = (&sum.parts, &sum.whole);
            self.instance = sum.instance;
            let resolve = |dim: &Dim| self.unifier.resolve_dim(dim);
            let known = match (resolve(a), resolve(b), resolve(whole)) {
                (Dim::Literal(a), Dim::Literal(b), _) => {
                    Some((whole, Dim::Literal(a.saturating_add(b))))
                }
                (Dim::Literal(part), other @ Dim::Var(_), Dim::Literal(whole))
                | (other @ Dim::Var(_), Dim::Literal(part), Dim::Literal(whole))
                    if part <= whole =>
                {
                    self.unifier.unify_dims(&other, &Dim::Literal(whole - part));
                    None
                }
                _ => None,
            };
            if let Some((whole, added)) = known
                && !self.equal_dims(whole, &added, sum.place, &sum.message)
            {
                self.report(sum.place, sum.message.clone());
            }
        }
        // A length that no operand and no result has cannot be found out by the type checker either.
        let said = if function {
            Vec::new()
        } else {
            self.said_dims()
        };
        for Sum {
            whole,
            instance,
            place,
            message,
            ..
        } in sums
        {
            self.instance = instance;
            let whole = self.unifier.resolve_dim(&whole);
            if matches!(whole, Dim::Var(_)) && !said.contains(&whole) {
                self.report(
                    place,
                    format!(
                        "{message}, and cannot add them up\nhelp: give the result a type, for example `let joined: [f32; 8] = concat(x, y);`"
                    ),
                );
            }
        }
        self.instance = None;
    }
}

/// An argument as it stands in the source, or `…`.
fn written(site: &Site) -> &str {
    site.text.as_deref().unwrap_or("…")
}

const COMPARISON: &str = "a comparison can only be the condition of `select`\nhelp: write `select(x > y, a, b)` for a choice element by element";

fn is_comparison(program: &Program, value: ValueId) -> bool {
    matches!(&program.values[value].kind, ValueKind::Call(call) if call.operator.is_comparison())
}

fn is_one(dim: &Dim) -> bool {
    *dim == Dim::Literal(1)
}

/// As the user writes it: `[[f32; 4]; 8]`.
pub(crate) fn type_text(shape: &Shape, element: &str) -> String {
    match shape {
        Shape::Scalar => element.to_owned(),
        Shape::Vector(n) => format!("[{element}; {n}]"),
        Shape::Matrix(r, c) => format!("[[{element}; {c}]; {r}]"),
        Shape::Var(_) | Shape::Unknown => "_".to_owned(),
    }
}

impl Shapes {
    pub(crate) fn of(&self, value: ValueId) -> &Shape {
        &self.values[value]
    }

    /// Calls of the user's own operators, of each those that differ in their shapes.
    pub(crate) fn own_calls(&self, program: &Program) -> Vec<OwnCall> {
        let mut calls: Vec<OwnCall> = Vec::new();
        for (id, (value, result)) in program.values.iter().zip(&self.values).enumerate() {
            let ValueKind::Call(call) = &value.kind else {
                continue;
            };
            let Some(path) = call.own else { continue };
            let operands: Vec<Shape> = call
                .arguments
                .iter()
                .map(|argument| self.of(*argument).clone())
                .collect();
            let known = |known: &OwnCall| {
                known.path == path && known.operands == operands && known.result == *result
            };
            if !calls.iter().any(known) {
                let instance = value.instance.map(|instance| program.outermost(instance));
                let outermost = instance.and_then(|instance| program.instances.get(instance));
                calls.push(OwnCall {
                    value: id,
                    path,
                    operands,
                    result: result.clone(),
                    place: outermost.map_or(value.place, |call| call.place),
                });
            }
        }
        calls
    }

    /// The first value that such a meeting makes, and where the operand stands that must fit the
    /// other one.
    pub(crate) fn join_place(&self, program: &Program, join: &Join) -> Option<(ValueId, Place)> {
        program.values.iter().enumerate().find_map(|(id, value)| {
            let ValueKind::Call(call) = &value.kind else {
                return None;
            };
            let ([left, right], [_, site]) = (&call.arguments[..], &call.sites[..]) else {
                return None;
            };
            let infix = !call.operator.usage.contains('(') && !call.operator.is_comparison();
            let found = infix && *self.of(*left) == join.left && *self.of(*right) == join.right;
            let instance = value.instance.map(|instance| program.outermost(instance));
            let outermost = instance.and_then(|instance| program.instances.get(instance));
            found.then(|| (id, outermost.map_or(site.place, |call| call.place)))
        })
    }

    /// By operand.
    pub(crate) fn operands(&self, program: &Program) -> Vec<Shape> {
        let mut operands = vec![Shape::Unknown; program.operands.len()];
        for (value, shape) in program.values.iter().zip(&self.values) {
            if let ValueKind::Operand(index) = value.kind {
                operands[index] = shape.clone();
            }
        }
        operands
    }
}
