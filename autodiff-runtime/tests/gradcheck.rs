//! The gradient check on right and wrong gradients, and the text of its report.

use autodiff_runtime::gradcheck::{Gradcheck, Position, gradcheck, gradcheck_buffer};
use autodiff_runtime::{BufferView, Field, Parameters};

#[derive(Debug, Clone, PartialEq)]
struct Params {
    w: [[f64; 3]; 2],
    b: [f64; 2],
    a: f64,
}

impl Parameters for Params {
    type Elem = f64;
    const FIELDS: &'static [Field] = &[
        Field::new("w", &[2, 3]),
        Field::new("b", &[2]),
        Field::new("a", &[]),
    ];

    fn for_each(&self, mut f: impl FnMut(&[f64])) {
        f(self.w.as_flattened());
        f(&self.b);
        f(&[self.a]);
    }

    fn for_each_mut(&mut self, mut f: impl FnMut(&mut [f64])) {
        f(self.w.as_flattened_mut());
        f(&mut self.b);
        f(core::slice::from_mut(&mut self.a));
    }

    fn zip_mut(&mut self, other: &Self, mut f: impl FnMut(&mut [f64], &[f64])) {
        f(self.w.as_flattened_mut(), other.w.as_flattened());
        f(&mut self.b, &other.b);
        f(core::slice::from_mut(&mut self.a), &[other.a]);
    }
}

const X: [f64; 3] = [0.3, -1.2, 2.0];

fn params() -> Params {
    Params {
        w: [[0.5, -0.25, 1.0], [2.0, 0.125, -1.5]],
        b: [0.75, -0.5],
        a: 1.25,
    }
}

/// `a*Σ tanh(w x + b)²`.
fn model(p: &Params) -> f64 {
    let squares = p.w.iter().zip(p.b).map(|(w, b)| {
        let z: f64 = w.iter().zip(X).map(|(w, x)| w * x).sum();
        (z + b).tanh().powi(2)
    });
    p.a * squares.sum::<f64>()
}

fn gradients(p: &Params) -> Params {
    let mut gradients = Params {
        w: [[0.0; 3]; 2],
        b: [0.0; 2],
        a: 0.0,
    };
    for r in 0..2 {
        let z: f64 = p.w[r].iter().zip(X).map(|(w, x)| w * x).sum();
        let y = (z + p.b[r]).tanh();
        gradients.a += y * y;
        gradients.b[r] = p.a * 2.0 * y * (1.0 - y * y);
        gradients.w[r] = X.map(|x| gradients.b[r] * x);
    }
    gradients
}

#[test]
fn right_gradients_pass() {
    let p = params();
    let summary = gradcheck(&p, &gradients(&p), model).unwrap();
    assert_eq!(summary.elements, 9);
    assert!(summary.largest_error < 1e-9);
    let text = summary.to_string();
    assert!(
        text.starts_with("9 elements agree, largest error "),
        "{text}"
    );
}

#[test]
fn the_function_sees_one_moved_element_at_a_time() {
    let p = params();
    let moved = core::cell::Cell::new(0);
    gradcheck(&p, &gradients(&p), |probe| {
        let mut changed = 0;
        let mut difference = probe.clone();
        difference.zip_mut(&p, |probe, p| {
            changed += probe.iter().zip(p).filter(|(probe, p)| probe != p).count();
        });
        assert_eq!(changed, 1);
        moved.set(moved.get() + 1);
        model(probe)
    })
    .unwrap();
    assert_eq!(moved.get(), 2 * 9);
}

#[test]
fn the_function_of_a_buffer_sees_one_moved_element_at_a_time() {
    let x = [1.0_f64, -2.0, 3.0];
    gradcheck_buffer("x", &x, &[1.0; 3], |probe: &[f64; 3]| {
        let changed = probe.iter().zip(&x).filter(|(probe, x)| probe != x);
        assert_eq!(changed.count(), 1);
        probe.iter().sum()
    })
    .unwrap();
}

#[test]
fn a_wrong_element_is_named() {
    let p = params();
    let mut wrong = gradients(&p);
    wrong.w[1][2] = -wrong.w[1][2];
    let mismatch = gradcheck(&p, &wrong, model).unwrap_err();
    assert_eq!(mismatch.parameter, "w");
    assert_eq!(mismatch.position, Position::Matrix { row: 1, column: 2 });
    assert_eq!((mismatch.failures, mismatch.elements), (1, 9));
    assert!((mismatch.analytic + mismatch.numeric).abs() < 1e-9);
    assert!((mismatch.error - 2.0 * mismatch.analytic.abs()).abs() < 1e-9);

    let mut wrong = gradients(&p);
    wrong.b[1] += 1e-3;
    wrong.a += 1.0;
    let mismatch = gradcheck(&p, &wrong, model).unwrap_err();
    assert_eq!(
        (mismatch.parameter, mismatch.position),
        ("a", Position::Scalar)
    );
    assert_eq!(mismatch.failures, 2);

    // The worst is furthest from its tolerance: a large error of a large gradient is not.
    let plane = |x: &[f64; 3]| 1e6 * x[0] + x[1] + x[2];
    let wrong = [1.001e6, 2.0, 1.5];
    let mismatch = gradcheck_buffer("x", &[0.5; 3], &wrong, plane).unwrap_err();
    assert_eq!(mismatch.position, Position::Vector(1));
    assert_eq!((mismatch.failures, mismatch.elements), (3, 3));
}

#[test]
fn the_report_reads_well() {
    let cube = |x: &[f64; 3]| x.iter().map(|x| x * x).sum::<f64>();
    let mismatch = gradcheck_buffer("w", &[1.0, 2.0, 3.0], &[2.0, 4.5, 6.0], cube).unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "gradient of `w[1]` is 4.500000e0, but the central difference gives 4.000000e0: \
         error 5.0e-1 exceeds tolerance 4.5e-6 (1 of 3 elements wrong)"
    );
    let trace = |x: &[[f64; 2]; 2]| x[0][0] + x[1][1];
    let mismatch = gradcheck_buffer("m", &[[0.0; 2]; 2], &[[1.0, 0.0]; 2], trace).unwrap_err();
    assert!(
        mismatch
            .to_string()
            .starts_with("gradient of `m[1][0]` is 1.000000e0,")
    );
    assert_eq!(mismatch.failures, 2);
    let mismatch = gradcheck_buffer("a", &0.0, &f64::NAN, |x| x * 2.0).unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "gradient of `a` is NaN, but the central difference gives 2.000000e0: \
         both must be finite (1 of 1 elements wrong)"
    );
    let error: &dyn core::error::Error = &mismatch;
    assert!(error.source().is_none());
}

#[test]
fn infinite_and_undefined_numbers_fail() {
    let identity = |x: &f64| *x;
    for gradient in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(gradcheck_buffer("x", &1.0, &gradient, identity).is_err());
    }
    for value in [f64::NAN, f64::INFINITY] {
        assert!(gradcheck_buffer("x", &1.0, &0.0, |_: &f64| value).is_err());
    }
    let jump = |x: &f64| if *x > 1.0 { f64::INFINITY } else { 0.0 };
    assert!(gradcheck_buffer("x", &1.0, &f64::INFINITY, jump).is_err());
    assert!(gradcheck_buffer("x", &f64::NAN, &1.0, identity).is_err());
    let lenient = Gradcheck::new().tolerance(f64::INFINITY, f64::INFINITY);
    assert!(
        lenient
            .check_buffer("x", &1.0, &f64::NAN, identity)
            .is_err()
    );
    let undefined = Gradcheck::new().tolerance(f64::NAN, 0.0);
    assert!(undefined.check_buffer("x", &1.0, &1.0, identity).is_err());
    // What is not a number is reported before what is merely wrong.
    let sum = |x: &[f64; 2]| x[0] + x[1];
    let mismatch = gradcheck_buffer("x", &[1.0; 2], &[9.0, f64::NAN], sum).unwrap_err();
    assert_eq!(
        (mismatch.position, mismatch.failures),
        (Position::Vector(1), 2)
    );
}

#[test]
fn the_step_follows_the_size_of_the_element() {
    // In f64 a fixed step of 4.8e-6 would vanish beside 1e12.
    let x = [1e12_f64, 1e-12, 3.0];
    let gradient = x.map(|x| 2.0 * x);
    let squares = |x: &[f64; 3]| x.iter().map(|x| x * x).sum::<f64>();
    for i in 0..3 {
        let mut alone = [0.0; 3];
        alone[i] = x[i];
        let mut expected = [0.0; 3];
        expected[i] = gradient[i];
        gradcheck_buffer("x", &alone, &expected, squares).unwrap();
    }
}

#[test]
fn single_precision_finds_wrong_rules_too() {
    let x = [0.5_f32, -1.5, 2.5];
    let f = |x: &[f32; 3]| x.iter().map(|x| x.tanh() * x).sum::<f32>();
    let gradient = x.map(|x| x.tanh() + x * (1.0 - x.tanh() * x.tanh()));
    gradcheck_buffer("x", &x, &gradient, f).unwrap();
    let forgotten = x.map(|x| x.tanh());
    assert!(gradcheck_buffer("x", &x, &forgotten, f).is_err());
    let mut off = gradient;
    off[1] *= 1.05;
    assert!(gradcheck_buffer("x", &x, &off, f).is_err());
}

#[test]
fn step_and_tolerance_can_be_set() {
    let cube = |x: &f64| x * x * x;
    // The difference of x³ over ±h is 3x² + h².
    let check = Gradcheck::new().step(0.5).tolerance(0.0, 0.0);
    let mismatch = check.check_buffer("x", &0.0, &0.0, cube).unwrap_err();
    assert_eq!(mismatch.numeric, 0.25);
    check
        .tolerance(0.25, 0.0)
        .check_buffer("x", &0.0, &0.0, cube)
        .unwrap();
    check
        .tolerance(0.0, 1.0)
        .check_buffer("x", &0.0, &0.0, cube)
        .unwrap();
}

/// The points of `x±h` are rounded; the slope of what is linear is right all the same.
#[test]
fn the_difference_is_divided_by_the_distance_of_the_points() {
    let check = Gradcheck::new().step(1e-7_f32).tolerance(0.0, 0.0);
    let summary = check.check_buffer("x", &1.0, &1.0, |x| *x).unwrap();
    assert_eq!(summary.largest_error, 0.0);
}

#[test]
fn the_largest_error_is_that_of_any_element() {
    // The differences are 1/4 and 1: only the first is off.
    let f = |x: &[f64; 2]| x[0] * x[0] * x[0] + x[1];
    let check = Gradcheck::new().step(0.5).tolerance(0.25, 0.0);
    let summary = check.check_buffer("x", &[0.0; 2], &[0.0, 1.0], f).unwrap();
    assert_eq!((summary.elements, summary.largest_error), (2, 0.25));
}

#[test]
fn no_element_passes() {
    let summary = gradcheck_buffer("x", &[0.0_f32; 0], &[], |_| 1.0).unwrap();
    assert_eq!(summary.elements, 0);
}

#[test]
fn views_are_checked_by_their_parts() {
    let mut value = [1.0_f64, 2.0];
    let view = BufferView::parameter(&mut value);
    let constant = |_: &[f64; 2]| 7.0;
    gradcheck_buffer("w", view.value(), view.gradient(), constant).unwrap();
}
