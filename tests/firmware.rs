//! The computation of `examples/firmware`, on the host: it trains, finds and follows.
//!
//! That devices compute the same is `scripts/firmware.sh --check`.

use std::collections::HashMap;

use autodiff_runtime::Element;

#[path = "../examples/firmware/src/data.rs"]
mod data;
#[path = "../examples/firmware/src/kernels.rs"]
#[expect(dead_code, reason = "the kernels have tests of their own")]
mod kernels;
#[path = "../examples/firmware/src/report.rs"]
#[expect(dead_code, reason = "the test prints nothing")]
mod report;
use report::{Bound, Report};

mod program {
    use autodiff_runtime::DefaultKernels as Set;
    include!("../examples/firmware/src/program.rs");
}

#[derive(Default)]
struct Results(HashMap<String, Vec<f64>>);

impl Report for Results {
    fn values<E: Element>(&mut self, name: &str, _: Bound, values: &[E]) {
        let values = values.iter().map(|value| value.to_f64()).collect();
        assert!(self.0.insert(name.to_owned(), values).is_none(), "{name}");
    }

    fn size(&mut self, _: &str, bytes: usize) {
        assert!(bytes > 0);
    }

    fn cost(&mut self, _: &str, mut work: impl FnMut()) {
        work();
    }
}

#[test]
fn the_program_does_what_it_says() {
    let mut results = Results::default();
    program::run(&mut program::Memory::new(), &mut results);
    program::run_wide(&mut results);
    let of = |name: &str| results.0[name].as_slice();

    assert_eq!(of("scale.y"), [6.0, -3.0]);
    assert_eq!(of("scale.da"), [1.0]);
    assert!(of("iris.loss").is_sorted_by(|a, b| a > b));
    assert!(of("iris.right_of_30")[0] >= 28.0);
    // The noise is uniform in ±0.01.
    assert!(of("lms.error")[0] < 1e-4);
    assert!(of("regression.loss")[0] < 0.2);
    let (truth, state) = (of("ekf.truth"), of("ekf.state"));
    let covariance = of("ekf.covariance");
    assert!(of("correlation.value")[0].abs() < 1.0);
    for (i, variance) in [covariance[0], covariance[3]].into_iter().enumerate() {
        assert!((truth[i] - state[i]).abs() < 3.0 * variance.sqrt());
    }
}

#[test]
fn the_data_is_read_right() {
    assert_eq!(data::FLOWERS[0], ([51, 35, 14, 2], 0));
    assert_eq!(data::FLOWERS[149], ([59, 30, 51, 18], 2));
    for class in 0..3 {
        assert_eq!(data::FLOWERS.iter().filter(|f| f.1 == class).count(), 50);
    }
}
