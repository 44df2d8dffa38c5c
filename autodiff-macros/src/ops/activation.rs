//! Activation functions.

use super::arithmetic::{
    EXP_KERNEL, GUARDED_DOT, GUARDED_SCALE, NEG_KERNEL, OFFSET_KERNEL, like_first, unary,
};
use super::reduce::DOT_KERNEL;
use super::{
    Form, Kernel, Operator,
    Parameter::{Constant, Value},
    Scalar, adjoint_kernel, adjoint_map, example, example_in, inline_adjoint, map, reduction,
};
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;

unary!(
    TANH "tanh" TANH_KERNEL Function,
    "hyperbolic tangent", "`g(1-y²)`", "±1 with slope 0 in the tails",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { tanh(x) }"),
        example("fn f(x: Param<E>) -> E { tanh(tanh(x) * x) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &TANH_VJP, &[g, y]),
    |t, d, y| t.kernel(&TANH_VJP, &[d, y], y)
);
/// `g*(1 - y*y)`
static TANH_VJP: Kernel = inline_adjoint("tanh_vjp", "aa");

unary!(
    SIGMOID "sigmoid" SIGMOID_KERNEL Function,
    "`1/(1+e⁻ˣ)`", "`g*y(1-y)`", "stable in both tails",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { sigmoid(x) }"),
        example("fn f(x: Param<[[E; 2]; 2]>) -> E { sum(sigmoid(x * sigmoid(x))) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &SIGMOID_VJP, &[g, y]),
    |t, d, y| t.kernel(&SIGMOID_VJP, &[d, y], y)
);
/// `g*y*(1 - y)`
static SIGMOID_VJP: Kernel = inline_adjoint("sigmoid_vjp", "aa");

unary!(
    RELU "relu" RELU_KERNEL Inline,
    "`x` above 0, else 0", "`g` where `x > 0`", "slope 0 at ±0",
    &[
        example_in(0.25, 2.0, "fn f(x: Param<[E; 4]>) -> [E; 4] { relu(x) }"),
        example_in(-2.0, -0.25, "fn f(x: Param<[E; 4]>) -> [E; 4] { relu(x) + relu(-x) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &RELU_VJP, &[g, y]),
    |t, d, y| t.kernel(&RELU_VJP, &[d, y], y)
);
/// `g` where the result is above 0
static RELU_VJP: Kernel = inline_adjoint("relu_vjp", "aa");

pub(crate) static LEAKY_RELU: Operator = Operator {
    name: "leaky_relu",
    usage: "leaky_relu(x, k)",
    arguments: &[Value("x"), Constant("k")],
    shape: like_first,
    build: |b, call| b.all(call, &LEAKY_RELU_KERNEL),
    forward: "`x` above 0, else `k*x`",
    backward: "`g` where `x > 0`, else `k*g`; `k` is a constant",
    notes: "slope `k` at ±0",
    examples: &[
        example_in(
            0.25,
            2.0,
            "fn f(x: Param<[E; 4]>) -> [E; 4] { leaky_relu(x, 0.1) }",
        ),
        example_in(
            -2.0,
            -0.25,
            "fn f(x: Param<[[E; 2]; 2]>, k: Input<E>) -> E { sum(leaky_relu(x, k) * leaky_relu(-x, 0.5)) }",
        ),
        example_in(
            -2.0,
            -0.25,
            "fn f(x: Param<E>) -> E { leaky_relu(x, -0.25) * x }",
        ),
    ],
};

static LEAKY_RELU_KERNEL: Kernel = map(
    "leaky_relu",
    "as",
    Scalar::Inline,
    |r, y, g| {
        let (x, k) = (r.input(y, 0), r.input(y, 1));
        r.give_guarded(x, &LEAKY_RELU_VJP, &[g, x, k], (y, g));
    },
    |t, y| {
        let (x, k) = (t.input(y, 0), t.input(y, 1));
        let d = t.of_input(y, 0)?;
        Some(t.kernel(&LEAKY_RELU_VJP, &[d, x, k], y))
    },
);
/// `g` where `x` is above 0, else `k*g`
static LEAKY_RELU_VJP: Kernel = inline_adjoint("leaky_relu_vjp", "aas");

unary!(
    SOFTPLUS "softplus" SOFTPLUS_KERNEL Function,
    "`ln(1+eˣ)`", "`g*sigmoid(x)`, from `y`", "stable in both tails",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { softplus(x) }"),
        example("fn f(x: Param<[[E; 2]; 2]>) -> E { sum(softplus(x * softplus(-x))) }"),
        example_in(-6.0, 6.0, "fn f(x: Param<E>) -> E { softplus(x) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &SOFTPLUS_VJP, &[g, y]),
    |t, d, y| t.kernel(&SOFTPLUS_VJP, &[d, y], y)
);
/// `g*(1 - e^-y)`
static SOFTPLUS_VJP: Kernel = adjoint_map("softplus_vjp", "aa");

unary!(
    SILU "silu" SILU_KERNEL Function,
    "`x*sigmoid(x)`", "`g*s(1+x(1-s))`, `s = sigmoid(x)`", "0 with slope 0 at `-inf`, slope 1 at `inf`",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { silu(x) }"),
        example("fn f(x: Param<[[E; 2]; 2]>) -> E { sum(silu(x * silu(-x))) }"),
        example_in(-6.0, 6.0, "fn f(x: Param<E>) -> E { silu(x) }"),
    ],
    |r, y, g| {
        let x = r.input(y, 0);
        r.give(x, &SILU_VJP, &[g, x]);
    },
    |t, d, y| {
        let x = t.input(y, 0);
        t.kernel(&SILU_VJP, &[d, x], y)
    }
);
/// `g*s*(1 + x*(1 - s))`, `s` the sigmoid of `x`
static SILU_VJP: Kernel = adjoint_map("silu_vjp", "aa");

/// Shape rule of maps of a vector that has an element.
fn full_vector(infer: &mut Infer<'_>, call: &Call) -> Shape {
    let Some(n) = infer.vector(call, 0) else {
        return Shape::Unknown;
    };
    if infer.not_empty(call, 0) {
        Shape::Vector(n)
    } else {
        Shape::Unknown
    }
}

pub(crate) static SOFTMAX: Operator = Operator {
    name: "softmax",
    usage: "softmax(x)",
    arguments: &[Value("x")],
    shape: full_vector,
    build: |b, call| b.all(call, &SOFTMAX_KERNEL),
    forward: "`eˣ/Σeˣ` of a vector, shifted by the maximum",
    backward: "`y(g-Σg·y)`",
    notes: "no overflow; of no element: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { softmax(x) }"),
        example("fn f(x: Param<[E; 4]>, k: Input<[E; 4]>) -> E { dot(softmax(x * x), k) }"),
    ],
};

pub(crate) static SOFTMAX_KERNEL: Kernel = Kernel {
    reverse: Some(|r, y, g| r.give(r.input(y, 0), &SOFTMAX_VJP, &[g, y])),
    tangent: Some(|t, y| {
        let d = t.of_input(y, 0)?;
        Some(t.kernel(&SOFTMAX_VJP, &[d, y], y))
    }),
    ..adjoint_kernel(
        "softmax",
        "a",
        Form::Write {
            in_place: true,
            accumulate: false,
        },
    )
};
/// `y*(g - Σg·y)`
static SOFTMAX_VJP: Kernel = adjoint_kernel(
    "softmax_vjp",
    "aa",
    Form::Write {
        in_place: true,
        accumulate: true,
    },
);

pub(crate) static LOG_SOFTMAX: Operator = Operator {
    name: "log_softmax",
    usage: "log_softmax(x)",
    arguments: &[Value("x")],
    shape: full_vector,
    build: |b, call| b.all(call, &LOG_SOFTMAX_KERNEL),
    forward: "`x - logsumexp(x)` of a vector, shifted by the maximum",
    backward: "`g - eʸ*Σg`",
    notes: "no overflow, and no logarithm of 0; of no element: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { log_softmax(x) }"),
        example("fn f(x: Param<[E; 4]>, k: Input<[E; 4]>) -> E { dot(log_softmax(x * x), k * x) }"),
        example("fn f(x: Param<[E; 1]>) -> [E; 1] { log_softmax(x) + x }"),
    ],
};

pub(crate) static LOG_SOFTMAX_KERNEL: Kernel = Kernel {
    reverse: Some(|r, y, g| r.give(r.input(y, 0), &LOG_SOFTMAX_VJP, &[g, y])),
    tangent: Some(|t, y| {
        // d - Σ softmax(x)·d
        let d = t.of_input(y, 0)?;
        let softmax = t.kernel(&EXP_KERNEL, &[y], y);
        let mean = t.scalar(&DOT_KERNEL, &[softmax, d]);
        let negative = t.scalar(&NEG_KERNEL, &[mean]);
        Some(t.kernel(&OFFSET_KERNEL, &[d, negative], y))
    }),
    ..adjoint_kernel(
        "log_softmax",
        "a",
        Form::Write {
            in_place: true,
            accumulate: false,
        },
    )
};
/// `g - e^y*Σg`
static LOG_SOFTMAX_VJP: Kernel = adjoint_kernel(
    "log_softmax_vjp",
    "aa",
    Form::Write {
        in_place: true,
        accumulate: true,
    },
);

pub(crate) static LOGSUMEXP: Operator = Operator {
    name: "logsumexp",
    usage: "logsumexp(x)",
    arguments: &[Value("x")],
    shape: |infer, call| match full_vector(infer, call) {
        Shape::Unknown => Shape::Unknown,
        _ => Shape::Scalar,
    },
    build: |b, call| {
        let x = b.argument(call, 0);
        let shape = b.argument_shape(call, 0).clone();
        let softmax = b.step(&SOFTMAX_KERNEL, &[x], shape);
        b.kernel(&LOGSUMEXP_KERNEL, &[x, softmax])
    },
    forward: "`ln Σeˣ` of a vector, shifted by the maximum",
    backward: "`g*softmax(x)`",
    notes: "no overflow; of no element: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> E { logsumexp(x) }"),
        example("fn f(x: Param<[E; 4]>) -> E { logsumexp(x * x) * logsumexp(softmax(x)) }"),
        example("fn f(x: Param<[E; 1]>) -> E { logsumexp(x) * sum(x) }"),
    ],
};

/// Of a vector and its softmax, which is kept as the slope.
static LOGSUMEXP_KERNEL: Kernel = reduction(
    "logsumexp",
    "aa",
    |r, y, g| {
        let (x, softmax) = (r.input(y, 0), r.input(y, 1));
        r.give(x, &GUARDED_SCALE, &[softmax, g]);
    },
    |t, y| {
        let softmax = t.input(y, 1);
        let d = t.of_input(y, 0)?;
        Some(t.kernel(&GUARDED_DOT, &[d, softmax], y))
    },
);
