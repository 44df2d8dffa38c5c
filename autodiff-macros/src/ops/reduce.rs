//! Reductions: `dot`, `sum`, `mean`, `product`, `max`, `min`, `norm`.

use super::{
    Form, Kernel, Operator,
    Parameter::{Axis, Value},
    WRITE, adjoint_kernel, arithmetic, choosing, example, example_in, inline_adjoint, layout,
    reduction, write,
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
            let product = r.guard(z, &arithmetic::MUL_KERNEL, &arithmetic::GUARDED_MUL);
            r.give(x, product, &[g, y]);
            r.give(y, product, &[g, x]);
        } else {
            let product = r.guard(z, &arithmetic::SCALE_KERNEL, &arithmetic::GUARDED_SCALE);
            r.give(x, product, &[y, g]);
            r.give(y, product, &[x, g]);
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
        None => all_of(b, call, all),
        Some((0, _)) => b.all(call, rows),
        Some(_) => b.all(call, columns),
    }
}

/// The kernel over all elements; a scalar is the result already.
fn all_of(b: &mut Builder<'_>, call: &Call, kernel: &'static Kernel) -> NodeId {
    if b.argument_shape(call, 0).is_scalar() {
        b.argument(call, 0)
    } else {
        b.all(call, kernel)
    }
}

/// Shape rule of reductions to a scalar that need an element.
fn not_of_none(infer: &mut Infer<'_>, call: &Call) -> Shape {
    if infer.not_empty(call, 0) {
        Shape::Scalar
    } else {
        Shape::Unknown
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

pub(crate) static PRODUCT: Operator = Operator {
    name: "product",
    usage: "product(x)",
    arguments: &[Value("x")],
    shape: |_, _| Shape::Scalar,
    build: |b, call| all_of(b, call, &PRODUCT_KERNEL),
    forward: "`Πx`",
    backward: "`g` times the product of the other elements",
    notes: "no division: right with zeros; 1 for no element",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> E { product(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { product(x + exp(x)) * product(x) }"),
        example("fn f(x: Param<[E; 1]>, y: Param<E>) -> E { product(x * x) * product(y) }"),
    ],
};

static PRODUCT_KERNEL: Kernel = reduction(
    "product",
    "a",
    |r, z, g| {
        let x = r.input(z, 0);
        r.give(x, &PRODUCT_VJP, &[x, g]);
    },
    |t, z| {
        let x = t.input(z, 0);
        t.along_gradient(z, &PRODUCT_VJP, &[x])
    },
);
/// `g` times the product of the others. Needs the whole of its memory on the way.
static PRODUCT_VJP: Kernel = adjoint_kernel(
    "product_vjp",
    "as",
    Form::Write {
        in_place: false,
        accumulate: false,
    },
);

pub(crate) static MAX: Operator = Operator {
    name: "max",
    usage: "max(x)",
    arguments: &[Value("x")],
    shape: not_of_none,
    build: |b, call| all_of(b, call, &MAX_KERNEL),
    forward: "the largest element",
    backward: "all of `g` to the first largest element",
    notes: "NaN if one is; of no element: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { max(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { max(x * x) * max(sin(x)) }"),
        example("fn f(x: Param<[E; 1]>, y: Param<E>) -> E { max(x) * max(y) }"),
    ],
};

static MAX_KERNEL: Kernel = extreme("max");

pub(crate) static MIN: Operator = Operator {
    name: "min",
    usage: "min(x)",
    arguments: &[Value("x")],
    shape: not_of_none,
    build: |b, call| all_of(b, call, &MIN_KERNEL),
    forward: "the smallest element",
    backward: "all of `g` to the first smallest element",
    notes: "as `max`",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { min(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { min(x * x) * min(sin(x)) }"),
        example("fn f(x: Param<[E; 1]>, y: Param<E>) -> E { min(x) * min(y) }"),
    ],
};

static MIN_KERNEL: Kernel = extreme("min");

/// The kernel of `max` or `min`: one element gets all.
const fn extreme(name: &'static str) -> Kernel {
    choosing(reduction(
        name,
        "a",
        |r, z, g| {
            let x = r.input(z, 0);
            r.give(x, &EXTREME_VJP, &[x, z, g]);
        },
        |t, z| {
            let (x, d) = (t.input(z, 0), t.of_input(z, 0)?);
            Some(t.kernel(&EXTREME_TANGENT, &[x, z, d], z))
        },
    ))
}
/// `g` to the first element that is the result, 0 to the others
static EXTREME_VJP: Kernel = adjoint_kernel("extreme_vjp", "ass", WRITE);
/// The tangent of the first element that is the result
static EXTREME_TANGENT: Kernel = adjoint_kernel("extreme_tangent", "asa", Form::Reduce);

pub(crate) static NORM: Operator = Operator {
    name: "norm",
    usage: "norm(x)",
    arguments: &[Value("x")],
    shape: |_, _| Shape::Scalar,
    build: |b, call| b.all(call, &NORM_KERNEL),
    forward: "`√Σx²`",
    backward: "`g*x/y`",
    notes: "no overflow or underflow on the way; slope 0 at the origin; 0 for no element",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { norm(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { norm(exp(x)) * norm(x) }"),
        example_in(
            0.25,
            2.0,
            "fn f(x: Param<[E; 1]>, y: Param<E>) -> E { norm(x) * norm(y) }",
        ),
    ],
};

static NORM_KERNEL: Kernel = reduction(
    "norm",
    "a",
    |r, y, g| {
        let x = r.input(y, 0);
        r.give(x, &NORM_VJP, &[x, y, g]);
    },
    |t, y| {
        let x = t.input(y, 0);
        t.along_gradient(y, &NORM_VJP, &[x, y])
    },
);
/// `g*x/y`, 0 where `g` or `y` is 0
static NORM_VJP: Kernel = inline_adjoint("norm_vjp", "ass");
