//! Shapes of all values, and every check that needs them.
//!
//! In: a [`Program`]. Out: its [`Shapes`]. Each operator's shape rule unifies the shapes of its
//! arguments through the helpers here, which word the errors. What only rustc can decide (const
//! items) is recorded as a check for the generated code.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::errors::Errors;
use crate::ops::Parameter;
use crate::program::{Call, Program, ValueId, ValueKind};
use crate::shape::{Assumption, Dim, Join, Shape, Unifier};
use crate::syntax::{Place, Role, TensorType};

/// What inference found out.
pub(crate) struct Shapes {
    /// By value.
    pub(crate) values: Vec<Shape>,
    /// Checks the generated code makes.
    pub(crate) checks: Vec<Check>,
    /// Element-wise meetings whose ranks only the type checker knows (`grad!`).
    pub(crate) joins: Vec<Join>,
    /// Broadcasts whose source only the type checker knows (`grad!`): from, to.
    pub(crate) broadcasts: Vec<(Shape, Shape)>,
    /// Operands of `grad!` that must be inputs, since a loss target depends on them.
    pub(crate) untracked: BTreeSet<usize>,
}

/// A condition on dimensions for rustc to decide.
pub(crate) struct Check {
    pub(crate) condition: Condition,
    pub(crate) place: Place,
    pub(crate) message: String,
}

pub(crate) enum Condition {
    Equal(Dim, Dim),
    NotZero(Dim),
    /// Equal products.
    SameLen(Vec<Dim>, Vec<Dim>),
}

pub(crate) struct Infer<'a> {
    program: &'a Program,
    errors: &'a mut Errors,
    unifier: Unifier,
    shapes: Vec<Shape>,
    checks: Vec<Check>,
    broadcasts: Vec<(Shape, Shape)>,
    /// By value: the operands it depends on, other than through `stop_gradient`.
    depends: Vec<BTreeSet<usize>>,
    untracked: BTreeSet<usize>,
}

/// Infers all shapes. `returns` is the declared result of a function.
pub(crate) fn infer(
    program: &Program,
    returns: Option<(&str, &TensorType)>,
    errors: &mut Errors,
) -> Shapes {
    let mut infer = Infer {
        program,
        errors,
        unifier: Unifier::default(),
        shapes: Vec::new(),
        checks: Vec::new(),
        broadcasts: Vec::new(),
        depends: Vec::new(),
        untracked: BTreeSet::new(),
    };
    for value in &program.values {
        let shape = match &value.kind {
            ValueKind::Operand(i) => match &program.operands[*i].shape {
                Some(shape) => shape.clone(),
                None => infer.unifier.fresh_shape(),
            },
            ValueKind::Number(_) => Shape::Scalar,
            ValueKind::Call(call) => infer.call(call),
            ValueKind::Error => Shape::Unknown,
        };
        infer.depends.push(match &value.kind {
            ValueKind::Operand(i) => BTreeSet::from([*i]),
            ValueKind::Call(call) if call.operator.name != "stop_gradient" => call
                .arguments
                .iter()
                .flat_map(|argument| infer.depends[*argument].iter().copied())
                .collect(),
            _ => BTreeSet::new(),
        });
        if let Some((annotation, place)) = &value.annotation {
            let name = value
                .name
                .as_ref()
                .map_or("value".into(), ToString::to_string);
            let found = infer.unifier.resolve(&shape);
            let message =
                format!("`{name}` is declared as {annotation}, found a value of shape {found}");
            if !infer.equal(annotation, &shape, *place, &message) {
                infer.errors.push(*place, message);
            }
        }
        infer.shapes.push(shape);
    }
    if let Some((name, returns)) = returns {
        infer.result(name, returns);
    }
    if !infer.unifier.settle_joins() {
        infer.errors.push(
            program.values[program.root].place,
            "element-wise operands must have one shape, unless one is a scalar",
        );
    }
    Shapes {
        values: infer
            .shapes
            .iter()
            .map(|shape| infer.unifier.canonical(shape))
            .collect(),
        checks: infer.checks,
        joins: infer.unifier.open_joins(),
        broadcasts: infer
            .broadcasts
            .iter()
            .map(|(from, to)| (infer.unifier.canonical(from), infer.unifier.canonical(to)))
            .collect(),
        untracked: infer.untracked,
    }
}

impl Infer<'_> {
    fn call(&mut self, call: &Call) -> Shape {
        let values =
            call.operator.arguments.iter().filter(|parameter| {
                matches!(parameter, Parameter::Value(_) | Parameter::Target(_))
            });
        for (index, parameter) in values.enumerate() {
            if let Parameter::Target(_) = parameter {
                self.target(call, index);
            }
        }
        if call
            .arguments
            .iter()
            .any(|argument| self.shapes[*argument] == Shape::Unknown)
        {
            return Shape::Unknown;
        }
        (call.operator.shape)(self, call)
    }

    /// A target must be known data.
    fn target(&mut self, call: &Call, index: usize) {
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
                    let argument = self.argument_text(site.name.as_deref(), "…");
                    self.errors.push(
                        site.place,
                        format!(
                            "the target of `{}` must be an input, {found}\nhelp: declare it `Input<..>`, or write `stop_gradient({argument})`",
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

    fn argument_text(&self, name: Option<&str>, otherwise: &str) -> String {
        name.unwrap_or(otherwise).to_owned()
    }

    fn result(&mut self, name: &str, returns: &TensorType) {
        let root = self.program.root;
        let found = self.unifier.resolve(&self.shapes[root]);
        let element = returns.element;
        let declared = type_text(&returns.shape, element.name());
        let message = format!(
            "`{name}` is declared to return {} (`{declared}`), found a result of shape {found}\nhelp: write `-> {}`, or reduce the result, for example with `sum`",
            returns.shape,
            type_text(&found, element.name())
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

    /// `` `x` [4] ``, or `the first argument [4]` where it has no name.
    fn found(&self, call: &Call, index: usize) -> String {
        format!("{} {}", self.called(call, index), self.shape(call, index))
    }

    fn called(&self, call: &Call, index: usize) -> String {
        const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];
        match &call.sites[index].name {
            Some(name) => format!("`{name}`"),
            None => {
                let kind = if call.operator.usage.contains('(') {
                    format!("the {} argument", ORDINALS.get(index).unwrap_or(&"next"))
                } else if call.sites.len() == 1 {
                    "the operand".to_owned()
                } else if index == 0 {
                    "the left operand".to_owned()
                } else {
                    "the right operand".to_owned()
                };
                kind
            }
        }
    }

    fn fail(&mut self, place: Place, message: impl Display) -> Shape {
        self.errors.push(place, message);
        Shape::Unknown
    }

    /// Two arguments of one shape.
    pub(crate) fn same(&mut self, call: &Call, a: usize, b: usize) -> Shape {
        let (left, right) = (self.shape(call, a), self.shape(call, b));
        let message = format!(
            "`{}` needs operands of one shape, found {} and {}{}",
            call.operator.name,
            self.found(call, a),
            self.found(call, b),
            self.shape_help(call, a, b),
        );
        let place = call.sites[b].place;
        if self.equal(&left, &right, place, &message) {
            left
        } else {
            self.fail(place, message)
        }
    }

    /// What to write where two shapes differ.
    fn shape_help(&self, call: &Call, a: usize, b: usize) -> String {
        let (left, right) = (self.shape(call, a), self.shape(call, b));
        let name = |index: usize| {
            self.argument_text(
                call.sites[index].name.as_deref(),
                if index == a { "left" } else { "right" },
            )
        };
        let same = |n: &Dim, m: &Dim| n == m;
        let reshape = |index: usize, to: &Shape| {
            format!(
                "\nhelp: shapes never broadcast by themselves; write `reshape({}, {to})`",
                name(index)
            )
        };
        match (&left, &right) {
            (Shape::Matrix(r, c), Shape::Vector(n)) if is_one(c) && same(r, n) => reshape(b, &left),
            (Shape::Vector(n), Shape::Matrix(r, c)) if is_one(c) && same(r, n) => reshape(b, &left),
            (Shape::Matrix(r, c), Shape::Vector(n)) if is_one(r) && same(c, n) => reshape(b, &left),
            (Shape::Vector(n), Shape::Matrix(r, c)) if is_one(r) && same(c, n) => reshape(b, &left),
            (Shape::Matrix(_, c), Shape::Vector(n)) if same(c, n) => format!(
                "\nhelp: to use it for every row write `broadcast({}, {left})`",
                name(b)
            ),
            (Shape::Vector(n), Shape::Matrix(_, c)) if same(c, n) => format!(
                "\nhelp: to use it for every row write `broadcast({}, {right})`",
                name(a)
            ),
            (Shape::Matrix(r, c), Shape::Matrix(s, d)) if same(r, d) && same(c, s) => {
                format!("\nhelp: did you mean `transpose({})`?", name(b))
            }
            (Shape::Scalar, Shape::Vector(_) | Shape::Matrix(..)) => {
                format!(
                    "\nhelp: to repeat the scalar write `broadcast({}, {right})`",
                    name(a)
                )
            }
            (Shape::Vector(_) | Shape::Matrix(..), Shape::Scalar) => {
                format!(
                    "\nhelp: to repeat the scalar write `broadcast({}, {left})`",
                    name(b)
                )
            }
            _ => "\nhelp: make both shapes equal where they are declared".to_owned(),
        }
    }

    /// One shape, or a scalar and an array: `+ - * /`.
    pub(crate) fn join(&mut self, call: &Call) -> Shape {
        let (left, right) = (self.shape(call, 0), self.shape(call, 1));
        let message = format!(
            "`{}` needs operands of one shape (or a scalar and an array), found {} and {}{}",
            call.operator.name,
            self.found(call, 0),
            self.found(call, 1),
            self.shape_help(call, 0, 1),
        );
        let place = call.sites[1].place;
        let joined = self.unifier.join(&left, &right);
        if self.assume(joined.is_some(), place, &message)
            && let Some(shape) = joined
        {
            shape
        } else {
            self.fail(place, message)
        }
    }

    /// An argument that must be a scalar; `false` after reporting that it is not.
    pub(crate) fn scalar(&mut self, call: &Call, index: usize) -> bool {
        let shape = self.shape(call, index);
        if self.unifier.unify(&shape, &Shape::Scalar) {
            return true;
        }
        let help = match call.operator.name {
            "scale" => "\nhelp: for a product element by element write `x * y`",
            "offset" => "\nhelp: for a sum element by element write `x + y`",
            _ => "",
        };
        let message = format!(
            "`{}` needs a scalar here, found {}{help}",
            call.operator.name,
            self.found(call, index)
        );
        self.fail(call.sites[index].place, message);
        false
    }

    /// An argument that must be a vector; its length.
    pub(crate) fn vector(&mut self, call: &Call, index: usize) -> Option<Dim> {
        match self.shape(call, index) {
            Shape::Vector(n) => Some(n),
            Shape::Var(_) => {
                let n = self.unifier.fresh_dim();
                self.set(call, index, &Shape::Vector(n.clone()));
                Some(n)
            }
            other => {
                let name = self.argument_text(call.sites[index].name.as_deref(), "x");
                let help = match &other {
                    Shape::Matrix(r, c) if is_one(r) => {
                        format!("\nhelp: write `reshape({name}, [{c}])`")
                    }
                    Shape::Matrix(r, c) if is_one(c) => {
                        format!("\nhelp: write `reshape({name}, [{r}])`")
                    }
                    Shape::Matrix(Dim::Literal(r), Dim::Literal(c)) => {
                        format!(
                            "\nhelp: to use all elements write `reshape({name}, [{}])`",
                            r.saturating_mul(*c)
                        )
                    }
                    _ => String::new(),
                };
                let message = format!(
                    "`{}` needs a vector here, found {}{help}",
                    call.operator.name,
                    self.found(call, index)
                );
                self.fail(call.sites[index].place, message);
                None
            }
        }
    }

    /// An argument that must be a matrix; its rows and columns.
    pub(crate) fn matrix(&mut self, call: &Call, index: usize) -> Option<(Dim, Dim)> {
        match self.shape(call, index) {
            Shape::Matrix(r, c) => Some((r, c)),
            Shape::Var(_) => {
                let (r, c) = (self.unifier.fresh_dim(), self.unifier.fresh_dim());
                self.set(call, index, &Shape::Matrix(r.clone(), c.clone()));
                Some((r, c))
            }
            other => {
                let name = self.argument_text(call.sites[index].name.as_deref(), "x");
                let help = match (&other, call.operator.name) {
                    (Shape::Vector(_), "matmul") => {
                        format!("\nhelp: for a matrix times a vector write `matvec(W, {name})`")
                    }
                    (Shape::Vector(n), _) => {
                        format!("\nhelp: as a column write `reshape({name}, [{n}, 1])`")
                    }
                    _ => String::new(),
                };
                let message = format!(
                    "`{}` needs a matrix here, found {}{help}",
                    call.operator.name,
                    self.found(call, index)
                );
                self.fail(call.sites[index].place, message);
                None
            }
        }
    }

    /// Makes a dimension of argument `a` equal to one of argument `b`: `rule` says which.
    pub(crate) fn match_dims(
        &mut self,
        call: &Call,
        (a, left): (usize, &Dim),
        (b, right): (usize, &Dim),
        rule: &str,
    ) -> bool {
        let message = format!(
            "`{}` needs {rule}, found {} and {}{}",
            call.operator.name,
            self.found(call, a),
            self.found(call, b),
            self.product_help(call, a, b),
        );
        let place = call.sites[b].place;
        let fits = self.equal_dims(left, right, place, &message);
        if !fits {
            self.fail(place, message);
        }
        fits
    }

    fn product_help(&self, call: &Call, a: usize, b: usize) -> String {
        let name = |index: usize| self.argument_text(call.sites[index].name.as_deref(), "…");
        match (call.operator.name, self.shape(call, a), self.shape(call, b)) {
            ("matmul", Shape::Matrix(_, k), Shape::Matrix(_, d)) if k == d => {
                format!(
                    "\nhelp: did you mean `matmul({}, transpose({}))`?",
                    name(a),
                    name(b)
                )
            }
            ("matmul", Shape::Matrix(r, _), Shape::Matrix(s, _)) if r == s => {
                format!(
                    "\nhelp: did you mean `matmul(transpose({}), {})`?",
                    name(a),
                    name(b)
                )
            }
            ("matmul", Shape::Matrix(r, _), Shape::Matrix(_, d)) if r == d => {
                format!("\nhelp: did you mean `matmul({}, {})`?", name(b), name(a))
            }
            ("matvec", Shape::Matrix(r, _), Shape::Vector(n)) if r == n => {
                format!(
                    "\nhelp: did you mean `matvec(transpose({}), {})`?",
                    name(a),
                    name(b)
                )
            }
            ("fully_connected", Shape::Vector(n), Shape::Matrix(r, _)) if r == n => {
                format!(
                    "\nhelp: weights are [outputs, inputs], `[[f32; inputs]; outputs]`; did you mean `transpose({})`?",
                    name(b)
                )
            }
            _ => "\nhelp: make the dimensions equal where they are declared".to_owned(),
        }
    }

    /// Refuses arguments of no element, for which `operator` has no value.
    pub(crate) fn not_empty(&mut self, call: &Call, index: usize) -> bool {
        let dims = self.shape(call, index).dims().unwrap_or_default();
        let message = format!(
            "`{}` of no element has no value, found {}",
            call.operator.name,
            self.found(call, index)
        );
        let place = call.sites[index].place;
        for dim in dims {
            match dim {
                Dim::Literal(0) => {
                    self.fail(
                        place,
                        format!("{message}\nhelp: use at least one element; `sum` of none is 0"),
                    );
                    return false;
                }
                Dim::Item(_) => self.checks.push(Check {
                    condition: Condition::NotZero(dim),
                    place,
                    message: message.clone(),
                }),
                Dim::Literal(_) | Dim::Generic(_) | Dim::Var(_) => {}
            }
        }
        true
    }

    /// The `[R, C]` argument as a shape.
    pub(crate) fn wanted(&mut self, call: &Call) -> Option<(Shape, Place)> {
        let (dims, place) = call.dims.clone()?;
        match Shape::from_dims(&dims) {
            Some(shape) => Some((shape, place)),
            None => {
                self.fail(
                    place,
                    format!(
                        "`{}` gives at most two dimensions, found {}",
                        call.operator.name,
                        dims.len()
                    ),
                );
                None
            }
        }
    }

    /// Equal element counts, for `reshape`.
    pub(crate) fn same_len(&mut self, call: &Call, wanted: &Shape, place: Place) -> bool {
        let found = self.shape(call, 0);
        let Some(from) = found.dims() else {
            // `grad!`: the type checker compares sizes.
            return true;
        };
        let to = wanted.dims().unwrap_or_default();
        let count = |len: Option<usize>| len.map_or(String::new(), |n| format!(" ({n} elements)"));
        let message = format!(
            "`reshape` keeps the number of elements, found {}{} and {wanted}{}",
            self.found(call, 0),
            count(found.literal_len()),
            count(wanted.literal_len()),
        );
        if from == to {
            return true;
        }
        match (found.literal_len(), wanted.literal_len()) {
            (Some(n), Some(m)) if n == m => true,
            (Some(_), Some(_)) => {
                self.fail(place, message);
                false
            }
            _ => {
                let free = |dim: &Dim| matches!(dim, Dim::Generic(_) | Dim::Var(_));
                // With generics rustc compares when they are known (`reshape` of the runtime).
                if !from.iter().chain(&to).any(free) {
                    self.checks.push(Check {
                        condition: Condition::SameLen(from, to),
                        place,
                        message,
                    });
                }
                true
            }
        }
    }

    /// The source of a broadcast to `wanted`: a scalar, a row for every row, or a column.
    pub(crate) fn broadcast(&mut self, call: &Call, wanted: &Shape) -> Shape {
        let found = self.shape(call, 0);
        let place = call.sites[0].place;
        let message = |infer: &Self| {
            format!(
                "`broadcast` to {wanted} needs a scalar{}, found {}",
                match wanted {
                    Shape::Matrix(r, c) => format!(", a row [{c}] or a column [{r}, 1]"),
                    _ => String::new(),
                },
                infer.found(call, 0)
            )
        };
        match (&found, wanted) {
            (_, Shape::Scalar) => {
                let place = call.dims.as_ref().map_or(place, |(_, place)| *place);
                return self.fail(place, "`broadcast` needs one or two dimensions, found none\nhelp: for example `broadcast(b, [4, 3])`");
            }
            (Shape::Scalar, _) => return wanted.clone(),
            (Shape::Vector(n), Shape::Matrix(_, columns)) => {
                let message = message(self);
                if self.equal_dims(n, columns, place, &message) {
                    return wanted.clone();
                }
            }
            (Shape::Matrix(rows, one), Shape::Matrix(r, _)) if is_one(one) => {
                let message = message(self);
                if self.equal_dims(rows, r, place, &message) {
                    return wanted.clone();
                }
            }
            (Shape::Var(_), _) => {
                self.broadcasts.push((found, wanted.clone()));
                return wanted.clone();
            }
            _ => {}
        }
        let help = match (&found, wanted) {
            (Shape::Vector(n), Shape::Matrix(r, _)) if n == r => format!(
                "\nhelp: for a column write `broadcast(reshape({}, [{n}, 1]), {wanted})`",
                self.argument_text(call.sites[0].name.as_deref(), "…")
            ),
            _ => String::new(),
        };
        let message = format!("{}{help}", message(self));
        self.fail(place, message)
    }
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
}
