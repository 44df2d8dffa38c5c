//! Element and buffer types.

use autodiff_runtime::{Element, Field, Tensor};

#[test]
fn constants_describe_the_format() {
    fn run<E: Element>(digits: i32) {
        assert_eq!(E::EPSILON.to_f64(), 2.0_f64.powi(1 - digits));
        assert_eq!(E::UNIT_ROUNDOFF.to_f64(), 2.0_f64.powi(-digits));
        assert_ne!(E::ONE + E::EPSILON, E::ONE);
        assert_eq!(E::ONE + E::UNIT_ROUNDOFF, E::ONE);
        assert_eq!(E::ONE - E::ONE, E::ZERO);
        assert_eq!(E::from_usize(1 << 20).to_f64(), 1_048_576.0);
        assert_eq!(E::from_f64(-0.25).to_f64(), -0.25);
        assert!(E::ONE.is_finite());
        assert!(!E::from_f64(f64::INFINITY).is_finite());
        assert!(!E::from_f64(f64::NAN).is_finite());
        assert!(E::from_f64(f64::NAN).is_nan() && !E::from_f64(f64::INFINITY).is_nan());
        let smallest = E::MIN_POSITIVE;
        assert_eq!(
            smallest * (E::ONE + E::EPSILON) - smallest,
            smallest * E::EPSILON
        );
        assert_eq!(
            (smallest / (E::ONE + E::ONE)) * (E::ONE - E::UNIT_ROUNDOFF),
            smallest / (E::ONE + E::ONE)
        );
    }
    run::<f32>(24);
    run::<f64>(53);
}

#[test]
fn functions_agree_with_the_host() {
    fn run<E: Element>() {
        let close = |found: E, expected: f64| {
            let tolerance = 4.0 * E::EPSILON.to_f64() * expected.abs().max(0.1);
            assert!(
                (found.to_f64() - expected).abs() <= tolerance,
                "{found}, {expected}"
            );
        };
        for i in 1..200 {
            let x = E::from_f64(f64::from(i) * 0.05 - 0.9);
            let wide = x.to_f64();
            close(x.exp(), wide.exp());
            close(x.expm1(), wide.exp_m1());
            close(x.tanh(), wide.tanh());
            close(x.sin(), wide.sin());
            close(x.cos(), wide.cos());
            close(x.abs(), wide.abs());
            close(x.ln_1p(), wide.ln_1p());
            close(x.abs().sqrt(), wide.abs().sqrt());
            close((x + E::ONE).ln(), (wide + 1.0).ln());
            let y = E::from_f64(f64::from(i % 7) - 3.0);
            close(x.hypot(y), wide.hypot(y.to_f64()));
            close(x.atan2(y), wide.atan2(y.to_f64()));
        }
        assert_eq!(E::ZERO.ln().to_f64(), f64::NEG_INFINITY);
        assert!((-E::ONE).sqrt().to_f64().is_nan());
    }
    run::<f32>();
    run::<f64>();
}

#[test]
fn shapes_and_lengths() {
    fn run<T: Tensor>(shape: &[usize], len: usize) {
        assert_eq!((T::SHAPE, T::LEN), (shape, len));
        let mut buffer = <T as Tensor>::ZERO;
        assert_eq!(buffer.as_slice().len(), len);
        assert_eq!(buffer.as_mut_slice().len(), len);
        let field = Field::new("buffer", T::SHAPE);
        assert_eq!((field.name, field.shape, field.len), ("buffer", shape, len));
    }
    run::<f32>(&[], 1);
    run::<[f64; 7]>(&[7], 7);
    run::<[f32; 0]>(&[0], 0);
    run::<[[f32; 3]; 2]>(&[2, 3], 6);
    run::<[[f64; 0]; 2]>(&[2, 0], 0);
}
