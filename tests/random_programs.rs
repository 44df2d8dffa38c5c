//! Models drawn over the whole operator table, against the value the generator knows, central
//! differences and forward mode. `scripts/random-programs.sh` runs more of them.

use std::collections::BTreeSet;
use std::fs;

use random_programs::check::{Worst, check_all};
use random_programs::source::{COUNT, SEED, of_the_tests};
use random_programs::{Program, draw};

#[rustfmt::skip]
#[path = "random_programs/programs.rs"]
mod programs;

fn drawn() -> Vec<Program> {
    (0..COUNT).map(|number| draw(SEED, number)).collect()
}

#[test]
fn values_and_derivatives_are_right() {
    let failures = check_all(programs::MODELS, &drawn(), &mut Worst::default());
    assert_eq!(failures, 0, "of {COUNT} programs, printed above");
}

#[test]
fn file_is_what_the_generator_writes() {
    let file = include_str!("random_programs/programs.rs");
    assert!(
        file == of_the_tests(),
        "run `cargo run -p random-programs -- tests tests/random_programs/programs.rs`"
    );
}

/// Rows of the README's table, by name and number of arguments.
#[test]
fn every_operator_is_drawn() {
    let used: BTreeSet<String> = drawn().iter().flat_map(Program::operators).collect();
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let (_, table) = readme.split_once("<!-- operators -->").unwrap();
    let (table, _) = table.split_once("<!-- /operators -->").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let missing: Vec<&str> = rows
        .filter_map(|row| row.split('`').next())
        .filter(|usage| !used.contains(&operator(usage)))
        .collect();
    assert!(missing.is_empty(), "no program uses {missing:?}");
    assert!(used.contains("loop"), "no program has a loop");
}

/// `max/2` of `max(x, y)`, `+` of `x + y`.
fn operator(usage: &str) -> String {
    if let Some((name, arguments)) = usage.split_once('(') {
        let mut nesting = 0;
        let commas = arguments.chars().filter(|c| {
            match c {
                '[' => nesting += 1,
                ']' => nesting -= 1,
                _ => {}
            }
            *c == ',' && nesting == 0
        });
        return format!("{name}/{}", commas.count() + 1);
    }
    match usage.split(' ').collect::<Vec<_>>().as_slice() {
        [_, symbol, _] => (*symbol).to_owned(),
        ["-x"] => "neg".to_owned(),
        _ => usage.to_owned(),
    }
}
