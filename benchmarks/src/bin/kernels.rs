//! Counts the instructions of single kernels, portable and of CMSIS-DSP: what the thresholds of
//! `Cmsis` rest on. `scripts/benchmark.sh --kernels` runs it.
//!
//! A line of the output has the kernel, the type, the length, and both counts. The last line is
//! `done`.
#![no_std]
#![no_main]

use autodiff_runtime::{Element, Kernels, Portable};
use benchmarks::recent::*;
use cmsis_dsp_sys_pregenerated::*;
use core::hint::black_box;
use cortex_m_rt::{ExceptionFrame, entry, exception};
use cortex_m_semihosting::hprintln;
use firmware::Counter;

/// How often a kernel is called to count.
const CALLS: u32 = 300;

/// Rows of the matrices.
const ROWS: usize = 8;

/// Measures the functions of one type at one length.
macro_rules! functions {
    ($name:ident, $type:ident, $matrix:ident:
        $binary:ident $with_scalar:ident $unary:ident $fill:ident $copy:ident $sum:ident $squares:ident $dot:ident
        $mse:ident $mean:ident $mat_mul:ident $transpose:ident $($clip:ident $exp:ident)?) => {
        #[inline(never)]
        fn $name<const N: usize>(counter: &mut Counter) {
            let n = N as u32;
            let (x, y, mut out) = ([0.5 as $type; N], [0.25 as $type; N], [0.0 as $type; N]);
            let (x, y, out) = (&x, &y, &mut out);
            macro_rules! measure {
                ($kernel:ident: $portable:expr, $c:expr) => {{
                    let portable = counter.instructions(CALLS, || { black_box($portable); });
                    let c = counter.instructions(CALLS, || { black_box(unsafe { $c }); });
                    hprintln!("{} {} {} {} {}", stringify!($kernel), stringify!($type), N, portable, c);
                }};
            }
            macro_rules! source {
                ($x:expr) => { black_box(&raw const *$x).cast::<$type>() };
            }
            macro_rules! result {
                ($x:expr) => { black_box(&raw mut *$x).cast::<$type>() };
            }
            measure!(add: Portable::add(black_box(x), black_box(y), black_box(out)),
                $binary(source!(x), source!(y), result!(out), n));
            measure!(scale: Portable::scale(black_box(x), black_box(0.7), black_box(out)),
                $with_scalar(source!(x), black_box(0.7), result!(out), n));
            measure!(neg: Portable::neg(black_box(x), black_box(out)),
                $unary(source!(x), result!(out), n));
            measure!(fill: Portable::fill(black_box(0.7), black_box(out)),
                $fill(black_box(0.7), result!(out), n));
            measure!(copy: Portable::copy(black_box(x), black_box(out)),
                $copy(source!(x), result!(out), n));
            let mut one: $type = 0.0;
            measure!(sum: Portable::sum(black_box(x)), { $sum(source!(x), n, result!(&mut one)); one });
            measure!(norm: Portable::norm(black_box(x)),
                { $squares(source!(x), n, result!(&mut one)); Element::sqrt(one) });
            measure!(dot: Portable::dot(black_box(x), black_box(y)),
                { $dot(source!(x), source!(y), n, result!(&mut one)); one });
            measure!(mse: Portable::mse(black_box(x), black_box(y)),
                { $mse(source!(x), source!(y), n, result!(&mut one)); one });
            measure!(mean_first_pass: Portable::sum(black_box(x)),
                { $mean(source!(x), n, result!(&mut one)); one });
            $(
                measure!(clamp: Portable::clamp(black_box(x), black_box(-1.0), black_box(1.0), black_box(out)),
                    $clip(source!(x), result!(out), black_box(-1.0), black_box(1.0), n));
                measure!(exp: Portable::exp(black_box(x), black_box(out)),
                    $exp(source!(x), result!(out), n));
                mat_vec::<N>(counter);
            )?
            // Square matrices of this many rows.
            macro_rules! square {
                ($n:literal) => {
                    let (a, mut c) = ([[0.5 as $type; $n]; $n], [[0.0 as $type; $n]; $n]);
                    let (a, c) = (&a, &mut c);
                    let matrix = |data| $matrix { numRows: $n, numCols: $n, pData: data };
                    measure!(mat_mul: Portable::mat_mul(black_box(a), black_box(a), black_box(c)), {
                        let (a, b) = (matrix(source!(a).cast_mut()), matrix(source!(a).cast_mut()));
                        let mut c = matrix(result!(c));
                        $mat_mul(&a, &b, &mut c)
                    });
                    measure!(transpose: Portable::transpose(black_box(a), black_box(c)), {
                        let (a, mut c) = (matrix(source!(a).cast_mut()), matrix(result!(c)));
                        $transpose(&a, &mut c)
                    });
                };
            }
            match N {
                4 => { square!(4); }
                8 => { square!(8); }
                16 => { square!(16); }
                _ => (),
            }
        }
    };
}

functions! {
    single, f32, arm_matrix_instance_f32: arm_add_f32 arm_scale_f32 arm_negate_f32 arm_fill_f32 arm_copy_f32 arm_accumulate_f32
    arm_power_f32 arm_dot_prod_f32 arm_mse_f32 arm_mean_f32 arm_mat_mult_f32 arm_mat_trans_f32
    arm_clip_f32 arm_vexp_f32
}
functions! {
    double, f64, arm_matrix_instance_f64: arm_add_f64 arm_scale_f64 arm_negate_f64 arm_fill_f64 arm_copy_f64 arm_accumulate_f64
    arm_power_f64 arm_dot_prod_f64 arm_mse_f64 arm_mean_f64 arm_mat_mult_f64 arm_mat_trans_f64
}

/// With as many columns as the length, and few or several rows.
#[inline(never)]
fn mat_vec<const N: usize>(counter: &mut Counter) {
    let (w, x, mut out) = ([[0.5_f32; N]; ROWS], [0.25_f32; N], [0.0_f32; ROWS]);
    let (w, x, out) = (&w, &x, &mut out);
    macro_rules! rows {
        ($name:literal, $rows:literal) => {
            let (Some(w), Some(out)) = (w.first_chunk::<$rows>(), out.first_chunk_mut::<$rows>())
            else {
                return;
            };
            let portable = counter.instructions(CALLS, || {
                Portable::mat_vec(black_box(w), black_box(x), black_box(out));
            });
            let c = counter.instructions(CALLS, || {
                let w = arm_matrix_instance_f32 {
                    numRows: $rows,
                    numCols: N as u16,
                    pData: black_box(w).as_ptr().cast_mut().cast(),
                };
                let (x, out) = (black_box(x).as_ptr(), black_box(&mut *out).as_mut_ptr());
                unsafe { arm_mat_vec_mult_f32(&w, x, out) };
            });
            hprintln!("{} f32 {} {} {}", $name, N, portable, c);
        };
    }
    rows!("mat_vec_3", 3);
    rows!("mat_vec_4", 4);
    rows!("mat_vec_8", 8);
}

/// Else the emulation would never end.
#[exception]
unsafe fn HardFault(_: &ExceptionFrame) -> ! {
    panic!("hard fault");
}

#[entry]
fn main() -> ! {
    let counter = &mut Counter::new().unwrap();
    macro_rules! lengths {
        ($($length:literal)*) => {$(
            single::<$length>(counter);
            double::<$length>(counter);
        )*};
    }
    lengths!(4 8 16 32 48 64 96 128 192 256);
    #[cfg(target_has_atomic = "32")] // those with more than 16 kilobytes of RAM
    lengths!(512 1024);
    hprintln!("done");
    firmware::exit()
}
