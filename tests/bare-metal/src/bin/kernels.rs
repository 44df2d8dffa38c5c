//! The checks of the kernels of CMSIS-DSP, on a device: `scripts/kernels.sh` runs it.
//!
//! Beyond those of the host, operands stand at the very end of a memory, behind which a load faults.
//! The last line of the output is `N passed, N failed`.
#![no_std]
#![no_main]

use core::fmt::Arguments;
use core::hint::black_box;

use autodiff_runtime::{Cmsis, CmsisAll, Kernels, Tensor};
use cortex_m_rt::{ExceptionFrame, entry, exception};
use cortex_m_semihosting::{debug, hprintln};
use panic_semihosting as _;

#[path = "../../../../autodiff-runtime/tests/cmsis/checks.rs"]
mod checks;
use checks::{Case, Numbers, Report};

#[entry]
fn main() -> ! {
    let mut printed = 0;
    let mut print = |line: Arguments| {
        printed += 1;
        if printed <= 20 {
            hprintln!("{}", line);
        }
    };
    let report = &mut Report::new(cfg!(feature = "helium"), &mut print);

    checks::at!(report, lengths of f32: 7 16 19);
    checks::at!(report, lengths of f64: 17);
    checks::at!(report, sums of f32: 7 33 64 258);
    checks::at!(report, sums of f64: 17);
    checks::at!(report, shapes of f32: 0 x 4  3 x 16  5 x 7  16 x 20);
    checks::at!(report, shapes of f64: 5 x 8);
    checks::mean_far_from_zero(report);
    checks::norm_over_the_whole_range(report);
    checks::conventions_of_kernels_left_out(report);
    checks::exponential_of_all_sizes(report);
    checks::angles_of_special_points(report);
    checks::logsumexp_of_special_values(report);
    checks::logarithm_of_all_sizes(report);
    checks::less_exact_kernels_keep_their_bounds(report);
    checks::less_exact_kernels_in_place(report);
    checks::conventions_that_all_functions_keep(report);
    at_the_end_of_memory(report);

    let (passed, failed) = (report.passed, report.failed);
    hprintln!("{} passed, {} failed", passed, failed);
    loop {
        debug::exit(debug::EXIT_SUCCESS);
    }
}

/// Also of a load behind the end of the memory.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    panic!(
        "hard fault at {:#x}: a load past the end of an operand?",
        frame.pc()
    );
}

/// End of a memory that nothing else uses, from the script.
const END: &str = env!("END_OF_MEMORY");

/// A buffer of which the last byte is the last one of the memory.
fn at_the_end<S: Tensor>(data: S) -> &'static mut S {
    let end = usize::from_str_radix(END.trim_start_matches("0x"), 16).unwrap();
    let place = (end - size_of::<S>()) as *mut S;
    // SAFETY: the memory is there, is used by nothing but this function, and its end is aligned for
    // all elements. The callers have at most one of these references at a time.
    unsafe {
        place.write(data);
        &mut *place
    }
}

/// An operand that is only read.
fn read<S: Tensor, T: Tensor>(case: Case, x: S, kernel: impl Fn(&S) -> T, report: &mut Report) {
    let elsewhere = kernel(black_box(&x));
    let at_the_end = kernel(black_box(at_the_end(x)));
    report.same(case, at_the_end, elsewhere);
}

/// A result, or an operand that the result replaces.
fn write<S: Tensor>(case: Case, mut x: S, kernel: impl Fn(&mut S), report: &mut Report) {
    let place = at_the_end(x);
    kernel(black_box(&mut *place));
    kernel(black_box(&mut x));
    report.same(case, *place, x);
}

fn at_the_end_of_memory(report: &mut Report) {
    macro_rules! lengths {
        ($($length:literal)*) => {$(
            vectors::<Cmsis, $length>(report);
            vectors::<CmsisAll, $length>(report);
        )*};
    }
    lengths!(7 18 19 32);
    macro_rules! shapes {
        ($($rows:literal x $columns:literal)*) => {$(
            matrices::<Cmsis, $rows, $columns>(report);
            matrices::<CmsisAll, $rows, $columns>(report);
        )*};
    }
    shapes!(3 x 16  5 x 7  6 x 8  16 x 18);
}

/// The operand of a kernel and its result, plain and in place, at the end of the memory.
macro_rules! both_forms {
    ($set:ident, $of:ident, $report:ident; $x:ident; $($kernel:ident $in_place:ident($($rest:expr),*))*) => {$(
        let kernel = |x: &[f32; N]| {
            let mut out = [0.0; N];
            $set::$kernel(x $(, $rest)*, &mut out);
            out
        };
        read($of(stringify!($kernel)), $x, kernel, $report);
        write($of(stringify!($kernel)), $x, |out| $set::$kernel(&$x $(, $rest)*, out), $report);
        write($of(stringify!($in_place)), $x, |x| $set::$in_place(x $(, $rest)*), $report);
    )*};
}

#[inline(never)]
fn vectors<Set: Kernels<f32>, const N: usize>(report: &mut Report) {
    let of = Case::new::<Set, [f32; N]>;
    let mut numbers = Numbers(N as u64);
    let x: [f32; N] = numbers.fill::<[f32; N]>().map(|x| x.abs() + 0.1);
    let y: [f32; N] = numbers.fill();
    both_forms! {
        Set, of, report; x;
        add add_in_place(&y) sub sub_in_place(&y) mul mul_in_place(&y) div div_in_place(&y)
        neg neg_in_place() abs abs_in_place() square square_in_place()
        scale scale_in_place(0.3) offset offset_in_place(0.3) clamp clamp_in_place(0.2, 0.5)
        exp exp_in_place() ln ln_in_place() sin sin_in_place() cos cos_in_place()
        relu relu_in_place() atan2 atan2_in_place(&y)
    }
    let second = |y: &[f32; N]| {
        let (mut sum, mut product) = ([0.0; N], [0.0; N]);
        Set::add(&x, y, &mut sum);
        Set::mul(&x, y, &mut product);
        [sum, product]
    };
    read(of("add, mul"), y, second, report);
    write(of("fill"), y, |out| Set::fill(0.3, out), report);
    write(of("copy"), y, |out| Set::copy(&x, out), report);
    let sums = |x: &[f32; N]| {
        [
            Set::sum(x),
            Set::mean(x),
            Set::norm(x),
            Set::dot(x, &y),
            Set::dot(&y, x),
            Set::mse(x, &y),
            Set::mse(&y, x),
            Set::logsumexp(x, &y),
        ]
    };
    read(of("sums"), x, sums, report);
}

#[inline(never)]
fn matrices<Set: Kernels<f32>, const R: usize, const C: usize>(report: &mut Report) {
    let of = Case::new::<Set, [[f32; C]; R]>;
    let mut numbers = Numbers(R as u64);
    let w: [[f32; C]; R] = numbers.fill();
    let x: [f32; C] = numbers.fill();
    let b: [f32; R] = numbers.fill();
    let a: [[f32; R]; 5] = numbers.fill();
    let product = |w: &[[f32; C]; R], x: &[f32; C], b: &[f32; R]| {
        let mut out = [[0.0; R]; 2];
        Set::mat_vec(w, x, &mut out[0]);
        Set::fully_connected(x, w, b, &mut out[1]);
        out
    };
    read(of("mat_vec"), w, |w| product(w, &x, &b), report);
    read(of("mat_vec"), x, |x| product(&w, x, &b), report);
    read(of("mat_vec"), b, |b| product(&w, &x, b), report);
    write(of("mat_vec"), b, |out| Set::mat_vec(&w, &x, out), report);
    write(
        of("fully_connected"),
        b,
        |out| Set::fully_connected(&x, &w, &b, out),
        report,
    );

    let transpose = |w: &[[f32; C]; R]| {
        let mut out = [[0.0; R]; C];
        Set::transpose(w, &mut out);
        out
    };
    read(of("transpose"), w, transpose, report);
    write(
        of("transpose"),
        transpose(&w),
        |out| Set::transpose(&w, out),
        report,
    );

    let mat_mul = |a: &[[f32; R]; 5], w: &[[f32; C]; R]| {
        let mut out = [[0.0; C]; 5];
        Set::mat_mul(a, w, &mut out);
        out
    };
    read(of("mat_mul"), a, |a| mat_mul(a, &w), report);
    read(of("mat_mul"), w, |w| mat_mul(&a, w), report);
    write(
        of("mat_mul"),
        mat_mul(&a, &w),
        |out| Set::mat_mul(&a, &w, out),
        report,
    );
}
