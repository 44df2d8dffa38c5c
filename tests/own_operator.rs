//! The rules of `examples/own_operator.rs` are right, and `gradcheck` finds one that is wrong.

#[path = "../examples/own_operator.rs"]
#[allow(dead_code)]
mod own_operator;

use autodiff_runtime::gradcheck::gradcheck_buffer;
use autodiff_runtime::prelude::*;
use autodiff_runtime::{Adjoints, Operator, Refs};
use own_operator::{Curve, KNOTS};

const CURVE: [f64; KNOTS] = [0.5, -1.0, 1.25, 0.75, 1.5];
/// Between knots, where the curve has a slope; the outer two are beyond its ends.
const READINGS: [f64; 6] = [-0.5, 0.1, 0.3, 0.6, 0.9, 1.5];

#[differentiable]
fn model(x: Param<f64>, knots: Param<[f64; KNOTS]>) -> f64 {
    let y: f64 = Curve::<f64>(x, knots);
    y * exp(y)
}

#[test]
fn reverse_rule() {
    for x in READINGS {
        let params = model::Params { x, knots: CURVE };
        let mut gradients = model::Gradients::ZERO;
        model::value_and_gradient(&params, &mut model::Tape::new(), &mut gradients);
        gradcheck(&params, &gradients, model).unwrap();
    }
}

#[test]
fn reverse_rule_in_an_expression() {
    for mut x_value in READINGS {
        let (mut knots_value, mut y_value) = (CURVE, 0.0);
        let mut x = BufferView::parameter(&mut x_value);
        let mut knots = BufferView::parameter(&mut knots_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = square(Curve::<f64>(x, knots)); }.backward();

        let (d_x, d_knots) = (*x.gradient(), *knots.gradient());
        let value = |x: &f64, knots: &[f64; KNOTS]| {
            let mut y = 0.0;
            Curve::forward((x, knots), &mut y);
            y * y
        };
        let x = x_value;
        gradcheck_buffer("x", &x, &d_x, |x| value(x, &CURVE)).unwrap();
        gradcheck_buffer("knots", &CURVE, &d_knots, |knots| value(&x, knots)).unwrap();
    }
}

/// Along any direction, the tangent is the gradient times the direction.
#[test]
fn forward_mode_rule() {
    for x in READINGS {
        let params = model::Params { x, knots: CURVE };
        let mut gradients = model::Gradients::ZERO;
        let value = model::value_and_gradient(&params, &mut model::Tape::new(), &mut gradients);

        let direction = model::Params {
            x: 0.75,
            knots: [1.0, -0.5, 2.0, 0.25, -1.5],
        };
        let (same, tangent) = model::jvp(&params, &direction);
        let along = gradients
            .as_slice()
            .iter()
            .zip(direction.as_slice())
            .map(|(gradient, direction)| gradient * direction)
            .sum::<f64>();
        assert_eq!(value, same);
        assert!((tangent - along).abs() < 1e-12, "{tangent} and {along}");
    }
}

/// The curve with a mistake in its rule.
struct Swapped;

impl Operator for Swapped {
    type Operands = (f64, [f64; KNOTS]);
    type Output = f64;

    fn forward(operands: Refs<'_, Self>, y: &mut f64) {
        Curve::forward(operands, y);
    }

    fn reverse(operands: Refs<'_, Self>, y: &f64, g: &f64, (dx, mut dknots): Adjoints<'_, Self>) {
        Curve::reverse(operands, y, g, (dx, dknots.as_deref_mut()));
        if let Some(dknots) = dknots {
            // 0.3 lies in the second of four parts.
            dknots.swap(1, 2);
        }
    }
}

#[differentiable]
fn wrong(x: Param<f64>, knots: Param<[f64; KNOTS]>) -> f64 {
    let y: f64 = Swapped(x, knots);
    y * exp(y)
}

#[test]
fn a_wrong_rule_is_caught() {
    let params = wrong::Params {
        x: 0.3,
        knots: CURVE,
    };
    let mut gradients = wrong::Gradients::ZERO;
    wrong::value_and_gradient(&params, &mut wrong::Tape::new(), &mut gradients);

    let mismatch = gradcheck(&params, &gradients, wrong).unwrap_err();
    assert_eq!(mismatch.parameter, "knots");
    assert_eq!(mismatch.failures, 2);
    let report = mismatch.to_string();
    assert!(report.starts_with("gradient of `knots["), "{report}");
}

#[test]
fn example_runs() {
    own_operator::main();
}
