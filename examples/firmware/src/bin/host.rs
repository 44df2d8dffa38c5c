//! Computes on the host what the firmware computes, and compares.
//!
//!     cargo run --bin host                                    prints the results
//!     cargo run --bin host -- portable,cmsis CORE/FILE...     compares what devices printed
//!
//! Each set of kernels is compared with the same one here, by the bounds that the program states: for
//! portable kernels those are equal bits.

use std::process::ExitCode;

use autodiff_runtime::Element;
use firmware::report::{Bound, Report, write_values};

fn main() -> ExitCode {
    let mut portable = Expected::new("portable");
    firmware::portable::run(&mut Default::default(), &mut portable);
    check_comparison(&portable);
    #[allow(unused_mut, reason = "more with the feature")]
    let mut sets = vec![portable];
    #[cfg(feature = "cmsis-dsp")]
    {
        use autodiff_runtime::CmsisAll;
        use firmware::kernels;
        let mut cmsis = Expected::new("cmsis");
        firmware::cmsis::run(&mut Default::default(), &mut cmsis);
        firmware::cmsis::run_wide(&mut cmsis);
        let mut all = Expected::new("cmsis_all");
        firmware::cmsis_all::run_wide(&mut all);
        kernels::run::<CmsisAll>(&mut all);
        sets.extend([cmsis, all]);
    }

    let mut arguments = std::env::args().skip(1);
    let Some(chosen) = arguments.next() else {
        for expected in sets {
            print!("{}", expected.text);
        }
        return ExitCode::SUCCESS;
    };
    let (mut passed, mut failed) = (0, 0);
    for file in arguments {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let core = Core::of_file(&file);
        // The M0+ has no flash for all of them.
        let is_run = |kernels: &&str| !(*kernels == "cmsis" && file.starts_with("m0plus/"));
        for kernels in chosen.split(',').filter(is_run) {
            let comparison = match sets.iter().find(|expected| expected.kernels == kernels) {
                Some(expected) => compare(expected, core, &text),
                None => Comparison::failed(format!("this program lacks the kernels `{kernels}`")),
            };
            if comparison.differences.is_empty() {
                passed += 1;
                println!("ok    {file}: {kernels}: {}", comparison.summary());
            } else {
                failed += 1;
                let differences = comparison.differences.join("\n      ");
                println!("FAIL  {file}: {kernels}\n      {differences}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

/// What makes a core's sums differ from those of the host.
#[derive(Clone, Copy)]
struct Core {
    fuses_single: bool,
    fuses_double: bool,
}

impl Core {
    /// The core after which the folder of the file is named. The library of the host is compiled
    /// without fused operations.
    fn of_file(file: &str) -> Self {
        let name = file.split('/').next().unwrap_or_default();
        Self {
            fuses_single: !["host", "m0plus", "m3"].contains(&name),
            fuses_double: !["host", "m0plus", "m3", "m4f", "m33f"].contains(&name),
        }
    }

    /// Units in the last place that a result may be off.
    fn ulps(self, bound: Bound, is_single: bool) -> u32 {
        let fuses = if is_single {
            self.fuses_single
        } else {
            self.fuses_double
        };
        match bound {
            Bound::Near(ulps) => ulps,
            Bound::Fused(ulps) if fuses => ulps,
            Bound::Fused(_) | Bound::Same => 0,
        }
    }
}

/// The host's results.
struct Expected {
    kernels: &'static str,
    /// As a device prints them.
    text: String,
    results: Vec<Values>,
}

impl Expected {
    fn new(kernels: &'static str) -> Self {
        Self {
            kernels,
            text: String::new(),
            results: Vec::new(),
        }
    }
}

struct Values {
    name: String,
    bound: Bound,
    epsilon: f64,
    numbers: Vec<f64>,
}

impl Report for Expected {
    fn values<E: Element>(&mut self, name: &str, bound: Bound, values: &[E]) {
        write_values(&mut self.text, self.kernels, name, values).expect("a string takes all");
        self.results.push(Values {
            name: name.to_owned(),
            bound,
            epsilon: E::EPSILON.to_f64(),
            numbers: values.iter().map(|value| value.to_f64()).collect(),
        });
    }

    fn size(&mut self, _: &str, _: usize) {} // of pointers, on the host

    fn cost(&mut self, _: &str, _: impl FnMut()) {}
}

#[derive(Default)]
struct Comparison {
    differences: Vec<String>,
    equal: usize,
    /// Results that differ within their bounds.
    near: Vec<String>,
}

impl Comparison {
    fn failed(why: String) -> Self {
        Self {
            differences: vec![why],
            ..Self::default()
        }
    }

    fn summary(&self) -> String {
        let near = self.near.join(", ");
        match self.near.len() {
            0 => format!("{} results equal", self.equal),
            n => format!("{} results equal, {n} near: {near}", self.equal),
        }
    }
}

/// What a core printed against the host's results of the same kernels.
fn compare(expected: &Expected, core: Core, text: &str) -> Comparison {
    let kernels = expected.kernels;
    let mut comparison = Comparison::default();
    // By scripts/firmware.sh, if it was a fault or took too long.
    if let Some(line) = text.lines().find(|line| line.starts_with(ENDED)) {
        comparison.differences.push(line.to_owned());
    }
    for Values {
        name,
        bound,
        epsilon,
        numbers,
    } in &expected.results
    {
        let bound = match kernels {
            "portable" => 0,
            _ => core.ulps(*bound, is_single(*epsilon)),
        };
        let Some(found) = numbers_of(text, kernels, name, *epsilon) else {
            comparison.differences.push(format!("{name}: missing"));
            continue;
        };
        let largest = numbers.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let ulp = (largest.log2().floor().exp2() * epsilon).max(f64::MIN_POSITIVE);
        let mut worst = 0.0;
        for (i, (want, got)) in numbers.iter().zip(&found).enumerate() {
            // Bits, so that a NaN or -0 counts as well.
            let off = (want - got).abs() / ulp;
            if want.to_bits() != got.to_bits() && (bound == 0 || off.is_nan() || off > bound.into())
            {
                comparison.differences.push(format!(
                    "{name}[{i}]: {got:e}, the host has {want:e}: off by {off:.1} ulps, \
                     {bound} allowed"
                ));
            }
            worst = off.max(worst);
        }
        if found.len() != numbers.len() {
            comparison.differences.push(format!(
                "{name}: {} numbers, the host has {}",
                found.len(),
                numbers.len()
            ));
        } else if worst > 0.0 {
            comparison
                .near
                .push(format!("{name} {worst:.1} of {bound} ulps"));
        } else {
            comparison.equal += 1;
        }
    }
    comparison
}

/// The start of a line that says how a run ended, if not well.
const ENDED: &str = "QEMU ended with ";

fn is_single(epsilon: f64) -> bool {
    epsilon == f64::from(f32::EPSILON)
}

/// The numbers that a device printed in hexadecimal on the line of a result.
fn numbers_of(text: &str, kernels: &str, name: &str, epsilon: f64) -> Option<Vec<f64>> {
    let start = format!("{kernels} {name} =");
    let line = text.lines().find(|line| line.starts_with(&start))?;
    let (_, bits) = line.strip_suffix(']')?.split_once('[')?;
    bits.split(' ')
        .map(|word| {
            if is_single(epsilon) {
                u32::from_str_radix(word, 16)
                    .ok()
                    .map(|b| f32::from_bits(b).into())
            } else {
                u64::from_str_radix(word, 16).ok().map(f64::from_bits)
            }
        })
        .collect()
}

/// The comparison must find a last bit that differs, a line that is missing, and a bad end.
fn check_comparison(expected: &Expected) {
    let text = &expected.text;
    let differences = |text: &str| {
        let core = Core::of_file("m4f/firmware.txt");
        compare(expected, core, text).differences.len()
    };
    assert_eq!(differences(text), 0);
    let digit = text.rfind(']').expect("a result") - 1;
    let last = u8::from_str_radix(&text[digit..=digit], 16).expect("a digit") ^ 1;
    let wrong = format!("{}{last:x}]", &text[..digit]);
    assert_eq!(differences(&wrong), 1);
    let (_, rest) = text.split_once('\n').expect("lines");
    assert_eq!(differences(rest), 1);
    assert_eq!(differences(&format!("{text}{ENDED}1\n")), 1);
}
