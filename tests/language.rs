//! Indexing, loops, constants, `select`, operators of one's own, models that call models, forward
//! mode and Jacobians: values and gradients in `f32` and `f64`, in models and in `grad!`.
//!
//! Gradients are compared with closed forms where they fit on a line, and with central differences
//! in `f64` elsewhere. What does not compile is in `ui/lang` and `ui/op2`.

#![allow(clippy::redundant_locals)] // `x = x` in `differentiate!`

use autodiff_runtime::{Parameters, Tensor};

#[macro_use]
mod common;

/// Elements of parameters or gradients, in order.
fn elements<P: Parameters<Elem: common::Precision>>(parameters: &P) -> Vec<f64> {
    let mut elements = Vec::new();
    parameters
        .for_each(|field| elements.extend(field.iter().map(|e| common::Precision::to_f64(*e))));
    elements
}

/// Parameters that are `value` at one element and 0 elsewhere.
fn unit<P>(like: &P, position: usize) -> P
where
    P: Parameters<Elem: common::Precision> + Clone,
{
    let mut unit = like.clone();
    let mut index = 0;
    unit.for_each_mut(|field| {
        for element in field {
            *element = common::Precision::from_f64(f64::from(u8::from(index == position)));
            index += 1;
        }
    });
    unit
}

/// Parameters drawn from `-1..1`.
fn drawn<P>(like: &P, random: &mut common::Random) -> P
where
    P: Parameters<Elem: common::Precision> + Clone,
{
    let mut drawn = like.clone();
    drawn.for_each_mut(|field| random.fill(field, 1.0));
    drawn
}

/// A tensor drawn from `-1..1`.
fn drawn_tensor<T: Tensor<Elem: common::Precision>>(random: &mut common::Random) -> T {
    let mut tensor = T::ZERO;
    random.fill(tensor.as_mut_slice(), 1.0);
    tensor
}

/// A tensor of the type of another one.
fn drawn_like<T: Tensor<Elem: common::Precision>>(_: &T, random: &mut common::Random) -> T {
    drawn_tensor(random)
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The gradients of a model with a scalar root, compared with central differences.
macro_rules! gradchecked {
    ($model:ident($($input:expr),*), { $($parameter:ident: $value:expr),* $(,)? }) => {{
        let (value, gradients) =
            value_and_gradients!($model($($input),*), { $($parameter: $value),* });
        let params = $model::Params { $($parameter: $value),* };
        gradcheck(&params, &gradients, |params| $model($($input,)* params)).unwrap();
        (value, gradients)
    }};
}

/// `⟨seed, J·d⟩ = ⟨Jᵀ·seed, d⟩` for directions and seeds at random; the value of `jvp`; and that
/// accumulating adds the same gradients to what was there.
macro_rules! assert_adjoint {
    ($element:ty: $model:ident($($input:expr),*), $params:expr) => {{
        let params = $params;
        let tolerance = <$element as $crate::common::Precision>::TOLERANCE;
        let mut random = $crate::common::Random::new(19);
        let mut gradients = params.clone();
        let mut recorded = $model::Tape::new();
        for _ in 0..8 {
            let direction = $crate::drawn(&params, &mut random);
            let (value, tangent) = $model::jvp($($input,)* &params, &direction);
            assert_eq!(value, $model($($input,)* &params), "value and that of `jvp` differ");
            let seed = $crate::drawn_like(&tangent, &mut random);
            let mut pass = recorded.forward($($input,)* &params);
            pass.backward_with_seed(&seed, &mut gradients);
            let gradients = $crate::elements(&gradients);
            let scale = gradients.iter().fold(1.0_f64, |largest, g| largest.max(g.abs()));
            let tolerance = $crate::common::Tolerance {
                relative: tolerance.relative,
                absolute: 4.0 * scale * tolerance.absolute,
            };

            let forward = $crate::product(
                &$crate::common::Values::elements(&seed),
                &$crate::common::Values::elements(&tangent),
            );
            let reverse = $crate::product(&gradients, &$crate::elements(&direction));
            $crate::common::assert_close(forward, reverse, tolerance);

            let mut sum = direction.clone();
            pass.accumulate_with_seed(&seed, &mut sum);
            let expected: Vec<f64> = core::iter::zip($crate::elements(&direction), gradients)
                .map(|(before, gradient)| before + gradient)
                .collect();
            $crate::common::assert_close($crate::elements(&sum), expected, tolerance);
        }
    }};
}

/// The Jacobian of a model: against rows by unit seeds, columns by unit directions, and central
/// differences. `$flat` is `to_vec` for vector roots and `concat` for matrix roots.
macro_rules! assert_jacobian {
    ($flat:ident: $model:ident($($input:expr),*), $params:expr) => {{
        let params = $params;
        let mut tape = $model::Tape::new();
        let jacobian = $model::jacobian($($input,)* &params, &mut tape).$flat();
        let jacobian: Vec<Vec<f64>> = jacobian.iter().map($crate::elements).collect();

        let mut pass = tape.forward($($input,)* &params);
        let again: Vec<Vec<f64>> = pass.jacobian().$flat().iter().map($crate::elements).collect();
        assert_eq!(jacobian, again, "`jacobian` of the pass differs");

        let mut seed = *pass.output();
        let rows = autodiff_runtime::Tensor::as_slice(&seed).len();
        assert_eq!(jacobian.len(), rows);
        let mut gradients = params.clone();
        for row in 0..rows {
            for (index, s) in autodiff_runtime::Tensor::as_mut_slice(&mut seed).iter_mut().enumerate() {
                *s = f64::from(u8::from(index == row));
            }
            pass.backward_with_seed(&seed, &mut gradients);
            assert_near!(f64: &jacobian[row], $crate::elements(&gradients));
        }

        for column in 0..$crate::elements(&params).len() {
            let direction = $crate::unit(&params, column);
            let (_, tangent) = $model::jvp($($input,)* &params, &direction);
            let expected: Vec<f64> = jacobian.iter().map(|row| row[column]).collect();
            let tangent = $crate::common::Values::elements(&tangent);
            assert_near!(f64: &tangent, &expected);

            let shifted = |step: f64| {
                let mut shifted = params.clone();
                autodiff_runtime::Parameters::zip_mut(&mut shifted, &direction, |field, unit| {
                    for (element, unit) in field.iter_mut().zip(unit) {
                        *element += step * unit;
                    }
                });
                $crate::common::Values::elements(&$model($($input,)* &shifted))
            };
            let (above, below) = (shifted(1e-6), shifted(-1e-6));
            let slopes: Vec<f64> =
                above.iter().zip(&below).map(|(above, below)| (above - below) / 2e-6).collect();
            let tolerance = $crate::common::Tolerance { relative: 1e-6, absolute: 1e-8 };
            $crate::common::assert_close(&expected, &slopes, tolerance);
        }
    }};
}

#[path = "language/choice.rs"]
mod choice;
#[path = "language/constants.rs"]
mod constants;
#[path = "language/element_loops.rs"]
mod element_loops;
#[path = "language/forward_mode.rs"]
mod forward_mode;
#[path = "language/hygiene.rs"]
mod hygiene;
#[path = "language/indexing.rs"]
mod indexing;
#[path = "language/loops.rs"]
mod loops;
#[path = "language/models.rs"]
mod models;
#[path = "language/own.rs"]
mod own;
#[path = "language/scopes.rs"]
mod scopes;
