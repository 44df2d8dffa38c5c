//! Angles and distances.

use super::arithmetic::unary;
use super::{
    Kernel, Operator, Parameter::Value, Scalar, adjoint_map, example, example_in, inline_adjoint,
    map,
};
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;

unary!(
    SIN "sin" SIN_KERNEL Function,
    "sine of radians", "`g*cos x`", "NaN at ±`inf`; an adjoint of exactly 0 gives 0 there",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { sin(x) }"),
        example("fn f(x: Param<[[E; 2]; 2]>) -> E { sum(sin(x * sin(x))) }"),
        example("fn f(x: Param<E>) -> E { sin(sin(x) + x) }"),
    ],
    |r, y, g| {
        let x = r.input(y, 0);
        r.give(x, &SIN_VJP, &[g, x]);
    },
    |t, d, y| {
        let x = t.input(y, 0);
        t.kernel(&SIN_VJP, &[d, x], y)
    }
);
/// `g*cos(x)`, 0 where `g` is 0
static SIN_VJP: Kernel = adjoint_map("sin_vjp", "aa");

unary!(
    COS "cos" COS_KERNEL Function,
    "cosine of radians", "`-g*sin x`", "as `sin`",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { cos(x) }"),
        example("fn f(x: Param<[[E; 2]; 2]>) -> E { sum(cos(x * sin(x))) }"),
        example("fn f(x: Param<E>) -> E { cos(cos(x) + x) }"),
    ],
    |r, y, g| {
        let x = r.input(y, 0);
        r.give(x, &COS_VJP, &[g, x]);
    },
    |t, d, y| {
        let x = t.input(y, 0);
        t.kernel(&COS_VJP, &[d, x], y)
    }
);
/// `-g*sin(x)`, 0 where `g` is 0
static COS_VJP: Kernel = adjoint_map("cos_vjp", "aa");

pub(crate) static HYPOT: Operator = Operator {
    name: "hypot",
    usage: "hypot(x, y)",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| infer.same(call, 0, 1),
    build: |b, call| b.all(call, &HYPOT_KERNEL),
    forward: "`q = √(x²+y²)`, element by element",
    backward: "`g*x/q`; `g*y/q`",
    notes: "no overflow or underflow on the way; slope 0 at the origin",
    examples: &[
        example_in(
            0.25,
            2.0,
            "fn f(x: Param<[E; 4]>, y: Param<[E; 4]>) -> [E; 4] { hypot(x, y) }",
        ),
        example_in(
            -2.0,
            -0.25,
            "fn f(x: Param<[[E; 2]; 2]>, y: Param<[[E; 2]; 2]>) -> E { sum(hypot(x * y, y) * hypot(x, x)) }",
        ),
        example("fn f(x: Param<E>, y: Param<E>) -> E { hypot(x, y + 2.0) * hypot(x, 0.5) }"),
    ],
};

pub(crate) static HYPOT_KERNEL: Kernel = map(
    "hypot",
    "aa",
    Scalar::Function,
    |r, q, g| {
        let (x, y) = (r.input(q, 0), r.input(q, 1));
        r.give(x, &HYPOT_VJP, &[g, x, q]);
        r.give(y, &HYPOT_VJP, &[g, y, q]);
    },
    |t, q| {
        let (x, y) = (t.input(q, 0), t.input(q, 1));
        let by_x = t
            .of_input(q, 0)
            .map(|d| t.kernel(&HYPOT_VJP, &[d, x, q], q));
        let by_y = t
            .of_input(q, 1)
            .map(|d| t.kernel(&HYPOT_VJP, &[d, y, q], q));
        t.sum([by_x, by_y])
    },
);
/// `g*x/q`, 0 where `g` or `q` is 0
static HYPOT_VJP: Kernel = inline_adjoint("hypot_vjp", "aaa");

pub(crate) static ATAN2: Operator = Operator {
    name: "atan2",
    usage: "atan2(y, x)",
    arguments: &[Value("y"), Value("x")],
    shape: |infer, call| infer.same(call, 0, 1),
    build: |b, call| b.all(call, &ATAN2_KERNEL),
    forward: "angle of the point `(x, y)` in radians, element by element: `y` comes first",
    backward: "`g*x/(x²+y²)`; `-g*y/(x²+y²)`",
    notes: "jumps by 2π where `y = 0` and `x < 0`; value and slope 0 at the origin",
    examples: &[
        example_in(
            0.25,
            2.0,
            "fn f(y: Param<[E; 4]>, x: Param<[E; 4]>) -> [E; 4] { atan2(y, x) }",
        ),
        example_in(
            -2.0,
            -0.25,
            "fn f(y: Param<[[E; 2]; 2]>, x: Param<[[E; 2]; 2]>) -> E { sum(atan2(y, x * y) * hypot(x * y, y)) }",
        ),
        example(
            "fn f(y: Param<E>, x: Param<E>) -> E { atan2(y, x + 2.0) * atan2(1.0, x * y + 3.0) }",
        ),
    ],
};

static ATAN2_KERNEL: Kernel = map(
    "atan2",
    "aa",
    Scalar::Function,
    |r, z, g| {
        let (y, x) = (r.input(z, 0), r.input(z, 1));
        let shape = r.shape(z);
        // A distance the model computes itself is this one.
        let q = r.kernel(&HYPOT_KERNEL, &[x, y], shape);
        r.give(y, &ATAN2_VJP_Y, &[g, x, q]);
        r.give(x, &ATAN2_VJP_X, &[g, y, q]);
    },
    |t, z| {
        let (y, x) = (t.input(z, 0), t.input(z, 1));
        let (dy, dx) = (t.of_input(z, 0), t.of_input(z, 1));
        if dy.is_none() && dx.is_none() {
            return None;
        }
        let q = t.kernel(&HYPOT_KERNEL, &[x, y], z);
        let by_y = dy.map(|d| t.kernel(&ATAN2_VJP_Y, &[d, x, q], z));
        let by_x = dx.map(|d| t.kernel(&ATAN2_VJP_X, &[d, y, q], z));
        t.sum([by_y, by_x])
    },
);
/// `g*x/q²`, 0 where `g` or `q` is 0
static ATAN2_VJP_Y: Kernel = inline_adjoint("atan2_vjp_y", "aaa");
/// `-g*y/q²`, 0 where `g` or `q` is 0
static ATAN2_VJP_X: Kernel = inline_adjoint("atan2_vjp_x", "aaa");
