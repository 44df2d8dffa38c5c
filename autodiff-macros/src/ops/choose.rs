//! Comparisons and `select`.
//!
//! A comparison gives a mask of ones and zeros, which has no slope; it can only be the condition
//! of `select`. The adjoint is routed by the mask and never multiplied by it, so that nothing
//! comes from the branch that was not taken.

use super::{
    Kernel, Operator,
    Parameter::{Condition, Value},
    Scalar, choosing, example, inline_adjoint, layout, map,
};
use crate::build::Builder;
use crate::graph::NodeId;
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;

/// Shape rule of comparisons: one shape, or a scalar on one side.
fn compared(infer: &mut Infer<'_>, call: &Call) -> Shape {
    infer.meet(call, 0, 1)
}

/// Kernels for `x ? y`: of one shape, of an array and a scalar, of a scalar and an array.
struct Comparison {
    /// Swapped operands of `same`: `x < y` is `y > x`.
    swapped: bool,
    same: &'static Kernel,
    array_scalar: &'static Kernel,
    scalar_array: &'static Kernel,
}

fn compare(b: &mut Builder<'_>, call: &Call, comparison: &Comparison) -> NodeId {
    let (x, y) = (b.argument(call, 0), b.argument(call, 1));
    let (left, right) = (b.argument_shape(call, 0), b.argument_shape(call, 1));
    if left == right {
        let inputs = if comparison.swapped { [y, x] } else { [x, y] };
        b.kernel(comparison.same, &inputs)
    } else if right.is_scalar() {
        b.kernel(comparison.array_scalar, &[x, y])
    } else {
        b.kernel(comparison.scalar_array, &[y, x])
    }
}

macro_rules! comparison {
    ($operator:ident $symbol:literal $words:literal, $swapped:literal $same:ident $array_scalar:ident $scalar_array:ident) => {
        pub(crate) static $operator: Operator = Operator {
            name: $symbol,
            usage: concat!("x ", $symbol, " y"),
            arguments: &[Value("x"), Value("y")],
            shape: compared,
            build: |b, call| {
                compare(
                    b,
                    call,
                    &Comparison {
                        swapped: $swapped,
                        same: &$same,
                        array_scalar: &$array_scalar,
                        scalar_array: &$scalar_array,
                    },
                )
            },
            forward: $words,
            backward: "nothing",
            notes: "only as the condition of `select`; false for NaN; a scalar may meet an array (in `grad!` a number may)",
            examples: &[],
        };
    };
}

comparison!(GREATER ">" "where `x` is above `y`", false GREATER_KERNEL GREATER_SCALAR LESS_SCALAR);
comparison!(GREATER_EQUAL ">=" "where `x` is `y` or above", false GREATER_EQUAL_KERNEL GREATER_EQUAL_SCALAR LESS_EQUAL_SCALAR);
comparison!(LESS "<" "where `x` is below `y`", true GREATER_KERNEL LESS_SCALAR GREATER_SCALAR);
comparison!(LESS_EQUAL "<=" "where `x` is `y` or below", true GREATER_EQUAL_KERNEL LESS_EQUAL_SCALAR GREATER_EQUAL_SCALAR);

/// They give a mask, which only `select` takes.
pub(crate) static COMPARISONS: [&Operator; 4] = [&GREATER, &GREATER_EQUAL, &LESS, &LESS_EQUAL];

/// A comparison: a step function, whose slope is 0 wherever it has one.
const fn step(name: &'static str, operands: &'static str) -> Kernel {
    Kernel {
        reverse: None,
        ..map(name, operands, Scalar::Inline, |_, _, _| {}, |_, _| None)
    }
}

static GREATER_KERNEL: Kernel = step("greater", "aa");
static GREATER_EQUAL_KERNEL: Kernel = step("greater_equal", "aa");
static GREATER_SCALAR: Kernel = step("greater_scalar", "as");
static GREATER_EQUAL_SCALAR: Kernel = step("greater_equal_scalar", "as");
static LESS_SCALAR: Kernel = step("less_scalar", "as");
static LESS_EQUAL_SCALAR: Kernel = step("less_equal_scalar", "as");

pub(crate) static SELECT: Operator = Operator {
    name: "select",
    usage: "select(c, a, b)",
    arguments: &[Condition("c"), Value("a"), Value("b")],
    shape: |infer, call| {
        let branches = infer.meet(call, 1, 2);
        if branches == Shape::Unknown {
            return branches;
        }
        if branches.is_scalar() && infer.shape(call, 0).is_scalar() {
            return branches;
        }
        // Scalar branches take the shape of the condition.
        let shape = infer.shape(call, 0);
        if branches.is_scalar() || infer.condition_fits(call, &branches) {
            shape
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| {
        let condition = b.argument(call, 0);
        let shape = b.result_shape();
        let branch = |b: &mut Builder<'_>, index: usize| {
            let value = b.argument(call, index);
            if b.argument_shape(call, index).is_scalar() && !shape.is_scalar() {
                b.step(&layout::FILL_KERNEL, &[value], shape.clone())
            } else {
                value
            }
        };
        let (a, other) = (branch(b, 1), branch(b, 2));
        b.kernel(&SELECT_KERNEL, &[condition, a, other])
    },
    forward: "`a` where the condition holds, else `b`; `c` is `x > y`, `>=`, `<` or `<=`",
    backward: "`g` to the branch that was taken, 0 to the other",
    notes: "routed, never multiplied by 0: an infinite value or slope of the other branch does no harm",
    examples: &[
        example("fn f(x: Param<[E; 4]>) -> E { sum(select(x > 5.0, exp(x), x * x)) }"),
        example(
            "fn f(x: Param<[E; 4]>, y: Param<[E; 4]>) -> [E; 4] { select(x * x >= -y * y, x * y, y) }",
        ),
        example(
            "fn f(x: Param<E>, y: Param<E>) -> E { select(x < -9.0, x, x * y) + select(9.0 <= x, y, 2.0) }",
        ),
        example(
            "fn f(w: Param<[[E; 3]; 2]>, x: Param<[E; 3]>, b: Param<[E; 2]>) -> [E; 2] { select(b > 0.0, b, fully_connected(x, w, matvec(w, x))) }",
        ),
        example(
            "fn f(a: Param<[[E; 3]; 3]>, x: Param<[E; 3]>) -> [[E; 3]; 3] { select(a > 0.0, a, matmul(a, outer(x, x * x)) + matmul(transpose(a), a) + matmul(a, transpose(a))) }",
        ),
        example(
            "fn f(x: Param<[E; 3]>, t: Input<[E; 3]>) -> E { select(t[0] > 9.0, sum(t), mse(x * x, t)) }",
        ),
    ],
};

static SELECT_KERNEL: Kernel = choosing(map(
    "select",
    "aaa",
    Scalar::Inline,
    |r, z, g| {
        let (c, a, b) = (r.input(z, 0), r.input(z, 1), r.input(z, 2));
        r.give(a, &MASKED, &[g, c]);
        r.give(b, &MASKED_NOT, &[g, c]);
    },
    |t, z| {
        let c = t.input(z, 0);
        match (t.of_input(z, 1), t.of_input(z, 2)) {
            (Some(a), Some(b)) => Some(t.kernel(&SELECT_KERNEL, &[c, a, b], z)),
            (Some(a), None) => Some(t.kernel(&MASKED, &[a, c], z)),
            (None, Some(b)) => Some(t.kernel(&MASKED_NOT, &[b, c], z)),
            (None, None) => None,
        }
    },
));
/// `g` where the mask, or another adjoint, is not 0
pub(crate) static MASKED: Kernel = inline_adjoint("masked", "aa");
/// The same of an array and a scalar
pub(crate) static MASKED_SCALAR: Kernel = inline_adjoint("masked_scalar", "as");
static MASKED_NOT: Kernel = inline_adjoint("masked_not", "aa");
