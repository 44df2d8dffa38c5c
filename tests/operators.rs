//! Every operator of the table, on every example of its row.
//!
//! In f64 at seeded points: gradients against central differences, forward mode against reverse
//! mode, the recorded value against the value, repeated and accumulating passes. In f32: gradients
//! against those of f64. In a branch that is not taken, over values that are no numbers: nothing.

use std::fmt::Debug;

use autodiff_runtime::gradcheck::Gradcheck;
use autodiff_runtime::prelude::*;
use autodiff_runtime::{Element, Parameters, Tensor};
use oorandom::Rand64;

const POINTS: u64 = 5;

/// An example as both element types see it.
trait Model {
    type Element: Element;
    type Inputs;
    type Params: Parameters<Elem = Self::Element> + Copy + PartialEq + Debug;
    type Output: Tensor<Elem = Self::Element>;

    const ZERO: Self::Params;

    fn inputs(draw: &mut dyn FnMut() -> f64) -> Self::Inputs;

    fn value(inputs: &Self::Inputs, params: &Self::Params) -> Self::Output;

    fn jvp(
        inputs: &Self::Inputs,
        params: &Self::Params,
        direction: &Self::Params,
    ) -> (Self::Output, Self::Output);

    /// The output, and for each seed the gradients of one pass, written to what `start` holds.
    fn backward(
        inputs: &Self::Inputs,
        params: &Self::Params,
        seeds: &[Self::Output],
        start: Self::Params,
    ) -> (Self::Output, Vec<Self::Params>);

    /// Adds the gradients.
    fn accumulate(
        inputs: &Self::Inputs,
        params: &Self::Params,
        seed: &Self::Output,
        gradients: &mut Self::Params,
    );
}

/// A struct that implements [`Model`] for a model function.
macro_rules! model {
    ($name:ident: $element:ident,
     fn f($($argument:ident: $role:ident<$ty:ty>),* $(,)?) -> $output:ty { $($body:tt)* }) => {
        model! { @sort $name: $element, $output, [] $(($argument: $role<$ty>))* }
    };
    (@sort $name:ident: $element:ident, $output:ty, [$($inputs:tt)*]
     ($argument:ident: Input<$ty:ty>) $($rest:tt)*) => {
        model! { @sort $name: $element, $output, [$($inputs)* ($argument: $ty)] $($rest)* }
    };
    (@sort $name:ident: $element:ident, $output:ty, [$($inputs:tt)*]
     ($argument:ident: Param<$ty:ty>) $($rest:tt)*) => {
        model! { @sort $name: $element, $output, [$($inputs)*] $($rest)* }
    };
    (@sort $name:ident: $element:ident, $output:ty, [$(($input:ident: $ty:ty))*]) => {
        pub struct $name;

        pub struct Inputs {
            $($input: $ty,)*
        }

        impl Model for $name {
            type Element = $element;
            type Inputs = Inputs;
            type Params = f::Params;
            type Output = $output;

            const ZERO: Self::Params = f::Params::ZERO;

            fn inputs(_draw: &mut dyn FnMut() -> f64) -> Inputs {
                $(
                    let mut $input = <$ty as Tensor>::ZERO;
                    fill(Tensor::as_mut_slice(&mut $input), _draw);
                )*
                Inputs { $($input,)* }
            }

            fn value(_inputs: &Inputs, params: &f::Params) -> $output {
                f($(&_inputs.$input,)* params)
            }

            fn jvp(
                _inputs: &Inputs,
                params: &f::Params,
                direction: &f::Params,
            ) -> ($output, $output) {
                f::jvp($(&_inputs.$input,)* params, direction)
            }

            fn backward(
                _inputs: &Inputs,
                params: &f::Params,
                seeds: &[$output],
                start: f::Params,
            ) -> ($output, Vec<f::Params>) {
                let mut tape = f::Tape::new();
                let mut pass = tape.forward($(&_inputs.$input,)* params);
                let mut gradients = Vec::new();
                for seed in seeds {
                    gradients.push(start);
                    pass.backward_with_seed(seed, gradients.last_mut().unwrap());
                }
                (*pass.output(), gradients)
            }

            fn accumulate(
                _inputs: &Inputs,
                params: &f::Params,
                seed: &$output,
                gradients: &mut f::Params,
            ) {
                let mut tape = f::Tape::new();
                let mut pass = tape.forward($(&_inputs.$input,)* params);
                pass.accumulate_with_seed(seed, gradients);
            }
        }
    };
}

fn fill<E: Element>(elements: &mut [E], draw: &mut dyn FnMut() -> f64) {
    for element in elements {
        *element = E::from_f64(draw());
    }
}

/// Parameters drawn element by element.
fn params<M: Model>(draw: &mut dyn FnMut() -> f64) -> M::Params {
    let mut params = M::ZERO;
    params.for_each_mut(|field| fill(field, draw));
    params
}

fn elements<P: Parameters>(params: &P) -> Vec<f64> {
    let mut all = Vec::new();
    params.for_each(|field| all.extend(field.iter().map(|x| x.to_f64())));
    all
}

/// Numbers between `low` and `high` that `f32` holds exactly, so that both element types start
/// from the same point.
fn between(low: f64, high: f64, seed: u64) -> impl FnMut() -> f64 {
    let mut random = Rand64::new(seed.into());
    move || {
        let value = (low + (high - low) * random.rand_float()) as f32;
        f64::from(value)
    }
}

fn dot<T: Tensor>(x: &T, y: &T) -> f64 {
    let pairs = x.as_slice().iter().zip(y.as_slice());
    pairs.map(|(x, y)| x.to_f64() * y.to_f64()).sum()
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len());
    let scale = expected
        .iter()
        .fold(1.0, |scale: f64, x| scale.max(x.abs()));
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= tolerance * scale,
            "{what}: element {index} is {found:e} instead of {expected:e}"
        );
    }
}

fn check<Double, Single>(low: f64, high: f64)
where
    Double: Model<Element = f64>,
    Single: Model<Element = f32>,
{
    for point in 0..POINTS {
        let mut draw = between(low, high, point);
        let (inputs, at) = (Double::inputs(&mut draw), params::<Double>(&mut draw));
        let mut weight = between(-1.0, 1.0, point ^ 0x5eed);
        let mut seed = Double::Output::ZERO;
        fill(seed.as_mut_slice(), &mut weight);

        // Reverse mode, from memory that must not matter.
        let nan = params::<Double>(&mut || f64::NAN);
        let zero = Double::Output::ZERO;
        let (output, gradients) = Double::backward(&inputs, &at, &[seed, zero, seed], nan);
        let value = Double::value(&inputs, &at);
        assert_eq!(value, output, "the value and the recorded value");
        assert_eq!(gradients[0], gradients[2], "two backward passes");
        assert_eq!(gradients[1], Double::ZERO, "gradients of nothing");
        let gradients = gradients[0];
        Gradcheck::new()
            .check(&at, &gradients, |moved| {
                dot(&Double::value(&inputs, moved), &seed)
            })
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));

        // Accumulation adds, to rounding of the sums.
        let before = params::<Double>(&mut weight);
        let mut sum = before;
        Double::accumulate(&inputs, &at, &seed, &mut sum);
        let expected: Vec<f64> = (elements(&before).iter().zip(elements(&gradients)))
            .map(|(before, gradient)| before + gradient)
            .collect();
        close(&elements(&sum), &expected, 1e-14, "accumulated gradients");

        // ⟨seed, J·d⟩ = ⟨Jᵀ·seed, d⟩
        let direction = params::<Double>(&mut weight);
        let (same, tangent) = Double::jvp(&inputs, &at, &direction);
        assert_eq!(same, value, "the value in forward mode");
        let by_rows: f64 = (elements(&gradients).iter().zip(elements(&direction)))
            .map(|(gradient, direction)| gradient * direction)
            .sum();
        close(&[dot(&tangent, &seed)], &[by_rows], 1e-12, "forward mode");

        // Single precision at the same point.
        let mut draw = between(low, high, point);
        let (inputs, at) = (Single::inputs(&mut draw), params::<Single>(&mut draw));
        let mut narrow = Single::Output::ZERO;
        for (narrow, wide) in narrow.as_mut_slice().iter_mut().zip(seed.as_slice()) {
            *narrow = *wide as f32;
        }
        let (output, singles) = Single::backward(&inputs, &at, &[narrow], Single::ZERO);
        let wide = |x: &[f32]| -> Vec<f64> { x.iter().map(|x| f64::from(*x)).collect() };
        close(
            &wide(output.as_slice()),
            value.as_slice(),
            1e-5,
            "the value in f32",
        );
        close(
            &elements(&singles[0]),
            &elements(&gradients),
            2e-5,
            "gradients in f32",
        );
    }
}

/// An example in the branch of a choice that is not taken; the slope of the other branch is 1.
trait NotTaken {
    type Element: Element;
    type Params: Parameters<Elem = Self::Element> + Copy;

    const ZERO: Self::Params;

    /// With every input and parameter drawn: the gradients by `backward`, by `value_and_gradient` and
    /// added to 0, and the tangent along 1.
    fn gradients(draw: &mut dyn FnMut() -> f64) -> ([Self::Params; 3], Self::Element);
}

macro_rules! not_taken {
    ($element:ident,
     fn f($($argument:ident: $role:ident<$ty:tt>),* $(,)?) -> $output:ty { $($body:tt)* }) => {
        pub mod not_taken {
            use super::*;

            #[differentiable]
            fn unused($($argument: $role<$ty>,)* none: Input<$element>) -> $element {
                let value = super::f($($argument),*);
                select(none > 0.0, sum(value), 0.0 $(+ sum($argument))*)
            }

            not_taken! { @sort $element, [] $(($argument: $role<$ty>))* }
        }
    };
    (@sort $element:ident, [$($inputs:tt)*]
     ($argument:ident: Input<$ty:tt>) $($rest:tt)*) => {
        not_taken! { @sort $element, [$($inputs)* ($argument: $ty)] $($rest)* }
    };
    (@sort $element:ident, [$($inputs:tt)*]
     ($argument:ident: Param<$ty:tt>) $($rest:tt)*) => {
        not_taken! { @sort $element, [$($inputs)*] $($rest)* }
    };
    (@sort $element:ident, [$(($input:ident: $ty:ty))*]) => {
        pub struct Unused;

        impl NotTaken for Unused {
            type Element = $element;
            type Params = unused::Params;

            const ZERO: Self::Params = unused::Params::ZERO;

            fn gradients(draw: &mut dyn FnMut() -> f64) -> ([Self::Params; 3], $element) {
                let mut params = unused::Params::ZERO;
                params.for_each_mut(|field| fill(field, draw));
                $(
                    let mut $input = <$ty as Tensor>::ZERO;
                    fill(Tensor::as_mut_slice(&mut $input), draw);
                )*
                let mut ones = unused::Params::ZERO;
                ones.for_each_mut(|field| field.fill(1.0));
                let [mut by_backward, mut by_both, mut added] = [unused::Params::ZERO; 3];
                let mut tape = unused::Tape::new();
                unused::value_and_gradient($(&$input,)* &0.0, &params, &mut tape, &mut by_both);
                let mut pass = tape.forward($(&$input,)* &0.0, &params);
                pass.backward(&mut by_backward);
                pass.accumulate(&mut added);
                let (_, tangent) = unused::jvp($(&$input,)* &0.0, &params, &ones);
                ([by_backward, by_both, added], tangent)
            }
        }
    };
}

/// What is not taken contributes exactly 0, whatever its values and slopes are.
fn check_not_taken<M: NotTaken>() {
    let largest = M::Element::from_f64(f64::MAX).to_f64();
    for special in [
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        largest,
        1e30,
        -1.0,
    ] {
        // Everywhere, or at every third or every second element.
        for period in 1..4 {
            let mut drawn = 0;
            let (gradients, tangent) = M::gradients(&mut || {
                drawn += 1;
                if drawn % period == 0 { special } else { 0.5 }
            });
            for (gradients, pass) in gradients.iter().zip(["backward", "both", "accumulate"]) {
                let found = elements(gradients);
                assert!(
                    found.iter().all(|g| *g == 1.0),
                    "{special}, {pass}: {found:?}"
                );
            }
            let count = elements(&M::ZERO).len();
            assert_eq!(tangent.to_f64(), count as f64, "{special}, forward mode");
        }
    }
}

macro_rules! operator {
    ($name:ident $usage:literal ($low:literal, $high:literal) { $($double:tt)* } { $($single:tt)* }) => {
        mod $name {
            mod double {
                use super::super::*;

                #[differentiable]
                $($double)*

                model! { Double: f64, $($double)* }
                not_taken! { f64, $($double)* }
            }

            mod single {
                use super::super::*;

                #[differentiable]
                $($single)*

                model! { Single: f32, $($single)* }
                not_taken! { f32, $($single)* }
            }

            #[doc = $usage]
            #[test]
            fn gradients() {
                super::check::<double::Double, single::Single>($low, $high);
            }

            #[doc = $usage]
            #[test]
            fn not_taken() {
                super::check_not_taken::<double::not_taken::Unused>();
                super::check_not_taken::<single::not_taken::Unused>();
            }
        }
    };
}

autodiff_macros::for_each_operator_example! { operator }
