//! Comparison of values and gradients, whatever their element type and rank.
#![allow(dead_code, unused_macros)] // each test target uses its own part

/// A scalar or a nested array, read as a list of dimensions and flat `f64` elements.
pub trait Values {
    fn dimensions(&self) -> Vec<usize>;
    fn elements(&self) -> Vec<f64>;
}

macro_rules! scalar_values {
    ($($element:ty),*) => {$(
        impl Values for $element {
            fn dimensions(&self) -> Vec<usize> {
                Vec::new()
            }
            fn elements(&self) -> Vec<f64> {
                vec![f64::from(*self)]
            }
        }
    )*};
}
scalar_values!(f32, f64);

impl<V: Values, const N: usize> Values for [V; N] {
    fn dimensions(&self) -> Vec<usize> {
        self.as_slice().dimensions()
    }
    fn elements(&self) -> Vec<f64> {
        self.as_slice().elements()
    }
}

impl<V: Values> Values for [V] {
    fn dimensions(&self) -> Vec<usize> {
        let inner = self.first().map(Values::dimensions).unwrap_or_default();
        [vec![self.len()], inner].concat()
    }
    fn elements(&self) -> Vec<f64> {
        self.iter().flat_map(Values::elements).collect()
    }
}

impl<V: Values> Values for Vec<V> {
    fn dimensions(&self) -> Vec<usize> {
        self.as_slice().dimensions()
    }
    fn elements(&self) -> Vec<f64> {
        self.as_slice().elements()
    }
}

impl<V: Values + ?Sized> Values for &V {
    fn dimensions(&self) -> Vec<usize> {
        (**self).dimensions()
    }
    fn elements(&self) -> Vec<f64> {
        (**self).elements()
    }
}

/// Largest allowed difference: `|actual - expected| <= absolute + relative * |expected|`.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    pub relative: f64,
    pub absolute: f64,
}

/// An element type with the tolerance its rounding deserves.
pub trait Precision: Values + Copy {
    /// Tolerance for a formula of a few dozen operations over values near one:
    /// 1e-5 and 1e-6 for `f32` (about 80 units in the last place), 1e-12 for `f64`.
    const TOLERANCE: Tolerance;
    fn from_f64(value: f64) -> Self;
    fn to_f64(self) -> f64;
}

impl Precision for f32 {
    const TOLERANCE: Tolerance = Tolerance {
        relative: 1e-5,
        absolute: 1e-6,
    };
    fn from_f64(value: f64) -> Self {
        value as f32
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

impl Precision for f64 {
    const TOLERANCE: Tolerance = Tolerance {
        relative: 1e-12,
        absolute: 1e-12,
    };
    fn from_f64(value: f64) -> Self {
        value
    }
    fn to_f64(self) -> f64 {
        self
    }
}

/// Panics unless both have the same dimensions and every element agrees within the tolerance.
/// An infinity agrees with itself only; a NaN agrees with nothing.
#[track_caller]
pub fn assert_close(actual: impl Values, expected: impl Values, tolerance: Tolerance) {
    assert_eq!(
        actual.dimensions(),
        expected.dimensions(),
        "dimensions differ"
    );
    let (actual, expected) = (actual.elements(), expected.elements());
    for (index, (a, e)) in actual.iter().zip(&expected).enumerate() {
        let allowed = tolerance.absolute + tolerance.relative * e.abs();
        let close = if e.is_infinite() {
            a == e
        } else {
            (a - e).abs() <= allowed
        };
        assert!(
            close,
            "element {index}: {a:e}, expected {e:e} within {allowed:e}\n  actual {actual:?}\nexpected {expected:?}"
        );
    }
}

/// [`assert_close`] at the tolerance of the element type.
macro_rules! assert_near {
    ($element:ty: $actual:expr, $expected:expr $(,)?) => {
        $crate::common::assert_close(
            $actual,
            $expected,
            <$element as $crate::common::Precision>::TOLERANCE,
        )
    };
}

/// Repeats the items that follow in a module `single` for `f32` and a module `double` for `f64`,
/// with the metavariable before `=>` standing for the element type.
///
/// The type arrives as a bare identifier, as if a user had written `f32` there.
macro_rules! for_each_element {
    ($dollar:tt $element:ident => $($items:tt)*) => {
        macro_rules! items {
            ($dollar $element:ident) => { $($items)* };
        }
        #[allow(unused_imports)]
        mod single {
            use super::*;
            items!(f32);
        }
        #[allow(unused_imports)]
        mod double {
            use super::*;
            items!(f64);
        }
    };
}

/// The value of a model with a scalar root and its gradients, from one `value_and_gradient`.
///
/// The gradients start as NaN: an element that backward leaves alone is seen.
macro_rules! value_and_gradients {
    ($model:ident($($input:expr),*), { $($parameter:ident: $value:expr),* $(,)? }) => {{
        let params = $model::Params { $($parameter: $value),* };
        let mut gradients = $model::Gradients::ZERO;
        gradients.as_mut_slice().fill(f32::NAN.into());
        let mut recorded = $model::Tape::new();
        let value = $model::value_and_gradient($($input,)* &params, &mut recorded, &mut gradients);
        assert_eq!(value, $model($($input,)* &params), "value and recorded value differ");
        (value, gradients)
    }};
}

/// The output of a model and its gradients for a seed; gradients start as NaN.
macro_rules! output_and_gradients {
    (
        $model:ident($($input:expr),*),
        { $($parameter:ident: $value:expr),* $(,)? },
        $seed:expr
    ) => {{
        let params = $model::Params { $($parameter: $value),* };
        let mut gradients = $model::Gradients::ZERO;
        gradients.as_mut_slice().fill(f32::NAN.into());
        let mut recorded = $model::Tape::new();
        let mut pass = recorded.forward($($input,)* &params);
        pass.backward_with_seed(&$seed, &mut gradients);
        let output = *pass.output();
        assert_eq!(output, $model($($input,)* &params), "value and recorded value differ");
        (output, gradients)
    }};
}

/// The root of a `grad!` block and the gradients of its parameters, in the order listed.
macro_rules! differentiate {
    (
        inputs { $($input:ident = $input_value:expr),* $(,)? }
        parameters { $($parameter:ident = $parameter_value:expr),* $(,)? }
        seed $seed:expr;
        $root:ident: $type:ty = { $($body:tt)* }
    ) => {{
        $(let $input = $input_value; let $input = BufferView::input(&$input);)*
        $(
            let mut $parameter = $parameter_value;
            let mut $parameter = BufferView::parameter(&mut $parameter);
        )*
        let mut value = <$type as autodiff_runtime::Tensor>::ZERO;
        let mut $root = BufferView::output(&mut value);
        let mut recorded = grad! { $($body)* };
        recorded.backward_with_seed(&$seed);
        (*$root.value(), $(*$parameter.gradient()),*)
    }};
}

/// Values drawn alike in every run.
pub struct Random(oorandom::Rand64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(oorandom::Rand64::new(seed.into()))
    }

    /// A value in `-1..1` that `f32` holds exactly.
    pub fn value(&mut self) -> f64 {
        f64::from((2.0 * self.0.rand_float() - 1.0) as f32)
    }

    /// Values in `-scale..scale`; exact in `f32` for a power of two.
    pub fn fill<P: Precision>(&mut self, values: &mut [P], scale: f64) {
        for value in values {
            *value = P::from_f64(self.value() * scale);
        }
    }
}
