//! `x[i]` and `x[a..b]`: positions are whole numbers the macro knows.

use super::{
    Kernel, Operator,
    Parameter::{Integer, Value},
    WRITE, adjoint_kernel, example, reduction, write,
};
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;
use crate::shape::Shape;

pub(crate) static ELEMENT: Operator = Operator {
    name: "x[i]",
    usage: "x[i]",
    arguments: &[Value("x"), Integer("i")],
    shape: |infer, call| infer.indexed(call),
    build: |b, call| {
        let x = b.argument(call, 0);
        let i = b.integer(call, 1);
        match b.argument_shape(call, 0) {
            Shape::Matrix(..) => b.kernel(&super::layout::ROW_KERNEL, &[x, i]),
            _ => b.kernel(&ELEMENT_KERNEL, &[x, i]),
        }
    },
    forward: "element `i` of a vector, row `i` of a matrix; `A[i][j]` an element",
    backward: "`g` at `i`, 0 elsewhere",
    notes: "`i` is a count the macro knows; out of range does not compile",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> E { x[0] * x[3] + x[3] }"),
        example("fn f(a: Param<[[E; 3]; 2]>) -> [E; 3] { a[1] * a[0] * a[0][2] }"),
    ],
};

pub(crate) static ELEMENT_KERNEL: Kernel = reduction(
    "element",
    "ai",
    |r: &mut Reverse<'_>, z: NodeId, g: NodeId| {
        let (x, i) = (r.input(z, 0), r.input(z, 1));
        r.give(x, &SCATTER_KERNEL, &[g, i]);
    },
    |t: &mut Tangent<'_>, z: NodeId| {
        let i = t.input(z, 1);
        let x = t.of_input(z, 0)?;
        Some(t.kernel(&ELEMENT_KERNEL, &[x, i], z))
    },
);
/// A scalar at one position, 0 elsewhere.
static SCATTER_KERNEL: Kernel = adjoint_kernel("scatter", "si", WRITE);

pub(crate) static SLICE: Operator = Operator {
    name: "x[a..b]",
    usage: "x[a..b]",
    arguments: &[Value("x"), Integer("a"), Integer("b")],
    shape: |infer, call| infer.sliced(call),
    build: |b, call| {
        let x = b.argument(call, 0);
        let start = b.integer(call, 1);
        b.kernel(&SLICE_KERNEL, &[x, start])
    },
    forward: "elements `a` to `b-1` of a vector; also `a..=b`, `..b`, `a..`",
    backward: "`g` at these positions, 0 elsewhere",
    notes: "as `x[i]`",
    examples: &[
        example("fn f(x: Param<[E; 6]>) -> [E; 3] { x[1..4] * x[3..6] }"),
        example("fn f(x: Param<[E; 5]>) -> E { dot(x[..3], x[2..]) * sum(x[1..=2]) }"),
    ],
};

static SLICE_KERNEL: Kernel = write(
    "slice",
    "ai",
    |r, z, g| {
        let (x, start) = (r.input(z, 0), r.input(z, 1));
        r.give(x, &SCATTER_SLICE, &[g, start]);
    },
    |t, z| {
        let start = t.input(z, 1);
        let x = t.of_input(z, 0)?;
        Some(t.kernel(&SLICE_KERNEL, &[x, start], z))
    },
);
static SCATTER_SLICE: Kernel = adjoint_kernel("scatter_slice", "ai", WRITE);
