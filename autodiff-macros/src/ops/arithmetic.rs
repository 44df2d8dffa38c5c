//! `+ - * /`, and the maps that are plain algebra or have their slope from it.

use super::{
    Form, Kernel, Operator, Parameter::Value, Scalar, adjoint_kernel, example, example_in,
    inline_adjoint, map,
};
use crate::build::Builder;
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;

/// Shape rule of maps of one argument.
pub(super) fn like_first(infer: &mut Infer<'_>, call: &Call) -> Shape {
    infer.shape(call, 0)
}

/// How the operands of an infix operator meet.
enum Meeting {
    Same,
    ArrayScalar,
    ScalarArray,
    /// Only the type checker knows.
    Open,
}

fn meeting(b: &Builder<'_>, call: &Call) -> Meeting {
    let (left, right) = (b.argument_shape(call, 0), b.argument_shape(call, 1));
    match (left, right) {
        _ if left == right => Meeting::Same,
        (_, Shape::Scalar) => Meeting::ArrayScalar,
        (Shape::Scalar, _) => Meeting::ScalarArray,
        (Shape::Var(_), _) | (_, Shape::Var(_)) => Meeting::Open,
        // Equal by assumption: shapes are canonical, so this is unreachable for checked programs.
        _ => Meeting::Same,
    }
}

// --- + -------------------------------------------------------------------------------------

pub(crate) static ADD: Operator = Operator {
    name: "+",
    usage: "x + y",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| infer.join(call),
    build: |b, call| {
        let (x, y) = (b.argument(call, 0), b.argument(call, 1));
        match meeting(b, call) {
            Meeting::Same => b.kernel(&ADD_KERNEL, &[x, y]),
            Meeting::ArrayScalar => b.kernel(&OFFSET_KERNEL, &[x, y]),
            Meeting::ScalarArray => b.kernel(&OFFSET_KERNEL, &[y, x]),
            Meeting::Open => b.kernel(&JOIN_ADD, &[x, y]),
        }
    },
    forward: "element by element; a scalar or number may meet an array",
    backward: "`g`; `g`; to a scalar that met an array `Σg`",
    notes: "",
    examples: &[
        example("fn f(x: Param<[E; 3]>, y: Param<[E; 3]>) -> [E; 3] { x + y }"),
        example("fn f(x: Param<[[E; 2]; 3]>, a: Param<E>) -> [[E; 2]; 3] { x + a + 0.5 }"),
        example("fn f(x: Param<[E; 5]>, a: Param<E>) -> [E; 5] { a + x + (a + a) + (x + x) }"),
    ],
};

pub(crate) static ADD_KERNEL: Kernel = map(
    "add",
    "aa",
    Scalar::Infix("+"),
    |r, z, g| {
        r.give_value(r.input(z, 0), g);
        r.give_value(r.input(z, 1), g);
    },
    |t, z| {
        let terms = [t.of_input(z, 0), t.of_input(z, 1)];
        t.sum(terms)
    },
);

pub(crate) static OFFSET_KERNEL: Kernel = map(
    "offset",
    "as",
    Scalar::Infix("+"),
    |r, z, g| {
        r.give_value(r.input(z, 0), g);
        r.give(r.input(z, 1), &super::reduce::SUM_KERNEL, &[g]);
    },
    |t, z| match (t.of_input(z, 0), t.of_input(z, 1)) {
        (Some(x), Some(b)) => Some(t.kernel(&OFFSET_KERNEL, &[x, b], z)),
        (None, Some(b)) => Some(t.kernel(&super::layout::FILL_KERNEL, &[b], z)),
        (x, None) => x,
    },
);

// --- - -------------------------------------------------------------------------------------

pub(crate) static SUB: Operator = Operator {
    name: "-",
    usage: "x - y",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| infer.join(call),
    build: |b, call| {
        let (x, y) = (b.argument(call, 0), b.argument(call, 1));
        match meeting(b, call) {
            Meeting::Same => b.kernel(&SUB_KERNEL, &[x, y]),
            Meeting::ArrayScalar => {
                let negative = b.negated(y);
                b.kernel(&OFFSET_KERNEL, &[x, negative])
            }
            Meeting::ScalarArray => b.kernel(&SCALAR_SUB_KERNEL, &[y, x]),
            Meeting::Open => b.kernel(&JOIN_SUB, &[x, y]),
        }
    },
    forward: "as `+`",
    backward: "`g`; `-g`; to a scalar the sum",
    notes: "",
    examples: &[
        example("fn f(x: Param<[E; 3]>, y: Param<[E; 3]>) -> [E; 3] { x - y }"),
        example("fn f(x: Param<[E; 3]>, a: Param<E>) -> [E; 3] { (x - a) * (a - x) - 0.5 }"),
        example("fn f(x: Param<[[E; 2]; 2]>, a: Param<E>) -> [[E; 2]; 2] { 2.5 - x - (a - 1.0) }"),
    ],
};

pub(crate) static SUB_KERNEL: Kernel = map(
    "sub",
    "aa",
    Scalar::Infix("-"),
    |r, z, g| {
        r.give_value(r.input(z, 0), g);
        r.give(r.input(z, 1), &NEG_KERNEL, &[g]);
    },
    |t, z| match (t.of_input(z, 0), t.of_input(z, 1)) {
        (Some(x), Some(y)) => Some(t.kernel(&SUB_KERNEL, &[x, y], z)),
        (None, Some(y)) => Some(t.kernel(&NEG_KERNEL, &[y], z)),
        (x, None) => x,
    },
);

/// `s - x` for an array `x`.
pub(crate) static SCALAR_SUB_KERNEL: Kernel = map(
    "scalar_sub",
    "as",
    Scalar::Inline,
    |r, z, g| {
        r.give(r.input(z, 0), &NEG_KERNEL, &[g]);
        r.give(r.input(z, 1), &super::reduce::SUM_KERNEL, &[g]);
    },
    |t, z| match (t.of_input(z, 0), t.of_input(z, 1)) {
        (Some(x), Some(s)) => Some(t.kernel(&SCALAR_SUB_KERNEL, &[x, s], z)),
        (Some(x), None) => Some(t.kernel(&NEG_KERNEL, &[x], z)),
        (None, Some(s)) => Some(t.kernel(&super::layout::FILL_KERNEL, &[s], z)),
        (None, None) => None,
    },
);

// --- * -------------------------------------------------------------------------------------

pub(crate) static MUL: Operator = Operator {
    name: "*",
    usage: "x * y",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| infer.join(call),
    build: |b, call| {
        let (x, y) = (b.argument(call, 0), b.argument(call, 1));
        match meeting(b, call) {
            Meeting::Same => b.kernel(&MUL_KERNEL, &[x, y]),
            Meeting::ArrayScalar => b.kernel(&SCALE_KERNEL, &[x, y]),
            Meeting::ScalarArray => b.kernel(&SCALE_KERNEL, &[y, x]),
            Meeting::Open => b.kernel(&JOIN_MUL, &[x, y]),
        }
    },
    forward: "as `+`",
    backward: "`g*y`; `g*x`; to a scalar the sum",
    notes: "element by element, also for matrices (`matmul` is the matrix product)",
    examples: &[
        example("fn f(x: Param<[E; 3]>, y: Param<[E; 3]>) -> [E; 3] { x * y * x }"),
        example("fn f(x: Param<[E; 4]>, a: Param<E>) -> [E; 4] { 2.0 * x * a + a * a * x }"),
    ],
};

pub(crate) static MUL_KERNEL: Kernel = map(
    "mul",
    "aa",
    Scalar::Infix("*"),
    |r, z, g| {
        let (x, y) = (r.input(z, 0), r.input(z, 1));
        let product = r.guard(z, &MUL_KERNEL, &GUARDED_MUL);
        r.give(x, product, &[g, y]);
        r.give(y, product, &[g, x]);
    },
    |t, z| super::linear::bilinear(t, z, &MUL_KERNEL),
);

pub(crate) static SCALE_KERNEL: Kernel = map(
    "scale",
    "as",
    Scalar::Infix("*"),
    |r, z, g| {
        let (x, a) = (r.input(z, 0), r.input(z, 1));
        let product = r.guard(z, &SCALE_KERNEL, &GUARDED_SCALE);
        r.give(x, product, &[g, a]);
        let sum = r.guard(z, &super::reduce::DOT_KERNEL, &GUARDED_DOT);
        r.give(a, sum, &[g, x]);
    },
    |t, z| super::linear::bilinear(t, z, &SCALE_KERNEL),
);

// --- / -------------------------------------------------------------------------------------

pub(crate) static DIV: Operator = Operator {
    name: "/",
    usage: "x / y",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| infer.join(call),
    build: |b, call| {
        let (x, y) = (b.argument(call, 0), b.argument(call, 1));
        match meeting(b, call) {
            Meeting::Same => b.kernel(&DIV_KERNEL, &[x, y]),
            Meeting::ArrayScalar => b.kernel(&DIV_SCALAR_KERNEL, &[x, y]),
            Meeting::ScalarArray => b.kernel(&SCALAR_DIV_KERNEL, &[y, x]),
            Meeting::Open => b.kernel(&JOIN_DIV, &[x, y]),
        }
    },
    forward: "as `+`; `q = x / y`",
    backward: "`g/y`; `-(g/y)*q`; to a scalar the sum",
    notes: "`1/0` is `inf`; an adjoint of exactly 0 gives 0 at `y = 0`; `y*y` is never formed",
    examples: &[
        example_in(
            0.5,
            2.0,
            "fn f(x: Param<[E; 3]>, y: Param<[E; 3]>) -> [E; 3] { x / y }",
        ),
        example_in(
            0.5,
            2.0,
            "fn f(x: Param<[E; 3]>, a: Param<E>) -> [E; 3] { x / a + a / x }",
        ),
        example_in(
            -2.0,
            -0.5,
            "fn f(x: Param<[[E; 2]; 2]>, a: Param<E>) -> [[E; 2]; 2] { 2.0 / x - x / 4.0 + x / (a / 3.0) }",
        ),
    ],
};

pub(crate) static DIV_KERNEL: Kernel = map(
    "div",
    "aa",
    Scalar::Infix("/"),
    |r, q, g| {
        let (x, y) = (r.input(q, 0), r.input(q, 1));
        r.give(x, &GUARDED_DIV, &[g, y]);
        r.give(y, &DIV_VJP, &[g, y, q]);
    },
    |t, q| {
        let y = t.input(q, 1);
        let left = t
            .of_input(q, 0)
            .map(|dx| t.kernel(&GUARDED_DIV, &[dx, y], q));
        let right = t
            .of_input(q, 1)
            .map(|dy| t.kernel(&DIV_VJP, &[dy, y, q], q));
        t.sum([left, right])
    },
);

/// `x / s` for an array `x`.
pub(crate) static DIV_SCALAR_KERNEL: Kernel = map(
    "div_scalar",
    "as",
    Scalar::Infix("/"),
    |r, q, g| {
        let (x, s) = (r.input(q, 0), r.input(q, 1));
        r.give(x, &GUARDED_DIV_SCALAR, &[g, s]);
        if r.wants(s) {
            // Σ -(g/s)*q, with the division once
            let sum = r.kernel(&GUARDED_DOT, &[g, q], Shape::Scalar);
            let negative = r.kernel(&NEG_KERNEL, &[sum], Shape::Scalar);
            r.give(s, &GUARDED_DIV, &[negative, s]);
        }
    },
    |t, q| {
        let s = t.input(q, 1);
        let left = t
            .of_input(q, 0)
            .map(|dx| t.kernel(&GUARDED_DIV_SCALAR, &[dx, s], q));
        let right = t.of_input(q, 1).map(|ds| {
            let relative = t.kernel(&GUARDED_DIV, &[ds, s], s);
            let negative = t.kernel(&NEG_KERNEL, &[relative], s);
            t.kernel(&SCALE_KERNEL, &[q, negative], q)
        });
        t.sum([left, right])
    },
);

/// `s / x` for an array `x`.
pub(crate) static SCALAR_DIV_KERNEL: Kernel = map(
    "scalar_div",
    "as",
    Scalar::Inline,
    |r, q, g| {
        let (x, s) = (r.input(q, 0), r.input(q, 1));
        r.give(x, &DIV_VJP, &[g, x, q]);
        if r.wants(s) {
            let shape = r.shape(x);
            let each = r.kernel(&GUARDED_DIV, &[g, x], shape);
            r.give(s, &super::reduce::SUM_KERNEL, &[each]);
        }
    },
    |t, q| {
        let x = t.input(q, 0);
        let left = t
            .of_input(q, 0)
            .map(|dx| t.kernel(&DIV_VJP, &[dx, x, q], q));
        let right = t
            .of_input(q, 1)
            .map(|ds| t.kernel(&SCALAR_DIV_KERNEL, &[x, ds], q));
        t.sum([left, right])
    },
);

/// `g * y`, 0 where `g` is 0: for slopes that may be infinite.
pub(crate) static GUARDED_MUL: Kernel = inline_adjoint("guarded_mul", "aa");
/// `g / y`, 0 where `g` is 0.
pub(crate) static GUARDED_DIV: Kernel = inline_adjoint("guarded_div", "aa");
/// `g / s`, 0 where `g` is 0.
pub(crate) static GUARDED_DIV_SCALAR: Kernel = inline_adjoint("guarded_div_scalar", "as");
/// `a * x`, 0 where `a` or `x` is 0.
pub(crate) static GUARDED_SCALE: Kernel = inline_adjoint("guarded_scale", "as");
/// `-(g/y)*q`, 0 where `g` is 0.
pub(crate) static DIV_VJP: Kernel = inline_adjoint("div_vjp", "aaa");
/// `Σ g*y` over the elements where `g` is not 0.
pub(crate) static GUARDED_DOT: Kernel = adjoint_kernel("guarded_dot", "aa", Form::Reduce);

// --- infix operators whose ranks only the type checker knows ---------------------------------

macro_rules! join {
    // The last word says what the right rule reads as the result: only division does. Where it is
    // not read the adjoint takes its place, so that no result is kept for it.
    ($kernel:ident $name:literal, $left:ident $left_name:literal, $right:ident $right_name:literal, |$z:ident, $g:ident| $result:ident) => {
        pub(crate) static $kernel: Kernel = Kernel {
            reverse: Some(|r, $z, $g| {
                let (x, y) = (r.input($z, 0), r.input($z, 1));
                r.give(x, &$left, &[$g, x, y, $g]);
                r.give(y, &$right, &[$g, x, y, $result]);
            }),
            // `grad!` offers no forward mode.
            ..adjoint_kernel($name, "aa", Form::Join { accumulate: false })
        };
        static $left: Kernel = adjoint_kernel($left_name, "aaaa", Form::Join { accumulate: true });
        static $right: Kernel =
            adjoint_kernel($right_name, "aaaa", Form::Join { accumulate: true });
    };
}

join!(JOIN_ADD "join::add", ADD_LHS "join::add_vjp_lhs", ADD_RHS "join::add_vjp_rhs", |z, g| g);
join!(JOIN_SUB "join::sub", SUB_LHS "join::sub_vjp_lhs", SUB_RHS "join::sub_vjp_rhs", |z, g| g);
join!(JOIN_MUL "join::mul", MUL_LHS "join::mul_vjp_lhs", MUL_RHS "join::mul_vjp_rhs", |z, g| g);
join!(JOIN_DIV "join::div", DIV_LHS "join::div_vjp_lhs", DIV_RHS "join::div_vjp_rhs", |z, g| z);

// --- prefix minus, scale, offset ---------------------------------------------------------------

pub(crate) static NEG: Operator = Operator {
    name: "-",
    usage: "-x",
    arguments: &[Value("x")],
    shape: like_first,
    build: |b, call| b.all(call, &NEG_KERNEL),
    forward: "element by element",
    backward: "`-g`",
    notes: "",
    examples: &[
        example("fn f(x: Param<[E; 3]>) -> [E; 3] { -x }"),
        example("fn f(x: Param<E>, y: Param<E>) -> E { -(x * -y) - -x }"),
    ],
};

pub(crate) static NEG_KERNEL: Kernel = map(
    "neg",
    "a",
    Scalar::Prefix("-"),
    |r, z, g| r.give(r.input(z, 0), &NEG_KERNEL, &[g]),
    |t, z| t.linear(z),
);

pub(crate) static SCALE: Operator = Operator {
    name: "scale",
    usage: "scale(x, a)",
    arguments: &[Value("x"), Value("a")],
    shape: |infer, call| {
        if infer.scalar(call, 1) {
            infer.shape(call, 0)
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| {
        let inputs = [b.argument(call, 0), b.argument(call, 1)];
        if b.result_shape().is_scalar() {
            b.kernel(&MUL_KERNEL, &inputs)
        } else {
            b.kernel(&SCALE_KERNEL, &inputs)
        }
    },
    forward: "`a*x`, `a` a scalar",
    backward: "`dx = a*g`, `da = Σg·x`",
    notes: "",
    examples: &[
        example("fn f(x: Param<[E; 5]>, a: Param<E>) -> [E; 5] { scale(x, a) }"),
        example(
            "fn f(x: Param<[[E; 3]; 2]>, a: Param<E>) -> [[E; 3]; 2] { scale(scale(x, a), 0.25) }",
        ),
        example("fn f(x: Param<E>, a: Param<E>) -> E { scale(x, a) }"),
    ],
};

pub(crate) static OFFSET: Operator = Operator {
    name: "offset",
    usage: "offset(x, b)",
    arguments: &[Value("x"), Value("b")],
    shape: |infer, call| {
        if infer.scalar(call, 1) {
            infer.shape(call, 0)
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| {
        let inputs = [b.argument(call, 0), b.argument(call, 1)];
        if b.result_shape().is_scalar() {
            b.kernel(&ADD_KERNEL, &inputs)
        } else {
            b.kernel(&OFFSET_KERNEL, &inputs)
        }
    },
    forward: "`x+b`, `b` a scalar",
    backward: "`dx = g`, `db = Σg`",
    notes: "",
    examples: &[
        example("fn f(x: Param<[E; 5]>, b: Param<E>) -> [E; 5] { offset(x, b) * x }"),
        example("fn f(x: Param<E>, b: Param<E>) -> E { offset(x, b) * b }"),
    ],
};

// --- square, exp, ln -------------------------------------------------------------------------

/// Operator of a map of one argument.
macro_rules! unary {
    ($(#[$doc:meta])* $operator:ident $name:literal $kernel:ident $scalar:ident,
     $forward:literal, $backward:literal, $notes:literal, $examples:expr,
     |$r:ident, $y:ident, $g:ident| $reverse:expr, |$t:ident, $d:ident, $z:ident| $tangent:expr) => {
        $(#[$doc])*
        pub(crate) static $operator: Operator = Operator {
            name: $name,
            usage: concat!($name, "(x)"),
            arguments: &[Value("x")],
            shape: $crate::ops::arithmetic::like_first,
            build: |b, call| b.all(call, &$kernel),
            forward: $forward,
            backward: $backward,
            notes: $notes,
            examples: $examples,
        };
        pub(crate) static $kernel: Kernel = map(
            $name,
            "a",
            Scalar::$scalar,
            |$r: &mut Reverse<'_>, $y: NodeId, $g: NodeId| $reverse,
            |$t: &mut Tangent<'_>, $z: NodeId| {
                let $d = $t.of_input($z, 0)?;
                Some($tangent)
            },
        );
    };
}
pub(super) use unary;

unary!(
    SQUARE "square" SQUARE_KERNEL Inline,
    "`x²`", "`2gx`", "",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { square(x) }"),
        example("fn f(x: Param<E>) -> E { square(square(x) + x) }"),
    ],
    |r, y, g| {
        let x = r.input(y, 0);
        r.give(x, &SQUARE_VJP, &[g, x]);
    },
    |t, d, y| {
        let x = t.input(y, 0);
        t.kernel(&SQUARE_VJP, &[d, x], y)
    }
);

/// `2*g*x`
static SQUARE_VJP: Kernel = inline_adjoint("square_vjp", "aa");

unary!(
    EXP "exp" EXP_KERNEL Function,
    "`eˣ`", "`g*y`", "overflow gives `inf`; an adjoint of exactly 0 gives 0 there",
    &[
        example("fn f(x: Param<[E; 4]>) -> [E; 4] { exp(x) }"),
        example("fn f(x: Param<[E; 4]>) -> E { sum(exp(x * exp(-x))) }"),
    ],
    |r, y, g| r.give(r.input(y, 0), &GUARDED_MUL, &[g, y]),
    |t, d, y| t.kernel(&GUARDED_MUL, &[d, y], y)
);

unary!(
    LN "ln" LN_KERNEL Function,
    "natural logarithm", "`g/x`", "`ln(0)` is `-inf`, NaN below; an adjoint of exactly 0 gives 0 at `x = 0`",
    &[
        example_in(0.25, 3.0, "fn f(x: Param<[E; 4]>) -> [E; 4] { ln(x) }"),
        example_in(0.25, 3.0, "fn f(x: Param<[E; 4]>) -> E { sum(x * ln(x)) }"),
    ],
    |r, y, g| {
        let x = r.input(y, 0);
        r.give(x, &GUARDED_DIV, &[g, x]);
    },
    |t, d, y| {
        let x = t.input(y, 0);
        t.kernel(&GUARDED_DIV, &[d, x], y)
    }
);

/// The value itself in memory of its own.
pub(crate) static COPY_KERNEL: Kernel = map(
    "copy",
    "a",
    Scalar::Copy,
    |r, z, g| r.give_value(r.input(z, 0), g),
    |t, z| t.of_input(z, 0),
);
