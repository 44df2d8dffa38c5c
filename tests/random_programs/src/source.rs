//! Programs as a file of modules.

use std::fmt::Write;

use crate::draw;
use crate::program::{Program, Role};

/// Seed and number of the programs of `cargo test`.
pub const SEED: u64 = 1;
pub const COUNT: u64 = 200;

/// Head of a file of programs: some parameters do not reach the result, which is a warning.
pub const HEAD: &str = "#![allow(deprecated)]\n";

/// The programs of `cargo test`.
pub fn drawn_for_tests() -> Vec<Program> {
    (0..COUNT).map(|number| draw(SEED, number)).collect()
}

/// `tests/random_programs/programs.rs`
pub fn of_the_tests(programs: &[Program]) -> String {
    let head = "//! Random programs: written by `cargo run -p random-programs -- tests tests/random_programs/programs.rs`.\n";
    file(&format!("{head}{HEAD}"), programs)
}

/// Programs in one module: rustc compiles modules apart.
const PER_MODULE: usize = 25;

/// A file with the models and `MODELS`, a list of them for [`check()`](crate::check()).
pub fn file(head: &str, programs: &[Program]) -> String {
    let mut text = String::from(head);
    let mut lists = Vec::new();
    for (index, part) in programs.chunks(PER_MODULE).enumerate() {
        let _ = writeln!(text, "\npub mod part_{index} {{");
        text.push_str("use autodiff_runtime::prelude::*;\nuse random_programs::{Model, model};\n");
        for program in part {
            let _ = write!(text, "\n{}", program.text());
        }
        text.push_str("\npub const MODELS: &[Model] = &[\n");
        for program in part {
            let inputs: Vec<String> = program
                .of(Role::Input)
                .map(|argument| format!("{}: {}", argument.name, argument.shape))
                .collect();
            let (name, shape) = (program.name(), program.shape);
            let kind = match shape.to_string().matches('[').count() {
                0 => "scalar",
                1 => "vector",
                _ => "matrix",
            };
            let inputs = inputs.join(", ");
            let _ = writeln!(text, "    model!({kind} {name}({inputs}) -> {shape}),");
        }
        text.push_str("];\n}\n");
        lists.push(format!("part_{index}::MODELS"));
    }
    let _ = writeln!(
        text,
        "\npub const MODELS: &[&[random_programs::Model]] = &[\n    {},\n];",
        lists.join(",\n    ")
    );
    text
}
