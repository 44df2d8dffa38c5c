// What the firmware computes: what is done on such a core with gradients: training,
// fitting, filtering. It neither prints nor allocates, so that the host computes the
// same from the same source. Included once for each set of kernels, which is named `Set` there.

use core::hint::black_box;

use autodiff_runtime::prelude::*;

use super::{Bound, Report, data, kernels};

/// The example of the README.
#[differentiable(kernels = Set)]
pub fn scaled(x: Input<[f32; 2]>, a: Param<f32>) -> [f32; 2] {
    scale(x, a)
}

/// The classifier of `examples/iris.rs`.
#[differentiable(kernels = Set)]
pub fn iris(
    x: Input<[f32; 4]>,
    w1: Param<[[f32; 4]; 8]>,
    b1: Param<[f32; 8]>,
    w2: Param<[[f32; 8]; 3]>,
    b2: Param<[f32; 3]>,
    target: Input<[f32; 3]>,
) -> f32 {
    let hidden = relu(fully_connected(x, w1, b1));
    let probability = softmax(fully_connected(hidden, w2, b2));
    cross_entropy(probability, target)
}

/// An adaptive filter: stepped by its gradient it is the LMS filter.
#[differentiable(kernels = Set)]
pub fn lms(x: Input<[f32; 32]>, w: Param<[f32; 32]>, desired: Input<f32>) -> f32 {
    quadratic_error(dot(w, x), desired)
}

/// A linear regression of 32 samples.
#[differentiable(kernels = Set)]
pub fn regression(
    x: Input<[[f64; 4]; 32]>,
    w: Param<[f64; 4]>,
    b: Param<f64>,
    y: Input<[f64; 32]>,
) -> f64 {
    mse(offset(matvec(x, w), b), y)
}

/// Angle and rate of a pendulum of 1 m after a time step.
#[differentiable(kernels = Set)]
pub fn pendulum(state: Param<[f64; 2]>, dt: Input<f64>) -> [f64; 2] {
    let rate = state[1] - 9.81 * dt * sin(state[0]);
    concat(state[0] + dt * rate, rate)
}

/// What is measured of it.
#[differentiable(kernels = Set)]
pub fn tilt(state: Param<[f64; 2]>) -> f64 {
    sin(state[0])
}

/// A layer that is wide enough for the functions of CMSIS-DSP.
#[differentiable(kernels = Set)]
pub fn wide(
    x: Param<[f32; 64]>,
    w: Input<[[f32; 64]; 8]>,
    b: Param<[f32; 8]>,
    target: Input<[f32; 8]>,
) -> f32 {
    mse(fully_connected(x, w, b), target)
}

/// The spectrum of phases, as it were: functions of angles.
#[differentiable(kernels = Set)]
pub fn phases(x: Param<[f32; 36]>, y: Input<[f32; 36]>) -> f32 {
    let spread = logsumexp(cos(x)) + norm(exp(x));
    spread + dot(sin(x), y) + mean(atan2(x, y))
}

/// Correlation in double precision.
#[differentiable(kernels = Set)]
pub fn correlation(x: Param<[f64; 36]>, y: Input<[f64; 36]>) -> f64 {
    let p = offset(x, -mean(x));
    let q = offset(y, -mean(y));
    dot(p, q) / (norm(p) * norm(q))
}

/// Everything that stays: parameters, gradients and tapes, for a `static`.
pub struct Memory {
    params: iris::Params,
    gradients: iris::Gradients,
    tape: iris::Tape,
    filter: lms::Params,
    filter_gradients: lms::Gradients,
    filter_tape: lms::Tape,
    regression_tape: regression::Tape,
    pendulum_tape: pendulum::Tape,
    tilt_tape: tilt::Tape,
}

impl Memory {
    pub const fn new() -> Self {
        Self {
            params: iris::Params::ZERO,
            gradients: iris::Gradients::ZERO,
            tape: iris::Tape::new(),
            filter: lms::Params::ZERO,
            filter_gradients: lms::Gradients::ZERO,
            filter_tape: lms::Tape::new(),
            regression_tape: regression::Tape::new(),
            pendulum_tape: pendulum::Tape::new(),
            tilt_tape: tilt::Tape::new(),
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// Computes everything that is not for CMSIS-DSP.
pub fn run(memory: &mut Memory, report: &mut impl Report) {
    report_scaled(report);
    classify(memory, report);
    identify(memory, report);
    fit(&mut memory.regression_tape, report);
    track(memory, report);
}

/// Computes the models that are wide enough for the functions of CMSIS-DSP.
pub fn run_wide(report: &mut impl Report) {
    report_wide(report);
    report_phases(report);
    report_correlation(report);
}

#[inline(never)]
fn report_wide(report: &mut impl Report) {
    let mut random = oorandom::Rand32::new(1952);
    let params = wide::Params {
        x: core::array::from_fn(|_| 2.0 * random.rand_float() - 1.0),
        b: [0.5; 8],
    };
    let mut gradients = wide::Gradients::ZERO;
    let mut tape = wide::Tape::new();
    let loss = wide::value_and_gradient(
        &kernels::WEIGHTS,
        &[0.25; 8],
        &params,
        &mut tape,
        &mut gradients,
    );
    report.values("wide.loss", Bound::Fused(16), &[loss]);
    report.values("wide.gradients", Bound::Fused(16), gradients.as_slice());
}

#[inline(never)]
fn report_phases(report: &mut impl Report) {
    let mut random = oorandom::Rand32::new(1822);
    let mut uniform = || 2.0 * random.rand_float() - 1.0;
    let params = phases::Params {
        x: core::array::from_fn(|_| uniform()),
    };
    let y = core::array::from_fn(|_| uniform());
    let mut gradients = phases::Gradients::ZERO;
    let mut tape = phases::Tape::new();
    let value = phases::value_and_gradient(&y, &params, &mut tape, &mut gradients);
    report.values("phases.value", Bound::Near(16), &[value]);
    report.values("phases.gradients", Bound::Near(16), gradients.as_slice());
}

#[inline(never)]
fn report_correlation(report: &mut impl Report) {
    let mut random = oorandom::Rand32::new(1895);
    let mut uniform = || 2.0 * f64::from(random.rand_float()) - 1.0;
    let params = correlation::Params {
        x: core::array::from_fn(|_| uniform()),
    };
    let y = core::array::from_fn(|_| uniform());
    let mut gradients = correlation::Gradients::ZERO;
    let mut tape = correlation::Tape::new();
    let value = correlation::value_and_gradient(&y, &params, &mut tape, &mut gradients);
    report.values("correlation.value", Bound::Fused(16), &[value]);
    report.values(
        "correlation.gradients",
        Bound::Fused(16),
        gradients.as_slice(),
    );
}

fn report_scaled(report: &mut impl Report) {
    let params = scaled::Params { a: 3.0 };
    let mut gradients = scaled::Gradients::ZERO;
    let mut tape = scaled::Tape::new();
    let mut pass = tape.forward(&[2.0, -1.0], &params);
    report.values("scale.y", Bound::Same, pass.output());
    pass.backward_with_seed(&[1.0, 1.0], &mut gradients);
    report.values("scale.da", Bound::Same, gradients.as_slice());
}

const EPOCHS: usize = 30;
const BATCH: usize = 12;
const ONE_HOT: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Trains the classifier. Every fifth flower is held out.
fn classify(memory: &mut Memory, report: &mut impl Report) {
    let Memory {
        params,
        gradients,
        tape,
        ..
    } = memory;
    let mut random = oorandom::Rand32::new(1936);
    for row in &mut params.w1 {
        row.fill_with(|| 1.2 * (2.0 * random.rand_float() - 1.0)); // √(6/4)
    }
    for row in &mut params.w2 {
        row.fill_with(|| 0.87 * (2.0 * random.rand_float() - 1.0)); // √(6/8)
    }

    let sgd = Sgd::new(0.1 / BATCH as f32);
    let mut losses = [0.0; EPOCHS];
    for loss in &mut losses {
        *gradients = iris::Gradients::ZERO;
        // 37 shares no factor with 150: all flowers, mixed.
        let train = (0..150).map(|i| 37 * i % 150).filter(|i| i % 5 != 0);
        for (i, flower) in train.filter_map(|i| data::FLOWERS.get(i)).enumerate() {
            let (x, target) = sample(flower);
            let mut pass = tape.forward(&x, target, params);
            *loss += pass.output() / 120.0;
            pass.accumulate(gradients);
            if i % BATCH == BATCH - 1 {
                sgd.step(params, gradients);
                *gradients = iris::Gradients::ZERO;
            }
        }
    }
    report.values("iris.loss", Bound::Near(16), &losses);
    report.values("iris.params", Bound::Near(16), params.as_slice());
    let right = data::FLOWERS
        .iter()
        .step_by(5)
        .filter(|flower| {
            let (x, target) = sample(flower);
            let loss = iris(&x, target, params);
            ONE_HOT.iter().all(|other| iris(&x, other, params) >= loss)
        })
        .count();
    report.values("iris.right_of_30", Bound::Same, &[right as f32]);

    report.size("iris::Params", iris::Params::SIZE);
    report.size("iris::Tape", iris::Tape::SIZE);
    let (x, target) = sample(&data::FLOWERS[0]);
    report.cost("iris value", || {
        black_box(iris(black_box(&x), target, params));
    });
    report.cost("iris forward+backward", || {
        let (x, tape) = (black_box(&x), black_box(&mut *tape));
        black_box(iris::value_and_gradient(x, target, params, tape, gradients));
    });
    // Functions of `libm` take several ways, here none of them deeper than another.
    let mut each = |flowers: &[data::Flower]| {
        for flower in flowers {
            let ((x, target), tape) = (sample(flower), black_box(&mut *tape));
            black_box(iris::value_and_gradient(
                &x, target, params, tape, gradients,
            ));
        }
    };
    let [first, ..] = &data::FLOWERS;
    report.stack("iris, one flower", || {
        each(black_box(core::slice::from_ref(first)))
    });
    report.stack("iris, all flowers", || each(black_box(&data::FLOWERS)));
    report.cost("iris forward", || {
        black_box(tape.forward(black_box(&x), target, params).output());
    });
    let mut pass = tape.forward(&x, target, params);
    report.cost("iris backward", || pass.backward(black_box(gradients)));
    report.cost("iris accumulate", || pass.accumulate(black_box(gradients)));
    report.cost("iris step", || sgd.step(black_box(params), gradients));
}

/// Features of about mean 0 and deviation 1 (those of the training set, rounded), and target.
fn sample(&(features, class): &data::Flower) -> ([f32; 4], &'static [f32; 3]) {
    const MEAN: [f32; 4] = [58.0, 30.0, 37.0, 12.0];
    const DEVIATION: [f32; 4] = [8.0, 4.0, 17.0, 7.0];
    let mut x = features.map(f32::from);
    for ((x, mean), deviation) in x.iter_mut().zip(MEAN).zip(DEVIATION) {
        *x = (*x - mean) / deviation;
    }
    let [setosa, versicolor, virginica] = &ONE_HOT;
    let target = match class {
        0 => setosa,
        1 => versicolor,
        _ => virginica,
    };
    (x, target)
}

/// Finds the impulse response of an unknown system from its noisy output.
fn identify(memory: &mut Memory, report: &mut impl Report) {
    let Memory {
        filter: params,
        filter_gradients: gradients,
        filter_tape: tape,
        ..
    } = memory;
    let mut random = oorandom::Rand32::new(1960);
    let mut uniform = || 2.0 * random.rand_float() - 1.0;
    let system: [f32; 32] = core::array::from_fn(|i| uniform() / (1 + i) as f32);
    let mut x = [0.0; 32];
    let sgd = Sgd::new(0.03);
    let mut error = 0.0;
    for _ in 0..600 {
        x.rotate_right(1);
        x[0] = uniform();
        let exact: f32 = system.iter().zip(&x).map(|(h, x)| h * x).sum();
        let desired = exact + 0.01 * uniform();
        let loss = lms::value_and_gradient(&x, &desired, params, tape, gradients);
        error = 0.95 * error + 0.05 * loss;
        sgd.step(params, gradients);
    }
    report.values("lms.error", Bound::Near(512), &[error]);
    report.values("lms.w", Bound::Near(16), params.as_slice());

    report.size("lms::Params", lms::Params::SIZE);
    report.size("lms::Tape", lms::Tape::SIZE);
    report.cost("lms forward+backward+step", || {
        let (x, tape) = (black_box(&x), black_box(&mut *tape));
        lms::value_and_gradient(x, &0.5, params, tape, gradients);
        sgd.step(black_box(params), gradients);
    });
    report.cost("lms forward+backward", || {
        let (x, tape) = (black_box(&x), black_box(&mut *tape));
        black_box(lms::value_and_gradient(x, &0.5, params, tape, gradients));
    });
    report.cost("lms forward", || {
        black_box(tape.forward(black_box(&x), &0.5, params).output());
    });
    let mut pass = tape.forward(&x, &0.5, params);
    report.cost("lms backward", || pass.backward(black_box(gradients)));
    report.cost("lms accumulate", || pass.accumulate(black_box(gradients)));
    report.cost("lms step", || sgd.step(black_box(params), gradients));
}

/// Predicts the width of a petal from the other three features and their product.
fn fit(tape: &mut regression::Tape, report: &mut impl Report) {
    let mut params = regression::Params::ZERO;
    let mut gradients = regression::Gradients::ZERO;
    let (mut x, mut y) = ([[0.0; 4]; 32], [0.0; 32]);
    for ((x, y), flower) in x
        .iter_mut()
        .zip(&mut y)
        .zip(data::FLOWERS.iter().step_by(4))
    {
        let [a, b, c, d] = sample(flower).0.map(f64::from);
        (*x, *y) = ([a, b, c, a * b * c], d);
    }
    let sgd = Sgd::new(0.1);
    let mut loss = 0.0;
    for _ in 0..50 {
        loss = regression::value_and_gradient(&x, &y, &params, tape, &mut gradients);
        sgd.step(&mut params, &gradients);
    }
    report.values("regression.loss", Bound::Near(16), &[loss]);
    report.values("regression.params", Bound::Near(16), params.as_slice());

    report.size("regression::Params", regression::Params::SIZE);
    report.size("regression::Tape", regression::Tape::SIZE);
    report.cost("regression forward+backward", || {
        let (x, tape) = (black_box(&x), black_box(&mut *tape));
        let gradients = black_box(&mut gradients);
        black_box(regression::value_and_gradient(
            x, &y, &params, tape, gradients,
        ));
    });
    report.cost("regression forward", || {
        black_box(tape.forward(black_box(&x), &y, &params).output());
    });
    let mut pass = tape.forward(&x, &y, &params);
    report.cost("regression backward", || {
        pass.backward(black_box(&mut gradients))
    });
    report.cost("regression accumulate", || {
        pass.accumulate(black_box(&mut gradients))
    });
    report.cost("regression step", || {
        sgd.step(black_box(&mut params), &gradients)
    });
}

/// Follows a pendulum by the sine of its angle: an extended Kalman filter in double precision.
fn track(memory: &mut Memory, report: &mut impl Report) {
    const DT: f64 = 0.05;
    const PROCESS: f64 = 1e-5;
    const NOISE: f64 = 1e-2;
    let (step, measure) = (&mut memory.pendulum_tape, &mut memory.tilt_tape);
    let mut random = oorandom::Rand32::new(1960);
    let mut truth = pendulum::Params { state: [0.8, 0.0] };
    let mut state = [0.5, 0.2];
    let mut covariance = [[0.1, 0.0], [0.0, 0.1]];
    for _ in 0..100 {
        truth.state = pendulum(&DT, &truth);
        let noise = 0.2 * (f64::from(random.rand_float()) - 0.5);
        let measured = tilt(&tilt::Params { state: truth.state }) + noise;

        let params = pendulum::Params { state };
        let mut pass = step.forward(&DT, &params);
        state = *pass.output();
        let [f, g] = pass.jacobian().map(|row| row.state);
        let [p, q] = covariance.map(|row| [inner(&row, &f), inner(&row, &g)]); // P Fᵀ
        let columns = [[p[0], q[0]], [p[1], q[1]]];
        covariance = [f, g].map(|row| columns.map(|column| inner(&row, &column)));
        covariance[0][0] += PROCESS;
        covariance[1][1] += PROCESS;

        let params = tilt::Params { state };
        let mut gradients = tilt::Gradients::ZERO;
        let expected = tilt::value_and_gradient(&params, measure, &mut gradients);
        let h = gradients.state;
        let cross = covariance.map(|row| inner(&row, &h)); // P hᵀ
        let spread = inner(&cross, &h) + NOISE;
        for ((state, row), weight) in state.iter_mut().zip(&mut covariance).zip(cross) {
            let gain = weight / spread;
            *state += gain * (measured - expected);
            for (p, cross) in row.iter_mut().zip(cross) {
                *p -= gain * cross;
            }
        }
    }
    report.values("ekf.truth", Bound::Near(16), &truth.state);
    report.values("ekf.state", Bound::Near(16), &state);
    report.values("ekf.covariance", Bound::Near(16), covariance.as_flattened());

    report.size("pendulum::Tape", pendulum::Tape::SIZE);
    report.cost("pendulum jacobian", || {
        let params = pendulum::Params {
            state: black_box(state),
        };
        black_box(pendulum::jacobian(&DT, &params, step));
    });
    // Sines reduce a large angle in more steps, with more stack.
    report.cost("pendulum jacobian, angle 1e9", || {
        let params = pendulum::Params {
            state: black_box([1e9, 0.0]),
        };
        black_box(pendulum::jacobian(&DT, &params, step));
    });
}

fn inner(a: &[f64; 2], b: &[f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
