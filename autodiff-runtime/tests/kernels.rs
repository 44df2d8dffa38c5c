//! Every kernel against a naive reference in `f64`, in each of its forms.
//!
//! Kernels that go by blocks run over all lengths from 0 to 67 and over 256, so that every block and
//! tail occurs, element-wise ones over fewer; matrix kernels over sides around the sizes of the blocks.

use autodiff_runtime::{Element, Kernels, Portable, Tensor};

/// Calls `$run::<N>()` for each length.
macro_rules! for_lengths {
    ($run:ident::<$element:ty>) => {
        for_lengths!(@ $run $element;
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60
            61 62 63 64 65 66 67 256)
    };
    (@ $run:ident $element:ty; $($n:literal)+) => { $( $run::<$element, $n>(); )+ };
}

/// Calls `$run::<R, C>()` for each pair of sides.
macro_rules! for_shapes {
    ($run:ident::<$element:ty>) => {
        for_shapes!(@rows $run $element; 0 1 2 3 4 5 7 8 13)
    };
    (@rows $run:ident $element:ty; $($r:literal)+) => {
        $( for_shapes!(@columns $run $element; $r; 0 1 2 3 4 5 7 8 13); )+
    };
    (@columns $run:ident $element:ty; $r:literal; $($c:literal)+) => {
        $( $run::<$element, $r, $c>(); )+
    };
}

/// Numbers in `low..high`, the same in every run; every fifth is exactly 0 if the range allows it.
fn data<S: Tensor>(seed: u32, low: f64, high: f64) -> S {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    let mut buffer = <S as Tensor>::ZERO;
    for slot in buffer.as_mut_slice() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let unit = f64::from(state >> 8) / f64::from(1 << 24);
        if low > 0.0 || !(state >> 9).is_multiple_of(5) {
            *slot = S::Elem::from_f64(low + (high - low) * unit);
        }
    }
    buffer
}

fn wide<S: Tensor>(buffer: &S) -> Vec<f64> {
    buffer.as_slice().iter().map(|x| x.to_f64()).collect()
}

/// Rows of a matrix.
fn rows<E: Element, const R: usize, const C: usize>(a: &[[E; C]; R]) -> Vec<Vec<f64>> {
    a.iter().map(wide).collect()
}

/// Fails unless `found` is within a few roundings of `expected`, sums of terms up to `scale`.
#[track_caller]
fn close<E: Element>(found: E, expected: f64, scale: f64) {
    let tolerance = 8.0 * E::EPSILON.to_f64() * (expected.abs() + scale);
    assert!(
        (found.to_f64() - expected).abs() <= tolerance,
        "found {found}, expected {expected}"
    );
}

#[track_caller]
fn all_close<S: Tensor>(found: &S, expected: &[f64], scale: f64) {
    assert_eq!(found.as_slice().len(), expected.len());
    for (&found, &expected) in found.as_slice().iter().zip(expected) {
        close(found, expected, scale);
    }
}

/// A buffer whose old contents must not show in a result.
fn poisoned<S: Tensor>() -> S {
    let mut buffer = <S as Tensor>::ZERO;
    buffer.as_mut_slice().fill(S::Elem::from_f64(f64::NAN));
    buffer
}

/// One test for each element-wise kernel: names, operands with their ranges, and the reference.
macro_rules! elementwise {
    ($(
        $name:ident $in_place:ident $accumulate:ident
        ($first:ident in $first_range:expr $(, $array:ident in $range:expr)* $(; $($scalar:ident = $value:expr),+)?)
        => |$n:ident| $reference:expr;
    )+) => {$(
        #[test]
        fn $name() {
            fn run<E: Element, const N: usize>() {
                run_for::<[E; N]>();
            }

            fn run_for<S: Tensor>() {
                let mut seed = 0;
                let mut operand = |range: core::ops::Range<f64>| {
                    seed += 1;
                    data::<S>(seed, range.start, range.end)
                };
                let $first = operand($first_range);
                $(let $array = operand($range);)*
                $($(let $scalar = S::Elem::from_f64($value);)+)?

                let expected: Vec<f64> = {
                    let $n = S::LEN as f64;
                    $($(let $scalar = $scalar.to_f64();)+)?
                    #[allow(unused_mut)]
                    let mut operands = wide(&$first).into_iter();
                    $(let mut $array = wide(&$array).into_iter();)*
                    let _ = $n;
                    operands
                        .map(|$first| {
                            $(let $array = $array.next().unwrap();)*
                            $reference
                        })
                        .collect()
                };

                let mut out = poisoned::<S>();
                Portable::$name(&$first, $(&$array,)* $($($scalar,)+)? &mut out);
                all_close(&out, &expected, 1.0);

                let mut replaced = $first;
                Portable::$in_place(&mut replaced $(, &$array)* $($(, $scalar)+)?);
                assert_eq!(replaced, out);

                let base = data::<S>(99, -2.0, 2.0);
                let mut sum = base;
                Portable::$accumulate(&$first, $(&$array,)* $($($scalar,)+)? &mut sum);
                for ((&sum, &base), &out) in sum.as_slice().iter().zip(base.as_slice()).zip(out.as_slice()) {
                    assert_eq!(sum, base + out);
                }
            }

            for_lengths!(@ run f32; 0 1 2 3 4 5 7 8 9 15 16 17 31 33 67);
            run::<f64, 5>();
            run::<f64, 67>();
            run_for::<f32>();
            run_for::<f64>();
            run_for::<[[f32; 5]; 3]>();
            run_for::<[[f64; 3]; 7]>();
        }
    )+};
}

elementwise! {
    add add_in_place add_accumulate(x in -3.0..3.0, y in -3.0..3.0) => |n| x + y;
    sub sub_in_place sub_accumulate(x in -3.0..3.0, y in -3.0..3.0) => |n| x - y;
    mul mul_in_place mul_accumulate(x in -3.0..3.0, y in -3.0..3.0) => |n| x * y;
    div div_in_place div_accumulate(x in -3.0..3.0, y in 0.5..3.0) => |n| x / y;
    neg neg_in_place neg_accumulate(x in -3.0..3.0) => |n| -x;
    scale scale_in_place scale_accumulate(x in -3.0..3.0; a = 1.7) => |n| a * x;
    offset offset_in_place offset_accumulate(x in -3.0..3.0; b = 1.7) => |n| x + b;
    scalar_sub scalar_sub_in_place scalar_sub_accumulate(x in -3.0..3.0; s = 1.7) => |n| s - x;
    div_scalar div_scalar_in_place div_scalar_accumulate(x in -3.0..3.0; s = 1.7) => |n| x / s;
    scalar_div scalar_div_in_place scalar_div_accumulate(x in 0.5..3.0; s = 1.7) => |n| s / x;
    square square_in_place square_accumulate(x in -3.0..3.0) => |n| x * x;
    exp exp_in_place exp_accumulate(x in -3.0..3.0) => |n| x.exp();
    ln ln_in_place ln_accumulate(x in 0.1..3.0) => |n| x.ln();
    tanh tanh_in_place tanh_accumulate(x in -3.0..3.0) => |n| x.tanh();
    sigmoid sigmoid_in_place sigmoid_accumulate(x in -9.0..9.0) => |n| 1.0 / (1.0 + (-x).exp());
    relu relu_in_place relu_accumulate(x in -3.0..3.0) => |n| x.max(0.0);
    guarded_mul guarded_mul_in_place guarded_mul_accumulate(g in -3.0..3.0, y in -3.0..3.0)
        => |n| g * y;
    guarded_div guarded_div_in_place guarded_div_accumulate(g in -3.0..3.0, y in 0.5..3.0)
        => |n| g / y;
    guarded_div_scalar guarded_div_scalar_in_place guarded_div_scalar_accumulate(
        g in -3.0..3.0; s = 1.7
    ) => |n| g / s;
    div_vjp div_vjp_in_place div_vjp_accumulate(
        g in -3.0..3.0, y in 0.5..3.0, q in -3.0..3.0
    ) => |n| -g / y * q;
    square_vjp square_vjp_in_place square_vjp_accumulate(g in -3.0..3.0, x in -3.0..3.0)
        => |n| 2.0 * g * x;
    tanh_vjp tanh_vjp_in_place tanh_vjp_accumulate(g in -3.0..3.0, y in -1.0..1.0)
        => |n| g * (1.0 - y * y);
    sigmoid_vjp sigmoid_vjp_in_place sigmoid_vjp_accumulate(g in -3.0..3.0, y in 0.1..0.9)
        => |n| g * y * (1.0 - y);
    relu_vjp relu_vjp_in_place relu_vjp_accumulate(g in -3.0..3.0, y in -3.0..3.0)
        => |n| if y > 0.0 { g } else { 0.0 };
    quadratic_error_vjp quadratic_error_vjp_in_place quadratic_error_vjp_accumulate(
        p in -3.0..3.0, t in -3.0..3.0; s = 1.7
    ) => |n| 2.0 * s * (p - t);
    mse_vjp mse_vjp_in_place mse_vjp_accumulate(p in -3.0..3.0, t in -3.0..3.0; s = 1.7)
        => |n| 2.0 * s / n * (p - t);
    cross_entropy_vjp cross_entropy_vjp_in_place cross_entropy_vjp_accumulate(
        p in 0.1..1.0, t in -1.0..1.0; s = 1.7
    ) => |n| -s * t / p;
    variance_vjp variance_vjp_in_place variance_vjp_accumulate(x in -3.0..3.0; m = 0.3, s = 1.7)
        => |n| 2.0 * s / n * (x - m);
    sqrt sqrt_in_place sqrt_accumulate(x in 0.1..3.0) => |n| x.sqrt();
    recip recip_in_place recip_accumulate(x in 0.5..3.0) => |n| 1.0 / x;
    abs abs_in_place abs_accumulate(x in -3.0..3.0) => |n| x.abs();
    clamp clamp_in_place clamp_accumulate(x in -3.0..3.0; lo = -1.0, hi = 1.5)
        => |n| x.clamp(lo, hi);
    maximum maximum_in_place maximum_accumulate(x in -3.0..3.0, y in -3.0..3.0) => |n| x.max(y);
    minimum minimum_in_place minimum_accumulate(x in -3.0..3.0, y in -3.0..3.0) => |n| x.min(y);
    sin sin_in_place sin_accumulate(x in -9.0..9.0) => |n| x.sin();
    cos cos_in_place cos_accumulate(x in -9.0..9.0) => |n| x.cos();
    hypot hypot_in_place hypot_accumulate(x in -3.0..3.0, y in -3.0..3.0) => |n| x.hypot(y);
    atan2 atan2_in_place atan2_accumulate(y in -3.0..3.0, x in -3.0..3.0) => |n| y.atan2(x);
    leaky_relu leaky_relu_in_place leaky_relu_accumulate(x in -3.0..3.0; k = 0.2)
        => |n| if x > 0.0 { x } else { k * x };
    softplus softplus_in_place softplus_accumulate(x in -9.0..9.0) => |n| x.exp().ln_1p();
    silu silu_in_place silu_accumulate(x in -9.0..9.0) => |n| x / (1.0 + (-x).exp());
    guarded_scale guarded_scale_in_place guarded_scale_accumulate(x in -3.0..3.0; a = 1.7)
        => |n| a * x;
    masked_scalar masked_scalar_in_place masked_scalar_accumulate(g in -3.0..3.0; c = 1.7)
        => |n| if c == 0.0 { 0.0 } else { g };
    sqrt_vjp sqrt_vjp_in_place sqrt_vjp_accumulate(g in -3.0..3.0, y in 0.5..3.0)
        => |n| g / (2.0 * y);
    recip_vjp recip_vjp_in_place recip_vjp_accumulate(g in -3.0..3.0, y in 0.5..3.0)
        => |n| -g * y * y;
    abs_vjp abs_vjp_in_place abs_vjp_accumulate(g in -3.0..3.0, x in -3.0..3.0)
        => |n| if x == 0.0 { 0.0 } else { g * x.signum() };
    clamp_vjp clamp_vjp_in_place clamp_vjp_accumulate(
        g in -3.0..3.0, x in -3.0..3.0; lo = -1.0, hi = 1.5
    ) => |n| if (lo..=hi).contains(&x) { g } else { 0.0 };
    maximum_vjp maximum_vjp_in_place maximum_vjp_accumulate(
        g in -3.0..3.0, x in -3.0..3.0, y in -3.0..3.0
    ) => |n| g * (0.5 + 0.5 * if x == y { 0.0 } else { (x - y).signum() });
    sin_vjp sin_vjp_in_place sin_vjp_accumulate(g in -3.0..3.0, x in -9.0..9.0) => |n| g * x.cos();
    cos_vjp cos_vjp_in_place cos_vjp_accumulate(g in -3.0..3.0, x in -9.0..9.0)
        => |n| -g * x.sin();
    hypot_vjp hypot_vjp_in_place hypot_vjp_accumulate(g in -3.0..3.0, x in -3.0..3.0, q in 0.5..3.0)
        => |n| g * x / q;
    atan2_vjp_y atan2_vjp_y_in_place atan2_vjp_y_accumulate(
        g in -3.0..3.0, x in -3.0..3.0, q in 0.5..3.0
    ) => |n| g * x / (q * q);
    atan2_vjp_x atan2_vjp_x_in_place atan2_vjp_x_accumulate(
        g in -3.0..3.0, y in -3.0..3.0, q in 0.5..3.0
    ) => |n| -g * y / (q * q);
    leaky_relu_vjp leaky_relu_vjp_in_place leaky_relu_vjp_accumulate(
        g in -3.0..3.0, x in -3.0..3.0; k = 0.2
    ) => |n| if x > 0.0 { g } else { k * g };
    softplus_vjp softplus_vjp_in_place softplus_vjp_accumulate(g in -3.0..3.0, y in 0.1..3.0)
        => |n| g * (1.0 - (-y).exp());
    silu_vjp silu_vjp_in_place silu_vjp_accumulate(g in -3.0..3.0, x in -9.0..9.0)
        => |n| {
        let sigmoid = 1.0 / (1.0 + (-x).exp());
        g * sigmoid * (1.0 + x * (1.0 - sigmoid))
    };
    huber_vjp huber_vjp_in_place huber_vjp_accumulate(
        p in -3.0..3.0, t in -3.0..3.0; delta = 0.8, s = 1.7
    ) => |n| s * (p - t).clamp(-delta, delta);
    binary_cross_entropy_vjp binary_cross_entropy_vjp_in_place binary_cross_entropy_vjp_accumulate(
        p in 0.1..0.9, t in 0.0..1.0; s = 1.7
    ) => |n| s * (p - t) / (p * (1.0 - p));
    norm_vjp norm_vjp_in_place norm_vjp_accumulate(x in -3.0..3.0; y = 2.3, s = 1.7)
        => |n| s * x / y;
    std_vjp std_vjp_in_place std_vjp_accumulate(x in -3.0..3.0; m = 0.3, y = 1.2, s = 1.7)
        => |n| s * (x - m) / (n * y);
}

#[test]
fn sums() {
    fn run<E: Element, const N: usize>() {
        let (x, y) = (data::<[E; N]>(1, -3.0, 3.0), data::<[E; N]>(2, -3.0, 3.0));
        let (wide_x, wide_y) = (wide(&x), wide(&y));
        let pairs = || wide_x.iter().zip(&wide_y);
        let scale = 9.0 * N as f64;
        close(Portable::sum(&x), wide_x.iter().sum(), scale);
        close(
            Portable::dot(&x, &y),
            pairs().map(|(x, y)| x * y).sum(),
            scale,
        );
        let squares: f64 = pairs().map(|(x, y)| (x - y) * (x - y)).sum();
        close(Portable::quadratic_error(&x, &y), squares, scale);
    }
    for_lengths!(run::<f32>);
    for_lengths!(run::<f64>);
    assert!(Portable::sum(&[0.0_f32; 0]).is_sign_positive());
    assert!(Portable::dot(&[0.0_f32; 0], &[]).is_sign_positive());
    assert_eq!(
        Portable::dot(&[[1.0_f32, 2.0, 3.0]; 3], &[[1.0, 0.0, 1.0]; 3]),
        12.0
    );
    assert_eq!(Portable::dot(&2.0_f32, &3.0), 6.0);
}

/// Lengths without 0, which does not compile.
macro_rules! for_positive_lengths {
    ($run:ident::<$element:ty>) => {
        for_lengths!(@ $run $element;
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61
            62 63 64 65 66 67 256)
    };
}

#[test]
fn means() {
    fn run<E: Element, const N: usize>() {
        let (x, y) = (data::<[E; N]>(1, -3.0, 3.0), data::<[E; N]>(2, -3.0, 3.0));
        let (wide_x, wide_y) = (wide(&x), wide(&y));
        let n = N as f64;
        let mean = wide_x.iter().sum::<f64>() / n;
        close(Portable::mean(&x), mean, 0.5);
        let variance = wide_x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        close(Portable::variance(&x, Portable::mean(&x)), variance, 0.5);
        let mse = wide_x
            .iter()
            .zip(&wide_y)
            .map(|(x, y)| (x - y) * (x - y))
            .sum::<f64>()
            / n;
        close(Portable::mse(&x, &y), mse, 0.5);
    }
    for_positive_lengths!(run::<f32>);
    for_positive_lengths!(run::<f64>);
}

#[test]
fn softmax() {
    fn run<E: Element, const N: usize>() {
        let z = data::<[E; N]>(1, -6.0, 6.0);
        let (g, t) = (data::<[E; N]>(2, -3.0, 3.0), data::<[E; N]>(3, -1.0, 2.0));
        let (wide_z, wide_g, wide_t) = (wide(&z), wide(&g), wide(&t));
        let sum: f64 = wide_z.iter().map(|z| z.exp()).sum();
        let probability: Vec<f64> = wide_z.iter().map(|z| z.exp() / sum).collect();

        let mut p = poisoned::<[E; N]>();
        Portable::softmax(&z, &mut p);
        all_close(&p, &probability, 0.01);
        let mut replaced = z;
        Portable::softmax_in_place(&mut replaced);
        assert_eq!(replaced, p);

        let mean: f64 = wide_g.iter().zip(&probability).map(|(g, p)| g * p).sum();
        let adjoint: Vec<f64> = wide_g
            .iter()
            .zip(&probability)
            .map(|(g, p)| p * (g - mean))
            .collect();
        both_forms(
            &adjoint,
            |out| Portable::softmax_vjp(&g, &p, out),
            |out| Portable::softmax_vjp_accumulate(&g, &p, out),
        );
        let mut replaced = g;
        Portable::softmax_vjp_in_place(&mut replaced, &p);
        all_close(&replaced, &adjoint, 1.0);

        let loss: f64 = wide_t
            .iter()
            .zip(&wide_z)
            .map(|(t, z)| t * (sum.ln() - z))
            .sum();
        close(
            Portable::softmax_cross_entropy(&z, &p, &t),
            loss,
            2.0 * N as f64,
        );
        let s = E::from_f64(1.5);
        let total: f64 = wide_t.iter().sum();
        let adjoint: Vec<f64> = wide_t
            .iter()
            .zip(&probability)
            .map(|(t, p)| 1.5 * (total * p - t))
            .collect();
        both_forms(
            &adjoint,
            |out| Portable::softmax_cross_entropy_vjp(&p, &t, s, out),
            |out| Portable::softmax_cross_entropy_vjp_accumulate(&p, &t, s, out),
        );
        let mut replaced = p;
        Portable::softmax_cross_entropy_vjp_in_place(&mut replaced, &t, s);
        all_close(&replaced, &adjoint, 4.0);

        let loss: f64 = wide_t
            .iter()
            .zip(&probability)
            .map(|(t, p)| -t * p.max(1e-7).ln())
            .sum();
        close(Portable::cross_entropy(&p, &t), loss, 4.0 * N as f64);
    }
    for_positive_lengths!(run::<f32>);
    for_positive_lengths!(run::<f64>);
}

/// Checks the form that writes and the form that adds; the first must not read `out`.
#[track_caller]
fn both_forms<S: Tensor>(expected: &[f64], write: impl Fn(&mut S), accumulate: impl Fn(&mut S)) {
    let scale = 50.0;
    let mut out = poisoned::<S>();
    write(&mut out);
    all_close(&out, expected, scale);
    let base = data::<S>(99, -2.0, 2.0);
    let mut sum = base;
    accumulate(&mut sum);
    let expected: Vec<f64> = wide(&base)
        .iter()
        .zip(expected)
        .map(|(a, b)| a + b)
        .collect();
    all_close(&sum, &expected, scale);
}

#[test]
fn fills() {
    fn run<E: Element, const N: usize>() {
        let v = E::from_f64(1.7);
        both_forms::<[E; N]>(
            &[v.to_f64(); N],
            |out| Portable::fill(v, out),
            |out| Portable::fill_accumulate(v, out),
        );
        both_forms::<[E; N]>(
            &[v.to_f64() / N as f64; N],
            |out| Portable::fill_mean(v, out),
            |out| Portable::fill_mean_accumulate(v, out),
        );
        let x = data::<[E; N]>(1, -3.0, 3.0);
        let mut out = poisoned();
        Portable::copy(&x, &mut out);
        assert_eq!(out, x);
    }
    for_lengths!(run::<f32>);
    run::<f64, 5>();
}

#[test]
fn matrix_with_vector() {
    fn run<E: Element, const R: usize, const C: usize>() {
        let w = data::<[[E; C]; R]>(1, -3.0, 3.0);
        let (x, g) = (data::<[E; C]>(2, -3.0, 3.0), data::<[E; R]>(3, -3.0, 3.0));
        let b = data::<[E; R]>(4, -3.0, 3.0);
        let (wide_w, wide_x, wide_g, wide_b) = (rows(&w), wide(&x), wide(&g), wide(&b));

        let product: Vec<f64> = (0..R)
            .map(|r| (0..C).map(|c| wide_w[r][c] * wide_x[c]).sum())
            .collect();
        both_forms(
            &product,
            |out| Portable::mat_vec(&w, &x, out),
            |out| Portable::mat_vec_accumulate(&w, &x, out),
        );
        let layer: Vec<f64> = product.iter().zip(&wide_b).map(|(p, b)| p + b).collect();
        both_forms(
            &layer,
            |out| Portable::fully_connected(&x, &w, &b, out),
            |out| Portable::fully_connected_accumulate(&x, &w, &b, out),
        );
        let transposed: Vec<f64> = (0..C)
            .map(|c| (0..R).map(|r| wide_w[r][c] * wide_g[r]).sum())
            .collect();
        both_forms(
            &transposed,
            |out| Portable::mat_vec_transposed(&w, &g, out),
            |out| Portable::mat_vec_transposed_accumulate(&w, &g, out),
        );
        let outer: Vec<f64> = (0..R * C).map(|i| wide_g[i / C] * wide_x[i % C]).collect();
        both_forms::<[[E; C]; R]>(
            &outer,
            |out| Portable::outer(&g, &x, out),
            |out| Portable::outer_accumulate(&g, &x, out),
        );

        // The same of numbers.
        both_forms::<[E; R]>(
            &product,
            |out| Portable::guarded_mat_vec(&w, &x, out),
            |out| Portable::guarded_mat_vec_accumulate(&w, &x, out),
        );
        both_forms::<[E; C]>(
            &transposed,
            |out| Portable::guarded_mat_vec_transposed(&w, &g, out),
            |out| Portable::guarded_mat_vec_transposed_accumulate(&w, &g, out),
        );
        both_forms::<[[E; C]; R]>(
            &outer,
            |out| Portable::guarded_outer(&g, &x, out),
            |out| Portable::guarded_outer_accumulate(&g, &x, out),
        );
    }
    for_shapes!(run::<f32>);
    run::<f64, 5, 7>();
    run::<f64, 10, 67>();
}

#[test]
fn axes() {
    fn run<E: Element, const R: usize, const C: usize>() {
        let a = data::<[[E; C]; R]>(1, -3.0, 3.0);
        let (row, column) = (data::<[E; C]>(2, -3.0, 3.0), data::<[E; R]>(3, -3.0, 3.0));
        let (wide_a, wide_row, wide_column) = (rows(&a), wide(&row), wide(&column));

        let transpose: Vec<f64> = (0..C * R).map(|i| wide_a[i % R][i / R]).collect();
        both_forms::<[[E; R]; C]>(
            &transpose,
            |out| Portable::transpose(&a, out),
            |out| Portable::transpose_accumulate(&a, out),
        );
        let row_sums: Vec<f64> = (0..C).map(|c| (0..R).map(|r| wide_a[r][c]).sum()).collect();
        both_forms(
            &row_sums,
            |out| Portable::sum_rows(&a, out),
            |out| Portable::sum_rows_accumulate(&a, out),
        );
        let column_sums: Vec<f64> = wide_a.iter().map(|row| row.iter().sum()).collect();
        both_forms(
            &column_sums,
            |out| Portable::sum_columns(&a, out),
            |out| Portable::sum_columns_accumulate(&a, out),
        );
        let repeated: Vec<f64> = (0..R * C).map(|i| wide_row[i % C]).collect();
        both_forms::<[[E; C]; R]>(
            &repeated,
            |out| Portable::repeat_rows(&row, out),
            |out| Portable::repeat_rows_accumulate(&row, out),
        );
        let shares: Vec<f64> = repeated.iter().map(|g| g / R as f64).collect();
        both_forms::<[[E; C]; R]>(
            &shares,
            |out| Portable::mean_rows_vjp(&row, out),
            |out| Portable::mean_rows_vjp_accumulate(&row, out),
        );
        let repeated: Vec<f64> = (0..R * C).map(|i| wide_column[i / C]).collect();
        both_forms::<[[E; C]; R]>(
            &repeated,
            |out| Portable::repeat_columns(&column, out),
            |out| Portable::repeat_columns_accumulate(&column, out),
        );
        let shares: Vec<f64> = repeated.iter().map(|g| g / C as f64).collect();
        both_forms::<[[E; C]; R]>(
            &shares,
            |out| Portable::mean_columns_vjp(&column, out),
            |out| Portable::mean_columns_vjp_accumulate(&column, out),
        );
    }
    for_shapes!(run::<f32>);
    run::<f64, 5, 7>();
}

#[test]
fn means_along_axes() {
    fn run<E: Element, const R: usize, const C: usize>() {
        let a = data::<[[E; C]; R]>(1, -3.0, 3.0);
        let wide_a = rows(&a);
        let row_means: Vec<f64> = (0..C)
            .map(|c| (0..R).map(|r| wide_a[r][c]).sum::<f64>() / R as f64)
            .collect();
        both_forms(
            &row_means,
            |out| Portable::mean_rows(&a, out),
            |out| Portable::mean_rows_accumulate(&a, out),
        );
        let column_means: Vec<f64> = wide_a
            .iter()
            .map(|row| row.iter().sum::<f64>() / C as f64)
            .collect();
        both_forms(
            &column_means,
            |out| Portable::mean_columns(&a, out),
            |out| Portable::mean_columns_accumulate(&a, out),
        );
    }
    macro_rules! run {
        ($($r:literal $c:literal;)+) => {$( run::<f32, $r, $c>(); run::<f64, $r, $c>(); )+};
    }
    run! { 1 1; 1 9; 9 1; 2 8; 3 17; 8 8; 16 7; 20 67; 67 20; }
}

#[test]
fn matrix_with_matrix() {
    fn run<E: Element, const R: usize, const K: usize, const C: usize>() {
        let (a, b) = (
            data::<[[E; K]; R]>(1, -3.0, 3.0),
            data::<[[E; C]; K]>(2, -3.0, 3.0),
        );
        let (wide_a, wide_b) = (rows(&a), rows(&b));
        let product: Vec<f64> = (0..R * C)
            .map(|i| (0..K).map(|k| wide_a[i / C][k] * wide_b[k][i % C]).sum())
            .collect();
        both_forms::<[[E; C]; R]>(
            &product,
            |out| Portable::mat_mul(&a, &b, out),
            |out| Portable::mat_mul_accumulate(&a, &b, out),
        );
        let mut b_transposed = [[E::ZERO; K]; C];
        Portable::transpose(&b, &mut b_transposed);
        both_forms::<[[E; C]; R]>(
            &product,
            |out| Portable::mat_mul_nt(&a, &b_transposed, out),
            |out| Portable::mat_mul_nt_accumulate(&a, &b_transposed, out),
        );
        let mut a_transposed = [[E::ZERO; R]; K];
        Portable::transpose(&a, &mut a_transposed);
        both_forms::<[[E; C]; R]>(
            &product,
            |out| Portable::mat_mul_tn(&a_transposed, &b, out),
            |out| Portable::mat_mul_tn_accumulate(&a_transposed, &b, out),
        );
        both_forms(
            &product,
            |out| Portable::guarded_mat_mul(&a, &b, out),
            |out| Portable::guarded_mat_mul_accumulate(&a, &b, out),
        );
        both_forms(
            &product,
            |out| Portable::guarded_mat_mul_nt(&a, &b_transposed, out),
            |out| Portable::guarded_mat_mul_nt_accumulate(&a, &b_transposed, out),
        );
        both_forms(
            &product,
            |out| Portable::guarded_mat_mul_tn(&a_transposed, &b, out),
            |out| Portable::guarded_mat_mul_tn_accumulate(&a_transposed, &b, out),
        );
    }
    macro_rules! run {
        ($($r:literal $k:literal $c:literal;)+) => {$(
            run::<f32, $r, $k, $c>();
            run::<f64, $r, $k, $c>();
        )+};
    }
    run! {
        0 3 2; 3 0 2; 3 2 0; 0 0 0; 1 1 1; 1 5 1; 5 1 5; 2 3 2; 4 4 4; 5 3 2; 3 5 7; 8 8 8; 9 7 5;
        13 11 17; 16 16 16; 17 20 33;
    }
}

#[test]
fn powers() {
    fn run<E: Element, const N: usize>() {
        let (g, x) = (data::<[E; N]>(1, -3.0, 3.0), data::<[E; N]>(2, 0.5, 2.0));
        let (wide_g, wide_x) = (wide(&g), wide(&x));
        for k in [-7, -2, -1, 0, 1, 2, 3, 5, 10] {
            let power: Vec<f64> = wide_x.iter().map(|x| x.powi(k)).collect();
            both_forms(
                &power,
                |out| Portable::powi(&x, k, out),
                |out| Portable::powi_accumulate(&x, k, out),
            );
            let mut replaced = x;
            Portable::powi_in_place(&mut replaced, k);
            all_close(&replaced, &power, 1.0);

            let adjoint: Vec<f64> = wide_g
                .iter()
                .zip(&wide_x)
                .map(|(g, x)| g * f64::from(k) * x.powi(k - 1))
                .collect();
            both_forms(
                &adjoint,
                |out| Portable::powi_vjp(&g, &x, k, out),
                |out| Portable::powi_vjp_accumulate(&g, &x, k, out),
            );
            let mut replaced = g;
            Portable::powi_vjp_in_place(&mut replaced, &x, k);
            all_close(&replaced, &adjoint, 1.0);
        }
    }
    for_lengths!(@ run f32; 0 1 2 3 5 8 67);
    run::<f64, 5>();
}

#[test]
fn products_and_norms() {
    fn run<E: Element, const N: usize>() {
        let x = data::<[E; N]>(1, 0.7, 1.3);
        let wide_x = wide(&x);
        let product: f64 = wide_x.iter().product();
        let relative = |found: E, expected: f64| {
            let error = (found.to_f64() / expected - 1.0).abs();
            assert!(
                error <= E::EPSILON.to_f64() * (N + 1) as f64,
                "{found}, {expected}"
            );
        };
        relative(Portable::product(&x), product);
        let mut adjoint = poisoned::<[E; N]>();
        Portable::product_vjp(&x, E::from_f64(1.5), &mut adjoint);
        for (found, x) in adjoint.into_iter().zip(&wide_x) {
            relative(found, 1.5 * product / x);
        }

        let x = data::<[E; N]>(2, -3.0, 3.0);
        let norm = wide(&x).iter().map(|x| x * x).sum::<f64>().sqrt();
        close(Portable::norm(&x), norm, 0.0);
    }
    for_lengths!(run::<f32>);
    for_lengths!(run::<f64>);
    assert_eq!(Portable::product(&[0.0_f32; 0]), 1.0);
    assert_eq!(Portable::norm(&[0.0_f32; 0]).to_bits(), 0);
    assert_eq!(Portable::product(&[[2.0_f32, 3.0], [0.5, 4.0]]), 12.0);
    assert_eq!(Portable::norm(&[[1.0_f64, 1.0], [1.0, 1.0]]), 2.0);
    assert_eq!(Portable::norm(&-3.0_f32), 3.0);
}

#[test]
fn extremes() {
    fn run<E: Element, const N: usize>() {
        let x = data::<[E; N]>(1, -3.0, 3.0);
        let wide_x = wide(&x);
        let s = E::from_f64(1.5);
        for (y, expected) in [
            (
                Portable::max(&x),
                wide_x.iter().copied().fold(f64::MIN, f64::max),
            ),
            (
                Portable::min(&x),
                wide_x.iter().copied().fold(f64::MAX, f64::min),
            ),
        ] {
            assert_eq!(y.to_f64(), expected);
            let first = wide_x.iter().position(|x| *x == expected);
            let adjoint: Vec<f64> = (0..N)
                .map(|i| if Some(i) == first { 1.5 } else { 0.0 })
                .collect();
            both_forms::<[E; N]>(
                &adjoint,
                |out| Portable::extreme_vjp(&x, y, s, out),
                |out| Portable::extreme_vjp_accumulate(&x, y, s, out),
            );
        }
    }
    for_positive_lengths!(run::<f32>);
    run::<f64, 67>();
    assert_eq!(Portable::max(&[[1.0_f32, 4.0], [-9.0, 2.0]]), 4.0);
    assert_eq!(Portable::min(&-3.0_f64), -3.0);
}

/// Lengths from 2.
macro_rules! for_samples {
    ($run:ident::<$element:ty>) => {
        for_lengths!(@ $run $element; 2 3 4 5 6 7 8 9 15 16 17 31 32 33 66 67 256)
    };
}

#[test]
fn deviations() {
    fn run<E: Element, const N: usize>() {
        let x = data::<[E; N]>(1, -3.0, 3.0);
        let wide_x = wide(&x);
        let n = N as f64;
        let mean = wide_x.iter().sum::<f64>() / n;
        let squares: f64 = wide_x.iter().map(|x| (x - mean) * (x - mean)).sum();
        let m = Portable::mean(&x);
        close(Portable::std(&x, m), (squares / n).sqrt(), 0.5);
        close(Portable::sample_variance(&x, m), squares / (n - 1.0), 0.5);
        close(
            Portable::sample_std(&x, m),
            (squares / (n - 1.0)).sqrt(),
            0.5,
        );

        let (y, s) = (E::from_f64(1.25), E::from_f64(1.5));
        let slope = |factor: f64| -> Vec<f64> {
            let m = m.to_f64();
            wide_x
                .iter()
                .map(|x| factor / (n - 1.0) * (x - m))
                .collect()
        };
        both_forms(
            &slope(3.0),
            |out| Portable::sample_variance_vjp(&x, m, s, out),
            |out| Portable::sample_variance_vjp_accumulate(&x, m, s, out),
        );
        both_forms(
            &slope(1.5 / 1.25),
            |out| Portable::sample_std_vjp(&x, m, y, s, out),
            |out| Portable::sample_std_vjp_accumulate(&x, m, y, s, out),
        );
        let mut replaced = x;
        Portable::sample_variance_vjp_in_place(&mut replaced, m, s);
        all_close(&replaced, &slope(3.0), 1.0);
        let mut replaced = x;
        Portable::sample_std_vjp_in_place(&mut replaced, m, y, s);
        all_close(&replaced, &slope(1.5 / 1.25), 1.0);
    }
    for_samples!(run::<f32>);
    for_samples!(run::<f64>);
}

#[test]
fn logarithms_of_sums() {
    fn run<E: Element, const N: usize>() {
        let (x, g) = (data::<[E; N]>(1, -6.0, 6.0), data::<[E; N]>(2, -3.0, 3.0));
        let (wide_x, wide_g) = (wide(&x), wide(&g));
        let log_sum = wide_x.iter().map(|x| x.exp()).sum::<f64>().ln();
        let mut softmax = x;
        Portable::softmax_in_place(&mut softmax);
        close(Portable::logsumexp(&x, &softmax), log_sum, 1.0);

        let expected: Vec<f64> = wide_x.iter().map(|x| x - log_sum).collect();
        let mut y = poisoned::<[E; N]>();
        Portable::log_softmax(&x, &mut y);
        all_close(&y, &expected, 4.0);
        let mut replaced = x;
        Portable::log_softmax_in_place(&mut replaced);
        assert_eq!(replaced, y);

        let total: f64 = wide_g.iter().sum();
        let adjoint: Vec<f64> = wide_g
            .iter()
            .zip(&expected)
            .map(|(g, y)| g - y.exp() * total)
            .collect();
        both_forms(
            &adjoint,
            |out| Portable::log_softmax_vjp(&g, &y, out),
            |out| Portable::log_softmax_vjp_accumulate(&g, &y, out),
        );
        let mut replaced = g;
        Portable::log_softmax_vjp_in_place(&mut replaced, &y);
        all_close(&replaced, &adjoint, 50.0);
    }
    for_positive_lengths!(run::<f32>);
    for_positive_lengths!(run::<f64>);
}

#[test]
fn losses() {
    fn run<E: Element, const N: usize>() {
        let (p, t) = (data::<[E; N]>(1, 0.05, 0.95), data::<[E; N]>(2, 0.0, 1.0));
        let (wide_p, wide_t) = (wide(&p), wide(&t));
        let pairs = || wide_p.iter().zip(&wide_t);
        let loss: f64 = pairs()
            .map(|(p, t)| -t * p.ln() - (1.0 - t) * (1.0 - p).ln())
            .sum();
        close(Portable::binary_cross_entropy(&p, &t), loss, N as f64);
        let loss: f64 = pairs()
            .map(|(p, t)| {
                let d = (p - t).abs();
                if d <= 0.25 {
                    0.5 * d * d
                } else {
                    0.25 * (d - 0.125)
                }
            })
            .sum();
        close(Portable::huber(&p, &t, E::from_f64(0.25)), loss, N as f64);
    }
    for_lengths!(run::<f32>);
    for_lengths!(run::<f64>);
    assert_eq!(
        Portable::huber(&[[3.0_f32], [0.0]], &[[0.0], [0.5]], 1.0),
        2.5 + 0.125
    );
    assert_eq!(Portable::huber(&3.0_f64, &0.0, 1.0), 2.5);
}

#[test]
fn concatenations() {
    fn run<E: Element, const N: usize, const M: usize, const L: usize>() {
        let (x, y) = (data::<[E; N]>(1, -3.0, 3.0), data::<[E; M]>(2, -3.0, 3.0));
        let joined = [wide(&x), wide(&y)].concat();
        both_forms::<[E; L]>(
            &joined,
            |out| Portable::concat(&x, &y, out),
            |out| Portable::concat_accumulate(&x, &y, out),
        );
        let mut both = poisoned::<[E; L]>();
        Portable::concat(&x, &y, &mut both);
        both_forms::<[E; N]>(
            &wide(&x),
            |out| Portable::head(&both, out),
            |out| Portable::head_accumulate(&both, out),
        );
        both_forms::<[E; M]>(
            &wide(&y),
            |out| Portable::tail(&both, out),
            |out| Portable::tail_accumulate(&both, out),
        );
    }
    run::<f32, 0, 0, 0>();
    run::<f32, 0, 3, 3>();
    run::<f32, 3, 0, 3>();
    run::<f32, 1, 1, 2>();
    run::<f32, 5, 8, 13>();
    run::<f64, 8, 5, 13>();
    run::<f64, 33, 34, 67>();
}

#[test]
fn rows_and_columns() {
    fn run<E: Element, const R: usize, const C: usize>() {
        let a = data::<[[E; C]; R]>(1, -3.0, 3.0);
        let wide_a = rows(&a);
        for (i, expected) in wide_a.iter().enumerate() {
            both_forms::<[E; C]>(
                expected,
                |out| Portable::row(&a, i, out),
                |out| Portable::row_accumulate(&a, i, out),
            );
            let g = data::<[E; C]>(2, -3.0, 3.0);
            let adjoint: Vec<f64> = (0..R)
                .flat_map(|r| if r == i { wide(&g) } else { vec![0.0; C] })
                .collect();
            both_forms::<[[E; C]; R]>(
                &adjoint,
                |out| Portable::row_vjp(&g, i, out),
                |out| Portable::row_vjp_accumulate(&g, i, out),
            );
        }
        for i in 0..C {
            let column: Vec<f64> = wide_a.iter().map(|row| row[i]).collect();
            both_forms::<[E; R]>(
                &column,
                |out| Portable::column(&a, i, out),
                |out| Portable::column_accumulate(&a, i, out),
            );
            let g = data::<[E; R]>(2, -3.0, 3.0);
            let adjoint: Vec<f64> = wide(&g)
                .iter()
                .flat_map(|g| {
                    (0..C)
                        .map(|c| if c == i { *g } else { 0.0 })
                        .collect::<Vec<_>>()
                })
                .collect();
            both_forms::<[[E; C]; R]>(
                &adjoint,
                |out| Portable::column_vjp(&g, i, out),
                |out| Portable::column_vjp_accumulate(&g, i, out),
            );
        }
    }
    for_shapes!(run::<f32>);
    run::<f64, 5, 7>();
}
