//! What the shape rules of the operators are made of.

use super::*;

impl Infer<'_> {
    /// The result of an operator of the user's own: what it is used for says what it is.
    pub(crate) fn unknown_result(&mut self) -> Shape {
        self.unifier.fresh_shape()
    }

    /// Two arguments of one shape, or a scalar and an array.
    pub(crate) fn meet(&mut self, call: &Call, a: usize, b: usize) -> Shape {
        match (self.shape(call, a), self.shape(call, b)) {
            (Shape::Scalar, other) | (other, Shape::Scalar) => other,
            _ => self.same(call, a, b),
        }
    }

    /// The condition of `select`, in the shape of its branches; `false` after reporting that it has
    /// another.
    pub(crate) fn condition_fits(&mut self, call: &Call, branches: &Shape) -> bool {
        let known = self.shape(call, 0);
        let help = match &self.program.values[call.arguments[0]].kind {
            ValueKind::Call(comparison) if known.is_scalar() => {
                let [left, right] = [0, 1].map(|side| match comparison.sites.get(side) {
                    // The value, and not the number it is compared with.
                    Some(site) if self.number(comparison, side).is_none() => {
                        format!("broadcast({}, {branches})", written(site))
                    }
                    Some(site) => written(site).to_owned(),
                    None => "…".to_owned(),
                });
                format!(
                    "\nhelp: write `{left} {} {right}`",
                    comparison.operator.name
                )
            }
            _ => String::new(),
        };
        let message = format!(
            "`{}` needs a condition of the shape {branches} here, found {}{help}",
            call.operator.name,
            self.found(call, 0)
        );
        let place = call.sites[0].place;
        let fits = self.equal(&known, branches, place, &message);
        if !fits {
            self.fail(place, message);
        }
        fits
    }

    /// The whole number at an argument, which the resolver has checked.
    pub(crate) fn position(&self, call: &Call, index: usize) -> usize {
        match &self.program.values[call.arguments[index]].kind {
            ValueKind::Number(number) => {
                let whole = number.text.strip_suffix(".0").unwrap_or(&number.text);
                whole.parse().unwrap_or(usize::MAX)
            }
            _ => usize::MAX,
        }
    }

    /// Refuses a position outside of `dim`; what only rustc knows it checks.
    pub(crate) fn within(&mut self, call: &Call, dim: &Dim, position: usize, place: Place) -> bool {
        let len = match dim {
            Dim::Literal(len) => Some(*len),
            _ => None,
        };
        let message = out_of_range(position, &self.found(call, 0), len);
        self.check(Condition::Below(position, dim.clone()), place, message)
    }

    /// `x[i]`: an element of a vector, a row of a matrix.
    pub(crate) fn indexed(&mut self, call: &Call) -> Shape {
        let position = self.position(call, 1);
        let place = call.sites[1].place;
        match self.shape(call, 0) {
            Shape::Matrix(rows, columns) => {
                if self.within(call, &rows, position, place) {
                    Shape::Vector(columns)
                } else {
                    Shape::Unknown
                }
            }
            Shape::Scalar => {
                let message = format!("a scalar has no elements, found {}", self.found(call, 0));
                self.fail(
                    call.sites[0].place,
                    format!("{message}\nhelp: remove the `[{position}]`"),
                )
            }
            // `grad!`: what is indexed is a vector.
            _ => match self.vector(call, 0) {
                Some(len) if self.within(call, &len, position, place) => Shape::Scalar,
                _ => Shape::Unknown,
            },
        }
    }

    /// `x[a..b]` of a vector.
    pub(crate) fn sliced(&mut self, call: &Call) -> Shape {
        let Some(len) = self.vector(call, 0) else {
            return Shape::Unknown;
        };
        let place = call.sites[1].place.to(call.sites[2].place);
        let start = self.position(call, 1);
        let end = match (self.position(call, 2), &len) {
            (usize::MAX, Dim::Literal(len)) => *len,
            (usize::MAX, _) => {
                return self.fail(
                    place,
                    format!("an open range needs a length the macro knows, found {}\nhelp: write the end as a number", self.found(call, 0)),
                );
            }
            (end, _) => end,
        };
        if end < start {
            return self.fail(place, reversed(start, end));
        }
        // An empty range may start at the end, and not beyond.
        if let Some(last) = end.checked_sub(1)
            && !self.within(call, &len, last, place)
        {
            return Shape::Unknown;
        }
        Shape::Vector(Dim::Literal(end - start))
    }

    /// Two arguments of one shape.
    pub(crate) fn same(&mut self, call: &Call, a: usize, b: usize) -> Shape {
        let (left, right) = (self.shape(call, a), self.shape(call, b));
        let message = format!(
            "`{}` needs operands of one shape, found {}{}",
            call.operator.name,
            self.found_both(call, a, b),
            self.shape_help(call, a, b),
        );
        let place = call.sites[b].place;
        if self.equal(&left, &right, place, &message) {
            left
        } else {
            self.fail(place, message)
        }
    }

    /// One shape, or a scalar and an array: `+ - * /`.
    pub(crate) fn join(&mut self, call: &Call) -> Shape {
        let (left, right) = (self.shape(call, 0), self.shape(call, 1));
        let message = format!(
            "`{}` needs operands of one shape (or a scalar and an array), found {}{}",
            call.operator.name,
            self.found_both(call, 0, 1),
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
        let help = match (call.operator.name, call.sites.as_slice()) {
            ("scale", [x, y]) => format!(
                "\nhelp: for a product element by element write `{} * {}`",
                written(x),
                written(y)
            ),
            ("offset", [x, y]) => format!(
                "\nhelp: for a sum element by element write `{} + {}`",
                written(x),
                written(y)
            ),
            _ => String::new(),
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
                let name = written(&call.sites[index]);
                let help = match &other {
                    Shape::Matrix(..) if call.operator.name == "x[a..b]" => {
                        format!("\nhelp: a row of a matrix is `{name}[0]`, or `row({name}, 0)`")
                    }
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
                let operator = call.operator.name;
                let rule = match call.axis {
                    Some((axis, _)) => format!("`{operator}` with `axis = {axis}` needs a matrix"),
                    None => format!("`{operator}` needs a matrix here"),
                };
                let message = format!(
                    "{rule}, found {}{}",
                    self.found(call, index),
                    self.matrix_help(call, index, &other),
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
            "`{}` needs {rule}, found {}{}",
            call.operator.name,
            self.found_both(call, a, b),
            self.product_help(call, a, b),
        );
        let place = call.sites[b].place;
        let fits = self.equal_dims(left, right, place, &message);
        if !fits {
            self.fail(place, message);
        }
        fits
    }

    /// Refuses arguments of no element, for which `operator` has no value.
    pub(crate) fn not_empty(&mut self, call: &Call, index: usize) -> bool {
        let message = format!(
            "`{}` of no element has no value, found {}\nhelp: use at least one element; `sum` of none is 0",
            call.operator.name,
            self.found(call, index)
        );
        self.at_least(1, call, index, message)
    }

    /// Refuses an argument of fewer elements.
    pub(crate) fn at_least(
        &mut self,
        count: usize,
        call: &Call,
        index: usize,
        message: String,
    ) -> bool {
        let place = call.sites[index].place;
        let condition = Condition::AtLeast(count, self.shape(call, index));
        self.check(condition, place, message)
    }

    /// The length of two vectors one after the other: a number where both lengths are, and else what
    /// the source says elsewhere.
    pub(crate) fn sum_of_dims(&mut self, call: &Call, first: &Dim, second: &Dim) -> Dim {
        if let (Dim::Literal(first), Dim::Literal(second)) = (first, second) {
            return Dim::Literal(first.saturating_add(*second));
        }
        let whole = self.unifier.fresh_dim();
        let message = format!(
            "`{}` gives a vector as long as its arguments together, found {}",
            call.operator.name,
            self.found_both(call, 0, 1),
        );
        self.checks.push(Check {
            instance: self.instance,
            condition: Condition::Sum([first.clone(), second.clone()], whole.clone()),
            place: call.sites[0].place.to(call.sites[1].place),
            message,
        });
        whole
    }

    /// An argument that is a number in the source.
    pub(crate) fn number(&self, call: &Call, index: usize) -> Option<f64> {
        match &self.program.values[call.arguments[index]].kind {
            ValueKind::Number(number) => number.text.parse().ok(),
            _ => None,
        }
    }

    /// Reports an argument that does not fit.
    pub(crate) fn refuse(&mut self, call: &Call, index: usize, message: &str) -> Shape {
        self.fail(call.sites[index].place, message)
    }

    /// The `[R, C]` argument as a shape.
    pub(crate) fn wanted(&mut self, call: &Call) -> Option<(Shape, Place)> {
        let (dims, place) = call.dims.clone()?;
        let dims: Vec<Dim> = dims.iter().map(|dim| self.instantiate_dim(dim)).collect();
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
        let count = |len: Option<usize>| len.map_or(String::new(), |n| format!(" ({n} elements)"));
        let message = format!(
            "`reshape` keeps the number of elements, found {}{} and {wanted}{}",
            self.found(call, 0),
            count(found.literal_len()),
            count(wanted.literal_len()),
        );
        self.check(Condition::SameLen(found, wanted.clone()), place, message)
    }

    /// The source of a broadcast to `wanted`: a scalar, a row for every row, or a column.
    pub(crate) fn broadcast(&mut self, call: &Call, wanted: &Shape) -> Shape {
        let site = &call.sites[0];
        if let Shape::Scalar = wanted {
            let place = call.dims.as_ref().map_or(site.place, |(_, place)| *place);
            return self.fail(place, "`broadcast` needs one or two dimensions, found none\nhelp: for example `broadcast(b, [4, 3])`");
        }
        let broadcast = Broadcast {
            from: self.shape(call, 0),
            to: wanted.clone(),
            site: site.clone(),
            called: self.called(call, 0),
            instance: self.instance,
        };
        match self.settled(&broadcast) {
            Ok(true) => {}
            Ok(false) => self.broadcasts.push(broadcast),
            Err(message) => return self.fail(site.place, message),
        }
        wanted.clone()
    }

    /// Whether a broadcast is settled, which it is once the rank of its operand is known; or what is
    /// wrong with it.
    fn settled(&mut self, broadcast: &Broadcast) -> Result<bool, String> {
        let Broadcast {
            to, site, called, ..
        } = broadcast;
        let from = self.unifier.resolve(&broadcast.from);
        let message = format!(
            "`broadcast` to {to} needs a scalar{}, found {}",
            match to {
                Shape::Matrix(r, c) => format!(", a row [{c}] or a column [{r}, 1]"),
                _ => String::new(),
            },
            match &from {
                Shape::Scalar => format!("{called}, a scalar"),
                from => format!("{called} {from}"),
            }
        );
        let fits = match (&from, to) {
            (Shape::Var(_), _) => return Ok(false),
            (Shape::Scalar, _) => true,
            (Shape::Vector(n), Shape::Matrix(_, columns)) => {
                self.equal_dims(n, columns, site.place, &message)
            }
            // Of all matrices only a column fits.
            (Shape::Matrix(rows, one), Shape::Matrix(r, _))
                if is_one(one) || matches!(one, Dim::Var(_)) =>
            {
                self.equal_dims(one, &Dim::Literal(1), site.place, &message)
                    && self.equal_dims(rows, r, site.place, &message)
            }
            _ => false,
        };
        if fits {
            return Ok(true);
        }
        let help = match (&from, to) {
            (Shape::Vector(n), Shape::Matrix(r, _)) if n == r => format!(
                "\nhelp: for a column write `broadcast(reshape({}, [{n}, 1]), {to})`",
                written(site)
            ),
            _ => String::new(),
        };
        Err(format!("{message}{help}"))
    }

    /// Settles the broadcasts whose operands have got a rank from what came after.
    pub(super) fn settle_broadcasts(&mut self) {
        // One may tell another what it needs.
        loop {
            let before = self.broadcasts.len();
            for broadcast in std::mem::take(&mut self.broadcasts) {
                match self.settled(&broadcast) {
                    Ok(true) => {}
                    Ok(false) => self.broadcasts.push(broadcast),
                    Err(message) => {
                        self.instance = broadcast.instance;
                        self.report(broadcast.site.place, message);
                    }
                }
            }
            if self.broadcasts.len() == before {
                break;
            }
        }
        self.instance = None;
    }
}
