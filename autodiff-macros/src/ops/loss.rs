//! Losses. The target is data: it gets no adjoint and must not depend on a parameter.

use super::{
    Form, Kernel, Operator,
    Parameter::{Constant, Target, Value},
    activation, adjoint_kernel, adjoint_map, example, example_in, inline_adjoint, reduction,
};
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;

/// Shape rule: prediction and target of one shape give a scalar.
fn scalar_loss(infer: &mut Infer<'_>, call: &Call) -> Shape {
    match infer.same(call, 0, 1) {
        Shape::Unknown => Shape::Unknown,
        _ => Shape::Scalar,
    }
}

/// A loss of prediction and target whose slope is a map of both and the seed.
macro_rules! loss_kernel {
    ($kernel:ident $name:literal, $vjp:ident $vjp_name:literal $adjoint:ident) => {
        static $kernel: Kernel = reduction(
            $name,
            "aa",
            |r, z, g| {
                let (p, t) = (r.input(z, 0), r.input(z, 1));
                r.give_guarded(p, &$vjp, &[p, t, g], (z, g));
            },
            |t, z| {
                let (prediction, target) = (t.input(z, 0), t.input(z, 1));
                t.along_gradient(z, &$vjp, &[prediction, target])
            },
        );
        static $vjp: Kernel = $adjoint($vjp_name, "aas");
    };
}

pub(crate) static QUADRATIC_ERROR: Operator = Operator {
    name: "quadratic_error",
    usage: "quadratic_error(p, t)",
    arguments: &[Value("p"), Target("t")],
    shape: scalar_loss,
    build: |b, call| b.all(call, &QUADRATIC_ERROR_KERNEL),
    forward: "`Σ(p-t)²`: the plain sum",
    backward: "`2g(p-t)`; `t` is an input",
    notes: "0 for no element",
    examples: &[
        example("fn f(p: Param<[E; 4]>, t: Input<[E; 4]>) -> E { quadratic_error(p, t) }"),
        example(
            "fn f(p: Param<[[E; 1]; 4]>, t: Input<[[E; 1]; 4]>) -> E { quadratic_error(tanh(p), t) }",
        ),
        example("fn f(p: Param<E>, t: Input<E>) -> E { quadratic_error(p * p, t) }"),
    ],
};
loss_kernel!(QUADRATIC_ERROR_KERNEL "quadratic_error", QUADRATIC_ERROR_VJP "quadratic_error_vjp" inline_adjoint);

pub(crate) static MSE: Operator = Operator {
    name: "mse",
    usage: "mse(p, t)",
    arguments: &[Value("p"), Target("t")],
    shape: |infer, call| {
        if infer.not_empty(call, 0) {
            scalar_loss(infer, call)
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| {
        if b.argument_shape(call, 0).is_scalar() {
            b.all(call, &QUADRATIC_ERROR_KERNEL)
        } else {
            b.all(call, &MSE_KERNEL)
        }
    },
    forward: "`Σ(p-t)²/N`",
    backward: "`2g(p-t)/N`; `t` is an input",
    notes: "of no element: does not compile",
    examples: &[
        example("fn f(p: Param<[E; 4]>, t: Input<[E; 4]>) -> E { mse(p, t) }"),
        example("fn f(p: Param<[[E; 2]; 3]>, t: Input<[[E; 2]; 3]>) -> E { mse(p * p, t) }"),
        example("fn f(p: Param<E>, t: Input<E>) -> E { mse(p * p, t) }"),
    ],
};
loss_kernel!(MSE_KERNEL "mse", MSE_VJP "mse_vjp" adjoint_map);

pub(crate) static CROSS_ENTROPY: Operator = Operator {
    name: "cross_entropy",
    usage: "cross_entropy(p, t)",
    arguments: &[Value("p"), Target("t")],
    shape: scalar_loss,
    build: |b, call| b.all(call, &CROSS_ENTROPY_KERNEL),
    forward: "`-Σt·ln max(p, 1e-7)`, `p` probabilities",
    backward: "`-g·t/max(p, 1e-7)`; `t` is an input",
    notes: "where `t` is exactly 0 value and gradient are 0",
    examples: &[
        example_in(
            0.1,
            1.0,
            "fn f(p: Param<[E; 4]>, t: Input<[E; 4]>) -> E { cross_entropy(p, t) }",
        ),
        example("fn f(x: Param<[E; 3]>, t: Input<[E; 3]>) -> E { cross_entropy(softmax(x), t) }"),
    ],
};
loss_kernel!(CROSS_ENTROPY_KERNEL "cross_entropy", CROSS_ENTROPY_VJP "cross_entropy_vjp" inline_adjoint);

pub(crate) static BINARY_CROSS_ENTROPY: Operator = Operator {
    name: "binary_cross_entropy",
    usage: "binary_cross_entropy(p, t)",
    arguments: &[Value("p"), Target("t")],
    shape: scalar_loss,
    build: |b, call| b.all(call, &BINARY_CROSS_ENTROPY_KERNEL),
    forward: "`Σ -t·ln max(p, 1e-7) - (1-t)·ln max(1-p, 1e-7)`, `p` probabilities",
    backward: "`g((1-t)/max(1-p, 1e-7) - t/max(p, 1e-7))`; `t` is an input",
    notes: "where `t` is exactly 0 or 1 one term is left; 0 for no element",
    examples: &[
        example_in(
            0.1,
            0.9,
            "fn f(p: Param<[E; 4]>, t: Input<[E; 4]>) -> E { binary_cross_entropy(p, t) }",
        ),
        example(
            "fn f(x: Param<[[E; 2]; 2]>, t: Input<[[E; 2]; 2]>) -> E { binary_cross_entropy(sigmoid(x), t) }",
        ),
        example_in(
            0.1,
            0.9,
            "fn f(p: Param<E>) -> E { binary_cross_entropy(p, 1.0) + binary_cross_entropy(p * p, 0.0) }",
        ),
    ],
};
loss_kernel!(
    BINARY_CROSS_ENTROPY_KERNEL "binary_cross_entropy",
    BINARY_CROSS_ENTROPY_VJP "binary_cross_entropy_vjp" inline_adjoint
);

pub(crate) static HUBER: Operator = Operator {
    name: "huber",
    usage: "huber(p, t, delta)",
    arguments: &[Value("p"), Target("t"), Constant("delta")],
    shape: |infer, call| {
        match infer.number(call, 2) {
        Some(delta) if delta <= 0.0 => infer.refuse(
            call,
            2,
            &format!("`delta` of `huber` must be positive, found {delta}\nhelp: it is the error from which on the loss grows linearly"),
        ),
        _ => scalar_loss(infer, call),
    }
    },
    build: |b, call| b.all(call, &HUBER_KERNEL),
    forward: "`Σ d²/2` where `|d| <= delta`, else `delta(|d| - delta/2)`, `d = p-t`",
    backward: "`g*clamp(p-t, -delta, delta)`; `t` is an input, `delta` a constant",
    notes: "0 for no element",
    examples: &[
        example("fn f(p: Param<[E; 4]>, t: Input<[E; 4]>) -> E { huber(p, t, 0.75) }"),
        example(
            "fn f(p: Param<[[E; 2]; 3]>, t: Input<[[E; 2]; 3]>, d: Input<E>) -> E { huber(p * p, t, 0.1 + d * d) }",
        ),
        example("fn f(p: Param<E>, t: Input<E>) -> E { huber(p * p, t, 1.0) }"),
    ],
};

static HUBER_KERNEL: Kernel = reduction(
    "huber",
    "aas",
    |r, z, g| {
        let (p, t, delta) = (r.input(z, 0), r.input(z, 1), r.input(z, 2));
        r.give_guarded(p, &HUBER_VJP, &[p, t, delta, g], (z, g));
    },
    |t, z| {
        let (p, target, delta) = (t.input(z, 0), t.input(z, 1), t.input(z, 2));
        t.along_gradient(z, &HUBER_VJP, &[p, target, delta])
    },
);
/// `g` times the error, clamped
static HUBER_VJP: Kernel = inline_adjoint("huber_vjp", "aass");

pub(crate) static SOFTMAX_CROSS_ENTROPY: Operator = Operator {
    name: "softmax_cross_entropy",
    usage: "softmax_cross_entropy(z, t)",
    arguments: &[Value("z"), Target("t")],
    shape: |infer, call| {
        if infer.vector(call, 0).is_some() && infer.not_empty(call, 0) {
            scalar_loss(infer, call)
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| {
        let (z, t) = (b.argument(call, 0), b.argument(call, 1));
        let shape = b.argument_shape(call, 0).clone();
        let p = b.step(&activation::SOFTMAX_KERNEL, &[z], shape);
        b.kernel(&SOFTMAX_CROSS_ENTROPY_KERNEL, &[z, p, t])
    },
    forward: "`Σt·(logsumexp(z) - z)` of logits `z`, stable",
    backward: "`g(Σt·softmax(z) - t)`; `t` is an input",
    notes: "of no element: does not compile",
    examples: &[
        example("fn f(z: Param<[E; 4]>, t: Input<[E; 4]>) -> E { softmax_cross_entropy(z, t) }"),
        example(
            "fn f(z: Param<[E; 3]>, t: Input<[E; 3]>) -> E { softmax_cross_entropy(z * z, t) }",
        ),
    ],
};

/// Of logits, their softmax and the target: the softmax is kept for the slope, which goes to the
/// logits alone.
static SOFTMAX_CROSS_ENTROPY_KERNEL: Kernel = reduction(
    "softmax_cross_entropy",
    "aaa",
    |r, loss, g| {
        let (z, p, t) = (r.input(loss, 0), r.input(loss, 1), r.input(loss, 2));
        r.give_guarded(z, &SOFTMAX_CROSS_ENTROPY_VJP, &[p, t, g], (loss, g));
    },
    |t, loss| {
        let (p, target) = (t.input(loss, 1), t.input(loss, 2));
        t.along_gradient(loss, &SOFTMAX_CROSS_ENTROPY_VJP, &[p, target])
    },
);
/// `g*(Σt·p - t)`
static SOFTMAX_CROSS_ENTROPY_VJP: Kernel = adjoint_kernel(
    "softmax_cross_entropy_vjp",
    "aas",
    Form::Write {
        in_place: true,
        accumulate: true,
    },
);
