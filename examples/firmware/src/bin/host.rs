//! Computes on the host what the firmware computes, and compares.
//!
//!     cargo run --bin host                              prints the results
//!     cargo run --bin host -- portable,cmsis FILE...    compares what devices printed
//!
//! Portable kernels must give the same bits. Those of CMSIS-DSP may differ from the portable ones
//! by the units in the last place that the program states, counted at the largest number of an
//! array.

use std::process::ExitCode;

use autodiff_runtime::Element;
use firmware::report::{Report, write_values};

fn main() -> ExitCode {
    let mut expected = Expected::new("portable");
    firmware::portable::run(&mut Default::default(), &mut expected);

    let mut arguments = std::env::args().skip(1);
    let Some(sets) = arguments.next() else {
        print!("{}", expected.text);
        #[cfg(feature = "cmsis-dsp")]
        {
            let mut cmsis = Expected::new("cmsis");
            firmware::cmsis::run(&mut Default::default(), &mut cmsis);
            print!("{}", cmsis.text);
        }
        return ExitCode::SUCCESS;
    };
    check_comparison(&expected);
    let (mut passed, mut failed) = (0, 0);
    for file in arguments {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        for kernels in sets.split(',') {
            let comparison = compare(&expected, kernels, &text);
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
    ulps: u32,
    epsilon: f64,
    numbers: Vec<f64>,
}

impl Report for Expected {
    fn values<E: Element>(&mut self, name: &str, ulps: u32, values: &[E]) {
        write_values(&mut self.text, self.kernels, name, values).expect("a string takes all");
        self.results.push(Values {
            name: name.to_owned(),
            ulps,
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
    fn summary(&self) -> String {
        let near = self.near.join(", ");
        match self.near.len() {
            0 => format!("{} results equal", self.equal),
            n => format!("{} results equal, {n} near: {near}", self.equal),
        }
    }
}

fn compare(expected: &Expected, kernels: &str, text: &str) -> Comparison {
    let mut comparison = Comparison::default();
    for Values {
        name,
        ulps,
        epsilon,
        numbers,
    } in &expected.results
    {
        let bound = if kernels == "portable" { 0 } else { *ulps };
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

/// The numbers that a device printed in hexadecimal on the line of a result.
fn numbers_of(text: &str, kernels: &str, name: &str, epsilon: f64) -> Option<Vec<f64>> {
    let start = format!("{kernels} {name} =");
    let line = text.lines().find(|line| line.starts_with(&start))?;
    let (_, bits) = line.strip_suffix(']')?.split_once('[')?;
    bits.split(' ')
        .map(|word| {
            if epsilon == f64::from(f32::EPSILON) {
                u32::from_str_radix(word, 16)
                    .ok()
                    .map(|b| f32::from_bits(b).into())
            } else {
                u64::from_str_radix(word, 16).ok().map(f64::from_bits)
            }
        })
        .collect()
}

/// The comparison must find a last bit that differs, and a line that is missing.
fn check_comparison(expected: &Expected) {
    let text = &expected.text;
    assert!(compare(expected, "portable", text).differences.is_empty());
    let digit = text.rfind(']').expect("a result") - 1;
    let last = u8::from_str_radix(&text[digit..=digit], 16).expect("a digit") ^ 1;
    let wrong = format!("{}{last:x}]", &text[..digit]);
    assert_eq!(compare(expected, "portable", &wrong).differences.len(), 1);
    let (_, rest) = text.split_once('\n').expect("lines");
    assert_eq!(compare(expected, "portable", rest).differences.len(), 1);
}
