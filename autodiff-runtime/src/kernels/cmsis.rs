//! Kernels of ARM's CMSIS-DSP, called through C.
//!
//! The only module with `unsafe`. [`Functions`] is the table of the C functions; each shape of
//! signature has one safe wrapper here, which holds the call; [`Kernels`] picks function, wrapper
//! and lengths. What a choice depends on is const, so that none is made at run time.
//!
//! Functions that keep the conventions of [`Kernels`] only in part are wrapped, or called by
//! [`CmsisAll`] alone:
//!
//! | function | what it does | here |
//! | --- | --- | --- |
//! | element-wise and sums, Helium | loads whole vectors of four, past the end of other lengths | multiples of four go to C, the rest is done here |
//! | `arm_mat_vec_mult`, Helium | multiplies what lies behind a row by 0, so that a NaN there spreads | rows of a multiple of four |
//! | `arm_mat_trans`, Helium | loads up to three rows past the end | a multiple of four rows |
//! | `arm_mean` | one pass, may overflow | its result is refined, or replaced |
//! | `arm_power` | may overflow or underflow | `norm` checks it |
//! | `arm_vexp`, Helium | any number, or NaN, where e^x overflows or is not a number; 0 or wrong for subnormal results | beyond ±87 the results are replaced |
//! | `arm_vlog`, Helium | finite at 0; far from the last digit near 1 | `CmsisAll` |
//! | `arm_clip`, Helium | NaN becomes a bound, -0 may become 0; loads a vector past the end | `CmsisAll`, the last vector is done here |
//! | `arm_logsumexp` | NaN with a +∞, or of -∞ alone; takes exponentials that the softmax has taken before | `CmsisAll` |
//! | `arm_sin`, `arm_cos` | tables, far from the last digit; the index of a large angle does not fit | `CmsisAll`, small angles |
//! | `arm_atan2` | polynomial; the status says where it has no result; π for NaN, NaN for two infinities | `CmsisAll`, or replaced |
//! | `arm_var`, `arm_std` | lack the correction for the rounding of the mean | left out |
//! | `arm_max`, `arm_min` | pass over NaN; the largest of -∞ is a finite number | left out |
//! | `arm_sqrt` | exists in a header only, 0 below 0 | left out |
//!
//! Without Helium `arm_vexp` and `arm_vlog` are loops over C's `expf` and `logf`, which the crate
//! `cmsis_dsp` defines where there is no C library.

use super::{Kernels, Portable, loops};
use crate::{Element, Tensor, scalar};

// Defines C's mathematical functions, for those of CMSIS-DSP.
#[cfg(target_os = "none")]
use cmsis_dsp as _;

/// The kernels of CMSIS-DSP where it has one that keeps the conventions and pays, otherwise the
/// portable ones; feature `cmsis-dsp`.
///
/// Which lengths pay was measured, with Helium and without: the tables are in the repository's
/// `docs/cmsis-dsp.md`. Results of element-wise kernels are the same bits as those of [`Portable`],
/// except that Helium has 0 for subnormal numbers, and that its `exp` is off by up to 5 units of the
/// last place; sums are added up in another order, and where the core has fused multiply-add, with it.
///
/// # Source
///
/// CMSIS-DSP 1.17, or as much of it as the release 5.7.0 has. Where the library comes from is in the
/// repository's `docs/cmsis-dsp.md`.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::{Cmsis, Kernels};
///
/// let (x, y) = ([2.0_f32; 100], [0.5; 100]);
/// assert_eq!(Cmsis::dot(&x, &y), 100.0);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Cmsis;

/// Every kernel for which CMSIS-DSP has a function, at 16 elements and more; feature `cmsis-dsp`.
///
/// Beyond what [`Cmsis`] calls, these are the functions that do not pay on every core, and those that
/// are less exact or give up a convention of [`Kernels`]: `clamp`, `relu`, `exp`, `ln`, `logsumexp`,
/// `sin`, `cos` and `atan2` in `f32`. How far they are off and what they give up is in the repository's
/// `docs/cmsis-dsp.md`. Shorter buffers stay portable.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::{CmsisAll, Kernels, Portable};
///
/// let (x, mut fast, mut exact) = ([0.5_f32; 16], [0.0; 16], [0.0; 16]);
/// CmsisAll::sin(&x, &mut fast);
/// Portable::sin(&x, &mut exact);
/// assert!((fast[0] - exact[0]).abs() < 5e-5);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct CmsisAll;

/// Shortest buffers that [`CmsisAll`] gives to C.
const SHORTEST: usize = 16;

/// Whether the functions may use vectors.
const HELIUM: bool = cfg!(cmsis_dsp_helium);

/// What a call does, as far as it matters for whether it pays.
#[derive(Clone, Copy)]
enum Work {
    /// Never pays on all cores, or gives up conventions.
    Other,
    Copy,
    /// Also the first pass of a mean.
    Sum,
    /// Also a mean of squares.
    Dot,
    Norm,
    Exp,
}

/// Whether a call for so many elements takes fewer instructions than the portable kernel. Without
/// Helium it must on M0+, M4F and M7F alike, since Cargo does not tell which one it is.
///
/// The gaps with Helium are lengths for which the compiler vectorizes the portable loop; shorter ones
/// it unrolls instead.
const fn pays<E: Element>(work: Work, length: usize) -> bool {
    match work {
        Work::Copy => length >= 8,
        _ if !has_vectors::<E>() => false,
        Work::Other => false,
        Work::Exp => length >= LANES,
        Work::Sum => matches!(length, 32..=128),
        Work::Dot => matches!(length, 16..=48 | 192..),
        Work::Norm => matches!(length, 16..=64 | 256..),
    }
}

/// The same for a matrix and a vector.
const fn mat_vec_pays(rows: usize, columns: usize) -> bool {
    match rows {
        _ if !HELIUM => rows >= 8 && columns >= 64,
        3 => matches!(columns, 16..=48 | 128..),
        _ => rows > 3 && columns >= 16,
    }
}

/// The same for two matrices.
const fn mat_mul_pays<E: Element>(rows: usize, inner: usize, columns: usize) -> bool {
    has_vectors::<E>() && rows >= 4 && inner >= 4 && columns >= 4 && (inner <= 8 || columns >= 8)
}

/// The same for the transpose of a matrix.
const fn transpose_pays<E: Element>(rows: usize, columns: usize) -> bool {
    has_vectors::<E>() && rows >= 16 && columns >= 16
}

/// Helium's vectors are of `f32`; the functions over `f64` are plain loops.
const fn has_vectors<E: Element>() -> bool {
    HELIUM && size_of::<E>() == size_of::<f32>()
}

/// Whether a kernel of the set goes to C.
const fn calls<S: Tensor>(all: bool, work: Work) -> bool {
    all && S::LEN >= SHORTEST || pays::<S::Elem>(work, S::LEN)
}

/// Elements of a vector register.
const LANES: usize = 4;

/// Writes the result of `n` elements.
///
/// Only functions of CMSIS-DSP are put into this and the following types, whose calls rely on it:
/// a source is only read and the result only written, `n` elements of each if `n` is a multiple of
/// four; sources may be the result, element by element; no pointer is kept. `n` may be 0.
#[derive(Clone, Copy)]
pub struct Unary<E>(unsafe extern "C" fn(*const E, *mut E, u32));
/// Writes the result of `n` elements each of two sources.
pub struct Binary<E>(unsafe extern "C" fn(*const E, *const E, *mut E, u32));
/// Writes the result of `n` elements and a scalar.
pub struct WithScalar<E>(unsafe extern "C" fn(*const E, E, *mut E, u32));
/// Writes a scalar to `n` elements.
pub struct Fill<E>(unsafe extern "C" fn(E, *mut E, u32));
/// Writes a number that `n` elements are reduced to.
pub struct Reduce<E>(unsafe extern "C" fn(*const E, u32, *mut E));
/// Writes a number that `n` elements each of two sources are reduced to.
pub struct ReducePair<E>(unsafe extern "C" fn(*const E, *const E, u32, *mut E));
/// Writes `n` elements clamped to two bounds; loads a vector more with Helium.
pub struct Clip<E>(unsafe extern "C" fn(*const E, *mut E, E, E, u32));
/// Gives a number that `n` elements are reduced to.
pub struct Total<E>(unsafe extern "C" fn(*const E, u32) -> E);
/// A function of an angle whose size is less than [`LARGEST_ANGLE`].
pub struct Angle<E>(unsafe extern "C" fn(E) -> E);
/// Writes the result of two numbers unless the status is another than 0; not of NaN and two infinities.
pub struct Pair<E>(unsafe extern "C" fn(E, E, *mut E) -> Status);
/// Writes the transpose of a matrix that has columns and a multiple of four rows, at least four.
pub struct Transpose<E: Functions>(
    unsafe extern "C" fn(*const E::Matrix, *mut E::Matrix) -> Status,
);
/// Writes the product of two matrices that have rows and columns.
pub struct MatMul<E: Functions>(
    unsafe extern "C" fn(*const E::Matrix, *const E::Matrix, *mut E::Matrix) -> Status,
);
/// Writes the product of a matrix, which has rows and a multiple of four columns, and a vector.
pub struct MatVec<E: Functions>(unsafe extern "C" fn(*const E::Matrix, *const E, *mut E));

/// 0 if there is a result. For matrices only builds of the library that check shapes have others.
type Status = sys::arm_status::Type;

use cmsis_dsp_sys_pregenerated as sys;

#[cfg(cmsis_dsp_1_17)]
mod recent;

/// The functions of CMSIS-DSP over one type of element; `None` where the linked release has none.
pub trait Functions: Sized {
    /// Counts of rows and columns, and a pointer to the elements.
    type Matrix;

    /// A matrix of `rows*columns` elements at `data`.
    fn matrix(rows: u16, columns: u16, data: *mut Self) -> Self::Matrix;

    const ADD: Option<Binary<Self>> = None;
    const SUB: Option<Binary<Self>> = None;
    const MUL: Option<Binary<Self>> = None;
    const NEG: Option<Unary<Self>> = None;
    const ABS: Option<Unary<Self>> = None;
    const SCALE: Option<WithScalar<Self>> = None;
    const OFFSET: Option<WithScalar<Self>> = None;
    const FILL: Option<Fill<Self>> = None;
    const COPY: Option<Unary<Self>> = None;
    const CLIP: Option<Clip<Self>> = None;
    const EXP: Option<Unary<Self>> = None;
    const LN: Option<Unary<Self>> = None;
    const SIN: Option<Angle<Self>> = None;
    const COS: Option<Angle<Self>> = None;
    const ATAN2: Option<Pair<Self>> = None;
    const LOGSUMEXP: Option<Total<Self>> = None;
    const SUM: Option<Reduce<Self>> = None;
    const MEAN: Option<Reduce<Self>> = None;
    const SUM_OF_SQUARES: Option<Reduce<Self>> = None;
    const DOT: Option<ReducePair<Self>> = None;
    const MSE: Option<ReducePair<Self>> = None;
    const TRANSPOSE: Option<Transpose<Self>> = None;
    const MAT_MUL: Option<MatMul<Self>> = None;
    const MAT_VEC: Option<MatVec<Self>> = None;
}

/// Fills the table for one type: functions that every release has, and those of [`recent`].
macro_rules! functions {
    (
        $type:ident, $matrix:ident:
        $($name:ident: $kind:ident = $function:ident,)*
        ; recent:
        $($recent:ident: $recent_kind:ident = $recent_function:ident,)*
    ) => {
        impl Functions for $type {
            type Matrix = sys::$matrix;

            #[inline]
            fn matrix(rows: u16, columns: u16, data: *mut Self) -> Self::Matrix {
                Self::Matrix { numRows: rows, numCols: columns, pData: data }
            }

            $(const $name: Option<$kind<Self>> = Some($kind(sys::$function));)*
            $(
                #[cfg(cmsis_dsp_1_17)]
                const $recent: Option<$recent_kind<Self>> =
                    Some($recent_kind(recent::$recent_function));
            )*
        }
    };
}

functions! {
    f32, arm_matrix_instance_f32:
    ADD: Binary = arm_add_f32,
    SUB: Binary = arm_sub_f32,
    MUL: Binary = arm_mult_f32,
    NEG: Unary = arm_negate_f32,
    ABS: Unary = arm_abs_f32,
    SCALE: WithScalar = arm_scale_f32,
    OFFSET: WithScalar = arm_offset_f32,
    FILL: Fill = arm_fill_f32,
    COPY: Unary = arm_copy_f32,
    MEAN: Reduce = arm_mean_f32,
    SUM_OF_SQUARES: Reduce = arm_power_f32,
    DOT: ReducePair = arm_dot_prod_f32,
    TRANSPOSE: Transpose = arm_mat_trans_f32,
    MAT_MUL: MatMul = arm_mat_mult_f32,
    EXP: Unary = arm_vexp_f32,
    LN: Unary = arm_vlog_f32,
    SIN: Angle = arm_sin_f32,
    COS: Angle = arm_cos_f32,
    LOGSUMEXP: Total = arm_logsumexp_f32,
    ; recent:
    CLIP: Clip = arm_clip_f32,
    ATAN2: Pair = arm_atan2_f32,
    SUM: Reduce = arm_accumulate_f32,
    MSE: ReducePair = arm_mse_f32,
    MAT_VEC: MatVec = arm_mat_vec_mult_f32,
}

functions! {
    f64, arm_matrix_instance_f64:
    ; recent:
    ADD: Binary = arm_add_f64,
    SUB: Binary = arm_sub_f64,
    MUL: Binary = arm_mult_f64,
    NEG: Unary = arm_negate_f64,
    ABS: Unary = arm_abs_f64,
    SCALE: WithScalar = arm_scale_f64,
    OFFSET: WithScalar = arm_offset_f64,
    FILL: Fill = arm_fill_f64,
    COPY: Unary = arm_copy_f64,
    SUM: Reduce = arm_accumulate_f64,
    MEAN: Reduce = arm_mean_f64,
    SUM_OF_SQUARES: Reduce = arm_power_f64,
    DOT: ReducePair = arm_dot_prod_f64,
    MSE: ReducePair = arm_mse_f64,
    TRANSPOSE: Transpose = arm_mat_trans_f64,
    MAT_MUL: MatMul = arm_mat_mult_f64,
}

/// Number of elements that go to C: whole vectors, see the module.
const fn whole<S: Tensor>() -> u32 {
    assert!(
        S::LEN <= u32::MAX as usize,
        "a buffer has at most 2³² - 1 elements"
    );
    (S::LEN - S::LEN % LANES) as u32
}

/// The elements that do not go to C.
#[inline]
fn tail<S: Tensor>(x: &S) -> &[S::Elem] {
    x.as_slice().as_chunks::<LANES>().1
}

/// The elements that do not go to C.
#[inline]
fn tail_mut<S: Tensor>(x: &mut S) -> &mut [S::Elem] {
    x.as_mut_slice().as_chunks_mut::<LANES>().1
}

// In the following, a `Tensor` is one of the types that this crate implements it for, so that
// `as_slice` has `LEN` elements, of which the first `whole()` are a multiple of four; a reference
// is valid and aligned for all of them, and a mutable one has no other beside it.

impl<E: Element> Unary<E> {
    #[inline]
    fn call<S: Tensor<Elem = E>>(self, x: &S, out: &mut S, rest: impl Fn(E) -> E) {
        let (source, result) = (x.as_slice().as_ptr(), out.as_mut_slice().as_mut_ptr());
        // SAFETY: both are valid for `whole()` elements, and apart.
        unsafe { self.0(source, result, const { whole::<S>() }) };
        for (slot, &x) in tail_mut(out).iter_mut().zip(tail(x)) {
            *slot = rest(x);
        }
    }

    #[inline]
    fn call_in_place<S: Tensor<Elem = E>>(self, x: &mut S, rest: impl Fn(E) -> E) {
        let both = x.as_mut_slice().as_mut_ptr();
        // SAFETY: valid for `whole()` elements, and the source may be the result.
        unsafe { self.0(both, both, const { whole::<S>() }) };
        for slot in tail_mut(x) {
            *slot = rest(*slot);
        }
    }
}

/// Elements of which a function that needs its source afterwards keeps a copy.
const BLOCK: usize = 32;

/// Exponents up to this size are right in C with Helium, which is wrong without a sign of it beyond:
/// far out its reduction of the range leaves no small rest, of which a polynomial is any number.
/// At ±87 e^x is neither near overflow nor subnormal.
const LARGEST_EXPONENT: f64 = 87.0;

/// The exponential of C, with those results replaced that it does not get right.
#[inline]
fn exp<S: Tensor>(function: Unary<S::Elem>, x: &S, out: &mut S) {
    function.call(x, out, S::Elem::exp);
    if HELIUM {
        let x = x.as_slice();
        // False for NaN, too.
        let is_right = |x: S::Elem| x.abs() <= S::Elem::from_f64(LARGEST_EXPONENT);
        if !x.iter().fold(true, |all, &x| all & is_right(x)) {
            for (slot, &x) in out.as_mut_slice().iter_mut().zip(x) {
                if !is_right(x) {
                    *slot = x.exp();
                }
            }
        }
    }
}

impl<E: Element> Clip<E> {
    /// Number of elements that go to C, with a vector behind them.
    const fn length<S: Tensor>() -> u32 {
        whole::<S>().saturating_sub(LANES as u32)
    }

    #[inline]
    fn call<S: Tensor<Elem = E>>(self, x: &S, lo: E, hi: E, out: &mut S, rest: impl Fn(E) -> E) {
        let (source, result) = (x.as_slice().as_ptr(), out.as_mut_slice().as_mut_ptr());
        let length = const { Self::length::<S>() };
        // SAFETY: both are valid for `length` elements, the source also for a vector behind them,
        // and apart.
        unsafe { self.0(source, result, lo, hi, length) };
        let done = length as usize;
        let slots = out.as_mut_slice().iter_mut().skip(done);
        for (slot, &x) in slots.zip(x.as_slice().iter().skip(done)) {
            *slot = rest(x);
        }
    }

    #[inline]
    fn call_in_place<S: Tensor<Elem = E>>(self, x: &mut S, lo: E, hi: E, rest: impl Fn(E) -> E) {
        let both = x.as_mut_slice().as_mut_ptr();
        let length = const { Self::length::<S>() };
        // SAFETY: valid for `length` elements and a vector behind them; the source may be the result,
        // since each vector is loaded no earlier than one ahead of the stores.
        unsafe { self.0(both, both, lo, hi, length) };
        for slot in x.as_mut_slice().iter_mut().skip(length as usize) {
            *slot = rest(*slot);
        }
    }
}

impl<E: Element> Total<E> {
    /// Of the elements of whole vectors.
    #[inline]
    fn call<S: Tensor<Elem = E>>(self, x: &S) -> E {
        // SAFETY: `x` is valid for `whole()` elements.
        unsafe { self.0(x.as_slice().as_ptr(), const { whole::<S>() }) }
    }
}

/// The tables have 512 places for a turn, and their index is a small integer: up to here the rounding
/// of the angle adds less to the error than the table has.
const LARGEST_ANGLE: f64 = 256.0;

impl<E: Element> Angle<E> {
    #[inline]
    fn call(&self, x: E, otherwise: impl Fn(E) -> E) -> E {
        if x.abs() < E::from_f64(LARGEST_ANGLE) {
            // SAFETY: a function of a number that is small enough for its table.
            unsafe { self.0(x) }
        } else {
            otherwise(x)
        }
    }
}

impl<E: Element> Pair<E> {
    #[inline]
    fn call(&self, y: E, x: E, otherwise: impl Fn(E, E) -> E) -> E {
        let mut result = E::ZERO;
        // SAFETY: a function of two numbers that writes to `result` or nowhere.
        let status = unsafe { self.0(y, x, &mut result) };
        // A NaN above a negative number counts as 0, and the quotient of two infinities is NaN.
        if status == sys::arm_status::ARM_MATH_SUCCESS && !y.is_nan() && !result.is_nan() {
            result
        } else {
            otherwise(y, x)
        }
    }
}

impl<E: Element> Binary<E> {
    #[inline]
    fn call<S: Tensor<Elem = E>>(self, x: &S, y: &S, out: &mut S, rest: impl Fn(E, E) -> E) {
        let (a, b) = (x.as_slice().as_ptr(), y.as_slice().as_ptr());
        let result = out.as_mut_slice().as_mut_ptr();
        // SAFETY: all are valid for `whole()` elements, and the result is apart from the sources.
        unsafe { self.0(a, b, result, const { whole::<S>() }) };
        for ((slot, &x), &y) in tail_mut(out).iter_mut().zip(tail(x)).zip(tail(y)) {
            *slot = rest(x, y);
        }
    }

    #[inline]
    fn call_in_place<S: Tensor<Elem = E>>(self, x: &mut S, y: &S, rest: impl Fn(E, E) -> E) {
        let (both, b) = (x.as_mut_slice().as_mut_ptr(), y.as_slice().as_ptr());
        // SAFETY: both are valid for `whole()` elements, and the first source may be the result.
        unsafe { self.0(both, b, both, const { whole::<S>() }) };
        for (slot, &y) in tail_mut(x).iter_mut().zip(tail(y)) {
            *slot = rest(*slot, y);
        }
    }

    /// With one buffer as both sources and the result.
    #[inline]
    fn call_on_itself<S: Tensor<Elem = E>>(self, x: &mut S, rest: impl Fn(E, E) -> E) {
        let all = x.as_mut_slice().as_mut_ptr();
        // SAFETY: valid for `whole()` elements, and the sources may be the result.
        unsafe { self.0(all, all, all, const { whole::<S>() }) };
        for slot in tail_mut(x) {
            *slot = rest(*slot, *slot);
        }
    }
}

impl<E: Element> WithScalar<E> {
    #[inline]
    fn call<S: Tensor<Elem = E>>(self, x: &S, s: E, out: &mut S, rest: impl Fn(E, E) -> E) {
        let (source, result) = (x.as_slice().as_ptr(), out.as_mut_slice().as_mut_ptr());
        // SAFETY: both are valid for `whole()` elements, and apart.
        unsafe { self.0(source, s, result, const { whole::<S>() }) };
        for (slot, &x) in tail_mut(out).iter_mut().zip(tail(x)) {
            *slot = rest(x, s);
        }
    }

    #[inline]
    fn call_in_place<S: Tensor<Elem = E>>(self, x: &mut S, s: E, rest: impl Fn(E, E) -> E) {
        let both = x.as_mut_slice().as_mut_ptr();
        // SAFETY: valid for `whole()` elements, and the source may be the result.
        unsafe { self.0(both, s, both, const { whole::<S>() }) };
        for slot in tail_mut(x) {
            *slot = rest(*slot, s);
        }
    }
}

impl<E: Element> Fill<E> {
    #[inline]
    fn call<S: Tensor<Elem = E>>(self, v: E, out: &mut S) {
        let result = out.as_mut_slice().as_mut_ptr();
        // SAFETY: valid for `whole()` elements.
        unsafe { self.0(v, result, const { whole::<S>() }) };
        tail_mut(out).fill(v);
    }
}

impl<E: Element> Reduce<E> {
    /// Of the elements of whole vectors.
    #[inline]
    fn call<S: Tensor<Elem = E>>(self, x: &S) -> E {
        let mut result = E::ZERO;
        // SAFETY: `x` is valid for `whole()` elements, and `result` for one.
        unsafe { self.0(x.as_slice().as_ptr(), const { whole::<S>() }, &mut result) };
        result
    }
}

impl<E: Element> ReducePair<E> {
    /// Of the elements of whole vectors.
    #[inline]
    fn call<S: Tensor<Elem = E>>(self, x: &S, y: &S) -> E {
        let (a, b) = (x.as_slice().as_ptr(), y.as_slice().as_ptr());
        let mut result = E::ZERO;
        // SAFETY: both are valid for `whole()` elements, and `result` for one.
        unsafe { self.0(a, b, const { whole::<S>() }, &mut result) };
        result
    }
}

/// Whether matrices of these shapes can go to C, which counts in 16 bits and does not stop at 0.
const fn fits(rows: usize, columns: usize) -> bool {
    let most = u16::MAX as usize;
    rows > 0 && columns > 0 && rows <= most && columns <= most
}

/// A matrix that C only reads, of a shape that `fits`.
#[inline]
fn source<E: Element, const R: usize, const C: usize>(a: &[[E; C]; R]) -> E::Matrix {
    E::matrix(R as u16, C as u16, a.as_ptr().cast::<E>().cast_mut())
}

/// A matrix that C writes, of a shape that `fits`.
#[inline]
fn result<E: Element, const R: usize, const C: usize>(a: &mut [[E; C]; R]) -> E::Matrix {
    E::matrix(R as u16, C as u16, a.as_mut_ptr().cast())
}

// The functions of matrices say whether they did it: a matter of shapes, hence const.

impl<E: Element> Transpose<E> {
    #[inline]
    fn call<const ALL: bool, const R: usize, const C: usize>(
        self,
        a: &[[E; C]; R],
        out: &mut [[E; R]; C],
    ) -> bool {
        if const {
            let worth = ALL && R * C >= SHORTEST || transpose_pays::<E>(R, C);
            !(worth && fits(R, C) && R.is_multiple_of(LANES))
        } {
            return false;
        }
        let (a, mut out) = (source(a), result(out));
        // SAFETY: both describe the buffer of a reference, apart from each other, and have columns
        // and a multiple of four rows.
        unsafe { self.0(&a, &mut out) };
        true
    }
}

impl<E: Element> MatMul<E> {
    #[inline]
    fn call<const ALL: bool, const R: usize, const K: usize, const C: usize>(
        self,
        a: &[[E; K]; R],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) -> bool {
        if const {
            let work = R.saturating_mul(K).saturating_mul(C);
            let worth = ALL && work >= SHORTEST || mat_mul_pays::<E>(R, K, C);
            !(worth && fits(R, K) && fits(K, C))
        } {
            return false;
        }
        let (a, b, mut out) = (source(a), source(b), result(out));
        // SAFETY: all describe the buffer of a reference, the result apart from the sources, and
        // have rows and columns.
        unsafe { self.0(&a, &b, &mut out) };
        true
    }
}

impl<E: Element> MatVec<E> {
    #[inline]
    fn call<const ALL: bool, const R: usize, const C: usize>(
        self,
        w: &[[E; C]; R],
        x: &[E; C],
        out: &mut [E; R],
    ) -> bool {
        if const {
            let worth = ALL && R * C >= SHORTEST || mat_vec_pays(R, C);
            !(worth && fits(R, C) && C.is_multiple_of(LANES))
        } {
            return false;
        }
        let w = source(w);
        // SAFETY: `w` describes the buffer of a reference and has rows and a multiple of four
        // columns; the vectors are valid for `C` and `R` elements, and the result is apart from both.
        unsafe { self.0(&w, x.as_ptr(), out.as_mut_ptr()) };
        true
    }
}

/// The kernels that work on each element: the portable value is what C does not compute.
macro_rules! elementwise {
    ($all:literal; $($function:ident: $name:ident, $in_place:ident($x:ident $(, $array:ident)? $(; $s:ident)?) => $value:expr;)+) => {$(
        #[inline]
        fn $name<S: Tensor<Elem = E>>($x: &S $(, $array: &S)? $(, $s: E)?, out: &mut S) {
            match E::$function {
                Some(function) if const { calls::<S>($all, Work::Other) } => {
                    function.call($x $(, $array)? $(, $s)?, out, |$x $(, $array)? $(, $s)?| $value)
                }
                _ => <Portable as Kernels<E>>::$name($x $(, $array)? $(, $s)?, out),
            }
        }

        #[inline]
        fn $in_place<S: Tensor<Elem = E>>($x: &mut S $(, $array: &S)? $(, $s: E)?) {
            match E::$function {
                Some(function) if const { calls::<S>($all, Work::Other) } => {
                    function.call_in_place($x $(, $array)? $(, $s)?, |$x $(, $array)? $(, $s)?| $value)
                }
                _ => <Portable as Kernels<E>>::$in_place($x $(, $array)? $(, $s)?),
            }
        }
    )+};
}

/// The kernels whose C function is of one number, with the portable one for those it does not take.
macro_rules! of_angles {
    ($all:literal; $($function:ident: $name:ident, $in_place:ident;)+) => {$(
        #[inline]
        fn $name<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
            match E::$function {
                Some(function) if const { calls::<S>($all, Work::Other) } => {
                    for (slot, &x) in out.as_mut_slice().iter_mut().zip(x.as_slice()) {
                        *slot = function.call(x, scalar::$name);
                    }
                }
                _ => <Portable as Kernels<E>>::$name(x, out),
            }
        }

        #[inline]
        fn $in_place<S: Tensor<Elem = E>>(x: &mut S) {
            match E::$function {
                Some(function) if const { calls::<S>($all, Work::Other) } => {
                    for slot in x.as_mut_slice() {
                        *slot = function.call(*slot, scalar::$name);
                    }
                }
                _ => <Portable as Kernels<E>>::$in_place(x),
            }
        }
    )+};
}

/// A set of kernels, with all functions or those that pay.
macro_rules! set {
    ($set:ident, all: $all:literal) => {
        impl<E: Element> Kernels<E> for $set {
            elementwise! {
                $all;
                ADD: add, add_in_place(x, y) => x + y;
                SUB: sub, sub_in_place(x, y) => x - y;
                MUL: mul, mul_in_place(x, y) => x * y;
                NEG: neg, neg_in_place(x) => -x;
                ABS: abs, abs_in_place(x) => x.abs();
                SCALE: scale, scale_in_place(x; a) => a * x;
                OFFSET: offset, offset_in_place(x; b) => x + b;
                LN: ln, ln_in_place(x) => x.ln();
            }

            #[inline]
            fn exp<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
                match E::EXP {
                    Some(function) if const { calls::<S>($all, Work::Exp) } => exp(function, x, out),
                    _ => <Portable as Kernels<E>>::exp(x, out),
                }
            }

            #[inline]
            fn exp_in_place<S: Tensor<Elem = E>>(x: &mut S) {
                match E::EXP {
                    Some(function) if const { calls::<S>($all, Work::Exp) } => {
                        let (blocks, rest) = x.as_mut_slice().as_chunks_mut::<BLOCK>();
                        let (vectors, rest) = rest.as_chunks_mut::<LANES>();
                        for block in blocks {
                            exp(function, &{ *block }, block);
                        }
                        for vector in vectors {
                            exp(function, &{ *vector }, vector);
                        }
                        for slot in rest {
                            *slot = slot.exp();
                        }
                    }
                    _ => <Portable as Kernels<E>>::exp_in_place(x),
                }
            }

            #[inline]
            fn clamp<S: Tensor<Elem = E>>(x: &S, lo: E, hi: E, out: &mut S) {
                match E::CLIP {
                    // The order of the bounds matters if the range is empty.
                    Some(function) if const { calls::<S>($all, Work::Other) } && lo <= hi => {
                        function.call(x, lo, hi, out, |x| scalar::clamp(x, lo, hi));
                    }
                    _ => <Portable as Kernels<E>>::clamp(x, lo, hi, out),
                }
            }

            #[inline]
            fn clamp_in_place<S: Tensor<Elem = E>>(x: &mut S, lo: E, hi: E) {
                match E::CLIP {
                    Some(function) if const { calls::<S>($all, Work::Other) } && lo <= hi => {
                        function.call_in_place(x, lo, hi, |x| scalar::clamp(x, lo, hi));
                    }
                    _ => <Portable as Kernels<E>>::clamp_in_place(x, lo, hi),
                }
            }

            #[inline]
            fn relu<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
                match E::CLIP {
                    Some(function) if const { calls::<S>($all, Work::Other) } => {
                        function.call(x, E::ZERO, E::from_f64(f64::INFINITY), out, scalar::relu);
                    }
                    _ => <Portable as Kernels<E>>::relu(x, out),
                }
            }

            #[inline]
            fn relu_in_place<S: Tensor<Elem = E>>(x: &mut S) {
                match E::CLIP {
                    Some(function) if const { calls::<S>($all, Work::Other) } => {
                        function.call_in_place(x, E::ZERO, E::from_f64(f64::INFINITY), scalar::relu);
                    }
                    _ => <Portable as Kernels<E>>::relu_in_place(x),
                }
            }

            of_angles! {
                $all;
                SIN: sin, sin_in_place;
                COS: cos, cos_in_place;
            }

            #[inline]
            fn atan2<S: Tensor<Elem = E>>(y: &S, x: &S, out: &mut S) {
                match E::ATAN2 {
                    Some(function) if const { calls::<S>($all, Work::Other) } => {
                        let sources = y.as_slice().iter().zip(x.as_slice());
                        for (slot, (&y, &x)) in out.as_mut_slice().iter_mut().zip(sources) {
                            *slot = function.call(y, x, scalar::atan2);
                        }
                    }
                    _ => <Portable as Kernels<E>>::atan2(y, x, out),
                }
            }

            #[inline]
            fn atan2_in_place<S: Tensor<Elem = E>>(y: &mut S, x: &S) {
                match E::ATAN2 {
                    Some(function) if const { calls::<S>($all, Work::Other) } => {
                        for (slot, &x) in y.as_mut_slice().iter_mut().zip(x.as_slice()) {
                            *slot = function.call(*slot, x, scalar::atan2);
                        }
                    }
                    _ => <Portable as Kernels<E>>::atan2_in_place(y, x),
                }
            }

            #[inline]
            fn logsumexp<S: Tensor<Elem = E>>(z: &S, p: &S) -> E {
                match E::LOGSUMEXP {
                    Some(function)
                        if const { calls::<S>($all, Work::Other) && S::LEN.is_multiple_of(LANES) } =>
                    {
                        function.call(z)
                    }
                    _ => <Portable as Kernels<E>>::logsumexp(z, p),
                }
            }

            #[inline]
            fn square<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
                Self::mul(x, x, out);
            }

            #[inline]
            fn square_in_place<S: Tensor<Elem = E>>(x: &mut S) {
                match E::MUL {
                    Some(function) if const { calls::<S>($all, Work::Other) } => {
                        function.call_on_itself(x, |x, y| x * y);
                    }
                    _ => <Portable as Kernels<E>>::square_in_place(x),
                }
            }

            #[inline]
            fn fill<S: Tensor<Elem = E>>(v: E, out: &mut S) {
                match E::FILL {
                    Some(function) if const { calls::<S>($all, Work::Other) } => function.call(v, out),
                    _ => <Portable as Kernels<E>>::fill(v, out),
                }
            }

            #[inline]
            fn copy<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
                match E::COPY {
                    Some(function) if const { calls::<S>($all, Work::Copy) } => function.call(x, out, |x| x),
                    _ => <Portable as Kernels<E>>::copy(x, out),
                }
            }

            #[inline]
            fn sum<S: Tensor<Elem = E>>(x: &S) -> E {
                match E::SUM {
                    Some(function) if const { calls::<S>($all, Work::Sum) } => {
                        tail(x).iter().fold(function.call(x), |sum, &x| sum + x)
                    }
                    _ => <Portable as Kernels<E>>::sum(x),
                }
            }

            #[inline]
            fn dot<S: Tensor<Elem = E>>(x: &S, y: &S) -> E {
                match E::DOT {
                    Some(function) if const { calls::<S>($all, Work::Dot) } => {
                        let rest = tail(x).iter().zip(tail(y));
                        rest.fold(function.call(x, y), |sum, (&x, &y)| sum + x * y)
                    }
                    _ => <Portable as Kernels<E>>::dot(x, y),
                }
            }

            #[inline]
            fn mse<S: Tensor<Elem = E>>(p: &S, t: &S) -> E {
                match E::MSE {
                    // The function divides by the count: there must be no rest.
                    Some(function) if const { calls::<S>($all, Work::Dot) && S::LEN.is_multiple_of(LANES) } => {
                        function.call(p, t)
                    }
                    _ => <Portable as Kernels<E>>::mse(p, t),
                }
            }

            #[inline]
            fn mean<S: Tensor<Elem = E>>(x: &S) -> E {
                if let Some(function) = E::MEAN
                    && const { calls::<S>($all, Work::Sum) && S::LEN.is_multiple_of(LANES) }
                {
                    let mean = function.call(x);
                    if mean.is_finite() {
                        return loops::refined_mean(x, mean);
                    }
                }
                // Also where the sum alone has overflowed.
                <Portable as Kernels<E>>::mean(x)
            }

            #[inline]
            fn norm<S: Tensor<Elem = E>>(x: &S) -> E {
                if let Some(function) = E::SUM_OF_SQUARES
                    && const { calls::<S>($all, Work::Norm) }
                {
                    let squares = tail(x).iter().fold(function.call(x), |sum, &x| sum + x * x);
                    if loops::has_all_digits(squares) {
                        return squares.sqrt();
                    }
                }
                <Portable as Kernels<E>>::norm(x)
            }

            #[inline]
            fn mat_vec<const R: usize, const C: usize>(w: &[[E; C]; R], x: &[E; C], out: &mut [E; R]) {
                if !E::MAT_VEC.is_some_and(|function| function.call::<$all, R, C>(w, x, out)) {
                    <Portable as Kernels<E>>::mat_vec(w, x, out);
                }
            }

            #[inline]
            fn fully_connected<const R: usize, const C: usize>(
                x: &[E; C],
                w: &[[E; C]; R],
                b: &[E; R],
                out: &mut [E; R],
            ) {
                if E::MAT_VEC.is_some_and(|function| function.call::<$all, R, C>(w, x, out)) {
                    Self::add_in_place(out, b);
                } else {
                    <Portable as Kernels<E>>::fully_connected(x, w, b, out);
                }
            }

            #[inline]
            fn mat_mul<const R: usize, const K: usize, const C: usize>(
                a: &[[E; K]; R],
                b: &[[E; C]; K],
                out: &mut [[E; C]; R],
            ) {
                if !E::MAT_MUL.is_some_and(|function| function.call::<$all, R, K, C>(a, b, out)) {
                    <Portable as Kernels<E>>::mat_mul(a, b, out);
                }
            }

            #[inline]
            fn transpose<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [[E; R]; C]) {
                if !E::TRANSPOSE.is_some_and(|function| function.call::<$all, R, C>(a, out)) {
                    <Portable as Kernels<E>>::transpose(a, out);
                }
            }
        }
    };
}

set!(Cmsis, all: false);
set!(CmsisAll, all: true);
