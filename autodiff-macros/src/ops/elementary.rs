//! Elementary functions element by element: roots, reciprocals, powers, absolute value, bounds.

use super::arithmetic::{like_first, unary};
use super::{
    Kernel, Operator,
    Parameter::{Constant, Integer, Value},
    Scalar, adjoint_map, choosing, example, example_in, inline_adjoint, map,
};
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;
use crate::shape::Shape;

unary!(
    SQRT "sqrt" SQRT_KERNEL Function,
    "square root", "`g/(2y)`",
    "NaN below 0; the slope at 0 is `inf`, and an adjoint of exactly 0 gives 0 there and below",
    &[
        example_in(0.25, 4.0, "fn f(x: Param<[E; 4]>) -> [E; 4] { sqrt(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { sum(sqrt(x * x + 1.0) * sqrt(exp(x))) }"),
        example_in(0.25, 4.0, "fn f(x: Param<E>) -> E { sqrt(x + sqrt(x)) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &SQRT_VJP, &[g, y]),
    |t, d, y| t.kernel(&SQRT_VJP, &[d, y], y)
);
/// `g/(2y)`, 0 where `g` is 0
static SQRT_VJP: Kernel = inline_adjoint("sqrt_vjp", "aa");

unary!(
    RECIP "recip" RECIP_KERNEL Inline,
    "`1/x`", "`-g*y²`", "`recip(0)` is `inf`; an adjoint of exactly 0 gives 0 there",
    &[
        example_in(0.5, 2.0, "fn f(x: Param<[E; 4]>) -> [E; 4] { recip(x) }"),
        example_in(-2.0, -0.5, "fn f(x: Param<[[E; 2]; 2]>) -> E { sum(recip(x) * recip(x - recip(x * x))) }"),
        example("fn f(x: Param<E>) -> E { recip(exp(x) + recip(exp(x))) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &RECIP_VJP, &[g, y]),
    |t, d, y| t.kernel(&RECIP_VJP, &[d, y], y)
);
/// `-g*y*y`, 0 where `g` is 0
static RECIP_VJP: Kernel = inline_adjoint("recip_vjp", "aa");

pub(crate) static POWI: Operator = Operator {
    name: "powi",
    usage: "powi(x, k)",
    arguments: &[Value("x"), Integer("k")],
    shape: like_first,
    build: |b, call| {
        let (x, k) = (b.argument(call, 0), b.integer(call, 1));
        b.kernel(&POWI_KERNEL, &[x, k])
    },
    forward: "`xᵏ`, `k` a whole number in the source, by multiplications",
    backward: "`g*k*xᵏ⁻¹`",
    notes: "any base; `x⁰` is 1 with slope 0, also at 0; at 0 with `k < 0` the slope is infinite, and an adjoint of exactly 0 gives 0",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { powi(x, 3) }"),
        example_in(
            -2.0,
            -0.5,
            "fn f(x: Param<[[E; 2]; 2]>) -> E { sum(powi(x, -2) * powi(x, 5) + powi(x, -1)) }",
        ),
        example("fn f(x: Param<E>) -> E { powi(powi(x, 2) - 1.0, 7) + powi(x, 1) * powi(x, 0) }"),
    ],
};

pub(crate) static POWI_KERNEL: Kernel = map(
    "powi",
    "ai",
    Scalar::Function,
    |r, y, g| {
        let (x, k) = (r.input(y, 0), r.input(y, 1));
        r.give(x, &POWI_VJP, &[g, x, k]);
    },
    |t, y| {
        let (x, k) = (t.input(y, 0), t.input(y, 1));
        let d = t.of_input(y, 0)?;
        Some(t.kernel(&POWI_VJP, &[d, x, k], y))
    },
);
/// `g*k*x^(k-1)`, 0 where `g` or `k` is 0
static POWI_VJP: Kernel = adjoint_map("powi_vjp", "aai");

unary!(
    ABS "abs" ABS_KERNEL Inline,
    "`|x|`", "`g` above 0, `-g` below", "slope 0 at ±0",
    &[
        example_in(0.25, 2.0, "fn f(x: Param<[E; 4]>) -> [E; 4] { abs(x) * x }"),
        example_in(-2.0, -0.25, "fn f(x: Param<[[E; 2]; 2]>) -> E { sum(x * abs(x) + abs(-x)) }"),
        example_in(-2.0, -0.25, "fn f(x: Param<E>) -> E { abs(x) }"),
    ],
    |r, y, g| {
        let x = r.input(y, 0);
        r.give(x, &ABS_VJP, &[g, x]);
    },
    |t, d, y| {
        let x = t.input(y, 0);
        t.kernel(&ABS_VJP, &[d, x], y)
    }
);
/// `g` with the sign of `x`, 0 at 0
static ABS_VJP: Kernel = inline_adjoint("abs_vjp", "aa");

pub(crate) static CLAMP: Operator = Operator {
    name: "clamp",
    usage: "clamp(x, lo, hi)",
    arguments: &[Value("x"), Constant("lo"), Constant("hi")],
    shape: |infer, call| {
        if !(infer.scalar(call, 1) && infer.scalar(call, 2)) {
            return Shape::Unknown;
        }
        match (infer.number(call, 1), infer.number(call, 2)) {
        (Some(lo), Some(hi)) if lo > hi => infer.refuse(
            call,
            2,
            &format!("`clamp` needs `lo` to be at most `hi`, found {lo} and {hi}\nhelp: call it as `clamp(x, lo, hi)`"),
        ),
        _ => infer.shape(call, 0),
    }
    },
    build: |b, call| b.all(call, &CLAMP_KERNEL),
    forward: "`lo` below `lo`, `hi` above `hi`, else `x`",
    backward: "`g` where `lo <= x <= hi`; `lo` and `hi` are constants",
    notes: "slope 1 on the closed range",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { clamp(x * x * x, -1.0, 0.5) }"),
        example(
            "fn f(x: Param<[[E; 3]; 2]>, h: Input<E>) -> E { sum(x * clamp(x, -2.0 - h, 2.0 + h)) }",
        ),
        example_in(
            -2.0,
            -0.25,
            "fn f(x: Param<E>) -> E { x * clamp(x, 0.0, 1.0) + clamp(x, -3.0, 0.0) }",
        ),
    ],
};

static CLAMP_KERNEL: Kernel = choosing(map(
    "clamp",
    "ass",
    Scalar::Inline,
    |r, y, g| {
        let (x, lo, hi) = (r.input(y, 0), r.input(y, 1), r.input(y, 2));
        r.give(x, &CLAMP_VJP, &[g, x, lo, hi]);
    },
    |t, y| {
        let (x, lo, hi) = (t.input(y, 0), t.input(y, 1), t.input(y, 2));
        let d = t.of_input(y, 0)?;
        Some(t.kernel(&CLAMP_VJP, &[d, x, lo, hi], y))
    },
));
/// `g` in the closed range
static CLAMP_VJP: Kernel = inline_adjoint("clamp_vjp", "aass");

pub(crate) static MAXIMUM: Operator = Operator {
    name: "max",
    usage: "max(x, y)",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| infer.same(call, 0, 1),
    build: |b, call| b.all(call, &MAXIMUM_KERNEL),
    forward: "the larger, element by element",
    backward: "`g` to the larger, `g/2` to each where both are equal",
    notes: "operands of one shape; NaN if one is",
    examples: &[
        example("fn f(x: Param<[E; 4]>, y: Param<[E; 4]>) -> [E; 4] { max(x * x, y) }"),
        example("fn f(x: Param<[[E; 2]; 3]>, y: Input<[[E; 2]; 3]>) -> E { sum(max(x, y) * x) }"),
        example("fn f(x: Param<E>, y: Param<E>) -> E { max(x, y) * max(x + y, 0.25) }"),
    ],
};

static MAXIMUM_KERNEL: Kernel = choosing(map(
    "maximum",
    "aa",
    Scalar::Inline,
    |r, z, g| {
        let (x, y) = (r.input(z, 0), r.input(z, 1));
        r.give(x, &MAXIMUM_VJP, &[g, x, y]);
        r.give(y, &MAXIMUM_VJP, &[g, y, x]);
    },
    |t, z| {
        let (x, y) = (t.input(z, 0), t.input(z, 1));
        let by_x = t
            .of_input(z, 0)
            .map(|d| t.kernel(&MAXIMUM_VJP, &[d, x, y], z));
        let by_y = t
            .of_input(z, 1)
            .map(|d| t.kernel(&MAXIMUM_VJP, &[d, y, x], z));
        t.sum([by_x, by_y])
    },
));

pub(crate) static MINIMUM: Operator = Operator {
    name: "min",
    usage: "min(x, y)",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| infer.same(call, 0, 1),
    build: |b, call| b.all(call, &MINIMUM_KERNEL),
    forward: "the smaller, element by element",
    backward: "as `max`",
    notes: "as `max`",
    examples: &[
        example("fn f(x: Param<[E; 4]>, y: Param<[E; 4]>) -> [E; 4] { min(x * x, y) }"),
        example("fn f(x: Param<[[E; 2]; 3]>, y: Input<[[E; 2]; 3]>) -> E { sum(min(x, y) * x) }"),
        example("fn f(x: Param<E>, y: Param<E>) -> E { min(x, y) * min(x + y, 0.25) }"),
    ],
};

static MINIMUM_KERNEL: Kernel = choosing(map(
    "minimum",
    "aa",
    Scalar::Inline,
    |r, z, g| {
        // The smaller is the one that the other exceeds.
        let (x, y) = (r.input(z, 0), r.input(z, 1));
        r.give(x, &MAXIMUM_VJP, &[g, y, x]);
        r.give(y, &MAXIMUM_VJP, &[g, x, y]);
    },
    |t, z| {
        let (x, y) = (t.input(z, 0), t.input(z, 1));
        let by_x = t
            .of_input(z, 0)
            .map(|d| t.kernel(&MAXIMUM_VJP, &[d, y, x], z));
        let by_y = t
            .of_input(z, 1)
            .map(|d| t.kernel(&MAXIMUM_VJP, &[d, x, y], z));
        t.sum([by_x, by_y])
    },
));
/// `g` where `x > y`, half of it where they are equal
static MAXIMUM_VJP: Kernel = inline_adjoint("maximum_vjp", "aaa");
