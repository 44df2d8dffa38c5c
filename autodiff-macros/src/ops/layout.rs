//! Operators that move or repeat elements: `transpose`, `row`, `column`, `concat`, `reshape`,
//! `broadcast`, `stop_gradient`.

use super::arithmetic::like_first;
use super::{
    Form, Kernel, Operator,
    Parameter::{Dims, Integer, Value},
    View, WRITE, adjoint_kernel, example, reduce, write,
};
use crate::build::Builder;
use crate::infer::{Infer, below_zero};
use crate::program::Call;
use crate::shape::{Dim, Shape};

pub(crate) static TRANSPOSE: Operator = Operator {
    name: "transpose",
    usage: "transpose(A)",
    arguments: &[Value("A")],
    shape: |infer, call| match infer.matrix(call, 0) {
        Some((rows, columns)) => Shape::Matrix(columns, rows),
        None => Shape::Unknown,
    },
    build: |b, call| b.all(call, &TRANSPOSE_KERNEL),
    forward: "`Aᵀ`",
    backward: "`gᵀ`",
    notes: "",
    examples: &[
        example("fn f(a: Param<[[E; 3]; 2]>) -> [[E; 2]; 3] { transpose(a) }"),
        example("fn f(a: Param<[[E; 3]; 2]>) -> E { sum(transpose(a) * tanh(transpose(a))) }"),
    ],
};

pub(crate) static TRANSPOSE_KERNEL: Kernel = write(
    "transpose",
    "a",
    |r, z, g| r.give(r.input(z, 0), &TRANSPOSE_KERNEL, &[g]),
    |t, z| t.linear(z),
);

/// Refuses a row or column that there is not; `count` is how many there are.
fn inside(infer: &mut Infer<'_>, call: &Call, count: &Dim) -> bool {
    if let Some(index) = infer.number(call, 1)
        && index < 0.0
    {
        infer.refuse(call, 1, &below_zero(index as i64));
        return false;
    }
    let position = infer.position(call, 1);
    infer.within(call, count, position, call.sites[1].place)
}

pub(crate) static ROW: Operator = Operator {
    name: "row",
    usage: "row(A, i)",
    arguments: &[Value("A"), Integer("i")],
    shape: |infer, call| match infer.matrix(call, 0) {
        Some((rows, columns)) if inside(infer, call, &rows) => Shape::Vector(columns),
        _ => Shape::Unknown,
    },
    build: |b, call| {
        let (a, i) = (b.argument(call, 0), b.integer(call, 1));
        b.kernel(&ROW_KERNEL, &[a, i])
    },
    forward: "row `i` of a matrix, from 0, as a vector",
    backward: "`g` in row `i`, 0 elsewhere",
    notes: "`i` is a whole number in the source; out of range does not compile",
    examples: &[
        example("fn f(a: Param<[[E; 3]; 2]>) -> [E; 3] { row(a, 0) * row(a, 1) }"),
        example("fn f(a: Param<[[E; 3]; 4]>) -> E { dot(row(a, 3), row(a, 0) + row(a, 3)) }"),
    ],
};

pub(crate) static ROW_KERNEL: Kernel = write(
    "row",
    "ai",
    |r, z, g| {
        let (a, i) = (r.input(z, 0), r.input(z, 1));
        r.give(a, &ROW_VJP, &[g, i]);
    },
    |t, z| {
        let (d, i) = (t.of_input(z, 0)?, t.input(z, 1));
        Some(t.kernel(&ROW_KERNEL, &[d, i], z))
    },
);
/// A vector in one row, 0 elsewhere.
static ROW_VJP: Kernel = adjoint_kernel("row_vjp", "ai", WRITE);

pub(crate) static COLUMN: Operator = Operator {
    name: "column",
    usage: "column(A, i)",
    arguments: &[Value("A"), Integer("i")],
    shape: |infer, call| match infer.matrix(call, 0) {
        Some((rows, columns)) if inside(infer, call, &columns) => Shape::Vector(rows),
        _ => Shape::Unknown,
    },
    build: |b, call| {
        let (a, i) = (b.argument(call, 0), b.integer(call, 1));
        b.kernel(&COLUMN_KERNEL, &[a, i])
    },
    forward: "column `i` of a matrix, from 0, as a vector",
    backward: "`g` in column `i`, 0 elsewhere",
    notes: "as `row`",
    examples: &[
        example("fn f(a: Param<[[E; 2]; 3]>) -> [E; 3] { column(a, 0) * column(a, 1) }"),
        example(
            "fn f(a: Param<[[E; 4]; 3]>) -> E { dot(column(a, 3), column(a, 0) + column(a, 3)) }",
        ),
    ],
};

pub(crate) static COLUMN_KERNEL: Kernel = write(
    "column",
    "ai",
    |r, z, g| {
        let (a, i) = (r.input(z, 0), r.input(z, 1));
        r.give(a, &COLUMN_VJP, &[g, i]);
    },
    |t, z| {
        let (d, i) = (t.of_input(z, 0)?, t.input(z, 1));
        Some(t.kernel(&COLUMN_KERNEL, &[d, i], z))
    },
);
/// A vector in one column, 0 elsewhere.
static COLUMN_VJP: Kernel = adjoint_kernel("column_vjp", "ai", WRITE);

pub(crate) static CONCAT: Operator = Operator {
    name: "concat",
    usage: "concat(x, y)",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| {
        // A scalar is a part of one element.
        let part = |infer: &mut Infer<'_>, index: usize| {
            if infer.shape(call, index).is_scalar() {
                Some(Dim::Literal(1))
            } else {
                infer.vector(call, index)
            }
        };
        let (x, y) = (part(infer, 0), part(infer, 1));
        match (x, y) {
            (Some(x), Some(y)) => Shape::Vector(infer.sum_of_dims(call, &x, &y)),
            _ => Shape::Unknown,
        }
    },
    build: |b, call| {
        let part = |b: &mut Builder<'_>, index: usize| {
            let value = b.argument(call, index);
            if b.argument_shape(call, index).is_scalar() {
                b.step(&RESHAPE_KERNEL, &[value], Shape::Vector(Dim::Literal(1)))
            } else {
                value
            }
        };
        let (x, y) = (part(b, 0), part(b, 1));
        b.kernel(&CONCAT_KERNEL, &[x, y])
    },
    forward: "the elements of the vector `x`, then those of `y`; a scalar is one element (in `grad!` a scalar view is `reshape(x, [1])`)",
    backward: "`g` of the first; `g` of the last elements",
    notes: "lengths add; where they are no numbers, the type of the result must say the sum",
    examples: &[
        example(
            "fn f(x: Param<[E; 3]>, y: Param<[E; 2]>) -> [E; 5] { concat(x, y) * concat(y, x) }",
        ),
        example(
            "fn f(x: Param<[E; 2]>, y: Input<[E; 1]>) -> E { logsumexp(concat(y, concat(x, x))) }",
        ),
        example("fn f(x: Param<E>, y: Param<E>) -> [E; 3] { concat(x * y, concat(y, x * x)) }"),
    ],
};

pub(crate) static CONCAT_KERNEL: Kernel = write(
    "concat",
    "aa",
    |r, z, g| {
        r.give(r.input(z, 0), &HEAD_KERNEL, &[g]);
        r.give(r.input(z, 1), &TAIL_KERNEL, &[g]);
    },
    |t, z| {
        let (x, y) = (t.input(z, 0), t.input(z, 1));
        let (dx, dy) = (t.of_input(z, 0), t.of_input(z, 1));
        if dx.is_none() && dy.is_none() {
            return None;
        }
        let zero = t.zero();
        let dx = dx.unwrap_or_else(|| t.kernel(&FILL_KERNEL, &[zero], x));
        let dy = dy.unwrap_or_else(|| t.kernel(&FILL_KERNEL, &[zero], y));
        Some(t.kernel(&CONCAT_KERNEL, &[dx, dy], z))
    },
);
/// The first elements.
static HEAD_KERNEL: Kernel = adjoint_kernel("head", "a", WRITE);
/// The last elements.
static TAIL_KERNEL: Kernel = adjoint_kernel("tail", "a", WRITE);

pub(crate) static RESHAPE: Operator = Operator {
    name: "reshape",
    usage: "reshape(x, [R, C])",
    arguments: &[Value("x"), Dims],
    shape: |infer, call| match infer.wanted(call) {
        Some((shape, place)) if infer.same_len(call, &shape, place) => shape,
        _ => Shape::Unknown,
    },
    build: |b, call| b.all(call, &RESHAPE_KERNEL),
    forward: "the same elements, row by row, as `[N]`, `[R, C]` or, of one element, `[]`",
    backward: "`g` in the shape of `x`",
    notes: "a view: costs nothing; the number of elements must stay",
    examples: &[
        example("fn f(x: Param<[E; 6]>) -> [[E; 3]; 2] { reshape(x * x, [2, 3]) }"),
        example(
            "fn f(x: Param<[[E; 3]; 2]>) -> E { sum(square(reshape(x, [6])) * reshape(reshape(x, [3, 2]), [6])) }",
        ),
        example(
            "fn f(x: Param<[E; 1]>, y: Param<E>) -> E { reshape(x, []) * sum(reshape(y, [1, 1])) }",
        ),
    ],
};

pub(crate) static RESHAPE_KERNEL: Kernel = Kernel {
    reverse: Some(|r, z, g| r.give(r.input(z, 0), &RESHAPE_KERNEL, &[g])),
    tangent: Some(|t, z| t.linear(z)),
    ..adjoint_kernel("reshape", "a", Form::View(View::Reshape))
};

pub(crate) static BROADCAST: Operator = Operator {
    name: "broadcast",
    usage: "broadcast(b, [R, C])",
    arguments: &[Value("b"), Dims],
    shape: |infer, call| match infer.wanted(call) {
        Some((shape, _)) => infer.broadcast(call, &shape),
        None => Shape::Unknown,
    },
    build: |b, call| {
        let source = b.argument(call, 0);
        match (b.argument_shape(call, 0).clone(), b.result_shape()) {
            (Shape::Scalar, _) => b.kernel(&FILL_KERNEL, &[source]),
            (Shape::Vector(_), _) => b.kernel(&REPEAT_ROWS_KERNEL, &[source]),
            (Shape::Matrix(rows, _), _) => {
                let column = b.step(&RESHAPE_KERNEL, &[source], Shape::Vector(rows));
                b.kernel(&REPEAT_COLUMNS_KERNEL, &[column])
            }
            (Shape::Var(_) | Shape::Unknown, _) => b.kernel(&BROADCAST_KERNEL, &[source]),
        }
    },
    forward: "a scalar to `[N]` or `[R, C]`; a row `[C]` or a column `[R, 1]` to `[R, C]`",
    backward: "the sum over the new axes",
    notes: "the only broadcast there is",
    examples: &[
        example("fn f(b: Param<E>, x: Param<[E; 3]>) -> [E; 3] { broadcast(b, [3]) * x }"),
        example(
            "fn f(b: Param<E>, x: Param<[[E; 2]; 3]>) -> [[E; 2]; 3] { broadcast(b, [3, 2]) * x }",
        ),
        example(
            "fn f(b: Param<[E; 2]>, x: Param<[[E; 2]; 3]>) -> [[E; 2]; 3] { broadcast(b, [3, 2]) * x }",
        ),
        example(
            "fn f(b: Param<[[E; 1]; 3]>, x: Param<[[E; 2]; 3]>) -> [[E; 2]; 3] { broadcast(b, [3, 2]) * x }",
        ),
    ],
};

/// A scalar to every element.
pub(crate) static FILL_KERNEL: Kernel = write(
    "fill",
    "s",
    |r, z, g| r.give(r.input(z, 0), &reduce::SUM_KERNEL, &[g]),
    |t, z| t.linear(z),
);

pub(crate) static REPEAT_ROWS_KERNEL: Kernel = write(
    "repeat_rows",
    "a",
    |r, z, g| r.give(r.input(z, 0), &reduce::SUM_ROWS_KERNEL, &[g]),
    |t, z| t.linear(z),
);

pub(crate) static REPEAT_COLUMNS_KERNEL: Kernel = write(
    "repeat_columns",
    "a",
    |r, z, g| r.give(r.input(z, 0), &reduce::SUM_COLUMNS_KERNEL, &[g]),
    |t, z| t.linear(z),
);

/// A broadcast whose source only the type checker knows.
pub(crate) static BROADCAST_KERNEL: Kernel = Kernel {
    reverse: Some(|r, z, g| r.give(r.input(z, 0), &BROADCAST_REDUCE, &[g])),
    // `grad!` offers no forward mode.
    ..adjoint_kernel("broadcast", "a", Form::Broadcast { accumulate: false })
};
static BROADCAST_REDUCE: Kernel =
    adjoint_kernel("reduce", "a", Form::Broadcast { accumulate: true });

pub(crate) static STOP_GRADIENT: Operator = Operator {
    name: "stop_gradient",
    usage: "stop_gradient(x)",
    arguments: &[Value("x")],
    shape: like_first,
    build: |b, call| b.all(call, &STOP_GRADIENT_KERNEL),
    forward: "`x`",
    backward: "nothing",
    notes: "costs nothing; makes a value a constant, for example a loss target",
    examples: &[],
};

pub(crate) static STOP_GRADIENT_KERNEL: Kernel = Kernel {
    tangent: Some(|_, _| None),
    ..adjoint_kernel("stop_gradient", "a", Form::View(View::Same))
};
