//! Activation functions.

use super::arithmetic::unary;
use super::{
    Form, Kernel, Operator, Parameter::Value, Scalar, adjoint_map, example, example_in, map,
};
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;
use crate::shape::Shape;

unary!(
    TANH "tanh" TANH_KERNEL,
    "hyperbolic tangent", "`g(1-y²)`", "±1 with slope 0 in the tails",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { tanh(x) }"),
        example("fn f(x: Param<E>) -> E { tanh(tanh(x) * x) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &TANH_VJP, &[g, y]),
    |t, d, y| t.kernel(&TANH_VJP, &[d, y], y)
);
/// `g*(1 - y*y)`
static TANH_VJP: Kernel = adjoint_map("tanh_vjp", "aa");

unary!(
    SIGMOID "sigmoid" SIGMOID_KERNEL,
    "`1/(1+e⁻ˣ)`", "`g*y(1-y)`", "stable in both tails",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { sigmoid(x) }"),
        example("fn f(x: Param<[[E; 2]; 2]>) -> E { sum(sigmoid(x * sigmoid(x))) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &SIGMOID_VJP, &[g, y]),
    |t, d, y| t.kernel(&SIGMOID_VJP, &[d, y], y)
);
/// `g*y*(1 - y)`
static SIGMOID_VJP: Kernel = adjoint_map("sigmoid_vjp", "aa");

unary!(
    RELU "relu" RELU_KERNEL,
    "`x` above 0, else 0", "`g` where `x > 0`", "slope 0 at ±0",
    &[
        example_in(0.25, 2.0, "fn f(x: Param<[E; 4]>) -> [E; 4] { relu(x) }"),
        example_in(-2.0, -0.25, "fn f(x: Param<[E; 4]>) -> [E; 4] { relu(x) + relu(-x) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &RELU_VJP, &[g, y]),
    |t, d, y| t.kernel(&RELU_VJP, &[d, y], y)
);
/// `g` where the result is above 0
static RELU_VJP: Kernel = adjoint_map("relu_vjp", "aa");

pub(crate) static SOFTMAX: Operator = Operator {
    name: "softmax",
    usage: "softmax(x)",
    arguments: &[Value("x")],
    shape: |infer, call| {
        let Some(n) = infer.vector(call, 0) else {
            return Shape::Unknown;
        };
        if infer.not_empty(call, 0) {
            Shape::Vector(n)
        } else {
            Shape::Unknown
        }
    },
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
    name: "softmax",
    operands: "a",
    form: Form::Write {
        in_place: true,
        accumulate: false,
    },
    reverse: Some(|r, y, g| r.give(r.input(y, 0), &SOFTMAX_VJP, &[g, y])),
    tangent: Some(|t, y| {
        let d = t.of_input(y, 0)?;
        Some(t.kernel(&SOFTMAX_VJP, &[d, y], y))
    }),
};
/// `y*(g - Σg·y)`
static SOFTMAX_VJP: Kernel = super::adjoint_kernel(
    "softmax_vjp",
    "aa",
    Form::Write {
        in_place: true,
        accumulate: true,
    },
);
