//! Spread about the mean: `variance` and `std`, of a population or of a sample.

use super::reduce::MEAN_KERNEL;
use super::{Kernel, Operator, Parameter::Value, adjoint_map, example, reduction};
use crate::build::Builder;
use crate::graph::NodeId;
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;

/// Shape rule: an array with an element.
fn spread(infer: &mut Infer<'_>, call: &Call) -> Shape {
    if infer.shape(call, 0).is_scalar() {
        // A scalar is one value, not a sample of one.
        infer.vector(call, 0);
        return Shape::Unknown;
    }
    if infer.not_empty(call, 0) {
        Shape::Scalar
    } else {
        Shape::Unknown
    }
}

/// Shape rule: an array with two elements or more.
fn sample_spread(infer: &mut Infer<'_>, call: &Call) -> Shape {
    let shape = infer.shape(call, 0);
    if shape.is_scalar() || shape.literal_len() == Some(0) {
        return spread(infer, call);
    }
    let name = call.operator.name;
    let population = name.trim_start_matches("sample_");
    let found = match shape.literal_len() {
        Some(_) => "one".to_owned(),
        None => infer.found(call, 0),
    };
    let message = format!(
        "`{name}` needs at least two elements, found {found}\nhelp: `{population}` of one element is 0"
    );
    if infer.at_least(2, call, 0, message) {
        Shape::Scalar
    } else {
        Shape::Unknown
    }
}

/// A kernel that takes the array and its mean.
fn about_mean(b: &mut Builder<'_>, call: &Call, kernel: &'static Kernel) -> NodeId {
    let x = b.argument(call, 0);
    let mean = b.step(&MEAN_KERNEL, &[x], Shape::Scalar);
    b.kernel(kernel, &[x, mean])
}

pub(crate) static VARIANCE: Operator = Operator {
    name: "variance",
    usage: "variance(x)",
    arguments: &[Value("x")],
    shape: spread,
    build: |b, call| about_mean(b, call, &VARIANCE_KERNEL),
    forward: "population variance `Σ(x-m)²/N`, in two passes",
    backward: "`2g(x-m)/N`",
    notes: "divisor `N`; of one element: exactly 0 with gradient 0; of no element: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { variance(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { variance(exp(x)) }"),
    ],
};

/// Population variance about a mean that is given. The mean's own share of the slope is 0.
static VARIANCE_KERNEL: Kernel = reduction(
    "variance",
    "as",
    |r, z, g| {
        let (x, mean) = (r.input(z, 0), r.input(z, 1));
        r.give_guarded(x, &VARIANCE_VJP, &[x, mean, g], (z, g));
    },
    |t, z| {
        let (x, mean) = (t.input(z, 0), t.input(z, 1));
        t.along_gradient(z, &VARIANCE_VJP, &[x, mean])
    },
);
/// `2*s*(x-m)/N`
static VARIANCE_VJP: Kernel = adjoint_map("variance_vjp", "ass");

pub(crate) static SAMPLE_VARIANCE: Operator = Operator {
    name: "sample_variance",
    usage: "sample_variance(x)",
    arguments: &[Value("x")],
    shape: sample_spread,
    build: |b, call| about_mean(b, call, &SAMPLE_VARIANCE_KERNEL),
    forward: "`Σ(x-m)²/(N-1)`, in two passes",
    backward: "`2g(x-m)/(N-1)`",
    notes: "divisor `N-1`, as `arm_var_f32`; of fewer than two elements: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { sample_variance(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { sample_variance(exp(x)) }"),
        example("fn f(x: Param<[E; 2]>) -> E { sample_variance(x) * sum(x) }"),
    ],
};

static SAMPLE_VARIANCE_KERNEL: Kernel = reduction(
    "sample_variance",
    "as",
    |r, z, g| {
        let (x, mean) = (r.input(z, 0), r.input(z, 1));
        r.give_guarded(x, &SAMPLE_VARIANCE_VJP, &[x, mean, g], (z, g));
    },
    |t, z| {
        let (x, mean) = (t.input(z, 0), t.input(z, 1));
        t.along_gradient(z, &SAMPLE_VARIANCE_VJP, &[x, mean])
    },
);
/// `2*s*(x-m)/(N-1)`
static SAMPLE_VARIANCE_VJP: Kernel = adjoint_map("sample_variance_vjp", "ass");

pub(crate) static STD: Operator = Operator {
    name: "std",
    usage: "std(x)",
    arguments: &[Value("x")],
    shape: spread,
    build: |b, call| about_mean(b, call, &STD_KERNEL),
    forward: "population standard deviation `√(Σ(x-m)²/N)`",
    backward: "`g(x-m)/(N*y)`",
    notes: "slope 0 where the deviation is 0, as for one element; of no element: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { std(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { std(exp(x)) * std(x) }"),
    ],
};

static STD_KERNEL: Kernel = reduction(
    "std",
    "as",
    |r, y, g| {
        let (x, mean) = (r.input(y, 0), r.input(y, 1));
        r.give(x, &STD_VJP, &[x, mean, y, g]);
    },
    |t, y| {
        let (x, mean) = (t.input(y, 0), t.input(y, 1));
        t.along_gradient(y, &STD_VJP, &[x, mean, y])
    },
);
/// `s*(x-m)/(N*y)`, 0 where `s` or `y` is 0
static STD_VJP: Kernel = adjoint_map("std_vjp", "asss");

pub(crate) static SAMPLE_STD: Operator = Operator {
    name: "sample_std",
    usage: "sample_std(x)",
    arguments: &[Value("x")],
    shape: sample_spread,
    build: |b, call| about_mean(b, call, &SAMPLE_STD_KERNEL),
    forward: "`√(Σ(x-m)²/(N-1))`",
    backward: "`g(x-m)/((N-1)*y)`",
    notes: "as `std`; of fewer than two elements: does not compile",
    examples: &[
        example("fn f(x: Param<[E; 5]>) -> E { sample_std(x) }"),
        example("fn f(x: Param<[[E; 3]; 2]>) -> E { sample_std(exp(x)) * sample_std(x) }"),
    ],
};

static SAMPLE_STD_KERNEL: Kernel = reduction(
    "sample_std",
    "as",
    |r, y, g| {
        let (x, mean) = (r.input(y, 0), r.input(y, 1));
        r.give(x, &SAMPLE_STD_VJP, &[x, mean, y, g]);
    },
    |t, y| {
        let (x, mean) = (t.input(y, 0), t.input(y, 1));
        t.along_gradient(y, &SAMPLE_STD_VJP, &[x, mean, y])
    },
);
/// `s*(x-m)/((N-1)*y)`, 0 where `s` or `y` is 0
static SAMPLE_STD_VJP: Kernel = adjoint_map("sample_std_vjp", "asss");
