//! The checks of `checks.rs` on the host, one test each.
#![cfg(feature = "cmsis-dsp")]

use autodiff_runtime::{Cmsis, CmsisAll, Kernels, Portable};

mod checks;
use checks::{Numbers, Report, element_by_element};

/// All comparisons pass, and there are some. The functions of the host use no Helium.
#[track_caller]
fn pass(checks: impl FnOnce(&mut Report)) {
    let mut lines = Vec::new();
    let mut print = |line: std::fmt::Arguments| lines.push(line.to_string());
    let mut report = Report::new(false, &mut print);
    checks(&mut report);
    let (passed, failed) = (report.passed, report.failed);
    lines.truncate(20);
    assert!(
        passed > 0 && failed == 0,
        "{passed} passed, {failed} failed, the first ones:\n{}",
        lines.join("\n")
    );
}

#[test]
fn element_wise_kernels_give_the_same_bits() {
    pass(|report| {
        checks::at!(report, lengths:
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61
            62 63 64 65 66 67 256);
        element_by_element::<Cmsis, f32>(report);
        element_by_element::<CmsisAll, f32>(report);
        element_by_element::<Cmsis, f64>(report);
        element_by_element::<CmsisAll, f64>(report);
        element_by_element::<Cmsis, [f32; 0]>(report);
        element_by_element::<CmsisAll, [f32; 0]>(report);
        element_by_element::<Cmsis, [[f32; 7]; 5]>(report);
        element_by_element::<CmsisAll, [[f32; 7]; 5]>(report);
        element_by_element::<Cmsis, [[f64; 8]; 4]>(report);
        element_by_element::<CmsisAll, [[f64; 8]; 4]>(report);
    });
}

#[test]
fn sums_differ_by_their_order_only() {
    pass(|report| {
        checks::at!(report, sums:
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61
            62 63 64 65 66 67 256);
        let empty = [0.0_f32; 0];
        report.check("the sum of nothing is 0", Cmsis::sum(&empty) == 0.0);
        report.check("dot of nothing is 0", Cmsis::dot(&empty, &empty) == 0.0);
        report.check("the norm of nothing is 0", Cmsis::norm(&empty) == 0.0);
    });
}

#[test]
fn matrices_of_all_shapes() {
    pass(|report| {
        checks::at!(report, shapes:
            0 x 4   4 x 0
            1 x 1   1 x 16  1 x 17  1 x 64
            2 x 2   2 x 8   2 x 9
            3 x 3   3 x 8   3 x 11
            4 x 4   4 x 5   4 x 12  4 x 67
            5 x 4   5 x 7   5 x 8   5 x 32
            6 x 12  7 x 20  8 x 3   8 x 8   8 x 64
            9 x 16  12 x 6  16 x 1  16 x 5  16 x 16
            17 x 4  33 x 8);
    });
}

macro_rules! tests {
    ($($check:ident)*) => {$(
        #[test]
        fn $check() {
            pass(checks::$check);
        }
    )*};
}

tests! {
    mean_far_from_zero
    norm_over_the_whole_range
    conventions_of_kernels_left_out
    exponential_of_all_sizes
    logarithm_of_all_sizes
    angles_of_special_points
    logsumexp_of_special_values
    less_exact_kernels_keep_their_bounds
    less_exact_kernels_in_place
    conventions_that_all_functions_keep
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
