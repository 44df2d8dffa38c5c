//! Draws programs.
//!
//! An expression grows from its operators down to names, and every operation is evaluated as it is
//! drawn: one that comes too near to a kink or a pole at the point of the check is dropped and
//! another is drawn. `conditioned` then refuses programs whose central differences would say
//! little.

use std::collections::HashSet;

use crate::interpret::{Machine, Monitor, Unfit, Value};
use crate::program::{Argument, Expr, Form, Index, Program, Range, Role, Shape, Statement};

/// Operations on the longest way through a program.
pub const DEEPEST: usize = 20;
const MOST_STATEMENTS: usize = 12;
const MOST_ARGUMENTS: usize = 6;
/// Text of one binding.
const LONGEST: usize = 100;

/// Operators of every shape, element by element.
const ANY: &[&str] = &[
    "+",
    "-",
    "*",
    "/",
    "+",
    "-",
    "*",
    "/",
    "neg",
    "scale",
    "offset",
    "square",
    "sqrt",
    "recip",
    "powi",
    "exp",
    "ln",
    "abs",
    "clamp",
    "max",
    "min",
    "select",
    "select",
    "sin",
    "cos",
    "hypot",
    "atan2",
    "tanh",
    "sigmoid",
    "relu",
    "leaky_relu",
    "softplus",
    "silu",
    "stop_gradient",
];
const SCALAR: &[&str] = &[
    "dot",
    "dot",
    "sum",
    "mean",
    "product",
    "max",
    "min",
    "norm",
    "variance",
    "sample_variance",
    "std",
    "sample_std",
    "logsumexp",
    "quadratic_error",
    "mse",
    "huber",
    "cross_entropy",
    "binary_cross_entropy",
    "softmax_cross_entropy",
    "element",
    "element",
    "reshape",
];
const VECTOR: &[&str] = &[
    "softmax",
    "log_softmax",
    "fully_connected",
    "matvec",
    "row",
    "column",
    "element",
    "concat",
    "slice",
    "slice",
    "sum",
    "mean",
    "reshape",
    "broadcast",
];
const MATRIX: &[&str] = &[
    "matmul",
    "matmul",
    "matrix_multiply",
    "outer",
    "transpose",
    "reshape",
    "broadcast",
    "broadcast",
];

const NUMBERS: &[&str] = &[
    "0.5", "2", "-0.5", "0.25", "1.5", "-2", "3", "1e-1", "0.75", "-1.25", "1", "0", "-1",
];
/// Of arguments and of bindings. Some are names of operators or of what the expansion makes.
const NAMES: &[&str] = &[
    "x",
    "w",
    "b",
    "a",
    "h",
    "z",
    "u",
    "v",
    "y",
    "t",
    "k",
    "s",
    "gain",
    "hidden",
    "score",
    "target",
    "limit",
    "weights",
    "value",
    "mean",
    "norm",
    "scale",
    "exp",
    "tape",
    "pass",
    "seed",
    "direction",
    "output",
    "gradient",
    "gradients",
    "params",
    "d_x",
    "d_h",
    "slot",
    "result",
    "rate",
    "part",
    "sum",
    "select",
    "e",
    "g",
    "p",
    "q",
    "r",
    "kernel",
    "x_2",
    "h_2",
    "forward",
    "backward",
];

/// Random choices, the same in every run.
struct Random(oorandom::Rand64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.rand_range(0..n.max(1) as u64) as usize
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most + 1 - least)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// In `-1..1`.
    fn signed(&mut self) -> f64 {
        2.0 * self.0.rand_float() - 1.0
    }
}

#[derive(Clone)]
struct Variable {
    name: String,
    shape: Shape,
    /// Depends on a parameter.
    tracked: bool,
    depth: usize,
    used: bool,
    /// Carried by a loop that is being drawn: not to be bound again.
    pinned: bool,
}

/// An expression and what is known of it at the point.
#[derive(Clone)]
struct Drawn {
    expr: Expr,
    value: Value,
    tracked: bool,
    depth: usize,
}

impl Drawn {
    fn shape(&self) -> Shape {
        self.value.shape
    }

    fn largest(&self) -> f64 {
        self.value
            .elements
            .iter()
            .fold(0.0, |largest, x| x.abs().max(largest))
    }
}

struct Draw<'r> {
    random: &'r mut Random,
    arguments: Vec<Argument>,
    blocks: Vec<Vec<Variable>>,
    /// Names that are taken; an argument needs one of its own.
    names: HashSet<String>,
    machine: Machine,
    /// Loop variables and constants of the model: name, first and last value.
    counts: Vec<(String, i64, i64)>,
    /// Sizes the shapes of this program are made of.
    sizes: Vec<usize>,
    stops: bool,
}

/// What [`Draw::restore`] goes back to.
struct State {
    arguments: Vec<Argument>,
    blocks: Vec<Vec<Variable>>,
    names: HashSet<String>,
    values: Vec<std::collections::HashMap<String, Value>>,
    stops: bool,
}

/// The program with this number.
pub fn draw(seed: u64, number: u64) -> Program {
    let mixed = (u128::from(seed) << 64) | u128::from(number);
    let mut random = Random(oorandom::Rand64::new(
        mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835),
    ));
    loop {
        if let Some(mut program) = attempt(&mut random) {
            (program.seed, program.number) = (seed, number);
            return program;
        }
    }
}

fn attempt(random: &mut Random) -> Option<Program> {
    let mut draw = Draw {
        arguments: Vec::new(),
        blocks: vec![Vec::new()],
        names: HashSet::new(),
        machine: Machine::new(Monitor::strict()),
        counts: Vec::new(),
        sizes: Vec::new(),
        stops: false,
        random,
    };
    draw.program()
}

impl Draw<'_> {
    fn program(&mut self) -> Option<Program> {
        for largest in [4, 4, 7] {
            let size = self.random.between(1, largest);
            self.sizes.push(size);
        }
        let mut statements = Vec::new();
        if self.random.chance(15) {
            let value = self.random.between(1, 3) as i64;
            self.names.insert("N".to_owned());
            self.counts.push(("N".to_owned(), value, value));
            self.machine.counts.insert("N".to_owned(), value);
            statements.push(Statement::Const {
                name: "N".to_owned(),
                value,
            });
        }
        let wanted = self.random.between(1, DEEPEST);
        while statements.len() < MOST_STATEMENTS && self.deepest() < wanted {
            match self.random.below(10) {
                0 => statements.extend(self.repeated(0).unwrap_or_default()),
                1 => statements.extend(self.assigned().unwrap_or_default()),
                _ => statements.extend(self.binding(3)),
            }
        }
        let result = self.result()?;
        let mut program = Program {
            seed: 0,
            number: 0,
            arguments: self.arguments.clone(),
            statements,
            shape: result.shape(),
            depth: result.depth,
            result: result.expr,
            stops: self.stops,
            adjoint: Vec::new(),
            direction: Vec::new(),
        };
        let mut signed = |count| (0..count).map(|_| self.random.signed()).collect();
        program.adjoint = signed(program.shape.len());
        program.direction = signed(program.values(Role::Param).len());
        conditioned(&program).then_some(program)
    }

    fn deepest(&self) -> usize {
        let variables = self.blocks.iter().flatten();
        variables.map(|variable| variable.depth).max().unwrap_or(0)
    }

    /// What depends on a parameter, and on most of what was computed.
    fn result(&mut self) -> Option<Drawn> {
        let shape = self.shape();
        let mut result = self.expression(shape, 2)?;
        for variable in self.visible() {
            if variable.used || variable.depth == 0 || self.random.chance(10) {
                continue;
            }
            let name = self.name(&variable)?;
            let term = if name.shape() == shape || name.shape().is_scalar() {
                name
            } else {
                let operator = self.random.pick(&["sum", "mean", "norm", "product"]);
                self.node(Form::Call(operator), vec![name])?
            };
            let symbol = self.random.pick(&["+", "-", "*"]);
            result = self.node(Form::Infix(symbol), vec![result, term])?;
        }
        if !result.tracked {
            let scale = self.argument(Shape::Scalar, Role::Param)?;
            result = self.node(Form::Infix("*"), vec![result, scale])?;
        }
        Some(result)
    }

    /// `let name = value;`
    fn binding(&mut self, depth: usize) -> Option<Statement> {
        let state = (self.blocks.len() == 1).then(|| self.save());
        let shape = self.shape();
        let depth = self.random.between(1, depth);
        let value = self.expression(shape, depth)?;
        let value = self.tamed(value);
        if value.expr.to_string().len() > LONGEST {
            if let Some(state) = state {
                self.restore(state);
            }
            return None;
        }
        let annotation = self.random.chance(10).then_some(shape);
        let name = self.bound_name();
        self.bind(&name, &value, false);
        Some(Statement::Let {
            name,
            mutable: false,
            annotation,
            value: value.expr,
        })
    }

    /// `let mut name = value;` and `name = value;`
    fn assigned(&mut self) -> Option<Vec<Statement>> {
        let shape = self.shape();
        let before = self.expression(shape, 1)?;
        let name = self.fresh_name()?;
        self.bind(&name, &before, false);
        let after = self.expression(shape, 2)?;
        let after = self.tamed(after);
        // The machine has one block here, in which the assignment is a binding.
        self.bind(&name, &after, false);
        Some(vec![
            Statement::Let {
                name: name.clone(),
                mutable: true,
                annotation: None,
                value: before.expr,
            },
            Statement::Assign {
                name,
                value: after.expr,
            },
        ])
    }

    /// A loop with one or two carried values.
    fn repeated(&mut self, nesting: usize) -> Option<Vec<Statement>> {
        for _ in 0..5 {
            let state = self.save();
            let counts = self.counts.len();
            let drawn = self.loop_of(nesting);
            self.counts.truncate(counts);
            if drawn.is_some() {
                return drawn;
            }
            self.restore(state);
        }
        None
    }

    fn loop_of(&mut self, nesting: usize) -> Option<Vec<Statement>> {
        let mut statements = Vec::new();
        let mut carried = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            let shape = self.shape();
            let value = self.expression(shape, 1)?;
            let name = self.fresh_name()?;
            self.bind(&name, &value, true);
            carried.push((name.clone(), value.depth));
            statements.push(Statement::Let {
                name,
                mutable: true,
                annotation: None,
                value: value.expr,
            });
        }
        let constant = self.counts.iter().find(|(name, ..)| name == "N").cloned();
        // Ends as written, and the least and the greatest count of all rounds.
        let outer = (nesting > 0).then(|| self.counts.last().cloned()).flatten();
        let (start, end, first, last) = match (constant, outer) {
            (_, Some((name, first, last))) if self.random.chance(60) => {
                let i = Index {
                    fixed: 0,
                    variable: Some((name, false)),
                };
                if self.random.chance(50) {
                    (Index::fixed(0), i.plus(1), 0, last)
                } else {
                    (i, Index::fixed(last as usize + 1), first, last)
                }
            }
            (Some((name, value, _)), _) if self.random.chance(70) => {
                let end = Index {
                    fixed: 0,
                    variable: Some((name, false)),
                };
                (Index::fixed(0), end, 0, value - 1)
            }
            _ => {
                let start = usize::from(self.random.chance(30));
                let most = if nesting == 0 { 4 } else { 2 };
                let rounds = self
                    .random
                    .between(1, most)
                    .max(self.random.between(1, most));
                let end = start + rounds;
                (
                    Index::fixed(start),
                    Index::fixed(end),
                    start as i64,
                    end as i64 - 1,
                )
            }
        };
        let range = if self.random.chance(20) {
            format!("{start}..={}", end.plus(-1))
        } else {
            format!("{start}..{end}")
        };
        let variable = ["i", "j"][nesting].to_owned();
        self.names.insert(variable.clone());
        self.counts.push((variable.clone(), first, last));

        // The body is drawn as in the first round; what it carries depends on a parameter in some
        // round, if not in the first.
        let outside = self.machine.blocks.clone();
        self.machine.counts.insert(variable.clone(), first);
        self.machine.blocks.push(Default::default());
        for block in &mut self.blocks {
            for variable in block {
                if carried.iter().any(|(name, _)| *name == variable.name) {
                    variable.tracked = true;
                    variable.used = true;
                }
            }
        }
        self.blocks.push(Vec::new());
        let mut body = Vec::new();
        if self.random.chance(30) {
            body.extend(self.binding(2));
        }
        if nesting == 0 && self.random.chance(35) {
            body.extend(self.inner_loop()?);
        }
        let mut grown = 0;
        for (name, before) in &carried {
            let own = self.visible().into_iter().find(|v| v.name == *name)?;
            let value = self.expression(own.shape, 2)?;
            let value = if self.random.chance(30) {
                // Otherwise the carried value is often lost.
                let own = self.name(&own)?;
                let half = self.number_node("0.5")?;
                let half = self.node(Form::Infix("*"), vec![own, half])?;
                self.node(Form::Infix("+"), vec![half, value])?
            } else {
                value
            };
            let value = if self.random.chance(60) {
                let piece = self.counted_piece(last)?;
                let symbol = self.random.pick(&["+", "-", "*"]);
                self.infix(symbol, value, piece)?
            } else {
                value
            };
            let value = self.tamed(value);
            grown = grown.max(value.depth.saturating_sub(*before));
            for block in &mut self.machine.blocks {
                if let Some(known) = block.get_mut(name) {
                    *known = value.value.clone();
                }
            }
            body.push(Statement::Assign {
                name: name.clone(),
                value: value.expr,
            });
        }
        self.blocks.pop();

        // All rounds, from what was before.
        self.machine.blocks = outside;
        let repeated = Statement::Loop {
            variable,
            start,
            end,
            range,
            body,
        };
        self.machine.run(std::slice::from_ref(&repeated)).ok()?;
        statements.push(repeated);
        let rounds = (last + 1 - first) as usize;
        for block in &mut self.blocks {
            for variable in block {
                if let Some((_, before)) = carried.iter().find(|(name, _)| *name == variable.name) {
                    variable.depth = before + rounds * grown;
                    if variable.depth > DEEPEST {
                        return None;
                    }
                    variable.used = false;
                    variable.pinned = nesting > 0;
                }
            }
        }
        Some(statements)
    }

    /// An element of an array at the count of the innermost loop, which is at most `last`.
    fn counted_piece(&mut self, last: i64) -> Option<Drawn> {
        let least = last as usize + 1;
        let long: Vec<Variable> = self
            .visible()
            .into_iter()
            .filter(|variable| match variable.shape {
                Shape::Vector(n) | Shape::Matrix(n, _) => n >= least,
                Shape::Scalar => false,
            })
            .collect();
        let x = if long.is_empty() || self.random.chance(20) {
            let n = least.max(self.size());
            self.argument(Shape::Vector(n), Role::Param)?
        } else {
            let at = self.random.below(long.len());
            self.name(&long[at])?
        };
        let (Shape::Vector(n) | Shape::Matrix(n, _)) = x.shape() else {
            return None;
        };
        let (name, ..) = self.counts.last()?.clone();
        let at = loop {
            let index = self.index(n);
            if matches!(&index.variable, Some((known, _)) if *known == name) {
                break index;
            }
        };
        let piece = self.node(Form::Element(at), vec![x])?;
        match piece.shape() {
            Shape::Vector(columns) => {
                let at = self.index(columns);
                self.node(Form::Element(at), vec![piece])
            }
            _ => Some(piece),
        }
    }

    /// A loop in a loop; its carried value is of the outer body.
    fn inner_loop(&mut self) -> Option<Vec<Statement>> {
        let counts = self.counts.len();
        let drawn = self.loop_of(1);
        self.counts.truncate(counts);
        self.machine.counts.remove("j");
        drawn
    }

    fn save(&self) -> State {
        State {
            arguments: self.arguments.clone(),
            blocks: self.blocks.clone(),
            names: self.names.clone(),
            values: self.machine.blocks.clone(),
            stops: self.stops,
        }
    }

    fn restore(&mut self, state: State) {
        self.arguments = state.arguments;
        self.blocks = state.blocks;
        self.names = state.names;
        self.machine.blocks = state.values;
        self.stops = state.stops;
        self.machine.counts.retain(|name, _| name == "N");
    }

    // --- names -------------------------------------------------------------------------------

    fn fresh_name(&mut self) -> Option<String> {
        let free: Vec<&str> = NAMES
            .iter()
            .copied()
            .filter(|name| !self.names.contains(*name))
            .collect();
        if free.is_empty() {
            return None;
        }
        let name = self.random.pick(&free).to_owned();
        self.names.insert(name.clone());
        Some(name)
    }

    /// A new name, or one that is bound again.
    fn bound_name(&mut self) -> String {
        let known: Vec<String> = self
            .visible()
            .into_iter()
            .filter(|variable| !variable.pinned && variable.used)
            .map(|variable| variable.name)
            .collect();
        if !known.is_empty() && self.random.chance(25) {
            return known[self.random.below(known.len())].clone();
        }
        let fallback = known.first().cloned();
        self.fresh_name()
            .or(fallback)
            .unwrap_or_else(|| "last".to_owned())
    }

    fn bind(&mut self, name: &str, value: &Drawn, pinned: bool) {
        let variable = Variable {
            name: name.to_owned(),
            shape: value.shape(),
            tracked: value.tracked,
            depth: value.depth,
            used: false,
            pinned,
        };
        if let Some(block) = self.blocks.last_mut() {
            block.retain(|known| known.name != name);
            block.push(variable);
        }
        self.machine.bind(name, value.value.clone());
    }

    /// What names mean here, the latest last.
    fn visible(&self) -> Vec<Variable> {
        let mut seen = HashSet::new();
        let mut visible: Vec<Variable> = self
            .blocks
            .iter()
            .rev()
            .flat_map(|block| block.iter().rev())
            .filter(|variable| seen.insert(variable.name.clone()))
            .cloned()
            .collect();
        visible.reverse();
        visible
    }

    fn name(&mut self, variable: &Variable) -> Option<Drawn> {
        for block in self.blocks.iter_mut().rev() {
            if let Some(known) = block.iter_mut().find(|known| known.name == variable.name) {
                known.used = true;
                break;
            }
        }
        let expr = Expr {
            form: Form::Name(variable.name.clone()),
            arguments: Vec::new(),
        };
        let value = self.machine.evaluate(&expr).ok()?;
        Some(Drawn {
            expr,
            value,
            tracked: variable.tracked,
            depth: variable.depth,
        })
    }

    fn argument(&mut self, shape: Shape, role: Role) -> Option<Drawn> {
        let name = self.fresh_name()?;
        let values: Vec<f64> = (0..shape.len())
            .map(|_| (self.random.signed() * 1500.0).round() / 1000.0)
            .collect();
        let value = Value {
            shape,
            elements: values.clone(),
        };
        self.arguments.push(Argument {
            name: name.clone(),
            role,
            shape,
            values,
        });
        let variable = Variable {
            name: name.clone(),
            shape,
            tracked: role == Role::Param,
            depth: 0,
            used: true,
            pinned: false,
        };
        self.blocks[0].push(variable.clone());
        self.machine.blocks[0].insert(name, value);
        self.name(&variable)
    }

    // --- shapes ------------------------------------------------------------------------------

    fn size(&mut self) -> usize {
        self.random.pick(&self.sizes.clone())
    }

    fn side(&mut self) -> usize {
        if self.random.chance(20) {
            1
        } else {
            self.size().min(4)
        }
    }

    fn shape(&mut self) -> Shape {
        match self.random.below(10) {
            0..3 => Shape::Scalar,
            3..7 => Shape::Vector(self.size()),
            _ => Shape::Matrix(self.side(), self.side()),
        }
    }

    fn array(&mut self) -> Shape {
        if self.random.chance(60) {
            Shape::Vector(self.size())
        } else {
            Shape::Matrix(self.side(), self.side())
        }
    }

    /// Another shape of as many elements.
    fn reshaped(&mut self, shape: Shape) -> Shape {
        let n = shape.len();
        let mut others = vec![Shape::Vector(n)];
        if n == 1 {
            others.push(Shape::Scalar);
        }
        for rows in 1..=n {
            if n.is_multiple_of(rows) {
                others.push(Shape::Matrix(rows, n / rows));
            }
        }
        others.retain(|other| *other != shape && !(shape.is_scalar() && other.is_scalar()));
        self.random.pick(&others)
    }

    // --- expressions -------------------------------------------------------------------------

    /// An operation on values that are drawn already, if the point allows it.
    fn node(&mut self, form: Form, arguments: Vec<Drawn>) -> Option<Drawn> {
        let values: Vec<Value> = arguments.iter().map(|drawn| drawn.value.clone()).collect();
        let depth = 1 + arguments.iter().map(|drawn| drawn.depth).max().unwrap_or(0);
        if depth > DEEPEST {
            return None;
        }
        let value = self.machine.apply(&form, &values).ok()?;
        let mut tracked = arguments.iter().any(|drawn| drawn.tracked);
        // A condition has no slope, but what it chooses depends on it: it is no target.
        if matches!(form, Form::Call("stop_gradient")) {
            self.stops |= tracked;
            tracked = false;
        }
        Some(Drawn {
            expr: Expr {
                form,
                arguments: arguments.into_iter().map(|drawn| drawn.expr).collect(),
            },
            value,
            tracked,
            depth,
        })
    }

    fn number_node(&mut self, text: &'static str) -> Option<Drawn> {
        let expr = Expr {
            form: Form::Number(text),
            arguments: Vec::new(),
        };
        let value = self.machine.evaluate(&expr).ok()?;
        Some(Drawn {
            expr,
            value,
            tracked: false,
            depth: 0,
        })
    }

    fn number(&mut self) -> Option<Drawn> {
        let text = self.random.pick(NUMBERS);
        self.number_node(text)
    }

    fn call(&mut self, name: &'static str, arguments: Vec<Drawn>) -> Option<Drawn> {
        self.node(Form::Call(name), arguments)
    }

    fn infix(&mut self, symbol: &'static str, x: Drawn, y: Drawn) -> Option<Drawn> {
        self.node(Form::Infix(symbol), vec![x, y])
    }

    fn expression(&mut self, shape: Shape, depth: usize) -> Option<Drawn> {
        if depth == 0 || self.random.chance(5) {
            return self.leaf(shape);
        }
        for _ in 0..8 {
            if let Some(drawn) = self.operation(shape, depth - 1) {
                return Some(drawn);
            }
        }
        self.leaf(shape)
    }

    /// A name, a number, a part of something, or a new argument.
    fn leaf(&mut self, shape: Shape) -> Option<Drawn> {
        let known: Vec<Variable> = self
            .visible()
            .into_iter()
            .filter(|variable| variable.shape == shape)
            .collect();
        let in_loop = self.counts.iter().any(|(name, ..)| name != "N");
        if !known.is_empty() && self.random.chance(if in_loop { 50 } else { 75 }) {
            // The latest more often, so that programs grow deep.
            let at = self
                .random
                .below(known.len())
                .max(self.random.below(known.len()));
            let unused = known.iter().rposition(|variable| !variable.used);
            let at = unused.filter(|_| self.random.chance(50)).unwrap_or(at);
            return self.name(&known[at]);
        }
        if shape.is_scalar() && self.random.chance(30) {
            return self.number();
        }
        if self.random.chance(if in_loop { 70 } else { 35 })
            && let Some(part) = self.part(shape)
        {
            return Some(part);
        }
        if self.arguments.len() < MOST_ARGUMENTS {
            let role = if self.random.chance(65) {
                Role::Param
            } else {
                Role::Input
            };
            return self.argument(shape, role);
        }
        if !known.is_empty() {
            let at = self.random.below(known.len());
            return self.name(&known[at]);
        }
        if let Some(part) = self.part(shape) {
            return Some(part);
        }
        let number = self.number()?;
        if shape.is_scalar() {
            Some(number)
        } else {
            self.node(Form::Dims("broadcast", shape), vec![number])
        }
    }

    /// The shape out of a variable of another shape, by moving elements only.
    fn part(&mut self, shape: Shape) -> Option<Drawn> {
        let mut known = self.visible();
        while !known.is_empty() {
            let variable = known.swap_remove(self.random.below(known.len()));
            let forms: Vec<Form> = self.views(variable.shape, shape);
            let repeats = matches!(forms.as_slice(), [Form::Dims("broadcast", _)]);
            if forms.is_empty() || (repeats && !known.is_empty() && self.random.chance(70)) {
                continue;
            }
            let form = forms[self.random.below(forms.len())].clone();
            let name = self.name(&variable)?;
            return self.node(form, vec![name]);
        }
        None
    }

    /// How one shape comes out of another.
    fn views(&mut self, from: Shape, to: Shape) -> Vec<Form> {
        let mut forms = Vec::new();
        match (from, to) {
            (Shape::Vector(n), Shape::Scalar) => forms.push(Form::Element(self.index(n))),
            (Shape::Vector(n), Shape::Vector(m)) if m < n => {
                forms.push(Form::Slice(self.range(n, m)));
            }
            (Shape::Matrix(rows, columns), Shape::Vector(n)) => {
                if columns == n {
                    forms.push(Form::Element(self.index(rows)));
                    forms.push(Form::Whole("row", self.index(rows)));
                }
                if rows == n {
                    forms.push(Form::Whole("column", self.index(columns)));
                }
            }
            (Shape::Scalar, Shape::Vector(_) | Shape::Matrix(..)) => {
                forms.push(Form::Dims("broadcast", to));
            }
            (Shape::Vector(n), Shape::Matrix(_, columns)) if n == columns => {
                forms.push(Form::Dims("broadcast", to));
            }
            (Shape::Matrix(rows, 1), Shape::Matrix(r, _)) if rows == r => {
                forms.push(Form::Dims("broadcast", to));
            }
            _ => {}
        }
        if let (Shape::Matrix(rows, columns), Shape::Matrix(r, c)) = (from, to)
            && (rows, columns) == (c, r)
        {
            forms.push(Form::Call("transpose"));
        }
        if from != to && from.len() == to.len() {
            forms.push(Form::Dims("reshape", to));
        }
        forms
    }

    /// A position in `0..len`, in every round of the loops around.
    fn index(&mut self, len: usize) -> Index {
        if self.random.chance(60) && !self.counts.is_empty() {
            let (name, first, last) = self.counts[self.random.below(self.counts.len())].clone();
            let len = len as i64;
            let room = len - 1 - (last - first);
            if room >= 0 {
                let shift = self.random.below(room as usize + 1) as i64;
                return if self.random.chance(25) {
                    Index {
                        fixed: last + shift,
                        variable: Some((name, true)),
                    }
                } else {
                    Index {
                        fixed: shift - first,
                        variable: Some((name, false)),
                    }
                };
            }
        }
        Index::fixed(self.random.below(len))
    }

    /// `len` of `of` elements.
    fn range(&mut self, of: usize, len: usize) -> Range {
        let start = self.index(of - len + 1);
        let inclusive = self.random.chance(30);
        let end = start.plus(len as i64 - i64::from(inclusive));
        let fixed = start.variable.is_none();
        let (at_start, at_end) = (
            fixed && start.fixed == 0,
            fixed && start.fixed as usize + len == of,
        );
        if at_end && self.random.chance(60) {
            let start = (!at_start || self.random.chance(50)).then_some(start);
            return Range {
                start,
                end: None,
                inclusive: false,
            };
        }
        let start = (!at_start || self.random.chance(40)).then_some(start);
        Range {
            start,
            end: Some(end),
            inclusive,
        }
    }

    /// What does not depend on a parameter.
    fn constant(&mut self, shape: Shape) -> Option<Drawn> {
        if shape.is_scalar() && self.random.chance(50) {
            return self.number();
        }
        let drawn = self.leaf(shape)?;
        if drawn.tracked {
            self.call("stop_gradient", vec![drawn])
        } else if self.random.chance(30) {
            let operator = self.random.pick(&["sigmoid", "square", "tanh"]);
            self.call(operator, vec![drawn])
        } else {
            Some(drawn)
        }
    }

    /// Of elements above 0, if the point allows it.
    fn positive(&mut self, shape: Shape, depth: usize) -> Option<Drawn> {
        let drawn = self.expression(shape, depth)?;
        match self.random.below(7) {
            0 => self.call("exp", vec![drawn]),
            1 => {
                let soft = self.call("softplus", vec![drawn])?;
                let number = self.number_node("0.25")?;
                self.infix("+", soft, number)
            }
            2 => {
                let square = self.infix("*", drawn.clone(), drawn)?;
                let number = self.number_node("0.5")?;
                self.infix("+", number, square)
            }
            3 => self.call("sigmoid", vec![drawn]),
            4 => {
                let size = self.call("abs", vec![drawn])?;
                let number = self.number_node("0.25")?;
                self.call("offset", vec![size, number])
            }
            _ => Some(drawn),
        }
    }

    /// Between 0 and 1, if the point allows it.
    fn probabilities(&mut self, shape: Shape, depth: usize) -> Option<Drawn> {
        let drawn = self.expression(shape, depth)?;
        match self.random.below(5) {
            0 => Some(drawn),
            1 | 2 if matches!(shape, Shape::Vector(_)) => self.call("softmax", vec![drawn]),
            _ => self.call("sigmoid", vec![drawn]),
        }
    }

    /// Values that grew large are brought back.
    fn tamed(&mut self, drawn: Drawn) -> Drawn {
        if drawn.largest() <= 3.0 {
            return drawn;
        }
        let original = drawn.clone();
        let tamed = match self.random.below(5) {
            0 => self.call("tanh", vec![drawn]),
            1 => self.call("sigmoid", vec![drawn]),
            2 => {
                let number = self.number_node("0.25");
                number.and_then(|number| self.infix("*", number, drawn))
            }
            3 => {
                let number = self.number_node("1e-1");
                number.and_then(|number| self.call("scale", vec![drawn, number]))
            }
            _ => self.call("sin", vec![drawn]),
        };
        tamed.unwrap_or(original)
    }

    /// One operator that gives the shape, over expressions of the depth.
    fn operation(&mut self, shape: Shape, depth: usize) -> Option<Drawn> {
        if self.random.chance(50) {
            return self.element_wise(shape, depth);
        }
        match shape {
            Shape::Scalar => self.reduction(depth),
            Shape::Vector(n) => self.vector(n, depth),
            Shape::Matrix(rows, columns) => self.matrix(rows, columns, depth),
        }
    }

    fn element_wise(&mut self, shape: Shape, depth: usize) -> Option<Drawn> {
        let operator = self.random.pick(ANY);
        match operator {
            "+" | "-" | "*" | "/" => {
                let (mut left, mut right) = (shape, shape);
                match self.random.below(10) {
                    0 | 1 => left = Shape::Scalar,
                    2 | 3 => right = Shape::Scalar,
                    _ => {}
                }
                let x = if left != shape && self.random.chance(50) {
                    self.number()?
                } else {
                    self.expression(left, depth)?
                };
                let y = if right != shape && self.random.chance(50) {
                    self.number()?
                } else if operator == "/" {
                    self.positive(right, depth)?
                } else {
                    self.expression(right, depth)?
                };
                self.infix(operator, x, y)
            }
            "neg" => {
                let x = self.expression(shape, depth)?;
                self.node(Form::Negate, vec![x])
            }
            "scale" | "offset" => {
                let x = self.expression(shape, depth)?;
                let y = self.expression(Shape::Scalar, depth)?;
                self.call(operator, vec![x, y])
            }
            "sqrt" | "recip" | "ln" => {
                let x = self.positive(shape, depth)?;
                self.call(operator, vec![x])
            }
            "powi" => {
                let x = self.expression(shape, depth)?;
                let k = self.random.below(8);
                let power = match k {
                    0 if !self.counts.is_empty() => self.index(4),
                    _ => Index {
                        fixed: k as i64 - 2,
                        variable: None,
                    },
                };
                self.node(Form::Whole("powi", power), vec![x])
            }
            "clamp" => {
                let x = self.expression(shape, depth)?;
                let (lo, hi) = match self.random.below(3) {
                    0 => ("-0.5", "0.5"),
                    1 => ("-2", "0.75"),
                    _ => ("0.25", "3"),
                };
                let (lo, mut hi) = (self.number_node(lo)?, self.number_node(hi)?);
                if self.random.chance(30) {
                    let more = self.constant(Shape::Scalar)?;
                    let more = self.call("square", vec![more])?;
                    hi = self.infix("+", hi, more)?;
                }
                self.call("clamp", vec![x, lo, hi])
            }
            "leaky_relu" => {
                let x = self.expression(shape, depth)?;
                let k = self.constant(Shape::Scalar)?;
                self.call("leaky_relu", vec![x, k])
            }
            "max" | "min" | "hypot" | "atan2" => {
                let x = self.expression(shape, depth)?;
                let y = self.expression(shape, depth)?;
                self.call(operator, vec![x, y])
            }
            "select" => {
                let symbol = self.random.pick(&[">", ">=", "<", "<="]);
                let (mut left, mut right) = (shape, shape);
                match self.random.below(10) {
                    0 | 1 => left = Shape::Scalar,
                    2..5 => right = Shape::Scalar,
                    _ => {}
                }
                let x = self.expression(left, depth.min(1))?;
                let y = self.expression(right, depth.min(1))?;
                let condition = self.infix(symbol, x, y)?;
                let (mut left, mut right) = (shape, shape);
                if self.random.chance(20) {
                    left = Shape::Scalar;
                }
                if self.random.chance(20) {
                    right = Shape::Scalar;
                }
                let a = self.expression(left, depth)?;
                let b = self.expression(right, depth)?;
                if a.value == b.value {
                    return None;
                }
                self.call("select", vec![condition, a, b])
            }
            "stop_gradient" => {
                let x = self.expression(shape, depth)?;
                self.call("stop_gradient", vec![x])
            }
            _ => {
                let x = self.expression(shape, depth)?;
                self.call(operator, vec![x])
            }
        }
    }

    fn reduction(&mut self, depth: usize) -> Option<Drawn> {
        let operator = self.random.pick(SCALAR);
        let mut shape = self.array();
        match operator {
            "reshape" => {
                let one = self.random.pick(&[Shape::Vector(1), Shape::Matrix(1, 1)]);
                let x = self.expression(one, depth)?;
                return self.node(Form::Dims("reshape", Shape::Scalar), vec![x]);
            }
            "element" => {
                let x = self.expression(shape, depth)?;
                let at = match shape {
                    Shape::Vector(n) | Shape::Matrix(n, _) => self.index(n),
                    Shape::Scalar => return None,
                };
                let element = self.node(Form::Element(at), vec![x])?;
                return match element.shape() {
                    Shape::Vector(n) => {
                        let at = self.index(n);
                        self.node(Form::Element(at), vec![element])
                    }
                    _ => Some(element),
                };
            }
            "logsumexp" | "softmax_cross_entropy" => shape = Shape::Vector(self.size()),
            "variance" | "std" => {}
            "sample_variance" | "sample_std" if shape.len() > 1 => {}
            "sample_variance" | "sample_std" => shape = Shape::Vector(self.random.between(2, 5)),
            _ if self.random.chance(10) => shape = Shape::Scalar,
            _ => {}
        }
        match operator {
            "dot" => {
                let x = self.expression(shape, depth)?;
                let y = self.expression(shape, depth)?;
                self.call("dot", vec![x, y])
            }
            "quadratic_error" | "mse" | "huber" | "softmax_cross_entropy" => {
                let p = self.expression(shape, depth)?;
                let t = self.constant(shape)?;
                if operator == "huber" {
                    let delta = self.random.pick(&["0.5", "0.25", "1.5"]);
                    let delta = if self.random.chance(70) {
                        self.number_node(delta)?
                    } else {
                        let drawn = self.constant(Shape::Scalar)?;
                        self.call("sigmoid", vec![drawn])?
                    };
                    return self.call("huber", vec![p, t, delta]);
                }
                self.call(operator, vec![p, t])
            }
            "cross_entropy" | "binary_cross_entropy" => {
                let p = self.probabilities(shape, depth)?;
                let t = self.constant(shape)?;
                self.call(operator, vec![p, t])
            }
            _ => {
                let x = self.expression(shape, depth)?;
                self.call(operator, vec![x])
            }
        }
    }

    fn vector(&mut self, n: usize, depth: usize) -> Option<Drawn> {
        let operator = self.random.pick(VECTOR);
        match operator {
            "softmax" | "log_softmax" => {
                let x = self.expression(Shape::Vector(n), depth)?;
                self.call(operator, vec![x])
            }
            "fully_connected" | "matvec" => {
                let inner = self.size();
                let w = self.expression(Shape::Matrix(n, inner), depth.min(1))?;
                let x = self.expression(Shape::Vector(inner), depth)?;
                if operator == "matvec" {
                    return self.call("matvec", vec![w, x]);
                }
                let b = self.expression(Shape::Vector(n), depth.min(1))?;
                self.call("fully_connected", vec![x, w, b])
            }
            "row" | "element" => {
                let rows = self.side();
                let x = self.expression(Shape::Matrix(rows, n), depth)?;
                let at = self.index(rows);
                let form = if operator == "row" {
                    Form::Whole("row", at)
                } else {
                    Form::Element(at)
                };
                self.node(form, vec![x])
            }
            "column" => {
                let columns = self.side();
                let x = self.expression(Shape::Matrix(n, columns), depth)?;
                let at = self.index(columns);
                self.node(Form::Whole("column", at), vec![x])
            }
            "concat" => {
                if n < 2 {
                    return None;
                }
                let first = self.random.between(1, n - 1);
                let x = self.expression(Shape::Vector(first), depth)?;
                let y = self.expression(Shape::Vector(n - first), depth)?;
                self.call("concat", vec![x, y])
            }
            "slice" => {
                let of = n + self.random.below(4);
                let x = self.expression(Shape::Vector(of), depth)?;
                let range = self.range(of, n);
                self.node(Form::Slice(range), vec![x])
            }
            "sum" | "mean" => {
                let other = self.side();
                let axis = self.random.below(2);
                let shape = if axis == 0 {
                    Shape::Matrix(other, n)
                } else {
                    Shape::Matrix(n, other)
                };
                let x = self.expression(shape, depth)?;
                self.node(Form::Axis(operator, axis), vec![x])
            }
            "reshape" => {
                let other = self.reshaped(Shape::Vector(n));
                let x = self.expression(other, depth)?;
                self.node(Form::Dims("reshape", Shape::Vector(n)), vec![x])
            }
            _ => {
                let x = self.expression(Shape::Scalar, depth)?;
                self.node(Form::Dims("broadcast", Shape::Vector(n)), vec![x])
            }
        }
    }

    fn matrix(&mut self, rows: usize, columns: usize, depth: usize) -> Option<Drawn> {
        let operator = self.random.pick(MATRIX);
        let shape = Shape::Matrix(rows, columns);
        match operator {
            "matmul" | "matrix_multiply" => {
                let inner = self.side();
                let mut factor = |shape: (usize, usize)| -> Option<Drawn> {
                    if self.random.chance(30) {
                        let x = self.expression(Shape::Matrix(shape.1, shape.0), depth)?;
                        return self.call("transpose", vec![x]);
                    }
                    self.expression(Shape::Matrix(shape.0, shape.1), depth)
                };
                let a = factor((rows, inner))?;
                let b = factor((inner, columns))?;
                if operator == "matmul" {
                    self.call("matmul", vec![a, b])
                } else {
                    self.call("matrix_multiply", vec![b, a])
                }
            }
            "outer" => {
                let x = self.expression(Shape::Vector(rows), depth)?;
                let y = self.expression(Shape::Vector(columns), depth)?;
                self.call("outer", vec![x, y])
            }
            "transpose" => {
                let x = self.expression(Shape::Matrix(columns, rows), depth)?;
                self.call("transpose", vec![x])
            }
            "reshape" => {
                let other = self.reshaped(shape);
                let x = self.expression(other, depth)?;
                self.node(Form::Dims("reshape", shape), vec![x])
            }
            _ => {
                let from = match self.random.below(3) {
                    0 => Shape::Scalar,
                    1 => Shape::Vector(columns),
                    _ => Shape::Matrix(rows, 1),
                };
                let x = self.expression(from, depth)?;
                self.node(Form::Dims("broadcast", shape), vec![x])
            }
        }
    }
}

/// Step of the library's gradient check, about `u^(1/3)`.
const STEP: f64 = 4.8e-6;
/// A difference must be good to this share of the tolerance of the gradient check.
const SHARE: f64 = 0.1;
/// By how much the program may enlarge the rounding errors of its operations.
pub const ENLARGEMENT: f64 = 1e3;

/// Whether central differences of the program say what its slopes are.
///
/// Differences over `STEP` and twice that must agree, which bounds the error of either, of
/// truncation and of rounding; all points must lie on one side of every kink; some slope must be
/// well above the absolute tolerance, so that the check is not empty. Only the interpreter is
/// asked, not the code to be tested.
fn conditioned(program: &Program) -> bool {
    measure(program).is_ok_and(|fits| fits)
}

fn measure(program: &Program) -> Result<bool, Unfit> {
    let at = program.values(Role::Param);
    let (value, base) = program.evaluate(&at, Monitor::strict())?;

    let noise = 1e-10;
    let (disturbed, _) = program.evaluate(
        &at,
        Monitor {
            noise,
            frozen: Some(base.stopped.clone()),
            ..Monitor::default()
        },
    )?;
    for (value, disturbed) in value.iter().zip(&disturbed) {
        if (value - disturbed).abs() > noise * ENLARGEMENT * value.abs().max(1.0) {
            return Ok(false);
        }
    }

    let mut steepest = 0.0_f64;
    for index in 0..at.len() {
        let step = STEP * at[index].abs().max(1.0);
        let side = |offset: f64| -> Result<f64, Unfit> {
            let mut moved = at.clone();
            moved[index] += offset;
            let monitor = Monitor {
                frozen: Some(base.stopped.clone()),
                ..Monitor::default()
            };
            let (value, seen) = program.evaluate(&moved, monitor)?;
            if seen.sides != base.sides {
                return Err(Unfit);
            }
            Ok(dot(&value, &program.adjoint))
        };
        let slope = (side(step)? - side(-step)?) / (2.0 * step);
        let coarse = (side(2.0 * step)? - side(-2.0 * step)?) / (4.0 * step);
        if (slope - coarse).abs() > SHARE * (1e-8 + 1e-6 * slope.abs()) {
            return Ok(false);
        }
        steepest = steepest.max(slope.abs());
    }
    Ok((1e-3..1e4).contains(&steepest))
}

pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
