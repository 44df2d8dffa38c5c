//! Shapes: what they are, how they print, and how they are unified.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

/// One dimension of an array.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Dim {
    /// A number in the source.
    Literal(usize),
    /// A const item or constant expression: its value is known to rustc, not to the macro.
    Item(Rc<str>),
    /// A const generic of the function: equal to nothing but itself.
    Generic(Rc<str>),
    /// To be inferred (`grad!` only); what stays free becomes a const generic of the record.
    Var(usize),
}

/// The shape of a value, row-major.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    Scalar,
    Vector(Dim),
    /// Rows, columns.
    Matrix(Dim, Dim),
    /// To be inferred (`grad!` only); what stays free becomes a type parameter of the record.
    Var(usize),
    /// The value is wrong already: fits everything, so that one mistake is reported once.
    Unknown,
}

impl Shape {
    /// Dimensions from the outermost to the innermost; `None` while the rank is unknown.
    pub(crate) fn dims(&self) -> Option<Vec<Dim>> {
        match self {
            Shape::Scalar => Some(vec![]),
            Shape::Vector(n) => Some(vec![n.clone()]),
            Shape::Matrix(rows, columns) => Some(vec![rows.clone(), columns.clone()]),
            Shape::Var(_) | Shape::Unknown => None,
        }
    }

    /// The shape with these dimensions; `None` above rank 2.
    pub(crate) fn from_dims(dims: &[Dim]) -> Option<Self> {
        match dims {
            [] => Some(Shape::Scalar),
            [n] => Some(Shape::Vector(n.clone())),
            [rows, columns] => Some(Shape::Matrix(rows.clone(), columns.clone())),
            _ => None,
        }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        *self == Shape::Scalar
    }

    /// Number of elements, where every dimension is a literal.
    pub(crate) fn literal_len(&self) -> Option<usize> {
        self.dims()?.iter().try_fold(1usize, |len, dim| match dim {
            Dim::Literal(n) => len.checked_mul(*n),
            Dim::Item(_) | Dim::Generic(_) | Dim::Var(_) => None,
        })
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Literal(n) => write!(f, "{n}"),
            Dim::Item(name) | Dim::Generic(name) => f.write_str(name),
            Dim::Var(_) => f.write_str("_"),
        }
    }
}

/// As messages and the README write shapes: `[8, 4]`, `a scalar`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Scalar => f.write_str("a scalar"),
            Shape::Vector(n) => write!(f, "[{n}]"),
            Shape::Matrix(rows, columns) => write!(f, "[{rows}, {columns}]"),
            Shape::Var(_) | Shape::Unknown => f.write_str("an array"),
        }
    }
}

/// An equality only rustc can decide: it becomes an assertion in the generated code.
#[derive(Clone, Debug)]
pub(crate) struct Assumption {
    pub(crate) left: Dim,
    pub(crate) right: Dim,
}

/// `result` is what `left` and `right` give when a scalar may meet an array.
#[derive(Clone, Debug)]
pub(crate) struct Join {
    pub(crate) left: Shape,
    pub(crate) right: Shape,
    pub(crate) result: Shape,
}

/// Unification of shapes by substitution.
#[derive(Default)]
pub(crate) struct Unifier {
    dims: Vec<Option<Dim>>,
    shapes: Vec<Option<Shape>>,
    items: BTreeMap<Rc<str>, Dim>,
    assumptions: Vec<Assumption>,
    joins: Vec<Join>,
    /// How to undo what was learned, the newest last.
    trail: Vec<Undo>,
}

/// Each forgets one thing.
enum Undo {
    Dim(usize),
    Shape(usize),
    Item(Rc<str>),
    Assumption,
    /// Assumptions that were taken.
    Taken(Vec<Assumption>),
    Join,
}

/// A state of a [`Unifier`] to go back to.
pub(crate) struct Mark(usize);

impl Unifier {
    /// What is known now.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Forgets what was learned since. New variables stay, and are free again.
    pub(crate) fn roll_back(&mut self, mark: &Mark) {
        for undo in self.trail.drain(mark.0.min(self.trail.len())..).rev() {
            match undo {
                Undo::Dim(v) => self.dims[v] = None,
                Undo::Shape(v) => self.shapes[v] = None,
                Undo::Item(name) => {
                    self.items.remove(&name);
                }
                Undo::Assumption => {
                    self.assumptions.pop();
                }
                Undo::Taken(taken) => self.assumptions = taken,
                Undo::Join => {
                    self.joins.pop();
                }
            }
        }
    }

    // What is bound was free: both sides are resolved first.
    fn bind_dim(&mut self, v: usize, dim: Dim) {
        self.dims[v] = Some(dim);
        self.trail.push(Undo::Dim(v));
    }

    fn bind_shape(&mut self, v: usize, shape: Shape) {
        self.shapes[v] = Some(shape);
        self.trail.push(Undo::Shape(v));
    }

    fn assume(&mut self, name: &Rc<str>, left: Dim, right: Dim) {
        self.items.insert(name.clone(), right.clone());
        self.trail.push(Undo::Item(name.clone()));
        self.assumptions.push(Assumption { left, right });
        self.trail.push(Undo::Assumption);
    }

    pub(crate) fn fresh_dim(&mut self) -> Dim {
        self.dims.push(None);
        Dim::Var(self.dims.len() - 1)
    }

    pub(crate) fn fresh_shape(&mut self) -> Shape {
        self.shapes.push(None);
        Shape::Var(self.shapes.len() - 1)
    }

    /// Follows what is known so far. Item dimensions keep the name the user wrote; see
    /// [`Unifier::canonical`].
    pub(crate) fn resolve(&self, shape: &Shape) -> Shape {
        match shape {
            Shape::Var(v) => match self.shapes.get(*v) {
                Some(Some(known)) => self.resolve(known),
                _ => Shape::Var(*v),
            },
            Shape::Vector(n) => Shape::Vector(self.resolve_dim(n)),
            Shape::Matrix(r, c) => Shape::Matrix(self.resolve_dim(r), self.resolve_dim(c)),
            Shape::Scalar | Shape::Unknown => shape.clone(),
        }
    }

    pub(crate) fn resolve_dim(&self, dim: &Dim) -> Dim {
        match dim {
            Dim::Var(v) => match self.dims.get(*v) {
                Some(Some(known)) => self.resolve_dim(known),
                _ => Dim::Var(*v),
            },
            Dim::Literal(_) | Dim::Item(_) | Dim::Generic(_) => dim.clone(),
        }
    }

    /// Like [`Unifier::resolve`], and names each class of item dimensions assumed equal by one
    /// member, so that the generated code type-checks even where an assumption fails: the
    /// assertion is then the only error.
    pub(crate) fn canonical(&self, shape: &Shape) -> Shape {
        match self.resolve(shape) {
            Shape::Vector(n) => Shape::Vector(self.canonical_dim(&n)),
            Shape::Matrix(r, c) => Shape::Matrix(self.canonical_dim(&r), self.canonical_dim(&c)),
            other => other,
        }
    }

    pub(crate) fn canonical_dim(&self, dim: &Dim) -> Dim {
        match self.resolve_dim(dim) {
            Dim::Item(name) => match self.items.get(&name) {
                Some(other) => self.canonical_dim(other),
                None => Dim::Item(name),
            },
            other => other,
        }
    }

    /// Makes two dimensions equal; `false` where they cannot be.
    pub(crate) fn unify_dims(&mut self, a: &Dim, b: &Dim) -> bool {
        let (a, b) = (self.canonical_dim(a), self.canonical_dim(b));
        if a == b {
            return true;
        }
        match (&a, &b) {
            (Dim::Var(v), _) => {
                self.bind_dim(*v, b);
                true
            }
            (_, Dim::Var(v)) => {
                self.bind_dim(*v, a);
                true
            }
            (Dim::Item(name), Dim::Item(_) | Dim::Literal(_)) => {
                self.assume(&name.clone(), a, b);
                true
            }
            (Dim::Literal(_), Dim::Item(name)) => {
                self.assume(&name.clone(), b, a);
                true
            }
            (Dim::Literal(_), Dim::Literal(_) | Dim::Generic(_))
            | (Dim::Generic(_), Dim::Literal(_) | Dim::Generic(_) | Dim::Item(_))
            | (Dim::Item(_), Dim::Generic(_)) => false,
        }
    }

    /// Makes two shapes equal; `false` where they cannot be.
    pub(crate) fn unify(&mut self, a: &Shape, b: &Shape) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (Shape::Unknown, _) | (_, Shape::Unknown) | (Shape::Scalar, Shape::Scalar) => true,
            (Shape::Var(v), Shape::Var(w)) if v == w => true,
            (Shape::Var(v), other) | (other, Shape::Var(v)) => {
                self.bind_shape(v, other);
                true
            }
            (Shape::Vector(n), Shape::Vector(m)) => self.unify_dims(&n, &m),
            (Shape::Matrix(r, c), Shape::Matrix(s, d)) => {
                self.unify_dims(&r, &s) && self.unify_dims(&c, &d)
            }
            (Shape::Scalar | Shape::Vector(_) | Shape::Matrix(..), _) => false,
        }
    }

    /// The shape of an element-wise operation in which a scalar may meet an array; `None` where
    /// the operands do not fit. While ranks are unknown the answer is a variable that
    /// [`Unifier::settle_joins`] revisits.
    pub(crate) fn join(&mut self, left: &Shape, right: &Shape) -> Option<Shape> {
        let result = self.fresh_shape();
        let join = Join {
            left: left.clone(),
            right: right.clone(),
            result: result.clone(),
        };
        match self.settle(&join) {
            Some(true) => {}
            Some(false) => return None,
            None => {
                self.joins.push(join);
                self.trail.push(Undo::Join);
            }
        }
        Some(self.resolve(&result))
    }

    /// `Some(fits)` once the join is decided.
    fn settle(&mut self, join: &Join) -> Option<bool> {
        let left = self.resolve(&join.left);
        let right = self.resolve(&join.right);
        match (&left, &right) {
            (Shape::Unknown, _) | (_, Shape::Unknown) => {
                Some(self.unify(&join.result, &Shape::Unknown))
            }
            (Shape::Scalar, other) | (other, Shape::Scalar) => {
                Some(self.unify(&join.result, &other.clone()))
            }
            (Shape::Var(v), Shape::Var(w)) if v == w => Some(self.unify(&join.result, &left)),
            (Shape::Var(_), known) | (known, Shape::Var(_)) => {
                // The other side is a scalar or the same: the result is known already.
                if !matches!(known, Shape::Var(_)) && !self.unify(&join.result, &known.clone()) {
                    return Some(false);
                }
                if self.resolve(&join.result).is_scalar() {
                    Some(self.unify(&left, &Shape::Scalar) && self.unify(&right, &Shape::Scalar))
                } else {
                    None
                }
            }
            _ => Some(self.unify(&left, &right) && self.unify(&join.result, &left)),
        }
    }

    /// Decides what can be decided now that more is known; `false` if a join turned out wrong.
    /// There is no way back behind it. The rest stays for the type checker ([`Unifier::open_joins`]).
    pub(crate) fn settle_joins(&mut self) -> bool {
        self.trail.clear();
        let mut fits = true;
        loop {
            let pending = std::mem::take(&mut self.joins);
            let before = pending.len();
            for join in pending {
                match self.settle(&join) {
                    Some(decided) => fits &= decided,
                    None => self.joins.push(join),
                }
            }
            if self.joins.len() == before && !self.unify_like_joins(&mut fits) {
                return fits;
            }
        }
    }

    /// Joins of the same two shapes, in either order, have one result: otherwise rustc would see two
    /// bounds that differ in a type it is to infer. Whether that was news.
    fn unify_like_joins(&mut self, fits: &mut bool) -> bool {
        let mut news = false;
        let mut results: HashMap<(Shape, Shape), Shape> = HashMap::new();
        for join in self.joins.clone() {
            let left = self.canonical(&join.left);
            let right = self.canonical(&join.right);
            let result = results
                .entry((left.clone(), right.clone()))
                .or_insert_with(|| join.result.clone())
                .clone();
            results
                .entry((right, left))
                .or_insert_with(|| join.result.clone());
            if self.resolve(&result) != self.resolve(&join.result) {
                news = true;
                *fits &= self.unify(&result, &join.result);
            }
        }
        news
    }

    /// Joins whose ranks only the type checker knows, each once.
    pub(crate) fn open_joins(&self) -> Vec<Join> {
        let mut known = HashSet::new();
        self.joins
            .iter()
            .map(|join| Join {
                left: self.canonical(&join.left),
                right: self.canonical(&join.right),
                result: self.canonical(&join.result),
            })
            .filter(|join| known.insert((join.left.clone(), join.right.clone())))
            .collect()
    }

    /// Takes the assumptions made since the last call.
    pub(crate) fn take_assumptions(&mut self) -> Vec<Assumption> {
        let taken = std::mem::take(&mut self.assumptions);
        if !taken.is_empty() {
            self.trail.push(Undo::Taken(taken.clone()));
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(n: usize) -> Shape {
        Shape::Vector(Dim::Literal(n))
    }

    #[test]
    fn variables_take_what_they_meet() {
        let mut unifier = Unifier::default();
        let x = unifier.fresh_shape();
        let n = unifier.fresh_dim();
        assert!(unifier.unify(&x, &Shape::Vector(n.clone())));
        assert!(unifier.unify_dims(&n, &Dim::Literal(4)));
        assert_eq!(unifier.resolve(&x), vector(4));
        assert!(!unifier.unify(&x, &vector(5)));
    }

    #[test]
    fn items_are_assumed_equal_once_and_generics_never() {
        let mut unifier = Unifier::default();
        let (n, m) = (Dim::Item("N".into()), Dim::Item("M".into()));
        assert!(unifier.unify_dims(&n, &m));
        assert!(unifier.unify_dims(&n, &m));
        assert!(unifier.unify_dims(&m, &Dim::Literal(3)));
        assert!(!unifier.unify_dims(&n, &Dim::Literal(4)));
        assert_eq!(unifier.take_assumptions().len(), 2);
        assert_eq!(unifier.canonical(&Shape::Vector(n)), vector(3));
        let generic = Dim::Generic("N".into());
        assert!(!unifier.unify_dims(&generic, &Dim::Literal(3)));
        assert!(!unifier.unify_dims(&generic, &Dim::Generic("M".into())));
    }

    #[test]
    fn what_was_learned_can_be_forgotten() {
        let mut unifier = Unifier::default();
        let (x, y) = (unifier.fresh_shape(), unifier.fresh_shape());
        let (n, m) = (Dim::Item("N".into()), Dim::Item("M".into()));
        assert!(unifier.unify_dims(&n, &Dim::Literal(2)));
        let mark = unifier.mark();
        let z = unifier.join(&x, &y).unwrap();
        let k = unifier.fresh_dim();
        assert!(unifier.unify(&z, &Shape::Vector(k.clone())));
        assert!(unifier.unify_dims(&k, &m));
        assert!(unifier.unify_dims(&n, &m));
        assert_eq!(unifier.take_assumptions().len(), 2);
        assert!(unifier.unify_dims(&k, &Dim::Item("K".into())));
        unifier.roll_back(&mark);
        assert_eq!(unifier.resolve(&z), z);
        // A variable made since may be known by name: it is still there.
        assert_eq!(unifier.resolve_dim(&k), k);
        assert!(unifier.unify_dims(&k, &Dim::Literal(5)));
        assert_eq!(unifier.canonical_dim(&m), m);
        assert_eq!(unifier.canonical_dim(&n), Dim::Literal(2));
        assert_eq!(unifier.take_assumptions().len(), 1);
        assert!(unifier.open_joins().is_empty());
    }

    #[test]
    fn joins_wait_for_ranks() {
        let mut unifier = Unifier::default();
        let x = unifier.fresh_shape();
        let y = unifier.fresh_shape();
        let z = unifier.join(&x, &y).unwrap();
        assert_eq!(unifier.open_joins().len(), 1);
        assert!(unifier.unify(&y, &Shape::Scalar));
        assert!(unifier.settle_joins());
        assert_eq!(unifier.resolve(&z), unifier.resolve(&x));
        assert!(unifier.open_joins().is_empty());
        let (a, b) = (unifier.fresh_shape(), unifier.fresh_shape());
        let sum = unifier.join(&a, &b).unwrap();
        let product = unifier.join(&b, &a).unwrap();
        assert!(unifier.settle_joins());
        assert_eq!(unifier.resolve(&sum), unifier.resolve(&product));
        assert_eq!(unifier.open_joins().len(), 2);
        assert_eq!(unifier.join(&vector(2), &vector(3)), None);
        let matrix = Shape::Matrix(Dim::Literal(2), Dim::Literal(1));
        assert_eq!(unifier.join(&vector(2), &matrix), None);
    }

    #[test]
    fn joins_of_the_same_operands_are_one() {
        let mut unifier = Unifier::default();
        let (x, y) = (unifier.fresh_shape(), unifier.fresh_shape());
        let product = unifier.join(&x, &y).unwrap();
        let sum = unifier.join(&x, &y).unwrap();
        assert!(unifier.settle_joins());
        assert_eq!(unifier.open_joins().len(), 1);
        assert!(unifier.unify(&sum, &vector(3)));
        assert_eq!(unifier.resolve(&product), vector(3));
    }
}
