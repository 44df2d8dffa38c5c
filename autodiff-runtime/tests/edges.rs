//! Kernels at the edges of their domains: zeros, tails, infinities, NaN, cancellation.

use autodiff_runtime::{Kernels, Portable, scalar};

/// Distance of two numbers in units of the last place of `expected`.
fn ulps(found: f32, expected: f64) -> f64 {
    let near = expected as f32;
    let ulp = f64::from(near.abs().next_up()) - f64::from(near.abs());
    (f64::from(found) - expected).abs() / ulp
}

#[test]
fn relu_and_its_slope_at_the_kink() {
    let x = [
        0.0_f32,
        -0.0,
        f32::MIN_POSITIVE,
        -f32::MIN_POSITIVE,
        f32::INFINITY,
        f32::NEG_INFINITY,
    ];
    let mut y = [1.0; 6];
    Portable::relu(&x, &mut y);
    assert_eq!(y, [0.0, 0.0, f32::MIN_POSITIVE, 0.0, f32::INFINITY, 0.0]);
    assert!(y[0].is_sign_positive() && y[1].is_sign_positive());

    let mut dx = [9.0; 6];
    Portable::relu_vjp(&[2.0; 6], &y, &mut dx);
    assert_eq!(dx, [0.0, 0.0, 2.0, 0.0, 2.0, 0.0]);
    assert!(scalar::relu(f32::NAN).is_nan());
    assert_eq!(scalar::relu_vjp(2.0_f32, f32::NAN), 0.0);
}

#[test]
fn sigmoid_in_both_tails() {
    for i in -870..=870 {
        let x = i as f32 / 10.0;
        let expected = 1.0 / (1.0 + (-f64::from(x)).exp());
        assert!(ulps(scalar::sigmoid(x), expected) < 3.0, "sigmoid({x})");
    }
    assert_eq!(scalar::sigmoid(f32::INFINITY), 1.0);
    assert_eq!(scalar::sigmoid(f32::NEG_INFINITY), 0.0);
    assert_eq!(scalar::sigmoid(f64::MIN), 0.0);
    assert_eq!(scalar::sigmoid(f64::MAX), 1.0);
    // Where e^-x has overflowed the result is small, not 0.
    assert!(scalar::sigmoid(-100.0_f32) > 0.0);
    assert!(scalar::sigmoid(-740.0_f64) > 0.0);
    assert!(scalar::sigmoid(f32::NAN).is_nan());
}

#[test]
fn softmax_of_extreme_logits() {
    let softmax = |z: [f32; 4]| {
        let mut p = [9.0; 4];
        Portable::softmax(&z, &mut p);
        p
    };
    // exp overflows f32 above 88.7.
    let p = softmax([1000.0, 998.0, -1000.0, 999.5]);
    let expected = [0.0_f64, -2.0, -2000.0, -0.5].map(f64::exp);
    let expected_sum: f64 = expected.iter().sum();
    for (p, expected) in p.into_iter().zip(expected) {
        assert!((f64::from(p) - expected / expected_sum).abs() < 1e-7);
    }
    assert_eq!(p[2], 0.0);
    assert_eq!(softmax([-1e30; 4]), [0.25; 4]);
    assert_eq!(
        softmax([f32::NEG_INFINITY, 1.0, 1.0, f32::NEG_INFINITY]),
        [0.0, 0.5, 0.5, 0.0]
    );
    for at in 0..4 {
        let mut z = [1.0; 4];
        z[at] = f32::NAN;
        assert!(softmax(z).iter().all(|p| p.is_nan()));
    }
    assert!(softmax([f32::NEG_INFINITY; 4]).iter().all(|p| p.is_nan()));

    let mut one = [-3.0_f32];
    Portable::softmax_in_place(&mut one);
    assert_eq!(one, [1.0]);
}

#[test]
fn cross_entropy_of_probability_zero() {
    let (p, t) = ([0.0_f64, 0.25, 0.75], [0.0, 0.5, 0.5]);
    let loss = Portable::cross_entropy(&p, &t);
    assert!((loss - 0.836_988_216_785_835_8).abs() < 1e-15);
    let mut dp = [9.0; 3];
    Portable::cross_entropy_vjp(&p, &t, 1.0, &mut dp);
    assert_eq!(dp, [0.0, -2.0, -0.5 / 0.75]);

    // Below the floor the loss is finite, and so is its slope.
    let (p, t) = ([0.0_f32, 1.0], [1.0, 0.0]);
    assert!((Portable::cross_entropy(&p, &t) - 16.118_095).abs() < 1e-5);
    let mut dp = [9.0; 2];
    Portable::cross_entropy_vjp(&p, &t, 1.0, &mut dp);
    assert!((dp[0] + 1e7).abs() < 1.0 && dp[1] == 0.0);

    assert!(Portable::cross_entropy(&[f32::NAN, 0.5], &[0.5, 0.5]).is_nan());
    assert_eq!(Portable::cross_entropy(&[f32::NAN, 1.0], &[0.0, 1.0]), 0.0);
    assert_eq!(Portable::cross_entropy(&[0.0_f32; 0], &[]), 0.0);
}

#[test]
fn softmax_cross_entropy_keeps_the_digits_of_large_and_small_losses() {
    let loss = |z: [f32; 3], t: [f32; 3]| {
        let mut p = [0.0; 3];
        Portable::softmax(&z, &mut p);
        Portable::softmax_cross_entropy(&z, &p, &t)
    };
    let exact = |z: [f32; 3], label: usize| {
        let z = z.map(f64::from);
        let others = (0..3)
            .filter(|&i| i != label)
            .map(|i| (z[i] - z[label]).exp());
        others.sum::<f64>().ln_1p()
    };
    // The right class leads: 1 - p rounds to 0, the loss does not.
    for z in [
        [30.0, 2.0, 1.0],
        [1000.0, 980.0, 970.0],
        [0.1, 0.2, 0.3],
        [-5.0, -5.0, -5.0],
    ] {
        for label in 0..3 {
            let mut t = [0.0; 3];
            t[label] = 1.0;
            assert!(
                ulps(loss(z, t), exact(z, label)) < 8.0,
                "{z:?}, class {label}"
            );
        }
    }
    // The right class has lost: p is 0, the loss is not infinite.
    assert_eq!(loss([1000.0, 0.0, 0.0], [0.0, 1.0, 0.0]), 1000.0);
    // An impossible class that is no target costs nothing.
    assert_eq!(
        loss([f32::NEG_INFINITY, 3.0, f32::NEG_INFINITY], [0.0, 1.0, 0.0]),
        0.0
    );
    assert!(loss([f32::NAN, 0.0, 0.0], [0.0, 1.0, 0.0]).is_nan());
    assert!(loss([f32::NEG_INFINITY; 3], [0.0, 1.0, 0.0]).is_nan());
}

/// 4096 values near 4096.
fn near_4096(spread: f32) -> [f32; 4096] {
    let mut state = 1_u32;
    core::array::from_fn(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        4096.0 + spread * ((state >> 8) as f32 / (1 << 24) as f32 - 0.5)
    })
}

#[test]
fn mean_and_variance_far_from_zero() {
    for spread in [0.01, 1.0, 100.0] {
        let x = near_4096(spread);
        let n = x.len() as f64;
        let mean = x.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
        let variance = x
            .iter()
            .map(|&x| (f64::from(x) - mean).powi(2))
            .sum::<f64>()
            / n;
        let found = Portable::mean(&x);
        assert!(ulps(found, mean) <= 1.0, "mean, spread {spread}");
        let found = Portable::variance(&x, found);
        assert!(ulps(found, variance) <= 2.0, "variance, spread {spread}");

        let mut by_rows = [[0.0_f32; 1]; 4096];
        Portable::transpose(&[x], &mut by_rows);
        let mut out = [0.0];
        Portable::mean_rows(&by_rows, &mut out);
        assert!(ulps(out[0], mean) <= 1.0, "mean of rows, spread {spread}");
        Portable::mean_columns(&[x], &mut out);
        assert!(
            ulps(out[0], mean) <= 1.0,
            "mean of columns, spread {spread}"
        );
    }
}

#[test]
fn variance_of_neighbouring_numbers() {
    // The mean lies half a unit in the last place away from each.
    let x: [f32; 4096] = core::array::from_fn(|i| {
        if i % 2 == 0 {
            4096.0
        } else {
            4096.0_f32.next_up()
        }
    });
    let unit = f64::from(4096.0_f32.next_up()) - 4096.0;
    assert_eq!(
        f64::from(Portable::variance(&x, Portable::mean(&x))),
        unit * unit / 4.0
    );

    let x = [0.1_f32; 1000];
    assert_eq!(Portable::mean(&x), 0.1);
    assert_eq!(Portable::variance(&x, 0.1), 0.0);
    // A mean that is off by a rounding gives no variance, and above all none below 0.
    assert_eq!(Portable::variance(&x, 0.1_f32.next_up()), 0.0);
}

#[test]
fn mean_of_huge_infinite_and_undefined_numbers() {
    assert_eq!(Portable::mean(&[f32::MAX; 5]), f32::MAX);
    assert_eq!(Portable::mean(&[f32::MAX, f32::MIN]), 0.0);
    assert_eq!(Portable::mean(&[f32::INFINITY, 1.0]), f32::INFINITY);
    assert!(Portable::mean(&[f32::INFINITY, f32::NEG_INFINITY]).is_nan());
    assert!(Portable::mean(&[f32::NAN, 1.0]).is_nan());
    let smallest = f32::from_bits(1);
    assert_eq!(Portable::mean(&[smallest; 3]), smallest);

    let mut out = [0.0; 3];
    Portable::mean_rows(&[[f32::MAX, f32::INFINITY, 1.0]; 3], &mut out);
    assert_eq!(out, [f32::MAX, f32::INFINITY, 1.0]);
}

/// Finite numbers may overflow and never give NaN; of what is not finite the plain formula decides.
#[test]
fn statistics_of_huge_infinite_and_undefined_numbers() {
    fn each(x: [f32; 4]) -> [f32; 6] {
        let m = Portable::mean(&x);
        [
            m,
            Portable::variance(&x, m),
            Portable::sample_variance(&x, m),
            Portable::std(&x, m),
            Portable::sample_std(&x, m),
            Portable::norm(&x),
        ]
    }
    let choices = [
        0.0,
        1.0,
        1e19,
        -1e30,
        1e30,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NAN,
    ];
    let count = choices.len();
    for code in 0..count.pow(4) {
        let x = [1, 9, 81, 729].map(|place| choices[code / place % count]);
        let [mean, spreads @ .., norm] = each(x);
        if x.iter().any(|x| x.is_nan()) {
            assert!(
                each(x).iter().all(|found| found.is_nan()),
                "{x:?}: {:?}",
                each(x)
            );
        } else if x.contains(&f32::INFINITY) {
            assert_eq!((mean, norm), (f32::INFINITY, f32::INFINITY), "{x:?}");
            assert!(
                spreads.iter().all(|found| found.is_nan()),
                "{x:?}: {spreads:?}"
            );
        } else {
            assert!(mean.is_finite() && norm >= 0.0, "{x:?}");
            assert!(
                spreads.iter().all(|found| *found >= 0.0),
                "{x:?}: {spreads:?}"
            );
        }
    }
    for x in [[1e30, 1e30, -1e30, 1e30], [1e30, -1e30, -1e30, 1e30]] {
        assert_eq!(Portable::variance(&x, Portable::mean(&x)), f32::INFINITY);
    }
}

/// Products of an adjoint of 0 with what is no number.
#[test]
fn guarded_products_leave_out_what_an_adjoint_of_zero_meets() {
    const NAN: f32 = f32::NAN;
    let undefined = [[NAN, f32::INFINITY], [1.0, 2.0]];
    let (g, column) = ([0.0, 3.0], [[0.0], [3.0]]);
    let (mut vector, mut row, mut square) = ([NAN; 2], [[NAN; 2]; 1], [[NAN; 2]; 2]);
    Portable::guarded_mat_vec_transposed(&undefined, &g, &mut vector);
    assert_eq!(vector, [3.0, 6.0]);
    Portable::guarded_mat_mul(&[g], &undefined, &mut row);
    assert_eq!(row, [[3.0, 6.0]]);
    Portable::guarded_mat_mul_tn(&column, &undefined, &mut row);
    assert_eq!(row, [[3.0, 6.0]]);
    Portable::guarded_outer(&g, &[f32::INFINITY, 2.0], &mut square);
    assert_eq!(square, [[0.0, 0.0], [f32::INFINITY, 6.0]]);
    let mut transposed = [[NAN; 2]; 2];
    Portable::transpose(&undefined, &mut transposed);
    Portable::guarded_mat_vec(&transposed, &g, &mut vector);
    assert_eq!(vector, [3.0, 6.0]);
    Portable::guarded_mat_mul_nt(&[g], &transposed, &mut row);
    assert_eq!(row, [[3.0, 6.0]]);
    let mut products = [NAN, f32::INFINITY];
    Portable::masked_scalar_in_place(&mut products, -0.0);
    assert_eq!(products, [0.0; 2]);
}

#[test]
fn an_adjoint_of_zero_contributes_zero() {
    for zero in [0.0_f32, -0.0] {
        assert_eq!(scalar::guarded_mul(zero, f32::INFINITY), 0.0);
        assert_eq!(scalar::guarded_mul(zero, f32::NAN), 0.0);
        assert_eq!(scalar::guarded_div(zero, 0.0), 0.0);
        assert_eq!(scalar::guarded_div_scalar(zero, f32::NAN), 0.0);
        assert_eq!(scalar::div_vjp(zero, 0.0, f32::INFINITY), 0.0);
        assert_eq!(scalar::cross_entropy_vjp(0.0, zero, 1.0), 0.0);
    }
    assert_eq!(scalar::guarded_div(1.0_f32, 0.0), f32::INFINITY);
    assert!(scalar::guarded_div(f32::NAN, 1.0).is_nan());
}

#[test]
fn the_rule_of_a_quotient_stays_in_range() {
    // y*y is 0 in f32.
    let (x, y) = (2e-30_f32, 1e-30_f32);
    let slope = scalar::div_vjp(1e-20, y, x / y);
    assert!((slope / -2e10 - 1.0).abs() < 1e-6);
    // g*q is infinite in f32.
    let slope = scalar::div_vjp(1e20_f32, 1e10, 1e25);
    assert!((slope / -1e35 - 1.0).abs() < 1e-6);
}

#[test]
fn logarithm_and_exponential_at_their_edges() {
    assert_eq!(scalar::ln(0.0_f32), f32::NEG_INFINITY);
    assert!(scalar::ln(-1.0_f32).is_nan());
    assert_eq!(scalar::exp(100.0_f32), f32::INFINITY);
    assert_eq!(scalar::exp(-200.0_f32), 0.0);
    assert_eq!(scalar::tanh(50.0_f32), 1.0);
    assert_eq!(scalar::tanh_vjp(1.0_f32, 1.0), 0.0);
}

#[test]
fn no_element_is_no_work() {
    let (mut out, empty): ([f32; 0], [f32; 0]) = ([], []);
    Portable::add(&empty, &empty, &mut out);
    Portable::mse_vjp(&empty, &empty, 1.0, &mut out);
    Portable::fill_mean(1.0, &mut out);
    assert_eq!(Portable::quadratic_error(&empty, &empty), 0.0);

    let mut y = [9.0_f32; 3];
    Portable::mat_vec(&[[]; 3], &empty, &mut y);
    assert_eq!(y, [0.0; 3]);
    Portable::fully_connected(&empty, &[[]; 3], &[1.0, 2.0, 3.0], &mut y);
    assert_eq!(y, [1.0, 2.0, 3.0]);
    // Four rows are multiplied together; no element gives +0, not the -0 that sums start from.
    let mut five = [9.0_f32; 5];
    Portable::mat_vec(&[[]; 5], &empty, &mut five);
    assert!(five.iter().all(|y| y.to_bits() == 0));
    Portable::mat_vec_transposed(&[], &empty, &mut y);
    assert!(y.iter().all(|y| y.to_bits() == 0));
    Portable::sum_rows(&[], &mut y);
    assert!(y.iter().all(|y| y.to_bits() == 0));
}

/// The layer is rounded as one that is not added: nothing of the sum reaches into it.
#[test]
fn a_layer_is_rounded_before_it_is_added() {
    // 1e8 + 1 is 1e8 in f32.
    let mut out = [1e8_f32];
    Portable::fully_connected_accumulate(&[1.0], &[[1.0]], &[-1e8], &mut out);
    assert_eq!(out, [0.0]);
}
