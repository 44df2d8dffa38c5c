//! Reductions: `dot`, `sum`, `mean`, `variance`.

use super::{
    Kernel, Operator,
    Parameter::{Axis, Value},
    WRITE, adjoint_kernel, adjoint_map, example, layout, reduction, write,
};
use crate::build::Builder;
use crate::graph::NodeId;
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;

pub(crate) static DOT: Operator = Operator {
    name: "dot",
    usage: "dot(x, y)",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| match infer.same(call, 0, 1) {
        Shape::Unknown => Shape::Unknown,
        _ => Shape::Scalar,
    },
    build: |b, call| b.all(call, &DOT_KERNEL),
    forward: "`Σx·y` over two arrays of one shape",
    backward: "`g*y`; `g*x`",
    notes: "0 for no element",
    examples: &[
        example("fn f(x: Param<[E; 7]>, y: Param<[E; 7]>) -> E { dot(x, y) }"),
        example(
            "fn f(x: Param<[[E; 3]; 2]>, y: Param<[[E; 3]; 2]>) -> E { dot(x, y) * dot(x, x) }",
        ),
    ],
};

pub(crate) static DOT_KERNEL: Kernel = reduction(
    "dot",
    "aa",
    |r, z, g| {
        let (x, y) = (r.input(z, 0), r.input(z, 1));
        if r.shape(x).is_scalar() {
            r.give(x, &super::arithmetic::MUL_KERNEL, &[g, y]);
            r.give(y, &super::arithmetic::MUL_KERNEL, &[g, x]);
        } else {
            r.give(x, &super::arithmetic::SCALE_KERNEL, &[y, g]);
            r.give(y, &super::arithmetic::SCALE_KERNEL, &[x, g]);
        }
    },
    |t, z| super::linear::bilinear(t, z, &DOT_KERNEL),
);

/// Shape rule of reductions that may take an axis.
fn reduced(infer: &mut Infer<'_>, call: &Call) -> Shape {
    match call.axis {
        None => Shape::Scalar,
        Some((axis, _)) => match infer.matrix(call, 0) {
            None => Shape::Unknown,
            Some((_, columns)) if axis == 0 => Shape::Vector(columns),
            Some((rows, _)) => Shape::Vector(rows),
        },
    }
}

/// The kernel for the axis of the call; a scalar is its own sum and mean.
fn reduce(b: &mut Builder<'_>, call: &Call, [all, rows, columns]: [&'static Kernel; 3]) -> NodeId {
    match call.axis {
        None if b.argument_shape(call, 0).is_scalar() => b.argument(call, 0),
        None => b.all(call, all),
        Some((0, _)) => b.all(call, rows),
        Some(_) => b.all(call, columns),
    }
}

pub(crate) static SUM: Operator = Operator {
    name: "sum",
    usage: "sum(x)",
    arguments: &[Value("x"), Axis],
    shape: reduced,
    build: |b, call| {
        reduce(
            b,
            call,
            [&SUM_KERNEL, &SUM_ROWS_KERNEL, &SUM_COLUMNS_KERNEL],
        )
    },
    forward: "`Σx`; of a matrix also `sum(x, axis = 0)` (over rows, one value per column) or `axis = 1`",
    backward: "`g` to every element",
    notes: "0 for no element",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { sum(x * x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> [E; 3] { sum(x * x, axis = 0) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> [E; 2] { sum(x * x, axis = 1) }"),
    ],
};

pub(crate) static SUM_KERNEL: Kernel = reduction(
    "sum",
    "a",
    |r, z, g| r.give(r.input(z, 0), &layout::FILL_KERNEL, &[g]),
    |t, z| t.linear(z),
);

pub(crate) static SUM_ROWS_KERNEL: Kernel = write(
    "sum_rows",
    "a",
    |r, z, g| r.give(r.input(z, 0), &layout::REPEAT_ROWS_KERNEL, &[g]),
    |t, z| t.linear(z),
);

pub(crate) static SUM_COLUMNS_KERNEL: Kernel = write(
    "sum_columns",
    "a",
    |r, z, g| r.give(r.input(z, 0), &layout::REPEAT_COLUMNS_KERNEL, &[g]),
    |t, z| t.linear(z),
);

pub(crate) static MEAN: Operator = Operator {
    name: "mean",
    usage: "mean(x)",
    arguments: &[Value("x"), Axis],
    shape: |infer, call| {
        if infer.not_empty(call, 0) {
            reduced(infer, call)
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| {
        reduce(
            b,
            call,
            [&MEAN_KERNEL, &MEAN_ROWS_KERNEL, &MEAN_COLUMNS_KERNEL],
        )
    },
    forward: "`Σx/N`; with `axis` as `sum`",
    backward: "`g/N`, `N` the reduced count",
    notes: "of no element: does not compile; refined, so that values far from 0 keep their digits",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { mean(x * x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> [E; 3] { mean(x * x, axis = 0) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> [E; 2] { mean(x * x, axis = 1) }"),
    ],
};

pub(crate) static MEAN_KERNEL: Kernel = reduction(
    "mean",
    "a",
    |r, z, g| r.give(r.input(z, 0), &FILL_MEAN, &[g]),
    |t, z| t.linear(z),
);
static MEAN_ROWS_KERNEL: Kernel = write(
    "mean_rows",
    "a",
    |r, z, g| r.give(r.input(z, 0), &MEAN_ROWS_VJP, &[g]),
    |t, z| t.linear(z),
);
static MEAN_COLUMNS_KERNEL: Kernel = write(
    "mean_columns",
    "a",
    |r, z, g| r.give(r.input(z, 0), &MEAN_COLUMNS_VJP, &[g]),
    |t, z| t.linear(z),
);
static FILL_MEAN: Kernel = adjoint_kernel("fill_mean", "s", WRITE);
static MEAN_ROWS_VJP: Kernel = adjoint_kernel("mean_rows_vjp", "a", WRITE);
static MEAN_COLUMNS_VJP: Kernel = adjoint_kernel("mean_columns_vjp", "a", WRITE);

pub(crate) static VARIANCE: Operator = Operator {
    name: "variance",
    usage: "variance(x)",
    arguments: &[Value("x")],
    shape: |infer, call| {
        if infer.shape(call, 0).is_scalar() {
            // A scalar is one value, not a sample of one.
            infer.vector(call, 0);
            return Shape::Unknown;
        }
        if infer.not_empty(call, 0) {
            Shape::Scalar
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| {
        let x = b.argument(call, 0);
        let mean = b.step(&MEAN_KERNEL, &[x], Shape::Scalar);
        b.kernel(&VARIANCE_KERNEL, &[x, mean])
    },
    forward: "population variance `Σ(x-m)²/N`, in two passes",
    backward: "`2g(x-m)/N`",
    notes: "divisor `N`; of one element: exactly 0 with gradient 0; of no element: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { variance(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { variance(exp(x)) }"),
    ],
};

/// Population variance about a mean that is given. The mean's own share of the slope is 0.
static VARIANCE_KERNEL: Kernel = reduction(
    "variance",
    "as",
    |r, z, g| {
        let (x, mean) = (r.input(z, 0), r.input(z, 1));
        r.give(x, &VARIANCE_VJP, &[x, mean, g]);
    },
    |t, z| {
        let (x, mean) = (t.input(z, 0), t.input(z, 1));
        t.along_gradient(z, &VARIANCE_VJP, &[x, mean])
    },
);
/// `2*s*(x-m)/N`
static VARIANCE_VJP: Kernel = adjoint_map("variance_vjp", "ass");
