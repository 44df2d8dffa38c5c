//! What messages say of arguments and of the likely fix.

use super::*;

impl Infer<'_> {
    /// `` `x` [4] `` or `` `x`, a scalar ``; `the first argument [4]` where it has no name.
    pub(crate) fn found(&self, call: &Call, index: usize) -> String {
        let called = self.called(call, index);
        match self.shape(call, index) {
            // Nothing is known that could be said.
            Shape::Var(_) | Shape::Unknown => called,
            Shape::Scalar => format!("{called}, a scalar"),
            shape => format!("{called} {shape}"),
        }
    }

    pub(super) fn found_both(&self, call: &Call, a: usize, b: usize) -> String {
        let comma = if self.shape(call, a).is_scalar() {
            ","
        } else {
            ""
        };
        format!("{}{comma} and {}", self.found(call, a), self.found(call, b))
    }

    pub(super) fn called(&self, call: &Call, index: usize) -> String {
        const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];
        match &call.sites[index].name {
            Some(name) => format!("`{name}`"),
            None => {
                let indexed = call.operator.usage.starts_with("x[");
                if indexed && let Some(text) = &call.sites[index].text {
                    format!("`{text}`")
                } else if call.operator.usage.contains('(') {
                    format!("the {} argument", ORDINALS.get(index).unwrap_or(&"next"))
                } else if call.sites.len() == 1 {
                    "the operand".to_owned()
                } else if index == 0 {
                    "the left operand".to_owned()
                } else {
                    "the right operand".to_owned()
                }
            }
        }
    }

    /// What to write where two shapes differ.
    pub(super) fn shape_help(&self, call: &Call, a: usize, b: usize) -> String {
        let (left, right) = (self.shape(call, a), self.shape(call, b));
        let name = |index: usize| written(&call.sites[index]);
        let same = |n: &Dim, m: &Dim| n == m;
        let reshape = |index: usize, to: &Shape| {
            format!(
                "\nhelp: shapes never broadcast by themselves; write `reshape({}, {to})`",
                name(index)
            )
        };
        let column = |column: &str, to: &Shape| {
            format!("\nhelp: to use it for every column write `broadcast({column}, {to})`")
        };
        let one_element = |name: &str, other: &Shape| match other {
            Shape::Scalar => {
                format!("\nhelp: an array of one element is no scalar: write `reshape({name}, [])`")
            }
            _ => format!(
                "\nhelp: an array of one element is no scalar: write `broadcast(reshape({name}, []), {other})`"
            ),
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
            (Shape::Matrix(r, _), Shape::Matrix(s, one)) if is_one(one) && same(r, s) => {
                column(name(b), &left)
            }
            (Shape::Matrix(r, one), Shape::Matrix(s, _)) if is_one(one) && same(r, s) => {
                column(name(a), &right)
            }
            (Shape::Matrix(r, _), Shape::Vector(n)) if same(r, n) => {
                column(&format!("reshape({}, [{n}, 1])", name(b)), &left)
            }
            (Shape::Vector(n), Shape::Matrix(r, _)) if same(r, n) => {
                column(&format!("reshape({}, [{n}, 1])", name(a)), &right)
            }
            (_, Shape::Vector(n)) if is_one(n) => one_element(name(b), &left),
            (Shape::Vector(n), _) if is_one(n) => one_element(name(a), &right),
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

    /// What to write where a matrix is needed and `found` is not one.
    pub(super) fn matrix_help(&self, call: &Call, index: usize, found: &Shape) -> String {
        let (operator, text) = (call.operator.name, written(&call.sites[index]));
        if call.axis.is_some() {
            let has = match found {
                Shape::Scalar => "a scalar has no axis",
                _ => "a vector has one axis",
            };
            return format!("\nhelp: {has}: write `{operator}({text})`");
        }
        let other = |index: usize| (self.shape(call, index), written(&call.sites[index]));
        match (operator, found, index) {
            ("matmul", Shape::Vector(_), 0 | 1) => match (other(1 - index), index) {
                ((Shape::Vector(_), right), 0) => {
                    format!("\nhelp: for the product of two vectors write `dot({text}, {right})`")
                }
                ((_, right), 0) => format!(
                    "\nhelp: for a vector times a matrix write `matvec(transpose({right}), {text})`"
                ),
                ((_, left), _) => {
                    format!("\nhelp: for a matrix times a vector write `matvec({left}, {text})`")
                }
            },
            ("matrix_multiply", Shape::Vector(_), 0) => {
                format!(
                    "\nhelp: for a matrix times a vector write `matvec({}, {text})`",
                    other(1).1
                )
            }
            (_, Shape::Vector(n), _) => {
                format!("\nhelp: as a column write `reshape({text}, [{n}, 1])`")
            }
            _ => String::new(),
        }
    }

    pub(super) fn product_help(&self, call: &Call, a: usize, b: usize) -> String {
        let name = |index: usize| written(&call.sites[index]);
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
}

/// A position in what has `len` elements or rows, if that is known.
pub(crate) fn out_of_range(position: usize, found: &str, len: Option<usize>) -> String {
    let help = match len.and_then(|len| len.checked_sub(1)) {
        Some(last) => format!("\nhelp: positions go from 0 to {last}"),
        None => String::new(),
    };
    format!("position {position} is out of range, found {found}{help}")
}

/// A position, which must not be that.
pub(crate) fn below_zero(position: i64) -> String {
    format!("positions count from 0, found {position}")
}

/// A range of positions.
pub(crate) fn reversed(start: usize, end: usize) -> String {
    format!("a range must not end before it starts, found `{start}..{end}`")
}
