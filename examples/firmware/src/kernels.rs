//! The kernels of a set, one by one: all those that CMSIS-DSP may serve, over vectors that are long
//! enough for it. In a model several would become one loop. The firmware calls them of `CmsisAll`;
//! `tests/bare-metal` links them of every set, to show that they cannot panic.

use core::hint::black_box;

use autodiff_runtime::{Element, Kernels, Tensor};

use super::report::{Bound, Report};

/// No multiple of a vector, so that a rest stays in Rust.
const LENGTH: usize = 38;

/// For those that go to C without a rest only.
const WHOLE: usize = 36;

/// A matrix that takes no RAM.
pub static WEIGHTS: [[f32; 64]; 8] = {
    let mut weights = [[0.0; 64]; 8];
    let (mut state, mut i) = (5_u32, 0);
    while i < 512 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        weights[i / 64][i % 64] = (state >> 8) as f32 / 8e6 - 1.0;
        i += 1;
    }
    weights
};

/// Calls the kernels over both types, or over `f32` alone where C has no other.
pub fn run<K: Kernels<f32> + Kernels<f64>>(report: &mut impl Report) {
    elementwise::<f32, K>(report);
    elementwise::<f64, K>(report);
    functions::<K>(report);
    reductions::<f32, K>(report);
    reductions::<f64, K>(report);
    vectors::<K>(report);
    products::<f32, K>(report);
    products::<f64, K>(report);
    transposes::<f32, K>(report);
    transposes::<f64, K>(report);
}

/// A name with its type in front.
macro_rules! name {
    ($E:ident, $kernel:ident) => {
        if size_of::<$E>() == size_of::<f32>() {
            concat!("f32.", stringify!($kernel))
        } else {
            concat!("f64.", stringify!($kernel))
        }
    };
}

/// Calls a kernel and its form in place.
macro_rules! both_forms {
    ($report:ident, $E:ident, $bound:expr; $($kernel:ident, $in_place:ident($x:ident $(, $rest:expr)*);)+) => {$(
        show($report, name!($E, $kernel), $bound, [<$E as Element>::ZERO; LENGTH], |out| {
            K::$kernel(black_box(&$x) $(, black_box($rest))*, out);
        });
        show($report, name!($E, $in_place), $bound, $x, |x| {
            K::$in_place(x $(, black_box($rest))*);
        });
    )+};
}

#[inline(never)]
fn elementwise<E: Element, K: Kernels<E>>(report: &mut impl Report) {
    let (x, y) = (numbers::<E, LENGTH>(1), &numbers::<E, LENGTH>(2));
    both_forms! {
        report, E, Bound::Same;
        add, add_in_place(x, y);
        sub, sub_in_place(x, y);
        mul, mul_in_place(x, y);
        neg, neg_in_place(x);
        abs, abs_in_place(x);
        scale, scale_in_place(x, E::from_f64(0.7));
        offset, offset_in_place(x, E::from_f64(0.7));
        square, square_in_place(x);
        clamp, clamp_in_place(x, E::from_f64(-0.5), E::from_f64(0.3));
        relu, relu_in_place(x);
    }
    show(report, name!(E, copy), Bound::Same, *y, |out| {
        K::copy(black_box(&x), out)
    });
    show(report, name!(E, fill), Bound::Same, *y, |out| {
        K::fill(black_box(E::from_f64(0.7)), out);
    });
}

/// Tables and polynomials, and those of C's own library.
#[inline(never)]
fn functions<K: Kernels<f32>>(report: &mut impl Report) {
    let (x, y) = (numbers::<f32, LENGTH>(1), &numbers::<f32, LENGTH>(2));
    let positive = x.map(|x| x.abs() + 0.01);
    both_forms! {
        report, f32, Bound::Fused(16);
        sin, sin_in_place(x);
        cos, cos_in_place(x);
        atan2, atan2_in_place(x, y);
    }
    both_forms! {
        report, f32, Bound::Near(16);
        exp, exp_in_place(x);
    }
    both_forms! {
        report, f32, Bound::Near(64); // Helium's is far from the last digit near 1
        ln, ln_in_place(positive);
    }
    let p = &numbers::<f32, WHOLE>(3);
    let exponentials = p.map(Element::exp);
    show(
        report,
        name!(f32, logsumexp),
        Bound::Near(16),
        [0.0; 1],
        |out| {
            *out = [K::logsumexp(black_box(p), black_box(&exponentials))];
        },
    );
}

#[inline(never)]
fn reductions<E: Element, K: Kernels<E>>(report: &mut impl Report) {
    let bound = Bound::Fused(16);
    let (x, y) = (&numbers::<E, LENGTH>(1), &numbers::<E, LENGTH>(2));
    let (p, t) = (&numbers::<E, WHOLE>(3), &numbers::<E, WHOLE>(4));
    macro_rules! numbers {
        ($($kernel:ident($($argument:ident),+);)+) => {$(
            show(report, name!(E, $kernel), bound, [E::ZERO; 1], |out| {
                *out = [K::$kernel($(black_box($argument)),+)];
            });
        )+};
    }
    numbers! {
        sum(x);
        dot(x, y);
        norm(x);
        mean(p);
        mse(p, t);
    }
}

#[inline(never)]
fn vectors<K: Kernels<f32>>(report: &mut impl Report) {
    let bound = Bound::Fused(16);
    // So large that `Cmsis` calls C on every core.
    let (w, x) = (&WEIGHTS, &numbers::<f32, 64>(6));
    show(report, name!(f32, mat_vec), bound, [0.0; 8], |out| {
        K::mat_vec(black_box(w), black_box(x), out);
    });
    let b = &numbers::<f32, 8>(7);
    show(
        report,
        name!(f32, fully_connected),
        bound,
        [0.0; 8],
        |out| {
            K::fully_connected(black_box(x), black_box(w), black_box(b), out);
        },
    );
}

#[inline(never)]
fn products<E: Element, K: Kernels<E>>(report: &mut impl Report) {
    let (a, b) = (&matrix::<E, 5, 8>(8), &matrix::<E, 8, 9>(9));
    show(
        report,
        name!(E, mat_mul),
        Bound::Fused(16),
        [[E::ZERO; 9]; 5],
        |out| {
            K::mat_mul(black_box(a), black_box(b), out);
        },
    );
}

#[inline(never)]
fn transposes<E: Element, K: Kernels<E>>(report: &mut impl Report) {
    let a = &matrix::<E, 16, 17>(10);
    show(
        report,
        name!(E, transpose),
        Bound::Same,
        [[E::ZERO; 16]; 17],
        |out| {
            K::transpose(black_box(a), out);
        },
    );
}

/// In a frame of its own, so that without optimization not all results are on the stack.
#[inline(never)]
fn show<S: Tensor>(
    report: &mut impl Report,
    name: &str,
    bound: Bound,
    mut out: S,
    write: impl FnOnce(&mut S),
) {
    write(black_box(&mut out));
    report.values(name, bound, out.as_slice());
}

/// Numbers from -1 to 1.1 with all digits, so that products are rounded, from a linear congruential
/// generator.
fn numbers<E: Element, const N: usize>(seed: u32) -> [E; N] {
    let mut state = seed;
    core::array::from_fn(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        E::from_f64(f64::from(state >> 8) / 8e6 - 1.0)
    })
}

fn matrix<E: Element, const R: usize, const C: usize>(seed: u32) -> [[E; C]; R] {
    core::array::from_fn(|row| numbers(100 * seed + row as u32))
}
