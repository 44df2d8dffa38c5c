//! Operators that move or repeat elements: `transpose`, `reshape`, `broadcast`, `stop_gradient`.

use super::arithmetic::like_first;
use super::{
    Form, Kernel, Operator,
    Parameter::{Dims, Value},
    View, adjoint_kernel, example, reduce, write,
};
use crate::shape::Shape;

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
    name: "reshape",
    operands: "a",
    form: Form::View(View::Reshape),
    reverse: Some(|r, z, g| r.give(r.input(z, 0), &RESHAPE_KERNEL, &[g])),
    tangent: Some(|t, z| t.linear(z)),
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
    name: "broadcast",
    operands: "a",
    form: Form::Broadcast { accumulate: false },
    reverse: Some(|r, z, g| r.give(r.input(z, 0), &BROADCAST_REDUCE, &[g])),
    // `grad!` offers no forward mode.
    tangent: None,
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
    name: "stop_gradient",
    operands: "a",
    form: Form::View(View::Same),
    reverse: None,
    tangent: Some(|_, _| None),
};
