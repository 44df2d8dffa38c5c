//! The operators at their kinks, ties, poles and origins, and where their formulas would overflow,
//! underflow or cancel.

use autodiff_runtime::{Element, Kernels, Portable, Tensor, scalar};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Runs a test in both element types.
macro_rules! in_both {
    ($($(#[$doc:meta])* fn $name:ident<$element:ident>() $body:block)+) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            fn run<$element: Element>() $body
            run::<f32>();
            run::<f64>();
        }
    )+};
}

fn single<E: Element>() -> bool {
    size_of::<E>() == 4
}

fn e<E: Element>(value: f64) -> E {
    E::from_f64(value)
}

fn all<E: Element, const N: usize>(values: [f64; N]) -> [E; N] {
    values.map(e)
}

/// Fails unless `found` is `expected` to a few roundings; infinities and NaN must agree, and 0 is
/// exact.
#[track_caller]
fn near<E: Element>(found: E, expected: f64) {
    let found = found.to_f64();
    let close = found == expected
        || (found.is_nan() && expected.is_nan())
        || (expected.is_finite()
            && (found - expected).abs() <= 4.0 * E::EPSILON.to_f64() * expected.abs());
    assert!(close, "found {found:e}, expected {expected:e}");
}

#[track_caller]
fn all_near<S: Tensor>(found: &S, expected: &[f64]) {
    assert_eq!(found.as_slice().len(), expected.len());
    for (&found, &expected) in found.as_slice().iter().zip(expected) {
        near(found, expected);
    }
}

in_both! {
    /// An adjoint of exactly 0 gives exactly 0 at every pole and outside every domain.
    fn zero_adjoint_stays_zero<E>() {
        for zero in [0.0, -0.0].map(e::<E>) {
            for x in [0.0, -0.0, INF, -INF, NAN, -1.0].map(e::<E>) {
                assert_eq!(scalar::sqrt_vjp(zero, scalar::sqrt(x)), E::ZERO);
                assert_eq!(scalar::recip_vjp(zero, scalar::recip(x)), E::ZERO);
                assert_eq!(scalar::guarded_scale(x, zero), E::ZERO);
                assert_eq!(scalar::sin_vjp(zero, x), E::ZERO);
                assert_eq!(scalar::cos_vjp(zero, x), E::ZERO);
                for k in [i32::MIN, -3, -1, 0, 1, 2, i32::MAX] {
                    assert_eq!(scalar::powi_vjp(zero, x, k), E::ZERO);
                }
                for y in [0.0, -0.0, INF, NAN].map(e::<E>) {
                    assert_eq!(scalar::hypot_vjp(zero, x, y), E::ZERO);
                    assert_eq!(scalar::atan2_vjp_y(zero, x, y), E::ZERO);
                    assert_eq!(scalar::atan2_vjp_x(zero, x, y), E::ZERO);
                    assert_eq!(scalar::norm_vjp(x, y, zero), E::ZERO);
                    assert_eq!(scalar::std_vjp(x, y, y, zero), E::ZERO);
                }
            }
        }
        let mut out = all::<E, 3>([9.0; 3]);
        Portable::product_vjp(&all([INF, 0.0, NAN]), E::ZERO, &mut out);
        assert_eq!(out, [E::ZERO; 3]);
        Portable::log_softmax_vjp(&all([1.0, -1.0, 0.0]), &all([NAN; 3]), &mut out);
        all_near(&out, &[1.0, -1.0, 0.0]);
        let (zeros, undefined) = (all::<E, 3>([0.0, -0.0, 0.0]), all::<E, 3>([NAN; 3]));
        Portable::softmax_vjp(&zeros, &undefined, &mut out);
        assert_eq!(out, [E::ZERO; 3]);
        out = zeros;
        Portable::softmax_vjp_in_place(&mut out, &undefined);
        assert_eq!(out, [E::ZERO; 3]);
        out = all([1.0, 2.0, 3.0]);
        Portable::softmax_vjp_accumulate(&zeros, &undefined, &mut out);
        all_near(&out, &[1.0, 2.0, 3.0]);
        // A target of exactly 0 does as much, whatever the probability.
        near(scalar::cross_entropy_vjp(e::<E>(NAN), E::ZERO, E::ONE), 0.0);
    }

    fn square_root<E>() {
        for (x, y) in [(0.0, 0.0), (2.25, 1.5), (INF, INF), (-1.0, NAN)] {
            near(scalar::sqrt(e::<E>(x)), y);
        }
        // The slope is infinite at both zeros, with the sign of the adjoint.
        for x in [0.0, -0.0] {
            let y = scalar::sqrt(e::<E>(x));
            near(scalar::sqrt_vjp(e::<E>(2.0), y), INF);
            near(scalar::sqrt_vjp(e::<E>(-2.0), y), -INF);
        }
        near(scalar::sqrt_vjp(e::<E>(1.0), e(INF)), 0.0);
        assert!(scalar::sqrt_vjp(E::ONE, e(NAN)).is_nan());
        // 1/(2√x) where x is as small as numbers are.
        let least = E::MIN_POSITIVE;
        near(scalar::sqrt_vjp(E::ONE, scalar::sqrt(least)), 0.5 / least.to_f64().sqrt());
    }

    fn reciprocal<E>() {
        for (x, y) in [(4.0, 0.25), (0.0, INF), (-0.0, -INF), (INF, 0.0)] {
            near(scalar::recip(e::<E>(x)), y);
            near(scalar::recip_vjp(e::<E>(2.0), e(y)), -2.0 * y * y);
        }
        near(scalar::recip_vjp(e::<E>(-1.0), e(INF)), INF);
        // y*y alone would underflow.
        let (g, y) = (e::<E>(2.0_f64.powi(100)), e::<E>(2.0_f64.powi(-80)));
        near(scalar::recip_vjp(g, y), -(2.0_f64.powi(-60)));
    }

    fn power<E>() {
        for (x, k, y) in [
            (-2.0, 3, -8.0), (-2.0, 2, 4.0), (-2.0, -3, -0.125), (0.0, 3, 0.0), (0.0, -1, INF),
            (-0.0, -1, -INF), (-0.0, -2, INF), (0.0, 0, 1.0), (INF, 0, 1.0), (NAN, 0, 1.0),
            (NAN, 1, NAN), (1.0, i32::MAX, 1.0), (-1.0, i32::MIN, 1.0), (-1.0, i32::MAX, -1.0),
            (2.0, i32::MAX, INF), (2.0, i32::MIN, 0.0), (0.5, 4, 0.0625), (10.0, 5, 1e5),
        ] {
            near(scalar::powi(e::<E>(x), k), y);
        }
        for (x, k, slope) in [
            (-2.0, 3, 12.0), (0.0, 3, 0.0), (0.0, 2, 0.0), (0.0, 1, 1.0), (0.0, 0, 0.0),
            (-0.0, 0, 0.0), (INF, 0, 0.0), (NAN, 0, 0.0), (0.0, -1, -INF), (-2.0, -2, 0.25),
            (0.5, 3, 0.75), (-0.25, 3, 0.1875), (NAN, 2, NAN), (5.0, 1, 1.0),
            (1.0, i32::MIN, i32::MIN.into()), (-1.0, i32::MIN, -f64::from(i32::MIN)),
        ] {
            near(scalar::powi_vjp(E::ONE, e(x), k), slope);
        }
    }

    fn absolute_value<E>() {
        for (x, slope) in [(0.0, 0.0), (-0.0, 0.0), (3.0, 5.0), (-3.0, -5.0), (INF, 5.0), (-INF, -5.0)] {
            near(scalar::abs(e::<E>(x)), f64::abs(x));
            near(scalar::abs_vjp(e::<E>(5.0), e(x)), slope);
        }
        assert!(scalar::abs(e::<E>(-0.0)).to_f64().is_sign_positive());
        near(scalar::abs_vjp(e::<E>(5.0), E::MIN_POSITIVE), 5.0);
    }

    /// The range is closed: its ends have slope 1.
    fn clamp<E>() {
        let (lo, hi) = (e::<E>(-1.0), e::<E>(2.0));
        for (x, y, slope) in [
            (-1.5, -1.0, 0.0), (-1.0, -1.0, 1.0), (0.0, 0.0, 1.0), (2.0, 2.0, 1.0), (2.5, 2.0, 0.0),
            (INF, 2.0, 0.0), (-INF, -1.0, 0.0),
        ] {
            near(scalar::clamp(e::<E>(x), lo, hi), y);
            near(scalar::clamp_vjp(E::ONE, e(x), lo, hi), slope);
        }
        assert!(scalar::clamp(e::<E>(NAN), lo, hi).is_nan());
        near(scalar::clamp_vjp(E::ONE, e(NAN), lo, hi), 0.0);
    }

    fn larger_and_smaller<E>() {
        for (x, y, slope) in [(1.0, 0.0, 4.0), (1.0, 1.0, 2.0), (0.0, -0.0, 2.0), (0.0, 1.0, 0.0), (INF, INF, 2.0)] {
            let (x, y) = (e::<E>(x), e::<E>(y));
            assert_eq!(scalar::maximum(x, y), if x > y { x } else { y });
            assert_eq!(scalar::minimum(x, y), if x < y { x } else { y });
            near(scalar::maximum_vjp(e::<E>(4.0), x, y), slope);
            near(scalar::maximum_vjp(e::<E>(4.0), y, x), 4.0 - slope);
        }
        for (x, y) in [(NAN, 1.0), (1.0, NAN), (NAN, NAN)] {
            let (x, y) = (e::<E>(x), e::<E>(y));
            assert!(scalar::maximum(x, y).is_nan() && scalar::minimum(x, y).is_nan());
            near(scalar::maximum_vjp(E::ONE, x, y), 0.0);
        }
    }

    fn leaky_relu<E>() {
        let k = e::<E>(0.25);
        for (x, y, slope) in [(2.0, 2.0, 1.0), (0.0, 0.0, 0.25), (-0.0, 0.0, 0.25), (-2.0, -0.5, 0.25)] {
            near(scalar::leaky_relu(e::<E>(x), k), y);
            near(scalar::leaky_relu_vjp(E::ONE, e(x), k), slope);
        }
        assert!(scalar::leaky_relu(e::<E>(NAN), k).is_nan());
    }

    /// Both tails keep their digits.
    fn softplus<E>() {
        for i in -80..=80 {
            let x = f64::from(i);
            // A reference that does not cancel: x + ln(1 + e^-x) above 0.
            let expected = if x > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() };
            let y = scalar::softplus(e::<E>(x));
            near(y, expected);
            let sigmoid = 1.0 / (1.0 + (-x).exp());
            near(scalar::softplus_vjp(E::ONE, y), sigmoid);
        }
        for (x, y, slope) in [(INF, INF, 1.0), (-INF, 0.0, 0.0), (1e30, 1e30, 1.0), (-1e30, 0.0, 0.0)] {
            let found = scalar::softplus(e::<E>(x));
            near(found, y);
            near(scalar::softplus_vjp(E::ONE, found), slope);
        }
        assert!(scalar::softplus(e::<E>(NAN)).is_nan());
    }

    fn silu<E>() {
        for i in -80..=80 {
            let x = f64::from(i);
            let (s, rest) = (1.0 / (1.0 + (-x).exp()), 1.0 / (1.0 + x.exp()));
            near(scalar::silu(e::<E>(x)), x * s);
            near(scalar::silu_vjp(E::ONE, e(x)), s * (1.0 + x * rest));
        }
        for (x, y, slope) in [(INF, INF, 1.0), (-INF, 0.0, 0.0), (-1e30, 0.0, 0.0)] {
            near(scalar::silu(e::<E>(x)), y);
            near(scalar::silu_vjp(E::ONE, e(x)), slope);
        }
        near(scalar::silu_vjp(E::ONE, e(1e30)), 1.0);
        assert!(scalar::silu(e::<E>(NAN)).is_nan() && scalar::silu_vjp(E::ONE, e(NAN)).is_nan());
    }

    fn distance_and_angle<E>() {
        let scale = 2.0_f64.powi(if single::<E>() { 120 } else { 1000 });
        for size in [1.0, scale, 1.0 / scale] {
            let (x, y) = (e::<E>(3.0 * size), e::<E>(-4.0 * size));
            let q = scalar::hypot(x, y);
            near(q, 5.0 * size);
            near(scalar::hypot_vjp(e::<E>(2.0), x, q), 1.2);
            near(scalar::hypot_vjp(e::<E>(2.0), y, q), -1.6);
            // g*x is no number of the type where the point is far out.
            let g = 2.0_f64.powi(30);
            near(scalar::hypot_vjp(e::<E>(g), x, q), 0.6 * g);
            near(scalar::atan2(y, x), (-4.0_f64).atan2(3.0));
            // x/q² = 0.12/size: q² itself is not a number of the type.
            near(scalar::atan2_vjp_y(e::<E>(size), x, q), 0.12);
            near(scalar::atan2_vjp_x(e::<E>(size), y, q), 0.16);
        }
        let zero = E::ZERO;
        near(scalar::hypot(zero, zero), 0.0);
        near(scalar::atan2(zero, zero), 0.0);
        for slope in [
            scalar::hypot_vjp(E::ONE, zero, zero),
            scalar::atan2_vjp_y(E::ONE, zero, zero),
            scalar::atan2_vjp_x(E::ONE, zero, zero),
        ] {
            near(slope, 0.0);
        }
        // The axes.
        near(scalar::hypot_vjp(E::ONE, zero, E::ONE), 0.0);
        near(scalar::hypot_vjp(E::ONE, -E::ONE, E::ONE), -1.0);
        use core::f64::consts::{FRAC_PI_2, PI};
        for (y, x, angle) in [(1.0, 0.0, FRAC_PI_2), (-1.0, 0.0, -FRAC_PI_2), (0.0, -1.0, PI), (-0.0, -1.0, -PI)] {
            near(scalar::atan2(e::<E>(y), e(x)), angle);
        }
    }

    fn product_with_zeros<E>() {
        for (x, product, others) in [
            ([2.0, 3.0, 5.0], 30.0, [15.0, 10.0, 6.0]),
            ([0.0, 3.0, 5.0], 0.0, [15.0, 0.0, 0.0]),
            ([2.0, -0.0, 5.0], 0.0, [0.0, 10.0, 0.0]),
            ([0.0, 0.0, 5.0], 0.0, [0.0, 0.0, 0.0]),
            ([0.0, 0.0, 0.0], 0.0, [0.0, 0.0, 0.0]),
        ] {
            let x = all::<E, 3>(x);
            near(Portable::product(&x), product);
            let mut out = all::<E, 3>([NAN; 3]);
            Portable::product_vjp(&x, e(2.0), &mut out);
            all_near(&out, &others.map(|other| 2.0 * other));
        }
        let mut one = all::<E, 1>([NAN]);
        Portable::product_vjp(&all([0.0]), e(2.0), &mut one);
        all_near(&one, &[2.0]);
        Portable::product_vjp(&[E::ONE; 0], E::ONE, &mut []);
    }

    /// The first of equal extremes gets all.
    fn extremes<E>() {
        for (x, max, min) in [
            ([2.0, 5.0, 5.0, 1.0], 1, 3),
            ([1.0, 1.0, 1.0, 1.0], 0, 0),
            ([-0.0, 0.0, 0.0, -0.0], 0, 0),
            ([-INF, -INF, -INF, 3.0], 3, 0),
            ([1.0, NAN, 5.0, NAN], 1, 1),
            ([NAN, 7.0, 5.0, 9.0], 0, 0),
        ] {
            let x = all::<E, 4>(x);
            for (y, at) in [(Portable::max(&x), max), (Portable::min(&x), min)] {
                near(y, x[at].to_f64());
                let mut out = all::<E, 4>([NAN; 4]);
                Portable::extreme_vjp(&x, y, e(6.0), &mut out);
                let mut expected = [0.0; 4];
                expected[at] = 6.0;
                all_near(&out, &expected);
            }
        }
    }

    fn norm_over_the_whole_range<E>() {
        let powers = if single::<E>() {
            [-149, -148, -127, -126, -100, -64, -63, 0, 63, 64, 100, 125]
        } else {
            [-1074, -1073, -1023, -1022, -800, -512, -511, 0, 511, 512, 800, 1021]
        };
        for power in powers {
            // In two steps, as 2^1074 is no number.
            let size = 2.0_f64.powi(power / 2) * 2.0_f64.powi(power - power / 2);
            let x = all::<E, 4>([size, -size, size, size]);
            let y = Portable::norm(&x);
            near(y, 2.0 * size);
            let mut out = all::<E, 4>([NAN; 4]);
            Portable::norm_vjp(&x, y, e(3.0), &mut out);
            all_near(&out, &[1.5, -1.5, 1.5, 1.5]);
        }
        near(Portable::norm(&all::<E, 3>([0.0, -0.0, 0.0])), 0.0);
        near(Portable::norm(&all::<E, 3>([1.0, -INF, 0.0])), INF);
        assert!(Portable::norm(&all::<E, 3>([1.0, NAN, 0.0])).is_nan());
        assert!(Portable::norm(&all::<E, 1>([NAN])).is_nan());
        near(Portable::norm(&all::<E, 1>([-3.0])), 3.0);
        let mut out = all::<E, 3>([NAN; 3]);
        Portable::norm_vjp(&all([0.0, -0.0, 0.0]), E::ZERO, E::ONE, &mut out);
        all_near(&out, &[0.0; 3]);
    }

    fn deviation_over_the_whole_range<E>() {
        let single = single::<E>();
        for power in [-120, -100, -70, 0, 70, 100, 120] {
            let size = 2.0_f64.powi(if single { power } else { 8 * power });
            let x = all::<E, 4>([size, 5.0 * size, size, 5.0 * size]);
            let mean = Portable::mean(&x);
            let y = Portable::std(&x, mean);
            near(y, 2.0 * size);
            near(Portable::sample_std(&x, mean), 4.0 / 3.0_f64.sqrt() * size);
            let mut out = all::<E, 4>([NAN; 4]);
            Portable::std_vjp(&x, mean, y, e(4.0), &mut out);
            all_near(&out, &[-1.0, 1.0, -1.0, 1.0]);
        }
    }

    /// The mean of two neighbours is one of them, and the squares of what is left leave the range.
    fn deviation_of_tiny_neighbours<E>() {
        let low = 2.0_f64.powi(if single::<E>() { -60 } else { -500 });
        let unit = low * E::EPSILON.to_f64();
        let x = all::<E, 2>([low, low + unit]);
        let mean = Portable::mean(&x);
        near(Portable::std(&x, mean), unit / 2.0);
        near(Portable::sample_std(&x, mean), unit / 2.0_f64.sqrt());
    }

    /// No deviation, no slope: also where the mean could be off by a rounding.
    fn deviation_of_equal_elements<E>() {
        fn equal<E: Element, const N: usize>(value: f64) {
            let x = [e::<E>(value); N];
            let mean = Portable::mean(&x);
            let mut out = [e::<E>(NAN); N];
            let y = Portable::std(&x, mean);
            near(y, 0.0);
            Portable::std_vjp(&x, mean, y, E::ONE, &mut out);
            all_near(&out, &[0.0; N]);
        }
        fn sample<E: Element, const N: usize>(value: f64) {
            let x = [e::<E>(value); N];
            let mean = Portable::mean(&x);
            let mut out = [e::<E>(NAN); N];
            near(Portable::sample_variance(&x, mean), 0.0);
            let y = Portable::sample_std(&x, mean);
            near(y, 0.0);
            Portable::sample_std_vjp(&x, mean, y, E::ONE, &mut out);
            all_near(&out, &[0.0; N]);
        }
        for value in [0.0, 2.3, -0.1, 1e-20, 7e20, 4096.3, 1.0 / 3.0] {
            equal::<E, 1>(value);
            equal::<E, 2>(value);
            equal::<E, 3>(value);
            equal::<E, 5>(value);
            equal::<E, 8>(value);
            equal::<E, 67>(value);
            equal::<E, 1000>(value);
            sample::<E, 2>(value);
            sample::<E, 3>(value);
            sample::<E, 7>(value);
            sample::<E, 100>(value);
        }
    }

    fn sample_variance_keeps_its_digits<E>() {
        let x = all::<E, 4>([4096.25, 4096.5, 4096.75, 4096.5]);
        let mean = Portable::mean(&x);
        near(Portable::sample_variance(&x, mean), 1.0 / 24.0);
        let mut out = all::<E, 4>([NAN; 4]);
        Portable::sample_variance_vjp(&x, mean, E::ONE, &mut out);
        all_near(&out, &[-1.0 / 6.0, 0.0, 1.0 / 6.0, 0.0]);
    }

    fn logarithms_of_extreme_sums<E>() {
        let logsumexp = |x: [f64; 3]| {
            let x = all::<E, 3>(x);
            let mut p = [E::ZERO; 3];
            Portable::softmax(&x, &mut p);
            Portable::logsumexp(&x, &p)
        };
        near(logsumexp([1000.0, 1000.0, -1000.0]), 1000.0 + 2.0_f64.ln());
        near(logsumexp([-1000.0, -1000.0, -1e30]), -1000.0 + 2.0_f64.ln());
        near(logsumexp([-INF, 3.0, -INF]), 3.0);
        near(logsumexp([-INF; 3]), -INF);
        near(logsumexp([INF, 3.0, -INF]), INF);
        near(logsumexp([NAN, 3.0, 1.0]), NAN);
        near(logsumexp([NAN; 3]), NAN);
        // The maximum 0 leaves a result that is all remainder.
        near(logsumexp([0.0, -30.0, -40.0]), ((-30.0_f64).exp() + (-40.0_f64).exp()).ln_1p());

        let log_softmax = |x: [f64; 3]| {
            let mut x = all::<E, 3>(x);
            Portable::log_softmax_in_place(&mut x);
            x
        };
        let rest = ((-30.0_f64).exp() + (-40.0_f64).exp()).ln_1p();
        all_near(&log_softmax([0.0, -30.0, -40.0]), &[-rest, -30.0 - rest, -40.0 - rest]);
        all_near(&log_softmax([1000.0, 940.0, -1000.0]), &[-(-60.0_f64).exp(), -60.0, -2000.0]);
        all_near(&log_softmax([5.0, -INF, -INF]), &[0.0, -INF, -INF]);
        assert!(log_softmax([NAN, 0.0, 1.0]).iter().all(|y| y.is_nan()));
        let mut one = all::<E, 1>([-3.25]);
        Portable::log_softmax_in_place(&mut one);
        all_near(&one, &[0.0]);
    }

    fn binary_cross_entropy_at_its_ends<E>() {
        let floor = scalar::PROBABILITY_FLOOR;
        for (p, t, loss, slope) in [
            (0.0, 0.0, 0.0, 1.0),
            (1.0, 1.0, 0.0, -1.0),
            (0.0, 1.0, -floor.ln(), -1.0 / floor),
            (1.0, 0.0, -floor.ln(), 1.0 / floor),
            (0.5, 0.5, 2.0_f64.ln(), 0.0),
            (0.25, 0.75, -0.75 * 0.25_f64.ln() - 0.25 * 0.75_f64.ln(), -0.5 / 0.1875),
            // One term alone: the other would be 0 times infinity.
            (-INF, 1.0, -floor.ln(), -1.0 / floor),
            (INF, 0.0, -floor.ln(), 1.0 / floor),
        ] {
            near(Portable::binary_cross_entropy(&e::<E>(p), &e(t)), loss);
            let found = scalar::binary_cross_entropy_vjp(e::<E>(p), e(t), E::ONE);
            near(found, slope);
        }
        // The logarithm of 1 - p of a small p.
        let p = e::<E>(1e-6);
        near(Portable::binary_cross_entropy(&p, &E::ZERO), -(-p.to_f64()).ln_1p());
        assert!(Portable::binary_cross_entropy(&e::<E>(NAN), &e(0.5)).is_nan());
        // Next to the target the two quotients of the slope would cancel.
        let t = e::<E>(0.375);
        let p = t + E::EPSILON;
        let exact = E::EPSILON.to_f64() / (p.to_f64() * (1.0 - p.to_f64()));
        near(scalar::binary_cross_entropy_vjp(p, t, E::ONE), exact);
    }

    fn huber_at_its_joints<E>() {
        let delta = e::<E>(0.5);
        for (d, loss, slope) in [
            (0.0, 0.0, 0.0), (0.25, 0.03125, 0.25), (0.5, 0.125, 0.5), (-0.5, 0.125, -0.5),
            (2.0, 0.875, 0.5), (-2.0, 0.875, -0.5), (INF, INF, 0.5), (-INF, INF, -0.5),
        ] {
            near(Portable::huber(&e::<E>(d), &E::ZERO, delta), loss);
            near(scalar::huber_vjp(e::<E>(d), E::ZERO, delta, E::ONE), slope);
        }
        assert!(Portable::huber(&e::<E>(NAN), &E::ZERO, delta).is_nan());
    }
}

/// Positions outside of a matrix: the macro refuses them, the kernels do no harm.
#[test]
fn rows_and_columns_that_are_not_there() {
    let a = [[1.0_f32, 2.0], [3.0, 4.0]];
    let mut out = [9.0; 2];
    Portable::row(&a, 2, &mut out);
    assert_eq!(out, [0.0; 2]);
    Portable::column_accumulate(&a, 2, &mut out);
    assert_eq!(out, [0.0; 2]);
    let mut matrix = [[1.0_f32; 2]; 2];
    Portable::row_vjp_accumulate(&[5.0, 6.0], 7, &mut matrix);
    Portable::column_vjp_accumulate(&[5.0, 6.0], 7, &mut matrix);
    assert_eq!(matrix, [[1.0; 2]; 2]);
}
