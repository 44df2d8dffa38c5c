//! Kernels of ARM's CMSIS-DSP, called through C.
//!
//! The only module with `unsafe`. [`Functions`] is the table of the C functions; each shape of
//! signature has one safe wrapper here, which holds the call; [`Kernels`] picks function, wrapper
//! and lengths. What a choice depends on is const, so that none is made at run time.
//!
//! Functions that keep the conventions of [`Kernels`] only in part are wrapped or left out:
//!
//! | function | what it does | here |
//! | --- | --- | --- |
//! | element-wise and sums, Helium | loads whole vectors of four, past the end of other lengths | multiples of four go to C, the rest is done here |
//! | `arm_mat_vec_mult`, Helium | multiplies what lies behind a row by 0, so that a NaN there spreads | rows of a multiple of four |
//! | `arm_mat_trans`, Helium | loads up to three rows past the end | a multiple of four rows |
//! | `arm_mean` | one pass, may overflow | its result is refined, or replaced |
//! | `arm_power` | may overflow or underflow | `norm` checks it |
//! | `arm_var`, `arm_std` | lack the correction for the rounding of the mean | left out |
//! | `arm_max`, `arm_min` | pass over NaN; the largest of -∞ is a finite number | left out |
//! | `arm_clip`, Helium | NaN becomes a bound; loads past the end | left out |
//! | `arm_vexp`, Helium | NaN where e^x overflows, 0 for subnormal results | left out |
//! | `arm_vlog`, Helium | finite at 0 | left out |
//! | `arm_logsumexp` | NaN of -∞ alone; takes exponentials that the softmax has taken before | left out |
//! | `arm_sin`, `arm_cos`, `arm_atan2` | tables and polynomials, far from the last digit | left out |
//! | `arm_sqrt` | exists in a header only, 0 below 0 | left out |
//!
//! Without a vector unit `arm_vexp` and `arm_vlog` are loops over C's `expf` and `logf`: leaving
//! them out also means that no C library is needed.

use super::{Kernels, Portable, loops};
use crate::{Element, Tensor};

/// The kernels of CMSIS-DSP where it has one that keeps the conventions, otherwise the portable
/// ones; feature `cmsis-dsp`.
///
/// Lengths below 16 stay portable: a call costs more than they do. Results of element-wise kernels
/// are the same bits as those of [`Portable`], except that Helium has 0 for subnormal numbers; sums
/// are added up in another order, and where the core has fused multiply-add, with it.
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

/// Shortest buffers that are worth a call: the portable loops take about three instructions for an
/// element, a call ten and a loop of its own.
const SHORTEST: usize = 16;

/// Elements of a vector register.
const LANES: usize = 4;

/// Writes the result of `n` elements.
///
/// Only functions of CMSIS-DSP are put into this and the following types, whose calls rely on it:
/// a source is only read and the result only written, `n` elements of each if `n` is a multiple of
/// four; sources may be the result, element by element; no pointer is kept. `n` may be 0.
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

/// 0; only builds of the library that check shapes return others.
type Status = sys::arm_status::Type;

use cmsis_dsp_sys_pregenerated as sys;

#[cfg(cmsis_dsp_1_17)]
mod recent {
    //! What the bindings, of release 5.7.0, lack. Source: the headers `dsp/basic_math_functions.h`,
    //! `dsp/matrix_functions.h`, `dsp/statistics_functions.h` and `dsp/support_functions.h` of
    //! CMSIS-DSP 1.17.

    use super::Status;
    use super::sys::{arm_matrix_instance_f32, arm_matrix_instance_f64};

    unsafe extern "C" {
        pub fn arm_accumulate_f32(source: *const f32, count: u32, result: *mut f32);
        pub fn arm_mse_f32(a: *const f32, b: *const f32, count: u32, result: *mut f32);
        pub fn arm_mat_vec_mult_f32(
            matrix: *const arm_matrix_instance_f32,
            vector: *const f32,
            result: *mut f32,
        );

        pub fn arm_abs_f64(source: *const f64, result: *mut f64, count: u32);
        pub fn arm_accumulate_f64(source: *const f64, count: u32, result: *mut f64);
        pub fn arm_add_f64(a: *const f64, b: *const f64, result: *mut f64, count: u32);
        pub fn arm_copy_f64(source: *const f64, result: *mut f64, count: u32);
        pub fn arm_dot_prod_f64(a: *const f64, b: *const f64, count: u32, result: *mut f64);
        pub fn arm_fill_f64(value: f64, result: *mut f64, count: u32);
        pub fn arm_mean_f64(source: *const f64, count: u32, result: *mut f64);
        pub fn arm_mse_f64(a: *const f64, b: *const f64, count: u32, result: *mut f64);
        pub fn arm_mult_f64(a: *const f64, b: *const f64, result: *mut f64, count: u32);
        pub fn arm_negate_f64(source: *const f64, result: *mut f64, count: u32);
        pub fn arm_offset_f64(source: *const f64, offset: f64, result: *mut f64, count: u32);
        pub fn arm_power_f64(source: *const f64, count: u32, result: *mut f64);
        pub fn arm_scale_f64(source: *const f64, scale: f64, result: *mut f64, count: u32);
        pub fn arm_sub_f64(a: *const f64, b: *const f64, result: *mut f64, count: u32);
        pub fn arm_mat_mult_f64(
            a: *const arm_matrix_instance_f64,
            b: *const arm_matrix_instance_f64,
            result: *mut arm_matrix_instance_f64,
        ) -> Status;
        pub fn arm_mat_trans_f64(
            source: *const arm_matrix_instance_f64,
            result: *mut arm_matrix_instance_f64,
        ) -> Status;
    }
}

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
    ; recent:
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

/// Whether a call can pay.
const fn long<S: Tensor>() -> bool {
    S::LEN >= SHORTEST
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

/// Whether matrices of these shapes can and should go to C, which counts in 16 bits and does not stop
/// at 0; `work` is the number of products or copies.
const fn fits(rows: usize, columns: usize, work: usize) -> bool {
    let most = u16::MAX as usize;
    rows > 0 && columns > 0 && rows <= most && columns <= most && work >= SHORTEST
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
    fn call<const R: usize, const C: usize>(self, a: &[[E; C]; R], out: &mut [[E; R]; C]) -> bool {
        if const { !(fits(R, C, R * C) && R.is_multiple_of(LANES)) } {
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
    fn call<const R: usize, const K: usize, const C: usize>(
        self,
        a: &[[E; K]; R],
        b: &[[E; C]; K],
        out: &mut [[E; C]; R],
    ) -> bool {
        if const {
            let work = R.saturating_mul(K).saturating_mul(C);
            !(fits(R, K, work) && fits(K, C, work))
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
    fn call<const R: usize, const C: usize>(
        self,
        w: &[[E; C]; R],
        x: &[E; C],
        out: &mut [E; R],
    ) -> bool {
        if const { !(fits(R, C, R * C) && C.is_multiple_of(LANES)) } {
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
    ($($function:ident: $name:ident, $in_place:ident($x:ident $(, $array:ident)? $(; $s:ident)?) => $value:expr;)+) => {$(
        #[inline]
        fn $name<S: Tensor<Elem = E>>($x: &S $(, $array: &S)? $(, $s: E)?, out: &mut S) {
            match E::$function {
                Some(function) if const { long::<S>() } => {
                    function.call($x $(, $array)? $(, $s)?, out, |$x $(, $array)? $(, $s)?| $value)
                }
                _ => <Portable as Kernels<E>>::$name($x $(, $array)? $(, $s)?, out),
            }
        }

        #[inline]
        fn $in_place<S: Tensor<Elem = E>>($x: &mut S $(, $array: &S)? $(, $s: E)?) {
            match E::$function {
                Some(function) if const { long::<S>() } => {
                    function.call_in_place($x $(, $array)? $(, $s)?, |$x $(, $array)? $(, $s)?| $value)
                }
                _ => <Portable as Kernels<E>>::$in_place($x $(, $array)? $(, $s)?),
            }
        }
    )+};
}

impl<E: Element> Kernels<E> for Cmsis {
    elementwise! {
        ADD: add, add_in_place(x, y) => x + y;
        SUB: sub, sub_in_place(x, y) => x - y;
        MUL: mul, mul_in_place(x, y) => x * y;
        NEG: neg, neg_in_place(x) => -x;
        ABS: abs, abs_in_place(x) => x.abs();
        SCALE: scale, scale_in_place(x; a) => a * x;
        OFFSET: offset, offset_in_place(x; b) => x + b;
    }

    #[inline]
    fn square<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
        Self::mul(x, x, out);
    }

    #[inline]
    fn square_in_place<S: Tensor<Elem = E>>(x: &mut S) {
        match E::MUL {
            Some(function) if const { long::<S>() } => function.call_on_itself(x, |x, y| x * y),
            _ => <Portable as Kernels<E>>::square_in_place(x),
        }
    }

    #[inline]
    fn fill<S: Tensor<Elem = E>>(v: E, out: &mut S) {
        match E::FILL {
            Some(function) if const { long::<S>() } => function.call(v, out),
            _ => <Portable as Kernels<E>>::fill(v, out),
        }
    }

    #[inline]
    fn copy<S: Tensor<Elem = E>>(x: &S, out: &mut S) {
        match E::COPY {
            Some(function) if const { long::<S>() } => function.call(x, out, |x| x),
            _ => <Portable as Kernels<E>>::copy(x, out),
        }
    }

    #[inline]
    fn sum<S: Tensor<Elem = E>>(x: &S) -> E {
        match E::SUM {
            Some(function) if const { long::<S>() } => {
                tail(x).iter().fold(function.call(x), |sum, &x| sum + x)
            }
            _ => <Portable as Kernels<E>>::sum(x),
        }
    }

    #[inline]
    fn dot<S: Tensor<Elem = E>>(x: &S, y: &S) -> E {
        match E::DOT {
            Some(function) if const { long::<S>() } => {
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
            Some(function) if const { long::<S>() && S::LEN.is_multiple_of(LANES) } => {
                function.call(p, t)
            }
            _ => <Portable as Kernels<E>>::mse(p, t),
        }
    }

    #[inline]
    fn mean<S: Tensor<Elem = E>>(x: &S) -> E {
        if let Some(function) = E::MEAN
            && const { long::<S>() && S::LEN.is_multiple_of(LANES) }
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
            && const { long::<S>() }
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
        if !E::MAT_VEC.is_some_and(|function| function.call(w, x, out)) {
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
        if E::MAT_VEC.is_some_and(|function| function.call(w, x, out)) {
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
        if !E::MAT_MUL.is_some_and(|function| function.call(a, b, out)) {
            <Portable as Kernels<E>>::mat_mul(a, b, out);
        }
    }

    #[inline]
    fn transpose<const R: usize, const C: usize>(a: &[[E; C]; R], out: &mut [[E; R]; C]) {
        if !E::TRANSPOSE.is_some_and(|function| function.call(a, out)) {
            <Portable as Kernels<E>>::transpose(a, out);
        }
    }
}
