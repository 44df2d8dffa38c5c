//! Loops of the portable kernels.
//!
//! All are inlined into callers whose lengths are const, so that blocks, tails and empty cases are
//! decided when compiling. Iterators and slice patterns stand in for indices: no bound is checked
//! at run time. `write` stores or adds a result, so that one loop serves both forms of a kernel.

use crate::{Element, Tensor, scalar};

/// Partial sums of a long sum.
const LANES: usize = 4;

/// Rows of a matrix that are multiplied together by one vector.
const ROWS: usize = 4;

/// Columns of a matrix that are summed together.
const COLUMNS: usize = 8;

/// Start of a sum. Unlike +0 it vanishes when the compiler adds it to the first term.
#[inline]
fn nothing<E: Element>() -> E {
    -E::ZERO
}

/// Adds to the partial sums. Written out, since loops of four are not when optimizing for size.
#[inline]
fn add<E: Element>([a, b, c, d]: &mut [E; LANES], [p, q, r, s]: [E; LANES]) {
    *a += p;
    *b += q;
    *c += r;
    *d += s;
}

/// Total of the partial sums.
#[inline]
fn total<E: Element>([a, b, c, d]: [E; LANES]) -> E {
    (a + b) + (c + d)
}

/// `Σ f(x)`; 0 of no element.
#[inline]
pub(super) fn sum_by<E: Element, S: Tensor<Elem = E>>(x: &S, f: impl Fn(E) -> E) -> E {
    if S::LEN == 0 {
        return E::ZERO;
    }
    let (blocks, tail) = x.as_slice().as_chunks::<LANES>();
    let mut lanes = [nothing::<E>(); LANES];
    for &[p, q, r, s] in blocks {
        add(&mut lanes, [f(p), f(q), f(r), f(s)]);
    }
    tail.iter().fold(total(lanes), |sum, &x| sum + f(x))
}

/// `Σ f(x, y)`; 0 of no element.
#[inline]
pub(super) fn sum_by_pairs<E: Element, S: Tensor<Elem = E>>(
    x: &S,
    y: &S,
    f: impl Fn(E, E) -> E,
) -> E {
    if S::LEN == 0 {
        return E::ZERO;
    }
    let (x_blocks, x_tail) = x.as_slice().as_chunks::<LANES>();
    let (y_blocks, y_tail) = y.as_slice().as_chunks::<LANES>();
    let mut lanes = [nothing::<E>(); LANES];
    for (&[p, q, r, s], &[t, u, v, w]) in x_blocks.iter().zip(y_blocks) {
        add(&mut lanes, [f(p, t), f(q, u), f(r, v), f(s, w)]);
    }
    let tail = x_tail.iter().zip(y_tail);
    tail.fold(total(lanes), |sum, (&x, &y)| sum + f(x, y))
}

/// Mean in two passes. The first scales each term, so that the sum cannot overflow; the second
/// takes away the rounding of the first.
#[inline]
pub(super) fn mean<E: Element, S: Tensor<Elem = E>>(x: &S) -> E {
    let share = E::ONE / E::from_usize(S::LEN);
    refined_mean(x, sum_by(x, |x| share * x))
}

/// The second pass of [`mean`].
#[inline]
pub(super) fn refined_mean<E: Element, S: Tensor<Elem = E>>(x: &S, mean: E) -> E {
    refined(mean, sum_by(x, |x| x - mean) / E::from_usize(S::LEN))
}

/// Population variance about the mean `m`, which may be off by its rounding.
#[inline]
pub(super) fn variance<E: Element, S: Tensor<Elem = E>>(x: &S, m: E) -> E {
    let n = E::from_usize(S::LEN);
    let square = |x: E| (x - m) * (x - m);
    let bias = sum_by(x, |x| x - m) / n;
    let squares = sum_by(x, square) / n;
    // As in `mean`, a further pass takes away the rounding of the sum.
    let squares = refined(squares, sum_by(x, |x| square(x) - squares) / n);
    // Squares that overflowed stay infinite: the bias may be so too, or no number.
    let variance = refined(squares, -(bias * bias));
    if variance < E::ZERO {
        E::ZERO
    } else {
        variance
    }
}

/// Sample variance about the mean `m`, as [`variance`].
#[inline]
pub(super) fn sample_variance<E: Element, S: Tensor<Elem = E>>(x: &S, m: E) -> E {
    let variance = variance(x, m);
    // N/(N-1) = 1 + 1/(N-1)
    variance + variance / (E::from_usize(S::LEN) - E::ONE)
}

/// Standard deviation about the mean `m` from the variance with this divisor, or where that has left
/// the range in which it has all digits, from the scaled deviations.
#[inline]
pub(super) fn std<E: Element, S: Tensor<Elem = E>>(x: &S, m: E, variance: E, divisor: E) -> E {
    if has_all_digits(variance) {
        return variance.sqrt();
    }
    let bias = sum_by(x, |x| x - m) / E::from_usize(S::LEN);
    // Deviations that overflowed have none that is a number.
    let bias = refined(E::ZERO, bias);
    norm_by(x, |x| (x - m) - bias) / divisor.sqrt()
}

/// Whether a sum of squares neither overflowed nor lost digits to underflow.
#[inline]
pub(super) fn has_all_digits<E: Element>(squares: E) -> bool {
    squares.is_finite() && squares >= E::MIN_POSITIVE / E::EPSILON
}

/// `√Σ f(x)²`, of parts of the largest term where the squares leave the range of numbers.
#[inline]
pub(super) fn norm_by<E: Element, S: Tensor<Elem = E>>(x: &S, f: impl Fn(E) -> E) -> E {
    let squares = sum_by(x, |x| f(x) * f(x));
    if has_all_digits(squares) {
        return squares.sqrt();
    }
    let largest = x.as_slice().iter().fold(E::ZERO, |largest, &x| {
        let size = f(x).abs();
        if size > largest { size } else { largest }
    });
    if largest == E::ZERO || !largest.is_finite() {
        return squares.sqrt();
    }
    let parts = sum_by(x, |x| (f(x) / largest) * (f(x) / largest));
    largest * parts.sqrt()
}

/// The element that none `beats`, the first of equal ones; NaN beats all.
#[inline]
pub(super) fn extreme<E: Element, S: Tensor<Elem = E>>(x: &S, beats: impl Fn(E, E) -> bool) -> E {
    let mut elements = x.as_slice().iter().copied();
    let first = elements.next().unwrap_or(E::ZERO);
    elements.fold(first, |best, x| {
        if beats(x, best) || x.is_nan() {
            x
        } else {
            best
        }
    })
}

/// `s` times the product of the other elements: the product of those before, then of those after.
#[inline]
pub(super) fn product_vjp<E: Element, S: Tensor<Elem = E>>(x: &S, s: E, out: &mut S) {
    let (x, out) = (x.as_slice(), out.as_mut_slice());
    if s == E::ZERO {
        out.fill(E::ZERO);
        return;
    }
    let mut before = s;
    for (slot, &x) in out.iter_mut().zip(x) {
        *slot = before;
        before *= x;
    }
    let mut after = E::ONE;
    for (slot, &x) in out.iter_mut().zip(x).rev() {
        *slot *= after;
        after *= x;
    }
}

/// Adds the correction to an estimate. Where an element is infinite or NaN, or a step overflowed, so is
/// the correction, and the estimate stays.
#[inline]
fn refined<E: Element>(estimate: E, correction: E) -> E {
    if correction.is_finite() {
        estimate + correction
    } else {
        estimate
    }
}

/// Softmax in place.
#[inline]
pub(super) fn softmax<E: Element, const N: usize>(x: &mut [E; N]) {
    let lowest = E::from_f64(f64::NEG_INFINITY);
    let max = x
        .iter()
        .fold(lowest, |max, &x| if x > max { x } else { max });
    let mut sum = nothing();
    for x in x.iter_mut() {
        *x = (*x - max).exp();
        sum += *x;
    }
    let share = E::ONE / sum;
    for x in x {
        *x *= share;
    }
}

/// Logarithm of the softmax in place. The largest term of the sum is 1 and stays out of it, so that
/// a small remainder keeps its digits.
#[inline]
pub(super) fn log_softmax<E: Element, const N: usize>(x: &mut [E; N]) {
    let (mut at, mut max) = (0, E::from_f64(f64::NEG_INFINITY));
    for (i, &x) in x.iter().enumerate() {
        if x > max {
            (at, max) = (i, x);
        }
    }
    let mut rest = nothing::<E>();
    for (i, x) in x.iter_mut().enumerate() {
        *x -= max;
        if i != at {
            rest += x.exp();
        }
    }
    let log_sum = rest.ln_1p();
    for x in x {
        *x -= log_sum;
    }
}

/// Adds `w*x` to `sums`.
#[inline]
fn add_products<E: Element>(
    sums: &mut [E; LANES],
    &[p, q, r, s]: &[E; LANES],
    &[t, u, v, w]: &[E; LANES],
) {
    add(sums, [p * t, q * u, r * v, s * w]);
}

/// Inner product of each row with `x`, four rows at a time: an element of `x` is loaded once for
/// four products.
#[inline]
pub(super) fn mat_vec<E: Element, const R: usize, const C: usize>(
    w: &[[E; C]; R],
    x: &[E; C],
    out: &mut [E; R],
    write: impl Fn(&mut E, E),
) {
    if C == 0 {
        for slot in out {
            write(slot, E::ZERO);
        }
        return;
    }
    let (groups, rest) = w.as_chunks::<ROWS>();
    let (slots, rest_slots) = out.as_chunks_mut::<ROWS>();
    let (x_blocks, x_tail) = x.as_chunks::<LANES>();
    for ([p, q, r, s], slots) in groups.iter().zip(slots) {
        let [mut a, mut b, mut c, mut d] = [[nothing::<E>(); LANES]; ROWS];
        let ((p, p_tail), (q, q_tail)) = (p.as_chunks::<LANES>(), q.as_chunks::<LANES>());
        let ((r, r_tail), (s, s_tail)) = (r.as_chunks::<LANES>(), s.as_chunks::<LANES>());
        for ((((x, p), q), r), s) in x_blocks.iter().zip(p).zip(q).zip(r).zip(s) {
            add_products(&mut a, p, x);
            add_products(&mut b, q, x);
            add_products(&mut c, r, x);
            add_products(&mut d, s, x);
        }
        let [mut a, mut b, mut c, mut d] = [a, b, c, d].map(total);
        let tails = x_tail
            .iter()
            .zip(p_tail)
            .zip(q_tail)
            .zip(r_tail)
            .zip(s_tail);
        for ((((&x, &p), &q), &r), &s) in tails {
            a += p * x;
            b += q * x;
            c += r * x;
            d += s * x;
        }
        for (slot, sum) in slots.iter_mut().zip([a, b, c, d]) {
            write(slot, sum);
        }
    }
    for (row, slot) in rest.iter().zip(rest_slots) {
        write(slot, sum_by_pairs(row, x, |w, x| w * x));
    }
}

/// Block `k` of a row, or after the last block the columns that are left.
#[inline]
fn columns<E, const C: usize>(row: &[E; C], k: usize) -> &[E] {
    let (blocks, tail) = row.as_chunks::<COLUMNS>();
    blocks.get(k).map_or(tail, |block| block)
}

/// Sum of scaled rows, for each column of block `k`. Each row comes with its factor.
// Only with a known `k` do the sums stay in registers.
#[inline(always)]
fn column_sums<'a, E: Element, const C: usize>(
    rows: impl Iterator<Item = (&'a [E; C], E)>,
    k: usize,
) -> [E; COLUMNS] {
    let mut sums = [[nothing::<E>(); LANES]; COLUMNS / LANES];
    for (row, factor) in rows {
        match columns(row, k) {
            &[p, q, r, s, t, u, v, w] => {
                let [left, right] = &mut sums;
                add(left, [factor * p, factor * q, factor * r, factor * s]);
                add(right, [factor * t, factor * u, factor * v, factor * w]);
            }
            rest => {
                for (sum, &x) in sums.as_flattened_mut().iter_mut().zip(rest) {
                    *sum += factor * x;
                }
            }
        }
    }
    let [[a, b, c, d], [e, f, g, h]] = sums;
    [a, b, c, d, e, f, g, h]
}

/// Sum of scaled rows, a block of columns at a time so that the sums stay in registers. Each row
/// comes with its factor.
#[inline]
fn sum_of_rows<'a, E: Element, const C: usize>(
    rows: impl ExactSizeIterator<Item = (&'a [E; C], E)> + Clone,
    out: &mut [E; C],
    write: impl Fn(&mut E, E),
) {
    if rows.len() == 0 {
        for slot in out {
            write(slot, E::ZERO);
        }
        return;
    }
    let (blocks, tail) = out.as_chunks_mut::<COLUMNS>();
    for (k, block) in blocks.iter_mut().enumerate() {
        for (slot, sum) in block.iter_mut().zip(column_sums(rows.clone(), k)) {
            write(slot, sum);
        }
    }
    for (slot, sum) in tail.iter_mut().zip(column_sums(rows, C / COLUMNS)) {
        write(slot, sum);
    }
}

/// Product `Wᵀ g`: a sum of the rows of `w`.
#[inline]
pub(super) fn mat_vec_transposed<E: Element, const R: usize, const C: usize>(
    w: &[[E; C]; R],
    g: &[E; R],
    out: &mut [E; C],
    write: impl Fn(&mut E, E),
) {
    sum_of_rows(w.iter().zip(g.iter().copied()), out, write);
}

/// Sum of all rows.
#[inline]
pub(super) fn sum_rows<E: Element, const R: usize, const C: usize>(
    a: &[[E; C]; R],
    out: &mut [E; C],
    write: impl Fn(&mut E, E),
) {
    sum_of_rows(a.iter().map(|row| (row, E::ONE)), out, write);
}

/// Mean of all rows, each element in two passes as in [`mean`].
#[inline]
pub(super) fn mean_rows<E: Element, const R: usize, const C: usize>(
    a: &[[E; C]; R],
    out: &mut [E; C],
    write: impl Fn(&mut E, E),
) {
    let (blocks, tail) = out.as_chunks_mut::<COLUMNS>();
    for (k, block) in blocks.iter_mut().enumerate() {
        for (slot, mean) in block.iter_mut().zip(column_means(a, k)) {
            write(slot, mean);
        }
    }
    for (slot, mean) in tail.iter_mut().zip(column_means(a, C / COLUMNS)) {
        write(slot, mean);
    }
}

/// Mean of each column of block `k`.
#[inline(always)]
fn column_means<E: Element, const R: usize, const C: usize>(
    a: &[[E; C]; R],
    k: usize,
) -> [E; COLUMNS] {
    let n = E::from_usize(R);
    let share = E::ONE / n;
    let mut means = column_sums(a.iter().map(|row| (row, share)), k);
    let mut deviations = [nothing::<E>(); COLUMNS];
    for row in a {
        for ((sum, &x), &mean) in deviations.iter_mut().zip(columns(row, k)).zip(&means) {
            *sum += x - mean;
        }
    }
    for (mean, deviation) in means.iter_mut().zip(deviations) {
        *mean = refined(*mean, deviation / n);
    }
    means
}

/// Product `A B`: each row of the result is a sum of rows of `b`.
#[inline]
pub(super) fn mat_mul<E: Element, const R: usize, const K: usize, const C: usize>(
    a: &[[E; K]; R],
    b: &[[E; C]; K],
    out: &mut [[E; C]; R],
    write: impl Fn(&mut E, E),
) {
    for (factors, out_row) in a.iter().zip(out) {
        mat_vec_transposed(b, factors, out_row, &write);
    }
}

/// Product `Aᵀ B`: each row of the result is a sum of rows of `b`.
#[inline]
pub(super) fn mat_mul_tn<E: Element, const R: usize, const K: usize, const C: usize>(
    a: &[[E; R]; K],
    b: &[[E; C]; K],
    out: &mut [[E; C]; R],
    write: impl Fn(&mut E, E),
) {
    for (i, out_row) in out.iter_mut().enumerate() {
        // `i` counts the columns of `a`: it is always found, and nothing is checked.
        let factors = a.iter().map(|row| row.get(i).copied().unwrap_or(E::ZERO));
        sum_of_rows(b.iter().zip(factors), out_row, &write);
    }
}

/// Outer product, four rows at a time: an element of `x` is loaded once for four products.
#[inline]
pub(super) fn outer<E: Element, const R: usize, const C: usize>(
    g: &[E; R],
    x: &[E; C],
    out: &mut [[E; C]; R],
    write: impl Fn(&mut E, E),
) {
    let (groups, rest) = out.as_chunks_mut::<ROWS>();
    let (factors, rest_factors) = g.as_chunks::<ROWS>();
    for ([p, q, r, s], &[a, b, c, d]) in groups.iter_mut().zip(factors) {
        for ((((&x, p), q), r), s) in x.iter().zip(p).zip(q).zip(r).zip(s) {
            write(p, a * x);
            write(q, b * x);
            write(r, c * x);
            write(s, d * x);
        }
    }
    for (row, &g) in rest.iter_mut().zip(rest_factors) {
        for (slot, &x) in row.iter_mut().zip(x) {
            write(slot, g * x);
        }
    }
}

/// As [`mat_vec`], of products that are 0 where a factor is.
#[inline]
pub(super) fn guarded_mat_vec<E: Element, const R: usize, const C: usize>(
    w: &[[E; C]; R],
    x: &[E; C],
    out: &mut [E; R],
    write: impl Fn(&mut E, E),
) {
    for (row, slot) in w.iter().zip(out) {
        write(slot, sum_by_pairs(row, x, scalar::guarded_scale));
    }
}

/// Sum of scaled rows, of products that are 0 where a factor is.
#[inline]
fn guarded_sum_of_rows<'a, E: Element, const C: usize>(
    rows: impl Iterator<Item = (&'a [E; C], E)> + Clone,
    out: &mut [E; C],
    write: impl Fn(&mut E, E),
) {
    for (column, slot) in out.iter_mut().enumerate() {
        let mut sum = E::ZERO;
        for (row, factor) in rows.clone() {
            // `column` counts the columns of all rows: it is always found, and nothing is checked.
            if let Some(&x) = row.get(column) {
                sum += scalar::guarded_scale(x, factor);
            }
        }
        write(slot, sum);
    }
}

/// As [`mat_vec_transposed`], of products that are 0 where a factor is.
#[inline]
pub(super) fn guarded_mat_vec_transposed<E: Element, const R: usize, const C: usize>(
    w: &[[E; C]; R],
    g: &[E; R],
    out: &mut [E; C],
    write: impl Fn(&mut E, E),
) {
    guarded_sum_of_rows(w.iter().zip(g.iter().copied()), out, write);
}

/// As [`mat_mul`], of products that are 0 where a factor is.
#[inline]
pub(super) fn guarded_mat_mul<E: Element, const R: usize, const K: usize, const C: usize>(
    a: &[[E; K]; R],
    b: &[[E; C]; K],
    out: &mut [[E; C]; R],
    write: impl Fn(&mut E, E),
) {
    for (factors, out_row) in a.iter().zip(out) {
        guarded_mat_vec_transposed(b, factors, out_row, &write);
    }
}

/// As [`mat_mul_tn`], of products that are 0 where a factor is.
#[inline]
pub(super) fn guarded_mat_mul_tn<E: Element, const R: usize, const K: usize, const C: usize>(
    a: &[[E; R]; K],
    b: &[[E; C]; K],
    out: &mut [[E; C]; R],
    write: impl Fn(&mut E, E),
) {
    for (i, out_row) in out.iter_mut().enumerate() {
        let factors = a.iter().map(|row| row.get(i).copied().unwrap_or(E::ZERO));
        guarded_sum_of_rows(b.iter().zip(factors), out_row, &write);
    }
}

/// As [`outer`], of products that are 0 where a factor is.
#[inline]
pub(super) fn guarded_outer<E: Element, const R: usize, const C: usize>(
    g: &[E; R],
    x: &[E; C],
    out: &mut [[E; C]; R],
    write: impl Fn(&mut E, E),
) {
    for (row, &g) in out.iter_mut().zip(g) {
        for (slot, &x) in row.iter_mut().zip(x) {
            write(slot, scalar::guarded_scale(x, g));
        }
    }
}

/// Transpose, by rows of the result.
#[inline]
pub(super) fn transpose<E: Element, const R: usize, const C: usize>(
    a: &[[E; C]; R],
    out: &mut [[E; R]; C],
    write: impl Fn(&mut E, E),
) {
    for (column, out_row) in out.iter_mut().enumerate() {
        for (row, slot) in a.iter().zip(out_row) {
            // `column` counts C rows, so this always holds and costs nothing.
            if let Some(&value) = row.get(column) {
                write(slot, value);
            }
        }
    }
}

/// `x`, then `y`.
#[inline]
pub(super) fn concat<E: Element, const N: usize, const M: usize, const L: usize>(
    x: &[E; N],
    y: &[E; M],
    out: &mut [E; L],
    write: impl Fn(&mut E, E),
) {
    const {
        assert!(
            L == N + M,
            "`concat` of N and M elements has N + M elements"
        )
    };
    if let Some((head, tail)) = out.split_first_chunk_mut::<N>() {
        for (slot, &x) in head.iter_mut().zip(x) {
            write(slot, x);
        }
        for (slot, &y) in tail.iter_mut().zip(y) {
            write(slot, y);
        }
    }
}

/// The first `N` elements.
#[inline]
pub(super) fn head<E: Element, const L: usize, const N: usize>(
    g: &[E; L],
    out: &mut [E; N],
    write: impl Fn(&mut E, E),
) {
    const { assert!(N <= L, "there are only L elements to take N of") };
    for (slot, &g) in out.iter_mut().zip(g) {
        write(slot, g);
    }
}

/// The last `N` elements.
#[inline]
pub(super) fn tail<E: Element, const L: usize, const N: usize>(
    g: &[E; L],
    out: &mut [E; N],
    write: impl Fn(&mut E, E),
) {
    const { assert!(N <= L, "there are only L elements to take N of") };
    if let Some(last) = g.last_chunk::<N>() {
        for (slot, &g) in out.iter_mut().zip(last) {
            write(slot, g);
        }
    }
}
