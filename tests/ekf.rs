//! `examples/ekf.rs`: both filters agree, and the Jacobian of its measurement is the known one.

#[path = "../examples/ekf.rs"]
#[allow(dead_code)]
mod ekf;

use ekf::{measurement, motion};

#[test]
fn filters_agree_along_the_track() {
    ekf::main();
}

/// Case open-37.
#[test]
fn jacobian_of_range_and_bearing() {
    let params = measurement::Params {
        state: [1.0, 2.0, 0.25],
    };
    let mut tape = measurement::Tape::new();
    let mut pass = tape.forward(&[4.0, 6.0], &params);
    let [range, bearing] = *pass.output();
    assert!((range - 5.0).abs() < 1e-6 && (bearing - 0.677_295_2).abs() < 1e-6);

    let expected = [[-0.6, -0.8, 0.0], [0.16, -0.12, -1.0]];
    for (row, expected) in pass.jacobian().iter().zip(expected) {
        for (value, expected) in row.state.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-6, "{row:?}");
        }
    }
}

/// A column of the Jacobian, by forward mode, is the same column of its rows.
#[test]
fn columns_of_the_motion() {
    let (speed, turn, dt) = (1.5, -0.4, 0.1);
    let params = motion::Params {
        state: [1.0, -2.0, 0.75],
    };
    let rows = motion::jacobian(&speed, &turn, &dt, &params, &mut motion::Tape::new());
    for column in 0..3 {
        let mut direction = motion::Params::ZERO;
        direction.state[column] = 1.0;
        let (_, tangent) = motion::jvp(&speed, &turn, &dt, &params, &direction);
        for row in 0..3 {
            assert!((rows[row].state[column] - tangent[row]).abs() < 1e-7);
        }
    }
    // Where the robot is does not matter to where it goes.
    assert_eq!(rows.map(|row| row.state[0]), [1.0, 0.0, 0.0]);
}
