//! The kernels of CMSIS-DSP against the portable ones: the same bits where both do the same
//! operation on each element, sums within the bound that their order allows, and less exact functions
//! within the bounds of `docs/cmsis-dsp.md`.
//!
//! Buffers start one element after a boundary of 16 bytes and are followed by NaN, so that what a
//! kernel reads or writes past the end shows. The tests of the host and the program
//! `tests/bare-metal/src/bin/kernels.rs`, which runs on devices, include this file.

use autodiff_runtime::{Cmsis, CmsisAll, Element, Kernels, Portable, Tensor};
use core::any::{TypeId, type_name};
use core::fmt::Arguments;
use core::ops::Range;

/// Counts what was compared, and prints what differs.
pub struct Report<'a> {
    pub passed: u32,
    pub failed: u32,
    /// Whether the functions use Helium.
    helium: bool,
    print: &'a mut dyn FnMut(Arguments),
}

/// What a result is of.
#[derive(Clone, Copy)]
pub struct Case {
    kernel: &'static str,
    set: &'static str,
    shape: &'static str,
}

impl Case {
    pub fn new<Set, S>(kernel: &'static str) -> Self {
        Self {
            kernel,
            set: type_name::<Set>(),
            shape: type_name::<S>(),
        }
    }
}

impl<'a> Report<'a> {
    pub fn new(helium: bool, print: &'a mut dyn FnMut(Arguments)) -> Self {
        Self {
            passed: 0,
            failed: 0,
            helium,
            print,
        }
    }

    /// What must be so.
    pub fn check(&mut self, what: &str, holds: bool) {
        self.count(holds);
        if !holds {
            (self.print)(format_args!("not so: {what}"));
        }
    }

    fn count(&mut self, passes: bool) {
        if passes {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
    }

    /// A result whose element `i` may be wrong.
    #[inline(never)]
    fn element(&mut self, case: Case, wrong: Option<(usize, f64, f64)>) {
        self.count(wrong.is_none());
        if let Some((i, c, p)) = wrong {
            let Case { kernel, set, shape } = case;
            (self.print)(format_args!(
                "{kernel} of {set}, {shape}: element {i} is {c:e}, expected {p:e}"
            ));
        }
    }

    /// Whether numbers without all digits are 0.
    fn flushes<E: Element>(&self) -> bool {
        self.helium && size_of::<E>() == size_of::<f32>()
    }

    /// Equal, with zeros told apart. A NaN stands where one is expected, and is as good as another.
    pub fn same<S: Tensor>(&mut self, case: Case, cmsis: S, expected: S) {
        let flushes = self.flushes::<S::Elem>();
        let equal = |(c, p): (f64, f64)| {
            let least = S::Elem::MIN_POSITIVE.to_f64();
            c.to_bits() == p.to_bits()
                || c.is_nan() && p.is_nan()
                || flushes
                    && c.abs() < least
                    && p.abs() < least
                    && c.is_sign_negative() == p.is_sign_negative()
        };
        self.element(case, first(&cmsis, &expected, equal));
    }

    /// Within `bound` units of roundoff of `size`, which is the sum of the sizes of all terms.
    pub fn near<E: Element>(&mut self, case: Case, cmsis: E, portable: E, bound: usize, size: f64) {
        let mut most = bound as f64 * E::UNIT_ROUNDOFF.to_f64() * size;
        if self.flushes::<E>() {
            most += bound as f64 * E::MIN_POSITIVE.to_f64();
        }
        let near = |(c, p): (f64, f64)| p.is_finite() && (c - p).abs() <= most;
        self.element(case, first(&cmsis, &portable, near));
    }

    /// The exponential: 5 units in the last place with Helium, 2 of C's function; the same bits where
    /// it is portable.
    fn exponential<S: Tensor>(&mut self, case: Case, cmsis: S, portable: S) {
        let flushes = self.flushes::<S::Elem>();
        let units = match (flushes, case.set == type_name::<CmsisAll>()) {
            (true, _) => 5.0,
            (false, true) => 2.0,
            (false, false) => return self.same(case, cmsis, portable),
        };
        let least = S::Elem::MIN_POSITIVE.to_f64();
        let near = |(c, p): (f64, f64)| {
            c == p
                || c.is_nan() && p.is_nan()
                || flushes && p < least && c == 0.0
                || p.is_finite()
                    && (c - p).abs() <= units * S::Elem::EPSILON.to_f64() * p.max(least)
        };
        self.element(case, first(&cmsis, &portable, near));
    }
}

/// The first element that differs.
fn first<S: Tensor>(
    cmsis: &S,
    expected: &S,
    equal: impl Fn((f64, f64)) -> bool,
) -> Option<(usize, f64, f64)> {
    let pairs = cmsis.as_slice().iter().zip(expected.as_slice());
    let mut pairs = pairs
        .enumerate()
        .map(|(i, (c, p))| (i, c.to_f64(), p.to_f64()));
    pairs.find(|&(_, c, p)| !equal((c, p)))
}

/// A buffer that is not aligned for vectors, between others.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct Shifted<S: Tensor> {
    before: S::Elem,
    pub data: S,
    after: [S::Elem; 16],
}

impl<S: Tensor> Shifted<S> {
    pub fn new(data: S) -> Self {
        let nan = S::Elem::from_f64(f64::NAN);
        Self {
            before: nan,
            data,
            after: [nan; 16],
        }
    }

    /// The result of `write`, which changes nothing else.
    pub fn written(mut self, write: impl FnOnce(&mut S)) -> S {
        write(&mut self.data);
        let around = core::hint::black_box(&self);
        assert!(
            around.before.is_nan() && around.after.iter().all(|x| x.is_nan()),
            "a kernel has written outside of its result, {}",
            type_name::<S>()
        );
        self.data
    }
}

/// Numbers in -1..1 that are not round, from a linear congruential generator.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub fn fill<S: Tensor>(&mut self) -> S {
        let mut buffer = S::ZERO;
        for slot in buffer.as_mut_slice() {
            *slot = S::Elem::from_f64(self.next());
        }
        buffer
    }
}

/// Every pairing of special values occurs where the length allows it. Helium takes operands without
/// all digits for 0, so that there are none with it.
fn edges<S: Tensor>(step: usize, helium: bool) -> S {
    let smallest = if helium {
        S::Elem::from_f64(1e-3)
    } else {
        S::Elem::EPSILON * S::Elem::MIN_POSITIVE
    };
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

fn sizes<S: Tensor>(x: &S, term: impl Fn(usize, f64) -> f64) -> f64 {
    let x = x.as_slice().iter().enumerate();
    x.map(|(i, x)| term(i, x.to_f64()).abs()).sum()
}

fn is_all<Set: 'static>() -> bool {
    TypeId::of::<Set>() == TypeId::of::<CmsisAll>()
}

/// Compares the plain form and the form in place.
macro_rules! same_in_both_forms {
    ($report:ident.$same:ident, $set:ident: $kernel:ident, $in_place:ident, $x:expr $(, $rest:expr)*) => {{
        let x = $x;
        let zero = Shifted::new(Numbers(7).fill());
        let plain = zero.written(|out| $set::$kernel(&x.data $(, $rest)*, out));
        let in_place = x.written(|x| $set::$in_place(x $(, $rest)*));
        let expected = zero.written(|out| Portable::$kernel(&x.data $(, $rest)*, out));
        $report.$same(Case::new::<$set, S>(stringify!($kernel)), plain, expected);
        $report.$same(Case::new::<$set, S>(stringify!($in_place)), in_place, expected);
    }};
}

#[inline(never)]
pub fn element_by_element<Set: Kernels<S::Elem> + 'static, S: Tensor>(report: &mut Report) {
    let mut numbers = Numbers(S::LEN as u64);
    let helium = report.flushes::<S::Elem>();
    let pairs = [
        (numbers.fill::<S>(), numbers.fill::<S>()),
        (edges::<S>(1, helium), edges::<S>(3, helium)),
        (edges::<S>(5, helium), edges::<S>(1, helium)),
    ];
    for (x, y) in pairs {
        let (x, y) = (Shifted::new(x), Shifted::new(y));
        same_in_both_forms!(report.same, Set: add, add_in_place, x, &y.data);
        same_in_both_forms!(report.same, Set: sub, sub_in_place, x, &y.data);
        same_in_both_forms!(report.same, Set: mul, mul_in_place, x, &y.data);
        same_in_both_forms!(report.same, Set: neg, neg_in_place, x);
        same_in_both_forms!(report.same, Set: abs, abs_in_place, x);
        same_in_both_forms!(report.same, Set: square, square_in_place, x);
        // The other element-wise kernels are the portable ones.
        same_in_both_forms!(report.same, Set: div, div_in_place, x, &y.data);
        if !is_all::<Set>() {
            same_in_both_forms!(report.exponential, Set: exp, exp_in_place, x);
            same_in_both_forms!(report.same, Set: ln, ln_in_place, x);
            same_in_both_forms!(report.same, Set: sin, sin_in_place, x);
            same_in_both_forms!(report.same, Set: cos, cos_in_place, x);
            same_in_both_forms!(report.same, Set: atan2, atan2_in_place, x, &y.data);
            same_in_both_forms!(report.same, Set: relu, relu_in_place, x);
        }
        // Helium's clip makes a bound of NaN, and 0 of -0 if that is a bound.
        let mut clipped = x;
        if helium && is_all::<Set>() {
            for slot in clipped.data.as_mut_slice().iter_mut() {
                if slot.is_nan() || slot.to_f64() == 0.0 {
                    *slot = S::Elem::ONE;
                }
            }
        }
        for s in [-0.7, 0.0, f64::INFINITY, f64::NAN].map(S::Elem::from_f64) {
            same_in_both_forms!(report.same, Set: scale, scale_in_place, x, s);
            same_in_both_forms!(report.same, Set: offset, offset_in_place, x, s);
            // With an empty range of bounds, too.
            let (lo, hi) = (S::Elem::from_f64(-0.1), S::Elem::from_f64(0.2));
            same_in_both_forms!(report.same, Set: clamp, clamp_in_place, clipped, lo, s);
            same_in_both_forms!(report.same, Set: clamp, clamp_in_place, clipped, s, hi);
            let out = Shifted::new(y.data);
            let filled = out.written(|out| Set::fill(s, out));
            let expected = out.written(|out| Portable::fill(s, out));
            report.same(Case::new::<Set, S>("fill"), filled, expected);
        }
        let copied = y.written(|y| Set::copy(&x.data, y));
        report.same(Case::new::<Set, S>("copy"), copied, x.data);
    }
}

#[inline(never)]
pub fn sums<Set: Kernels<E>, E: Element, const N: usize>(report: &mut Report) {
    let of = Case::new::<Set, [E; N]>;
    let mut numbers = Numbers(N as u64);
    let (x, y) = (
        Shifted::new(numbers.fill::<[E; N]>()),
        Shifted::new(numbers.fill::<[E; N]>()),
    );
    let (x, y) = (&x.data, &y.data);
    let size = sizes(x, |_, x| x);
    report.near(of("sum"), Set::sum(x), Portable::sum(x), N, size);
    let products = sizes(x, |i, x| x * y[i].to_f64());
    report.near(of("dot"), Set::dot(x, y), Portable::dot(x, y), N, products);
    let norm = Portable::norm(x);
    report.near(of("norm"), Set::norm(x), norm, N, norm.to_f64());
    let errors = Portable::mse(x, y);
    let mse = Set::mse(x, y);
    report.near(of("mse"), mse, errors, N + 4, errors.to_f64());
    // The second pass leaves no trace of the order of the first.
    let mean = (Set::mean(x), Portable::mean(x));
    report.near(of("mean"), mean.0, mean.1, 3, size / N as f64);

    // One special value among others gives what it gives in the portable kernel.
    for special in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(E::from_f64) {
        for i in [0, N / 2, N - 1] {
            let mut x = Shifted::new(*x);
            x.data[i] = special;
            let x = &x.data;
            report.same(of("sum"), Set::sum(x), Portable::sum(x));
            report.same(of("dot"), Set::dot(x, y), Portable::dot(x, y));
            report.same(of("dot"), Set::dot(y, x), Portable::dot(y, x));
            report.same(of("norm"), Set::norm(x), Portable::norm(x));
            report.same(of("mse"), Set::mse(x, y), Portable::mse(x, y));
            report.same(of("mean"), Set::mean(x), Portable::mean(x));
        }
    }
}

/// Matrix of `R` rows, vector and result against the portable kernels, for each number of columns.
#[inline(never)]
pub fn matrices<Set: Kernels<E>, E: Element, const R: usize, const C: usize>(report: &mut Report) {
    let of = Case::new::<Set, [[E; C]; R]>;
    let mut numbers = Numbers((R * 100 + C) as u64);
    let w = Shifted::new(numbers.fill::<[[E; C]; R]>());
    let (x, b) = (
        Shifted::new(numbers.fill::<[E; C]>()),
        Shifted::new(numbers.fill::<[E; R]>()),
    );
    let out = Shifted::new([E::ONE; R]);
    // With a row of NaN, which must not reach the others.
    let mut torn = w;
    if R > 1 {
        torn.data[R / 2] = [E::from_f64(f64::NAN); C];
    }
    for w in [w, torn] {
        let w = &w.data;
        for (case, cmsis, portable) in [
            (
                of("mat_vec"),
                out.written(|out| Set::mat_vec(w, &x.data, out)),
                out.written(|out| Portable::mat_vec(w, &x.data, out)),
            ),
            (
                of("fully_connected"),
                out.written(|out| Set::fully_connected(&x.data, w, &b.data, out)),
                out.written(|out| Portable::fully_connected(&x.data, w, &b.data, out)),
            ),
        ] {
            for ((c, p), row) in cmsis.into_iter().zip(portable).zip(w) {
                let size = sizes(row, |i, w| w * x.data[i].to_f64());
                if size.is_nan() {
                    report.same(case, c, p);
                } else {
                    report.near(case, c, p, C + 1, size + 1.0);
                }
            }
        }
        let out = Shifted::new([[E::ONE; R]; C]);
        report.same(
            of("transpose"),
            out.written(|out| Set::transpose(w, out)),
            out.written(|out| Portable::transpose(w, out)),
        );
        products::<Set, E, 1, R, C>(w, report);
        products::<Set, E, 3, R, C>(w, report);
        products::<Set, E, 8, R, C>(w, report);
    }
}

fn products<Set: Kernels<E>, E: Element, const R: usize, const K: usize, const C: usize>(
    b: &[[E; C]; K],
    report: &mut Report,
) {
    let case = Case::new::<Set, [[[E; C]; K]; R]>("mat_mul");
    let a = Shifted::new(Numbers(3).fill::<[[E; K]; R]>());
    let a = &a.data;
    let out = Shifted::new([[E::ONE; C]; R]);
    let cmsis = out.written(|out| Set::mat_mul(a, b, out));
    let portable = out.written(|out| Portable::mat_mul(a, b, out));
    for i in 0..R {
        for j in 0..C {
            let size = sizes(&a[i], |k, a| a * b[k][j].to_f64());
            if size.is_nan() {
                report.same(case, cmsis[i][j], portable[i][j]);
            } else {
                report.near(case, cmsis[i][j], portable[i][j], K + 1, size);
            }
        }
    }
}

/// A check of both sets, for each length or shape of a type.
macro_rules! at {
    ($report:ident, lengths of $type:ident: $($length:literal)*) => {$(
        $crate::checks::element_by_element::<Cmsis, [$type; $length]>($report);
        $crate::checks::element_by_element::<CmsisAll, [$type; $length]>($report);
    )*};
    ($report:ident, sums of $type:ident: $($length:literal)*) => {$(
        $crate::checks::sums::<Cmsis, $type, $length>($report);
        $crate::checks::sums::<CmsisAll, $type, $length>($report);
    )*};
    ($report:ident, shapes of $type:ident: $($rows:literal x $columns:literal)*) => {$(
        $crate::checks::matrices::<Cmsis, $type, $rows, $columns>($report);
        $crate::checks::matrices::<CmsisAll, $type, $rows, $columns>($report);
    )*};
    ($report:ident, $what:ident: $($list:tt)*) => {
        $crate::checks::at!($report, $what of f32: $($list)*);
        $crate::checks::at!($report, $what of f64: $($list)*);
    };
}
pub(crate) use at;

/// The mean keeps its digits and its range.
pub fn mean_far_from_zero(report: &mut Report) {
    let mut x = [0.0_f32; 4096];
    let mut numbers = Numbers(1);
    for x in &mut x {
        *x = (4096.0 + numbers.next()) as f32;
    }
    let exact = x.iter().map(|&x| f64::from(x)).sum::<f64>() / 4096.0;
    let mean = CmsisAll::mean(&x);
    report.check(
        "a mean far from 0 has its digits",
        (f64::from(mean) - exact).abs() <= f64::from(4096.0 * f32::EPSILON),
    );
    let square = |x: f64| x * x;
    let squares = x.iter().map(|&x| square(f64::from(x) - exact));
    let variance = squares.sum::<f64>() / 4096.0;
    report.check(
        "so has the variance",
        (f64::from(CmsisAll::variance(&x, mean)) / variance - 1.0).abs() < 1e-6,
    );

    for (what, holds) in [
        (
            "mean of MAX, f32",
            CmsisAll::mean(&[f32::MAX; 64]) == f32::MAX,
        ),
        (
            "mean of MAX, f64",
            CmsisAll::mean(&[f64::MAX; 64]) == f64::MAX,
        ),
        ("mean of 0.1", CmsisAll::mean(&[0.1_f32; 1000]) == 0.1),
        (
            "mean of MAX, Cmsis",
            Cmsis::mean(&[f32::MAX; 64]) == f32::MAX,
        ),
    ] {
        report.check(what, holds);
    }
}

pub fn norm_over_the_whole_range(report: &mut Report) {
    for size in [1e-40_f32, 1e-30, 1.0, 1e30] {
        let x = [size; 64];
        for norm in [CmsisAll::norm(&x), Cmsis::norm(&x)] {
            let off = f64::from(norm) / (8.0 * f64::from(size)) - 1.0;
            report.check("the norm has its digits", off.abs() < 1e-6);
        }
    }
    let norm = (
        CmsisAll::norm(&[0.0_f32; 64]),
        CmsisAll::norm(&[1e300_f64; 64]),
    );
    report.check("the norm of 0", norm.0 == 0.0);
    report.check("the norm in f64", norm.1 == 8e300);
}

/// What CMSIS-DSP has but does otherwise than the kernels promise.
pub fn conventions_of_kernels_left_out(report: &mut Report) {
    let mut x = [f32::NEG_INFINITY; 32];
    report.check("the largest of -inf", Cmsis::max(&x) == f32::NEG_INFINITY);
    x[3] = f32::NAN;
    report.check("the largest with NaN", Cmsis::max(&x).is_nan());
    report.check("the least with NaN", Cmsis::min(&x).is_nan());

    let mut out = [0.0; 32];
    Cmsis::clamp(&x, -1.0, 1.0, &mut out);
    report.check("clamp keeps NaN", out[3].is_nan() && out[0] == -1.0);
    Cmsis::relu(&x, &mut out);
    report.check("relu keeps NaN", out[3].is_nan() && out[0] == 0.0);
    Cmsis::ln(&[0.0; 32], &mut out);
    report.check("the logarithm of 0", out == [f32::NEG_INFINITY; 32]);
}

/// What the documented bounds are in units of.
const ROUNDOFF: f64 = f32::EPSILON as f64;

/// Of all numbers, one in so many.
const STEP: u32 = 4099;

/// The exponential of numbers of all sizes, of infinities and NaN, and next to where e^x
/// overflows and has no longer all digits.
pub fn exponential_of_all_sizes(report: &mut Report) {
    const N: usize = 40;
    fn at<Set: Kernels<f32>>(report: &mut Report, x: [f32; N]) {
        let zero = Shifted::new([0.0; N]);
        let expected = zero.written(|out| Portable::exp(&x, out));
        let plain = zero.written(|out| Set::exp(&x, out));
        let in_place = Shifted::new(x).written(Set::exp_in_place);
        report.exponential(Case::new::<Set, [f32; N]>("exp"), plain, expected);
        report.exponential(
            Case::new::<Set, [f32; N]>("exp_in_place"),
            in_place,
            expected,
        );
    }
    let from = |start: f32| move |i: usize| f32::from_bits(start.to_bits() + i as u32);
    for start in [
        88.0, 88.7228, 86.9999, 87.3365, 100.0, 103.9, 9.31e7, 9.5e7, 1.4e9,
    ] {
        for sign in [1.0, -1.0] {
            let x = core::array::from_fn(|i| sign * from(start)(i));
            at::<Cmsis>(report, x);
            at::<CmsisAll>(report, x);
        }
    }
    // Others in the same vector stay as they are.
    let special = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        1e5,
        -1e5,
        1e-40,
        -0.0,
    ];
    for i in 0..N {
        let mut x = [0.5; N];
        x[i] = special[i % special.len()];
        at::<Cmsis>(report, x);
        at::<CmsisAll>(report, x);
    }
    for start in (0..=u32::MAX).step_by(N * STEP as usize) {
        let x = core::array::from_fn(|i| f32::from_bits(start.wrapping_add(i as u32 * STEP)));
        at::<Cmsis>(report, x);
        at::<CmsisAll>(report, x);
    }
}

/// The logarithm of numbers of all sizes. Helium's gives up what has none with all digits, and is off
/// by units of 1 where the result is less.
pub fn logarithm_of_all_sizes(report: &mut Report) {
    const N: usize = 40;
    let case = Case::new::<CmsisAll, [f32; N]>("ln");
    let helium = report.helium;
    let near = |(x, c): (f32, f32)| {
        let (c, p) = (f64::from(c), f64::from(Element::ln(x)));
        let size = if helium { p.abs().max(1.0) } else { p.abs() };
        helium && !(x.is_normal() && x > 0.0)
            || c == p
            || c.is_nan() && p.is_nan()
            || p.is_finite() && (c - p).abs() <= ln_units(helium) * ROUNDOFF * size
    };
    for start in (0..=u32::MAX).step_by(N * STEP as usize) {
        let x = core::array::from_fn(|i| f32::from_bits(start.wrapping_add(i as u32 * STEP)));
        let cmsis = Shifted::new([0.0; N]).written(|out| CmsisAll::ln(&x, out));
        let mut pairs = x.into_iter().zip(cmsis).enumerate();
        let wrong = pairs.find(|&(_, pair)| !near(pair));
        let wrong = wrong.map(|(i, (x, c))| (i, c.into(), Element::ln(x).into()));
        report.element(case, wrong);
    }
}

/// The documented bounds of `CmsisAll::ln`.
fn ln_units(helium: bool) -> f64 {
    if helium { 40.0 } else { 2.0 }
}

/// Angles of points whose coordinates are special, large and tiny, in all pairs.
pub fn angles_of_special_points(report: &mut Report) {
    const N: usize = 20;
    let case = Case::new::<CmsisAll, [f32; N]>("atan2");
    let sizes = [
        0.0,
        1e-42,
        1e-38,
        1e-20,
        0.7,
        1.0,
        300.0,
        1e20,
        3e38,
        f32::INFINITY,
    ];
    let special: [f32; N] = core::array::from_fn(|i| {
        let size = sizes[i % sizes.len()];
        if i < sizes.len() { size } else { -size }
    });
    for x in special {
        let cmsis = Shifted::new([0.0; N]).written(|out| CmsisAll::atan2(&special, &[x; N], out));
        let exact = special.map(|y| Element::atan2(f64::from(y), f64::from(x)));
        let cmsis = cmsis.map(f64::from);
        let near = |(c, p): (f64, f64)| (c - p).abs() <= 5e-7;
        report.element(case, first(&cmsis, &exact, near));
    }
    let nan = [f32::NAN; N];
    for x in special {
        for (y, x) in [(nan, [x; N]), ([x; N], nan)] {
            let cmsis = Shifted::new([0.0; N]).written(|out| CmsisAll::atan2(&y, &x, out));
            report.same(case, cmsis, nan);
        }
    }
}

/// Where the documentation of `CmsisAll` does not except it, one special value among others gives
/// what it gives in the portable kernel.
pub fn logsumexp_of_special_values(report: &mut Report) {
    type Array = [f32; 16];
    let case = Case::new::<CmsisAll, Array>("logsumexp");
    let special = [f32::NAN, f32::NEG_INFINITY, 1e-42, 90.0, 9.4e7, 3e38];
    for special in special.into_iter().chain(special.map(|x| -x)) {
        for others in [0.5, special] {
            let mut z = [others; 16];
            z[5] = special;
            let mut p = z;
            Portable::softmax_in_place(&mut p);
            let expected = Portable::logsumexp(&z, &p);
            if special == f32::INFINITY {
                continue;
            }
            let cmsis = CmsisAll::logsumexp(&z, &p);
            if expected.is_finite() {
                report.near(case, cmsis, expected, 16, expected.abs().max(1.0).into());
            } else if report.helium || special.is_nan() || others == 0.5 {
                report.same(case, cmsis, expected);
            }
        }
    }
}

/// How often random arguments are drawn; devices are slow.
const ROUNDS: usize = if cfg!(target_os = "none") { 100 } else { 5000 };

/// Largest of the differences of a kernel from an exact function, each divided by `size` of the
/// exact value; NaN counts as infinitely far off.
fn error<const N: usize>(
    range: Range<f64>,
    kernel: impl Fn(&[f32; N], &mut [f32; N]),
    exact: impl Fn(f64) -> f64,
    size: impl Fn(f64) -> f64,
) -> f64 {
    let mut numbers = Numbers(N as u64);
    let mut worst = 0.0_f64;
    for _ in 0..ROUNDS {
        let x: [f32; N] = core::array::from_fn(|_| {
            let share = (numbers.next() + 1.0) / 2.0;
            (range.start + share * (range.end - range.start)) as f32
        });
        let y = Shifted::new([0.0; N]).written(|out| kernel(&x, out));
        for (x, y) in x.into_iter().zip(y) {
            let expected = exact(f64::from(x));
            worst = larger(worst, (f64::from(y) - expected).abs() / size(expected));
        }
    }
    worst
}

/// The larger of two errors, where NaN is the largest: `f64::max` would pass over it.
fn larger(a: f64, b: f64) -> f64 {
    if b.is_nan() { f64::INFINITY } else { a.max(b) }
}

/// The bounds in `docs/cmsis-dsp.md`.
pub fn less_exact_kernels_keep_their_bounds(report: &mut Report) {
    at::<16>(report);
    at::<19>(report);
    at::<64>(report);

    fn at<const N: usize>(report: &mut Report) {
        let helium = report.helium;
        let mut bounded = |name, error: f64, bound: f64| {
            let wrong = (error > bound || error.is_nan()).then_some((0, error, bound));
            report.element(Case::new::<CmsisAll, [f32; N]>(name), wrong);
        };
        let relative: fn(f64) -> f64 = |y| y.abs() * ROUNDOFF;
        let at_most_one: fn(f64) -> f64 = |y| y.abs().max(1.0) * ROUNDOFF;
        let exp = error::<N>(-87.3..88.7, CmsisAll::exp, Element::exp, relative);
        bounded("exp", exp, if helium { 5.0 } else { 2.0 });
        // Helium's logarithm is not exact where it is near 0.
        let size = if helium { at_most_one } else { relative };
        let ln = error::<N>(1e-30..1e30, CmsisAll::ln, Element::ln, size);
        bounded("ln", ln, ln_units(helium));
        let ln = error::<N>(0.5..2.0, CmsisAll::ln, Element::ln, size);
        bounded("ln", ln, ln_units(helium));
        for turn in [3.2, 255.0] {
            let sin = error::<N>(-turn..turn, CmsisAll::sin, Element::sin, |_| 1.0);
            bounded("sin", sin, 4e-5);
            let cos = error::<N>(-turn..turn, CmsisAll::cos, Element::cos, |_| 1.0);
            bounded("cos", cos, 4e-5);
        }
        for x in [-3.0_f32, 0.01, 1.0] {
            let kernel = |y: &_, out: &mut _| CmsisAll::atan2(y, &[x; N], out);
            let exact = |y: f64| Element::atan2(y, f64::from(x));
            bounded(
                "atan2",
                error::<N>(-20.0..20.0, kernel, exact, |_| 1.0),
                5e-7,
            );
        }
        let mut numbers = Numbers(4);
        for scale in [1.0, 20.0] {
            let mut worst = 0.0;
            for _ in 0..ROUNDS / 5 {
                let z: [f32; N] = core::array::from_fn(|_| (scale * numbers.next()) as f32);
                let mut p = z;
                Portable::softmax_in_place(&mut p);
                let sum: f64 = z.iter().map(|&z| Element::exp(f64::from(z))).sum();
                let exact = Element::ln(sum);
                let off = (f64::from(CmsisAll::logsumexp(&z, &p)) - exact).abs();
                worst = larger(worst, off / at_most_one(exact));
            }
            bounded("logsumexp", worst, 4.0);
        }
    }
}

/// The forms in place, of arguments for which all functions have a result.
pub fn less_exact_kernels_in_place(report: &mut Report) {
    type Array = [f32; 19];
    let x: Array = Numbers(1).fill();
    for (name, plain, in_place) in [
        (
            "exp",
            CmsisAll::exp::<Array> as fn(&_, &mut _),
            CmsisAll::exp_in_place::<Array> as fn(&mut _),
        ),
        (
            "ln",
            |x, out| CmsisAll::ln(&Array::map(*x, |x| x.abs() + 0.1), out),
            |x: &mut Array| {
                *x = x.map(|x| x.abs() + 0.1);
                CmsisAll::ln_in_place(x);
            },
        ),
        ("sin", CmsisAll::sin, CmsisAll::sin_in_place),
        ("cos", CmsisAll::cos, CmsisAll::cos_in_place),
        ("relu", CmsisAll::relu, CmsisAll::relu_in_place),
        (
            "atan2",
            |y, out| CmsisAll::atan2(y, &[0.3; 19], out),
            |y| CmsisAll::atan2_in_place(y, &[0.3; 19]),
        ),
    ] {
        let expected = Shifted::new([0.0; 19]).written(|out| plain(&x, out));
        let numbers = expected.iter().all(|x| !x.is_nan());
        report.check("less exact kernels give numbers", numbers);
        let in_place = Shifted::new(x).written(in_place);
        report.same(Case::new::<CmsisAll, Array>(name), in_place, expected);
    }
}

/// Where C's functions have no result or a wrong one, and `CmsisAll` does not call them.
pub fn conventions_that_all_functions_keep(report: &mut Report) {
    type Array = [f32; 32];
    let of = Case::new::<CmsisAll, Array>;
    let mut out = [0.0; 32];
    let mut expected = [0.0; 32];
    let x = edges::<Array>(1, report.helium);
    let angles = x.map(|x| if x.abs() < 1.0 { 1e30 } else { x * 300.0 });
    CmsisAll::sin(&angles, &mut out);
    Portable::sin(&angles, &mut expected);
    report.same(of("sin"), out, expected);
    CmsisAll::cos(&angles, &mut out);
    Portable::cos(&angles, &mut expected);
    report.same(of("cos"), out, expected);
    let zeros = core::array::from_fn(|i| if i % 2 == 0 { 0.0 } else { -0.0 });
    for y in [zeros, [f32::NAN; 32]] {
        CmsisAll::atan2(&y, &zeros, &mut out);
        Portable::atan2(&y, &zeros, &mut expected);
        report.same(of("atan2"), out, expected);
    }
    CmsisAll::relu(&x, &mut out);
    Portable::relu(&x, &mut expected);
    if report.helium {
        expected = expected.map(|y| if y.is_nan() { 0.0 } else { y });
    }
    report.same(of("relu"), out.map(|y| y + 0.0), expected); // but for the sign of zero
}
