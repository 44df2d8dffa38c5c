//! An operator of one's own: a curve through knots that are fitted, as a sensor's calibration.
//!
//! Which knots a reading meets depends on the reading. The language has no such index, so the
//! operator brings its value and its rules. `tests/own_operator.rs` checks them.
//!
//!     cargo run --example own_operator

use std::marker::PhantomData;

use autodiff_runtime::prelude::*;
use autodiff_runtime::{Adjoints, Element, Operator, OperatorTangent, Refs, Tangents};

pub const KNOTS: usize = 5;

/// `Curve(x, knots)`: piecewise linear through `KNOTS` values at even distances from 0 to 1, and
/// constant outside.
///
/// Generic over the element, so that it runs in `f32` and is checked in `f64`.
pub struct Curve<E = f32>(PhantomData<E>);

impl<E: Element> Curve<E> {
    /// Index of the knot below `x`, and how far `x` is on the way to the next, from 0 to 1.
    fn locate(x: E) -> (usize, E) {
        let last = KNOTS - 1;
        let at = x.to_f64().clamp(0.0, 1.0) * last as f64;
        let below = (at as usize).min(last - 1);
        (below, E::from_f64(at - below as f64))
    }

    fn slope(x: E, knots: &[E; KNOTS]) -> E {
        let inside = (0.0..=1.0).contains(&x.to_f64());
        let (below, _) = Self::locate(x);
        let rise = knots[below + 1] - knots[below];
        if inside {
            rise * E::from_usize(KNOTS - 1)
        } else {
            E::ZERO
        }
    }
}

impl<E: Element> Operator for Curve<E> {
    type Operands = (E, [E; KNOTS]);
    type Output = E;

    fn forward((x, knots): Refs<'_, Self>, y: &mut E) {
        let (below, way) = Self::locate(*x);
        *y = knots[below] + way * (knots[below + 1] - knots[below]);
    }

    fn reverse((x, knots): Refs<'_, Self>, _y: &E, g: &E, (dx, dknots): Adjoints<'_, Self>) {
        if let Some(dx) = dx {
            *dx = *g * Self::slope(*x, knots);
        }
        if let Some(dknots) = dknots {
            let (below, way) = Self::locate(*x);
            // Every element is written, also those that are 0.
            *dknots = [E::ZERO; KNOTS];
            dknots[below] = *g * (E::ONE - way);
            dknots[below + 1] = *g * way;
        }
    }
}

/// For `jvp`.
impl<E: Element> OperatorTangent for Curve<E> {
    fn tangent((x, knots): Refs<'_, Self>, _y: &E, (dx, dknots): Tangents<'_, Self>, dy: &mut E) {
        *dy = E::ZERO;
        if let Some(dx) = dx {
            *dy += *dx * Self::slope(*x, knots);
        }
        if let Some(dknots) = dknots {
            let (below, way) = Self::locate(*x);
            *dy += dknots[below] + way * (dknots[below + 1] - dknots[below]);
        }
    }
}

/// Squared error of the calibrated temperature.
#[differentiable]
pub fn calibration(reading: Input<f32>, knots: Param<[f32; KNOTS]>, reference: Input<f32>) -> f32 {
    let temperature: f32 = Curve(reading, knots);
    quadratic_error(temperature, reference)
}

/// What the sensor does, which the curve has to find out.
fn temperature(reading: f32) -> f32 {
    100.0 * reading / (2.0 - reading) - 10.0
}

pub fn main() {
    let mut params = calibration::Params::ZERO;
    let mut gradients = calibration::Gradients::ZERO;
    let mut tape = calibration::Tape::new();
    let sgd = Sgd::new(0.25);

    // One sample after the other, as a device would see them.
    let mut rng = oorandom::Rand32::new(17);
    for _ in 0..2000 {
        let reading = rng.rand_float();
        let reference = temperature(reading);
        calibration::value_and_gradient(&reading, &reference, &params, &mut tape, &mut gradients);
        sgd.step(&mut params, &gradients);
    }

    println!("reading  reference  curve   slope");
    let knots = params.knots;
    for step in 0..=8 {
        let mut reading = (step as f32 + 0.5) / 9.0;
        let reference = temperature(reading);
        let mut curve = 0.0;
        let mut x = BufferView::parameter(&mut reading);
        let mut y = BufferView::output(&mut curve);
        // The same operator in an expression, and its slope at the reading.
        grad! { y = Curve(x, knots); }.backward();
        println!(
            "{:7.3}  {reference:9.2}  {:5.2}  {:6.1}",
            x.value(),
            y.value(),
            x.gradient()
        );
        assert!((y.value() - reference).abs() < 2.5);
    }
}
