//! The kernels of CMSIS-DSP against the portable ones: the same bits where both do the same
//! operation on each element, sums within the bound that their order allows, and less exact functions
//! within the documented bounds.
//!
//! Buffers start one element after a boundary of 16 bytes and are followed by NaN, so that what a
//! kernel reads or writes past the end shows.
#![cfg(feature = "cmsis-dsp")]

use autodiff_runtime::{Cmsis, CmsisAll, Element, Kernels, Portable, Tensor};
use std::any::TypeId;

/// A buffer that is not aligned for vectors, between others.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Shifted<S: Tensor> {
    before: S::Elem,
    data: S,
    after: [S::Elem; 16],
}

impl<S: Tensor> Shifted<S> {
    fn new(data: S) -> Self {
        let nan = S::Elem::from_f64(f64::NAN);
        Self {
            before: nan,
            data,
            after: [nan; 16],
        }
    }

    /// The result of `write`, which changes nothing else.
    fn written(mut self, write: impl FnOnce(&mut S)) -> S {
        write(&mut self.data);
        assert!(self.before.is_nan() && self.after.iter().all(|x| x.is_nan()));
        self.data
    }
}

/// Numbers in -1..1 that are not round, from a linear congruential generator.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn fill<S: Tensor>(&mut self) -> S {
        let mut buffer = S::ZERO;
        for slot in buffer.as_mut_slice() {
            *slot = S::Elem::from_f64(self.next());
        }
        buffer
    }
}

/// Every pairing of special values occurs where the length allows it.
fn edges<S: Tensor>(step: usize) -> S {
    let smallest = S::Elem::EPSILON * S::Elem::MIN_POSITIVE;
    let special = [
        S::Elem::from_f64(0.0),
        S::Elem::from_f64(-0.0),
        S::Elem::ONE,
        S::Elem::from_f64(f64::INFINITY),
        S::Elem::from_f64(f64::NEG_INFINITY),
        S::Elem::from_f64(f64::NAN),
        smallest,
        -smallest,
        S::Elem::MIN_POSITIVE,
        S::Elem::from_f64(-0.3),
        S::Elem::ONE / S::Elem::MIN_POSITIVE,
    ];
    let mut buffer = S::ZERO;
    for (i, slot) in buffer.as_mut_slice().iter_mut().enumerate() {
        *slot = special[(i * step + i / special.len()) % special.len()];
    }
    buffer
}

/// Equal, with zeros told apart; any NaN is as good as another.
#[track_caller]
fn same<S: Tensor>(cmsis: S, portable: S) {
    for (i, (&c, &p)) in cmsis.as_slice().iter().zip(portable.as_slice()).enumerate() {
        let (c, p) = (c.to_f64(), p.to_f64());
        assert!(
            c.to_bits() == p.to_bits() || c.is_nan() && p.is_nan(),
            "element {i} of {}: {c:e} from CMSIS-DSP, {p:e} portable",
            S::LEN
        );
    }
}

/// Within `bound` units of roundoff of `size`, which is the sum of the sizes of all terms.
#[track_caller]
fn near<E: Element>(cmsis: E, portable: E, bound: usize, size: f64) {
    let (c, p) = (cmsis.to_f64(), portable.to_f64());
    let most = bound as f64 * E::UNIT_ROUNDOFF.to_f64() * size;
    assert!(
        (c - p).abs() <= most,
        "{c:e} from CMSIS-DSP, {p:e} portable, at most {most:e} apart"
    );
}

fn sizes<S: Tensor>(x: &S, term: impl Fn(usize, f64) -> f64) -> f64 {
    let x = x.as_slice().iter().enumerate();
    x.map(|(i, x)| term(i, x.to_f64()).abs()).sum()
}

/// Compares the plain form and the form in place.
macro_rules! same_in_both_forms {
    ($set:ident: $kernel:ident, $in_place:ident, $x:expr $(, $rest:expr)*) => {{
        let x = $x;
        let zero = Shifted::new(Numbers(7).fill());
        let plain = zero.written(|out| $set::$kernel(&x.data $(, $rest)*, out));
        let in_place = x.written(|x| $set::$in_place(x $(, $rest)*));
        let expected = zero.written(|out| Portable::$kernel(&x.data $(, $rest)*, out));
        same(plain, expected);
        same(in_place, expected);
    }};
}

fn element_by_element<Set: Kernels<S::Elem> + 'static, S: Tensor>()
where
    Portable: Kernels<S::Elem>,
{
    let mut numbers = Numbers(S::LEN as u64);
    let pairs = [
        (numbers.fill::<S>(), numbers.fill::<S>()),
        (edges::<S>(1), edges::<S>(3)),
        (edges::<S>(5), edges::<S>(1)),
    ];
    for (x, y) in pairs {
        let (x, y) = (Shifted::new(x), Shifted::new(y));
        same_in_both_forms!(Set: add, add_in_place, x, &y.data);
        same_in_both_forms!(Set: sub, sub_in_place, x, &y.data);
        same_in_both_forms!(Set: mul, mul_in_place, x, &y.data);
        same_in_both_forms!(Set: neg, neg_in_place, x);
        same_in_both_forms!(Set: abs, abs_in_place, x);
        same_in_both_forms!(Set: square, square_in_place, x);
        // The other element-wise kernels are the portable ones.
        same_in_both_forms!(Set: div, div_in_place, x, &y.data);
        if TypeId::of::<Set>() == TypeId::of::<Cmsis>() {
            same_in_both_forms!(Set: exp, exp_in_place, x);
            same_in_both_forms!(Set: relu, relu_in_place, x);
        }
        for s in [-0.7, 0.0, f64::INFINITY, f64::NAN].map(S::Elem::from_f64) {
            same_in_both_forms!(Set: scale, scale_in_place, x, s);
            same_in_both_forms!(Set: offset, offset_in_place, x, s);
            // With an empty range of bounds, too.
            same_in_both_forms!(Set: clamp, clamp_in_place, x, S::Elem::from_f64(-0.1), s);
            same_in_both_forms!(Set: clamp, clamp_in_place, x, s, S::Elem::from_f64(0.2));
            let out = Shifted::new(y.data);
            let filled = out.written(|out| Set::fill(s, out));
            same(filled, out.written(|out| Portable::fill(s, out)));
        }
        same(y.written(|y| Set::copy(&x.data, y)), x.data);
    }
}

fn sums<Set: Kernels<E>, E: Element, const N: usize>() {
    let mut numbers = Numbers(N as u64);
    let (x, y) = (
        Shifted::new(numbers.fill::<[E; N]>()),
        Shifted::new(numbers.fill::<[E; N]>()),
    );
    let (x, y) = (&x.data, &y.data);
    near(Set::sum(x), Portable::sum(x), N, sizes(x, |_, x| x));
    let products = sizes(x, |i, x| x * y[i].to_f64());
    near(Set::dot(x, y), Portable::dot(x, y), N, products);
    near(
        Set::norm(x),
        Portable::norm(x),
        N,
        Portable::norm(x).to_f64(),
    );
    let errors = Portable::mse(x, y).to_f64();
    near(Set::mse(x, y), Portable::mse(x, y), N + 4, errors);
    // The second pass leaves no trace of the order of the first.
    let size = sizes(x, |_, x| x) / N as f64;
    near(Set::mean(x), Portable::mean(x), 3, size);

    // One special value among others gives what it gives in the portable kernel.
    for special in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(E::from_f64) {
        for i in [0, N / 2, N - 1] {
            let mut x = Shifted::new(*x);
            x.data[i] = special;
            let x = &x.data;
            same(Set::sum(x), Portable::sum(x));
            same(Set::dot(x, y), Portable::dot(x, y));
            same(Set::dot(y, x), Portable::dot(y, x));
            same(Set::norm(x), Portable::norm(x));
            same(Set::mse(x, y), Portable::mse(x, y));
            same(Set::mean(x), Portable::mean(x));
        }
    }
}

/// Matrix of `R` rows, vector and result against the portable kernels, for each number of columns.
fn matrices<Set: Kernels<E>, E: Element, const R: usize, const C: usize>() {
    let mut numbers = Numbers((R * 100 + C) as u64);
    let w = Shifted::new(numbers.fill::<[[E; C]; R]>());
    let (x, b) = (
        Shifted::new(numbers.fill::<[E; C]>()),
        Shifted::new(numbers.fill::<[E; R]>()),
    );
    let out = Shifted::new([E::ONE; R]);
    let close = |cmsis: [E; R], portable: [E; R], w: &[[E; C]; R]| {
        for ((c, p), row) in cmsis.into_iter().zip(portable).zip(w) {
            let size = sizes(row, |i, w| w * x.data[i].to_f64());
            if size.is_nan() {
                same(c, p);
            } else {
                near(c, p, C + 1, size + 1.0);
            }
        }
    };
    // With a row of NaN, which must not reach the others.
    let mut torn = w;
    if R > 1 {
        torn.data[R / 2] = [E::from_f64(f64::NAN); C];
    }
    for w in [w, torn] {
        let w = &w.data;
        close(
            out.written(|out| Set::mat_vec(w, &x.data, out)),
            out.written(|out| Portable::mat_vec(w, &x.data, out)),
            w,
        );
        close(
            out.written(|out| Set::fully_connected(&x.data, w, &b.data, out)),
            out.written(|out| Portable::fully_connected(&x.data, w, &b.data, out)),
            w,
        );
        let out = Shifted::new([[E::ONE; R]; C]);
        same(
            out.written(|out| Set::transpose(w, out)),
            out.written(|out| Portable::transpose(w, out)),
        );
        products::<Set, E, 1, R, C>(w);
        products::<Set, E, 3, R, C>(w);
        products::<Set, E, 8, R, C>(w);
    }
}

fn products<Set: Kernels<E>, E: Element, const R: usize, const K: usize, const C: usize>(
    b: &[[E; C]; K],
) {
    let a = Shifted::new(Numbers(3).fill::<[[E; K]; R]>());
    let a = &a.data;
    let out = Shifted::new([[E::ONE; C]; R]);
    let cmsis = out.written(|out| Set::mat_mul(a, b, out));
    let portable = out.written(|out| Portable::mat_mul(a, b, out));
    for i in 0..R {
        for j in 0..C {
            let size = sizes(&a[i], |k, a| a * b[k][j].to_f64());
            if size.is_nan() {
                same(cmsis[i][j], portable[i][j]);
            } else {
                near(cmsis[i][j], portable[i][j], K + 1, size);
            }
        }
    }
}

macro_rules! at_lengths {
    ($($length:literal)*) => {
        #[test]
        fn element_wise_kernels_give_the_same_bits() {
            element_by_element::<Cmsis, f32>();
 element_by_element::<CmsisAll, f32>();
            element_by_element::<Cmsis, f64>();
 element_by_element::<CmsisAll, f64>();
            $(
                element_by_element::<Cmsis, [f32; $length]>();
 element_by_element::<CmsisAll, [f32; $length]>();
                element_by_element::<Cmsis, [f64; $length]>();
 element_by_element::<CmsisAll, [f64; $length]>();
            )*
            element_by_element::<Cmsis, [f32; 0]>();
 element_by_element::<CmsisAll, [f32; 0]>();
            element_by_element::<Cmsis, [[f32; 7]; 5]>();
 element_by_element::<CmsisAll, [[f32; 7]; 5]>();
            element_by_element::<Cmsis, [[f64; 8]; 4]>();
 element_by_element::<CmsisAll, [[f64; 8]; 4]>();
        }

        #[test]
        fn sums_differ_by_their_order_only() {
            let empty = [0.0_f32; 0];
            assert_eq!((Cmsis::sum(&empty), Cmsis::dot(&empty, &empty)), (0.0, 0.0));
            assert_eq!(Cmsis::norm(&empty), 0.0);
            $(
                sums::<Cmsis, f32, $length>();
 sums::<CmsisAll, f32, $length>();
                sums::<Cmsis, f64, $length>();
 sums::<CmsisAll, f64, $length>();
            )*
        }
    };
}

at_lengths! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34
    35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66
    67 256
}

macro_rules! at_shapes {
    ($($rows:literal x $columns:literal)*) => {
        #[test]
        fn matrices_of_all_shapes() {
            $(
                matrices::<Cmsis, f32, $rows, $columns>();
 matrices::<CmsisAll, f32, $rows, $columns>();
                matrices::<Cmsis, f64, $rows, $columns>();
 matrices::<CmsisAll, f64, $rows, $columns>();
            )*
        }
    };
}

at_shapes! {
    0 x 4   4 x 0
    1 x 1   1 x 16  1 x 17  1 x 64
    2 x 2   2 x 8   2 x 9
    3 x 3   3 x 8   3 x 11
    4 x 4   4 x 5   4 x 12  4 x 67
    5 x 4   5 x 7   5 x 8   5 x 32
    6 x 12  7 x 20  8 x 3   8 x 8   8 x 64
    9 x 16  12 x 6  16 x 1  16 x 5  16 x 16
    17 x 4  33 x 8
}

/// The mean keeps its digits and its range.
#[test]
fn mean_far_from_zero() {
    let mut x = [0.0_f32; 4096];
    let mut numbers = Numbers(1);
    for x in &mut x {
        *x = (4096.0 + numbers.next()) as f32;
    }
    let exact = x.iter().map(|&x| f64::from(x)).sum::<f64>() / 4096.0;
    let mean = CmsisAll::mean(&x);
    assert!((f64::from(mean) - exact).abs() <= f64::from(4096.0 * f32::EPSILON));
    let variance = x
        .iter()
        .map(|&x| (f64::from(x) - exact).powi(2))
        .sum::<f64>()
        / 4096.0;
    assert!((f64::from(CmsisAll::variance(&x, mean)) / variance - 1.0).abs() < 1e-6);

    assert_eq!(CmsisAll::mean(&[f32::MAX; 64]), f32::MAX);
    assert_eq!(CmsisAll::mean(&[f64::MAX; 64]), f64::MAX);
    assert_eq!(CmsisAll::mean(&[0.1_f32; 1000]), 0.1);
}

#[test]
fn norm_over_the_whole_range() {
    for size in [1e-40_f32, 1e-30, 1.0, 1e30] {
        let x = [size; 64];
        let norm = f64::from(CmsisAll::norm(&x));
        assert!(
            (norm / (8.0 * f64::from(size)) - 1.0).abs() < 1e-6,
            "{size:e}: {norm:e}"
        );
    }
    assert_eq!(CmsisAll::norm(&[0.0_f32; 64]), 0.0);
    assert_eq!(CmsisAll::norm(&[1e300_f64; 64]), 8e300);
}

/// What CMSIS-DSP has but does otherwise than the kernels promise.
#[test]
fn conventions_of_kernels_left_out() {
    let mut x = [f32::NEG_INFINITY; 32];
    assert_eq!(Cmsis::max(&x), f32::NEG_INFINITY);
    x[3] = f32::NAN;
    assert!(Cmsis::max(&x).is_nan() && Cmsis::min(&x).is_nan());

    let mut out = [0.0; 32];
    Cmsis::clamp(&x, -1.0, 1.0, &mut out);
    assert!(out[3].is_nan() && out[0] == -1.0);
    Cmsis::relu(&x, &mut out);
    assert!(out[3].is_nan() && out[0] == 0.0);

    let mut exponents = [200.0_f32; 32];
    exponents[1] = f32::NEG_INFINITY;
    Cmsis::exp_in_place(&mut exponents);
    assert!(exponents[0] == f32::INFINITY && exponents[1] == 0.0);
    Cmsis::ln(&[0.0; 32], &mut out);
    assert_eq!(out, [f32::NEG_INFINITY; 32]);
}

/// Largest of the differences of a kernel from an exact function, each divided by `size` of the
/// exact value.
fn error<const N: usize>(
    range: std::ops::Range<f64>,
    kernel: impl Fn(&[f32; N], &mut [f32; N]),
    exact: impl Fn(f64) -> f64,
    size: impl Fn(f64) -> f64,
) -> f64 {
    let mut numbers = Numbers(N as u64);
    let mut worst = 0.0_f64;
    for _ in 0..5000 {
        let x: [f32; N] = std::array::from_fn(|_| {
            let share = (numbers.next() + 1.0) / 2.0;
            (range.start + share * (range.end - range.start)) as f32
        });
        let y = Shifted::new([0.0; N]).written(|out| kernel(&x, out));
        for (x, y) in x.into_iter().zip(y) {
            let expected = exact(f64::from(x));
            worst = worst.max((f64::from(y) - expected).abs() / size(expected));
        }
    }
    worst
}

/// The bounds in `docs/cmsis-dsp.md`, of functions without Helium.
#[test]
fn less_exact_kernels_keep_their_bounds() {
    fn at<const N: usize>() {
        let roundoff = f64::from(f32::EPSILON);
        let relative = |y: f64| y.abs() * roundoff;
        let at_most_one = |y: f64| y.abs().max(1.0) * roundoff;
        assert!(error::<N>(-87.3..88.7, CmsisAll::exp, f64::exp, relative) <= 2.0);
        assert!(error::<N>(1e-30..1e30, CmsisAll::ln, f64::ln, relative) <= 2.0);
        assert!(error::<N>(0.5..2.0, CmsisAll::ln, f64::ln, relative) <= 2.0);
        for turn in [3.2, 255.0] {
            assert!(error::<N>(-turn..turn, CmsisAll::sin, f64::sin, |_| 1.0) <= 4e-5);
            assert!(error::<N>(-turn..turn, CmsisAll::cos, f64::cos, |_| 1.0) <= 4e-5);
        }
        for x in [-3.0_f32, 0.01, 1.0] {
            let kernel = |y: &_, out: &mut _| CmsisAll::atan2(y, &[x; N], out);
            let exact = |y: f64| y.atan2(f64::from(x));
            assert!(error::<N>(-20.0..20.0, kernel, exact, |_| 1.0) <= 5e-7);
        }
        let mut numbers = Numbers(4);
        for scale in [1.0, 20.0] {
            for _ in 0..1000 {
                let z: [f32; N] = std::array::from_fn(|_| (scale * numbers.next()) as f32);
                let mut p = z;
                Portable::softmax_in_place(&mut p);
                let sum: f64 = z.iter().map(|&z| f64::from(z).exp()).sum();
                let off = f64::from(CmsisAll::logsumexp(&z, &p)) - sum.ln();
                assert!(off.abs() <= 4.0 * at_most_one(sum.ln()));
            }
        }
    }
    at::<16>();
    at::<19>();
    at::<64>();

    // The forms in place.
    let x: [f32; 19] = Numbers(1).fill();
    for (plain, in_place) in [
        (
            CmsisAll::exp::<[f32; 19]> as fn(&_, &mut _),
            CmsisAll::exp_in_place::<[f32; 19]> as fn(&mut _),
        ),
        (CmsisAll::ln, CmsisAll::ln_in_place),
        (CmsisAll::sin, CmsisAll::sin_in_place),
        (CmsisAll::cos, CmsisAll::cos_in_place),
        (CmsisAll::relu, CmsisAll::relu_in_place),
        (
            |y, out| CmsisAll::atan2(y, &[0.3; 19], out),
            |y| CmsisAll::atan2_in_place(y, &[0.3; 19]),
        ),
    ] {
        let expected = Shifted::new([0.0; 19]).written(|out| plain(&x, out));
        same(Shifted::new(x).written(in_place), expected);
    }
}

/// Where C's functions have no result or a wrong one, and `CmsisAll` does not call them.
#[test]
fn conventions_that_all_functions_keep() {
    let mut out = [0.0; 32];
    let angles = edges::<[f32; 32]>(1).map(|x| if x.abs() < 1.0 { 1e30 } else { x * 300.0 });
    let mut expected = [0.0; 32];
    CmsisAll::sin(&angles, &mut out);
    Portable::sin(&angles, &mut expected);
    same(out, expected);
    CmsisAll::cos(&angles, &mut out);
    Portable::cos(&angles, &mut expected);
    same(out, expected);
    let zeros = std::array::from_fn(|i| if i % 2 == 0 { 0.0 } else { -0.0 });
    for y in [zeros, [f32::NAN; 32]] {
        CmsisAll::atan2(&y, &zeros, &mut out);
        Portable::atan2(&y, &zeros, &mut expected);
        same(out, expected);
    }
    let x = edges::<[f32; 32]>(1);
    CmsisAll::relu(&x, &mut out);
    Portable::relu(&x, &mut expected);
    same(out.map(|y| y + 0.0), expected); // but for the sign of zero
}

/// Both sets in one program.
#[test]
fn default_is_cmsis() {
    use autodiff_runtime::prelude::*;

    #[differentiable]
    fn by_default(w: Param<[f32; 64]>, x: Input<[f32; 64]>) -> f32 {
        dot(w, x)
    }

    #[differentiable(kernels = Portable)]
    fn portable(w: Param<[f32; 64]>, x: Input<[f32; 64]>) -> f32 {
        dot(w, x)
    }

    let mut numbers = Numbers(9);
    let (w, x) = (numbers.fill(), numbers.fill());
    assert_eq!(
        by_default(&x, &by_default::Params { w }),
        Cmsis::dot(&w, &x)
    );
    assert_eq!(portable(&x, &portable::Params { w }), Portable::dot(&w, &x));
    let name = std::any::type_name::<DefaultKernels>();
    assert_eq!(name, std::any::type_name::<Cmsis>());
}
