//! Extended Kalman filter: a robot that measures range and bearing of known landmarks.
//!
//! Position and heading of a unicycle are estimated twice: with models and Jacobians of the
//! library, and with both written by hand. The estimates agree.
//!
//!     cargo run --example ekf

use std::f32::consts::{PI, TAU};

use autodiff_runtime::prelude::*;

/// State after a step: along the mean heading by `speed*dt`, turned by `turn*dt`.
#[differentiable]
pub fn motion(
    state: Param<[f32; 3]>, // x and y in m, heading in rad
    speed: Input<f32>,
    turn: Input<f32>,
    dt: Input<f32>,
) -> [f32; 3] {
    let heading = state[2] + turn * dt / 2;
    let x = speed * dt * cos(heading);
    let y = speed * dt * sin(heading);
    state + concat(x, concat(y, turn * dt))
}

/// Range of a landmark in m, and its bearing from the heading in rad.
#[differentiable]
pub fn measurement(state: Param<[f32; 3]>, landmark: Input<[f32; 2]>) -> [f32; 2] {
    let d = landmark - state[..2];
    let bearing = atan2(d[1], d[0]) - state[2];
    concat(norm(d), bearing)
}

/// A value and its Jacobian by the state.
type Linearized<const N: usize> = ([f32; N], [[f32; 3]; N]);

/// Both models about a state, as a filter needs them.
trait Model {
    fn motion(&mut self, state: &[f32; 3], control: &Control) -> Linearized<3>;
    fn measurement(&mut self, state: &[f32; 3], landmark: &[f32; 2]) -> Linearized<2>;
}

struct Control {
    speed: f32,
    turn: f32,
}

/// The Jacobians of the library. The tapes are all the memory it needs.
struct Library {
    motion: motion::Tape,
    measurement: measurement::Tape,
}

impl Model for Library {
    fn motion(&mut self, state: &[f32; 3], control: &Control) -> Linearized<3> {
        let params = motion::Params { state: *state };
        let mut pass = self
            .motion
            .forward(&control.speed, &control.turn, &DT, &params);
        (*pass.output(), pass.jacobian().map(|row| row.state))
    }

    fn measurement(&mut self, state: &[f32; 3], landmark: &[f32; 2]) -> Linearized<2> {
        let params = measurement::Params { state: *state };
        let mut pass = self.measurement.forward(landmark, &params);
        (*pass.output(), pass.jacobian().map(|row| row.state))
    }
}

/// What a textbook gives.
struct ByHand;

impl Model for ByHand {
    fn motion(&mut self, &[x, y, theta]: &[f32; 3], control: &Control) -> Linearized<3> {
        let way = control.speed * DT;
        let angle = control.turn * DT;
        let (sin, cos) = (theta + angle / 2.0).sin_cos();
        let state = [x + way * cos, y + way * sin, theta + angle];
        let jacobian = [
            [1.0, 0.0, -way * sin],
            [0.0, 1.0, way * cos],
            [0.0, 0.0, 1.0],
        ];
        (state, jacobian)
    }

    fn measurement(&mut self, &[x, y, theta]: &[f32; 3], landmark: &[f32; 2]) -> Linearized<2> {
        let (dx, dy) = (landmark[0] - x, landmark[1] - y);
        let square = dx * dx + dy * dy;
        let range = square.sqrt();
        let value = [range, dy.atan2(dx) - theta];
        let jacobian = [
            [-dx / range, -dy / range, 0.0],
            [dy / square, -dx / square, -1.0],
        ];
        (value, jacobian)
    }
}

struct Filter<M> {
    model: M,
    state: [f32; 3],
    covariance: [[f32; 3]; 3],
}

impl<M: Model> Filter<M> {
    /// At the start of the track, not quite certain of it.
    fn new(model: M) -> Self {
        let covariance = [[0.25, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 0.04]];
        Filter {
            model,
            state: [0.3, -0.2, 0.1],
            covariance,
        }
    }

    fn predict(&mut self, control: &Control) {
        let (state, f) = self.model.motion(&self.state, control);
        let spread = product(&product(&f, &self.covariance), &transpose(&f));
        self.state = [state[0], state[1], wrap(state[2])];
        self.covariance = sum(&spread, &diagonal(PROCESS_VARIANCE));
    }

    fn update(&mut self, landmark: &[f32; 2], measured: &[f32; 2]) {
        let (expected, h) = self.model.measurement(&self.state, landmark);
        // Angles are compared around the circle: 3.1 and -3.1 differ by 0.08.
        let innovation = [
            [measured[0] - expected[0]],
            [wrap(measured[1] - expected[1])],
        ];
        let cross = product(&self.covariance, &transpose(&h));
        let gain = product(
            &cross,
            &inverse(&sum(&product(&h, &cross), &diagonal(NOISE_VARIANCE))),
        );
        let correction = product(&gain, &innovation);
        for (state, [correction]) in self.state.iter_mut().zip(correction) {
            *state += correction;
        }
        self.state[2] = wrap(self.state[2]);
        // Joseph's form stays symmetric and positive under rounding.
        let rest = difference(&diagonal([1.0; 3]), &product(&gain, &h));
        let noise = product(
            &product(&gain, &diagonal(NOISE_VARIANCE)),
            &transpose(&gain),
        );
        let spread = product(&product(&rest, &self.covariance), &transpose(&rest));
        self.covariance = sum(&spread, &noise);
    }
}

const DT: f32 = 0.1;
const STEPS: usize = 400;
const LANDMARKS: [[f32; 2]; 3] = [[6.0, 1.0], [-4.0, 7.0], [-5.0, -4.0]];

/// Per step: m² and rad².
const PROCESS_VARIANCE: [f32; 3] = [1e-4, 1e-4, 4e-5];
/// m² and rad².
const NOISE_VARIANCE: [f32; 2] = [0.01, 4e-4];

/// What the estimates may differ by, in m and rad, and the covariances in their squares. Both
/// filters compute in `f32` and differ by rounding alone.
const STATE_TOLERANCE: f32 = 2e-6;
const COVARIANCE_TOLERANCE: f32 = 1e-7;

/// Runs both filters along one track and compares them after every step.
pub fn main() {
    let mut rng = oorandom::Rand32::new(1960);
    let mut library = Filter::new(Library {
        motion: motion::Tape::new(),
        measurement: measurement::Tape::new(),
    });
    let mut by_hand = Filter::new(ByHand);
    let mut truth = [0.0, 0.0, 0.0];

    println!(
        "  time      true x, y, heading         estimated x, y, heading    standard deviations"
    );
    for step in 1..=STEPS {
        // A figure of eight, on which heading and bearings pass ±180°.
        let turn = if step % 200 < 100 { 0.6 } else { -0.65 };
        let control = Control { speed: 1.0, turn };

        let (moved, _) = ByHand.motion(&truth, &control);
        for ((truth, moved), variance) in truth.iter_mut().zip(moved).zip(PROCESS_VARIANCE) {
            *truth = moved + variance.sqrt() * normal(&mut rng);
        }
        truth[2] = wrap(truth[2]);
        library.predict(&control);
        by_hand.predict(&control);

        // One landmark in each step, in turn.
        let landmark = &LANDMARKS[step % LANDMARKS.len()];
        let ([range, bearing], _) = ByHand.measurement(&truth, landmark);
        let measured = [
            range + NOISE_VARIANCE[0].sqrt() * normal(&mut rng),
            wrap(bearing + NOISE_VARIANCE[1].sqrt() * normal(&mut rng)),
        ];
        library.update(landmark, &measured);
        by_hand.update(landmark, &measured);

        assert_agree(&library, &by_hand, step);
        if step % 40 == 0 {
            let [x, y, heading] = library.state;
            let sigma = [0, 1, 2].map(|i| library.covariance[i][i].sqrt());
            println!(
                "{:4.0} s   {:7.3} {:7.3} {:6.1}°   {x:7.3} {y:7.3} {:6.1}°   {:.3} {:.3} {:.1}°",
                step as f32 * DT,
                truth[0],
                truth[1],
                truth[2].to_degrees(),
                heading.to_degrees(),
                sigma[0],
                sigma[1],
                sigma[2].to_degrees(),
            );
        }
    }

    println!(
        "tape of the motion {} bytes, of the measurement {} bytes",
        motion::Tape::SIZE,
        measurement::Tape::SIZE
    );
    // The estimate follows the robot, and knows how well.
    for (i, truth) in truth.iter().enumerate() {
        let error = library.state[i] - truth;
        let error = if i == 2 { wrap(error) } else { error };
        let sigma = library.covariance[i][i].sqrt();
        assert!(
            error.abs() < 4.0 * sigma,
            "state {i}: off by {error}, sigma {sigma}"
        );
    }
}

fn assert_agree(library: &Filter<Library>, by_hand: &Filter<ByHand>, step: usize) {
    for i in 0..3 {
        let difference = library.state[i] - by_hand.state[i];
        let difference = if i == 2 { wrap(difference) } else { difference };
        assert!(
            difference.abs() <= STATE_TOLERANCE,
            "step {step}, state {i}: {difference:e}"
        );
        for j in 0..3 {
            let difference = library.covariance[i][j] - by_hand.covariance[i][j];
            assert!(
                difference.abs() <= COVARIANCE_TOLERANCE,
                "step {step}, covariance {i}, {j}: {difference:e}"
            );
        }
    }
}

/// The angle in -π..π.
fn wrap(angle: f32) -> f32 {
    (angle + PI).rem_euclid(TAU) - PI
}

/// Standard normal, after Box and Muller.
fn normal(rng: &mut oorandom::Rand32) -> f32 {
    let radius = (-2.0 * (1.0 - rng.rand_float()).ln()).sqrt();
    radius * (TAU * rng.rand_float()).cos()
}

fn product<const R: usize, const K: usize, const C: usize>(
    a: &[[f32; K]; R],
    b: &[[f32; C]; K],
) -> [[f32; C]; R] {
    a.map(|row| std::array::from_fn(|c| row.iter().zip(b).map(|(a, b)| a * b[c]).sum()))
}

fn sum<const R: usize, const C: usize>(a: &[[f32; C]; R], b: &[[f32; C]; R]) -> [[f32; C]; R] {
    std::array::from_fn(|r| std::array::from_fn(|c| a[r][c] + b[r][c]))
}

fn difference<const R: usize, const C: usize>(
    a: &[[f32; C]; R],
    b: &[[f32; C]; R],
) -> [[f32; C]; R] {
    std::array::from_fn(|r| std::array::from_fn(|c| a[r][c] - b[r][c]))
}

fn transpose<const R: usize, const C: usize>(a: &[[f32; C]; R]) -> [[f32; R]; C] {
    std::array::from_fn(|c| std::array::from_fn(|r| a[r][c]))
}

fn diagonal<const N: usize>(values: [f32; N]) -> [[f32; N]; N] {
    std::array::from_fn(|r| std::array::from_fn(|c| if r == c { values[r] } else { 0.0 }))
}

fn inverse(&[[a, b], [c, d]]: &[[f32; 2]; 2]) -> [[f32; 2]; 2] {
    let determinant = a * d - b * c;
    [
        [d / determinant, -b / determinant],
        [-c / determinant, a / determinant],
    ]
}
