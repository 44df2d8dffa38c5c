//! Random programs over the operator table, as source text, and their data.

use super::interpret::Array;

/// Numbers drawn alike in every run (splitmix64: Steele, Lea, Flood, OOPSLA 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Between -1 and 1.
    pub(super) fn float(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(super) fn array(&mut self, axes: &[usize]) -> Array {
        let count = axes.iter().product();
        Array::new(axes, (0..count).map(|_| self.float()).collect())
    }
}

/// How many random programs a test runs: `default`, or what `AUTODIFF_RANDOM_MODELS` says.
pub(super) fn count(default: u64) -> u64 {
    match std::env::var("AUTODIFF_RANDOM_MODELS") {
        Ok(count) => count.parse().expect("a number"),
        Err(_) => default,
    }
}

type Axes = &'static [usize];

const SHAPES: &[Axes] = &[
    &[],
    &[],
    &[2],
    &[3],
    &[6],
    // An array that may also be read as a scalar.
    &[1],
    &[1],
    &[1],
    &[2, 3],
    &[3, 2],
    &[2, 2],
    &[3, 1],
    &[1, 3],
    &[1, 1],
];

/// A random program. Its parts make a function or the statements of a `grad!`.
pub(super) struct Source {
    pub(super) operands: Vec<(String, Axes, bool)>,
    statements: Vec<String>,
    result: String,
    returns: Axes,
}

impl Source {
    /// `fn f(…) -> … { … }`
    pub(super) fn function(&self) -> String {
        self.with_body(&format!("{}    {}", self.statements.concat(), self.result))
    }

    /// The same signature with a body in which `ARGUMENTS` stands for all arguments.
    pub(super) fn caller(&self, body: &str) -> String {
        let names: Vec<&str> = self
            .operands
            .iter()
            .map(|(name, ..)| name.as_str())
            .collect();
        self.with_body(&format!(
            "    {}",
            body.replace("ARGUMENTS", &names.join(", "))
        ))
    }

    /// The same in the branch of a choice that is never taken; the other branch is the sum of all
    /// operands.
    pub(super) fn not_taken(&self) -> String {
        let (first, ..) = &self.operands[0];
        let sums: Vec<String> = (self.operands.iter())
            .map(|(name, ..)| format!("sum({name})"))
            .collect();
        let source = Source {
            operands: self.operands.clone(),
            statements: self.statements.clone(),
            result: format!(
                "select(sum({first}) * 0.0 > 1.0, sum({}), {})",
                self.result,
                sums.join(" + ")
            ),
            returns: &[],
        };
        source.function()
    }

    fn with_body(&self, body: &str) -> String {
        let arguments: Vec<String> = (self.operands.iter())
            .map(|(name, axes, tracked)| {
                let role = if *tracked { "Param" } else { "Input" };
                format!("{name}: {role}<{}>", type_of(axes))
            })
            .collect();
        format!(
            "fn f({}) -> {} {{\n{body}\n}}",
            arguments.join(", "),
            type_of(self.returns),
        )
    }

    /// `let …; root = …;`
    pub(super) fn block(&self) -> String {
        format!("{}    root = {};", self.statements.concat(), self.result)
    }
}

fn type_of(axes: &[usize]) -> String {
    match axes {
        [] => "f64".to_owned(),
        [n] => format!("[f64; {n}]"),
        axes => format!("[[f64; {}]; {}]", axes[1], axes[0]),
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    /// Everything in scope, and whether something used it.
    values: Vec<(String, Axes, bool)>,
    inputs: Vec<(String, Axes)>,
    statements: Vec<String>,
}

/// A random program of about `size` statements.
pub(super) fn program(random: &mut Random, size: usize) -> Source {
    let count = 2 + random.below(4);
    let operands: Vec<(String, Axes, bool)> = (0..count)
        .map(|i| {
            let name = ["x", "w", "bias", "gain", "target", "v1"][i];
            let tracked = i == 0 || !random.one_in(3);
            (name.to_owned(), random.pick(SHAPES), tracked)
        })
        .collect();
    let mut writer = Writer {
        values: (operands.iter())
            .map(|(name, axes, _)| (name.clone(), *axes, false))
            .collect(),
        inputs: (operands.iter().filter(|(.., tracked)| !tracked))
            .map(|(name, axes, _)| (name.clone(), *axes))
            .collect(),
        statements: Vec::new(),
        random,
    };
    for i in 0..size {
        writer.statement(i);
    }
    let (result, returns) = writer.result();
    Source {
        operands,
        statements: writer.statements,
        result,
        returns,
    }
}

impl Writer<'_> {
    fn statement(&mut self, i: usize) {
        let axes = self.random.pick(SHAPES);
        if self.random.one_in(10) {
            let (name, value) = (format!("K{i}"), self.table(axes));
            let ty = type_of(axes);
            self.statements
                .push(format!("    const {name}: {ty} = {value};\n"));
            self.inputs.push((name.clone(), axes));
            self.values.push((name, axes, true));
            return;
        }
        let value = self.expression(axes, 2);
        // Now and then a name is bound again.
        let old = self
            .values
            .iter()
            .position(|(name, ..)| name.starts_with('v'));
        let name = match old {
            Some(old) if self.random.one_in(8) => self.values.remove(old).0,
            _ => format!("v{i}"),
        };
        self.values.retain(|(known, ..)| *known != name);
        self.inputs.retain(|(known, ..)| *known != name);
        self.statements.push(format!("    let {name} = {value};\n"));
        self.values.push((name, axes, false));
    }

    /// The last value, or the sum of whatever nothing used.
    fn result(&mut self) -> (String, Axes) {
        let unused: Vec<(String, Axes)> = (self.values.iter())
            .filter(|(_, _, used)| !used)
            .map(|(name, axes, _)| (name.clone(), *axes))
            .collect();
        if unused.is_empty() || self.random.one_in(3) {
            let (name, axes, _) = self.values.last().unwrap();
            // A bare operand has no statement of its own.
            if self.random.one_in(4) {
                return (name.clone(), *axes);
            }
            let axes = *axes;
            return (self.expression(axes, 1), axes);
        }
        let terms: Vec<String> = (unused.iter())
            .map(|(name, axes)| match self.random.below(3) {
                _ if axes.is_empty() => name.clone(),
                0 => format!("mean({name})"),
                1 => format!("dot({name}, {name})"),
                _ => format!("sum({name})"),
            })
            .collect();
        (terms.join(" + "), &[])
    }

    /// A name in scope with these axes; a number if there is none and a scalar will do.
    fn name(&mut self, axes: &[usize]) -> Option<String> {
        let known: Vec<usize> = (0..self.values.len())
            .filter(|i| self.values[*i].1 == axes)
            .collect();
        if known.is_empty() {
            return None;
        }
        let index = self.random.pick(&known);
        self.values[index].2 = true;
        Some(self.values[index].0.clone())
    }

    fn number(&mut self) -> String {
        let numbers = ["0.5", "2", "1.5", "0.25", "1.0", "3e-1", "-0.75"];
        (self.random.pick(&numbers)).to_owned()
    }

    /// Numbers with these axes, as a literal.
    fn table(&mut self, axes: &[usize]) -> String {
        let Some((len, inner)) = axes.split_first() else {
            return self.number();
        };
        if self.random.one_in(4) {
            return format!("[{}; {len}]", self.table(inner));
        }
        let elements: Vec<String> = (0..*len).map(|_| self.table(inner)).collect();
        format!("[{}]", elements.join(", "))
    }

    /// A value with these axes, made of what is in scope.
    fn leaf(&mut self, axes: Axes) -> String {
        if axes.is_empty()
            && self.random.one_in(2)
            && let Some(name) = self.name(&[1])
        {
            return format!("reshape({name}, [])");
        }
        if let Some(name) = self.name(axes) {
            return name;
        }
        let index = self.random.below(self.values.len());
        self.values[index].2 = true;
        let (name, from, _) = self.values[index].clone();
        match (from, axes) {
            (_, []) if self.random.one_in(2) => format!("mean({name})"),
            (_, []) => format!("sum({name})"),
            ([], _) => format!("broadcast({name}, {axes:?})"),
            (from, axes) if len(from) == len(axes) => format!("reshape({name}, {axes:?})"),
            (&[_, columns], &[n]) if columns == n => format!("sum({name}, axis = 0)"),
            (&[rows, _], &[n]) if rows == n => format!("mean({name}, axis = 1)"),
            (&[n], &[_, columns]) if n == columns => format!("broadcast({name}, {axes:?})"),
            (&[rows, 1], &[wanted, _]) if rows == wanted => format!("broadcast({name}, {axes:?})"),
            (&[rows, columns], _) if axes == [columns, rows] => format!("transpose({name})"),
            _ => format!("broadcast(sum({name}), {axes:?})"),
        }
    }

    /// An expression of these axes, `depth` operators deep at most.
    fn expression(&mut self, axes: Axes, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(axes);
        }
        let depth = if self.random.one_in(3) { 0 } else { depth - 1 };
        match axes {
            [] if self.random.one_in(2) => self.reduction(depth),
            &[n] if n > 1 && self.random.one_in(3) => self.vector(axes, n, depth),
            &[rows, columns] if self.random.one_in(3) => self.matrix(axes, rows, columns, depth),
            _ => self.map(axes, depth),
        }
    }

    fn reduction(&mut self, depth: usize) -> String {
        let axes = self.random.pick(&SHAPES[2..]);
        let x = self.expression(axes, depth);
        let vector = axes.len() == 1;
        let several = len(axes) > 1;
        match self.random.below(22) {
            0 => format!("mean({x})"),
            1 => format!("dot({x}, {})", self.expression(axes, depth)),
            2 => format!("variance({x})"),
            3 => format!("quadratic_error({x}, {})", self.target(axes)),
            4 => format!("mse({x}, {})", self.target(axes)),
            5 if vector => format!("cross_entropy(softmax({x}), {})", self.target(axes)),
            6 if vector => format!("softmax_cross_entropy({x}, {})", self.target(axes)),
            7 => format!("product({x})"),
            8 => format!("max({x})"),
            9 => format!("min({x})"),
            10 => format!("norm({x})"),
            11 if several => format!("sample_variance({x})"),
            12 => format!("std({x} * {x})"),
            13 if several => format!("sample_std({x})"),
            14 if vector => format!("logsumexp({x})"),
            15 => format!("huber({x}, {}, {})", self.target(axes), self.constant()),
            16 => format!("binary_cross_entropy(sigmoid({x}), {})", self.target(axes)),
            17 => match axes {
                &[n] => format!("{}[{}]", self.leaf(axes), self.random.below(n)),
                axes => {
                    let (row, column) = (self.random.below(axes[0]), self.random.below(axes[1]));
                    format!("{}[{row}][{column}]", self.leaf(axes))
                }
            },
            _ => format!("sum({x})"),
        }
    }

    /// A positive number, or an input.
    fn constant(&mut self) -> String {
        let known: Vec<&(String, Axes)> = self
            .inputs
            .iter()
            .filter(|(_, known)| known.is_empty())
            .collect();
        if !known.is_empty() && self.random.one_in(3) {
            let name = self.random.pick(&known).0.clone();
            return format!("(1.5 + {name})");
        }
        (self.random.pick(&["0.5", "0.25", "1.5", "2"])).to_owned()
    }

    /// An input, or something stopped.
    fn target(&mut self, axes: Axes) -> String {
        let known: Vec<&(String, Axes)> = self
            .inputs
            .iter()
            .filter(|(_, known)| *known == axes)
            .collect();
        if !known.is_empty() && !self.random.one_in(3) {
            return self.random.pick(&known).0.clone();
        }
        format!("stop_gradient({})", self.leaf(axes))
    }

    fn vector(&mut self, axes: Axes, n: usize, depth: usize) -> String {
        let inner = 2 + self.random.below(2);
        let w: Axes = match (n, inner) {
            (2, 2) => &[2, 2],
            (2, _) => &[2, 3],
            (3, _) => &[3, 2],
            _ => &[],
        };
        let x: Axes = if w.last() == Some(&2) { &[2] } else { &[3] };
        match self.random.below(14) {
            0 | 1 => format!("softmax({})", self.expression(axes, depth)),
            2 => format!("log_softmax({})", self.expression(axes, depth)),
            3 if !w.is_empty() => {
                format!("matvec({}, {})", self.expression(w, depth), self.leaf(x))
            }
            4 if !w.is_empty() => format!("sum({}, axis = 1)", self.expression(w, depth)),
            5 if !w.is_empty() => format!("mean({}, axis = 1)", self.expression(w, depth)),
            6 | 7 if !w.is_empty() => {
                let (x, w) = (self.expression(x, depth), self.leaf(w));
                format!("fully_connected({x}, {w}, {})", self.leaf(axes))
            }
            8 if n == 3 => format!("row({}, {})", self.leaf(&[2, 3]), self.random.below(2)),
            8 if n == 2 => format!("{}[{}]", self.leaf(&[3, 2]), self.random.below(3)),
            9 if n == 3 => format!("column({}, {})", self.leaf(&[3, 2]), self.random.below(2)),
            9 if n == 2 => format!("column({}, {})", self.leaf(&[2, 3]), self.random.below(3)),
            10 | 11 => {
                let (first, second): (Axes, Axes) = match n {
                    2 => (&[1], &[1]),
                    3 if self.random.one_in(2) => (&[1], &[2]),
                    3 => (&[2], &[1]),
                    _ => (&[3], &[3]),
                };
                format!(
                    "concat({}, {})",
                    self.expression(first, depth),
                    self.leaf(second)
                )
            }
            12 if n < 6 => {
                let start = self.random.below(6 - n);
                format!("{}[{start}..{}]", self.leaf(&[6]), start + n)
            }
            13 if n == 2 => format!("{}[1..]", self.leaf(&[3])),
            _ => self.map(axes, depth),
        }
    }

    fn matrix(&mut self, axes: Axes, rows: usize, columns: usize, depth: usize) -> String {
        let shape = |rows: usize, columns: usize| {
            *SHAPES
                .iter()
                .find(|axes| **axes == [rows, columns])
                .unwrap_or(&SHAPES[0])
        };
        match self.random.below(7) {
            6 if rows > 1 && columns > 1 => {
                let vector = |n: usize| -> Axes { if n == 2 { &[2] } else { &[3] } };
                format!(
                    "outer({}, {})",
                    self.leaf(vector(rows)),
                    self.leaf(vector(columns))
                )
            }
            0 if !shape(columns, rows).is_empty() => {
                format!(
                    "transpose({})",
                    self.expression(shape(columns, rows), depth)
                )
            }
            1 => match columns {
                2 => format!("broadcast({}, {axes:?})", self.leaf(&[2])),
                3 => format!("broadcast({}, {axes:?})", self.leaf(&[3])),
                _ => format!("reshape({}, {axes:?})", self.leaf(axes)),
            },
            2 if rows == 3 => format!("broadcast({}, {axes:?})", self.leaf(&[3, 1])),
            choice => {
                // Inner dimension and the two operands.
                let inner = [1, 2, 3][self.random.below(3)];
                let (left, right) = (shape(rows, inner), shape(inner, columns));
                if left.is_empty() || right.is_empty() {
                    return self.map(axes, depth);
                }
                let flipped = (shape(inner, rows), shape(columns, inner));
                let a = match choice {
                    3 if !flipped.0.is_empty() => {
                        format!("transpose({})", self.leaf(flipped.0))
                    }
                    _ => self.expression(left, depth),
                };
                let b = match choice {
                    4 if !flipped.1.is_empty() => {
                        format!("transpose({})", self.leaf(flipped.1))
                    }
                    _ => self.expression(right, depth),
                };
                if self.random.one_in(4) {
                    format!("matrix_multiply({b}, {a})")
                } else {
                    format!("matmul({a}, {b})")
                }
            }
        }
    }

    fn map(&mut self, axes: Axes, depth: usize) -> String {
        let x = self.expression(axes, depth);
        let y = match self.random.below(4) {
            0 => self.number(),
            1 => self.leaf(&[]),
            2 => self.leaf(axes),
            _ => self.expression(axes, depth),
        };
        // Two operands of one shape.
        let (a, b) = (x.clone(), self.leaf(axes));
        match self.random.below(38) {
            0..=2 => format!("({x} + {y})"),
            3..=5 => format!("({x} - {y})"),
            6..=8 => format!("{x} * {y}"),
            9 => format!("{x} / (1.5 + square({y}))"),
            10 => format!("{y} / (1.5 + square({x})) + {x}"),
            11 => format!("(-{x})"),
            12 => format!("scale({x}, {})", self.leaf(&[])),
            13 => format!("offset({x}, {})", self.leaf(&[])),
            14 => format!("square({x})"),
            15 => format!("exp(tanh({x}))"),
            16 => format!("ln(0.5 + square({x}))"),
            17 => format!("sigmoid({x})"),
            18 => format!("relu({x})"),
            19 => format!("reshape({x}, {axes:?})"),
            20 => format!("sqrt(0.25 + square({x}))"),
            21 => format!("recip(1.5 + square({x}))"),
            22 => format!("powi({x}, {})", self.random.below(5)),
            23 => format!("powi(2.0 + sin({x}), -{})", 1 + self.random.below(3)),
            24 => format!("abs({x})"),
            25 => format!("clamp({x}, -{}, {})", self.constant(), self.constant()),
            26 => format!("max({a}, {b})"),
            27 => format!("min({a}, {b})"),
            28 | 29 => {
                let sign = self.random.pick(&["<", "<=", ">", ">="]);
                let other = self.expression(axes, depth);
                format!("select({a} {sign} {y}, {other}, {b})")
            }
            30 => format!("sin({x})"),
            31 => format!("cos({x})"),
            32 => format!("hypot({a}, {b})"),
            33 => format!("atan2({a}, {b})"),
            34 => format!("leaky_relu({x}, {})", self.constant()),
            35 => format!("softplus({x})"),
            36 => format!("silu({x})"),
            _ => format!("tanh({x})"),
        }
    }
}

fn len(axes: &[usize]) -> usize {
    axes.iter().product()
}
