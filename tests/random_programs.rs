//! Models drawn over the whole operator table, against the value the generator knows, central
//! differences and forward mode. `scripts/random-programs.sh` runs more of them.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use random_programs::Program;
use random_programs::check::{Worst, check_all};
use random_programs::draw::DEEPEST;
use random_programs::program::Shape;
use random_programs::source::{drawn_for_tests, of_the_tests};

#[rustfmt::skip]
#[path = "random_programs/programs.rs"]
mod programs;

static DRAWN: LazyLock<Vec<Program>> = LazyLock::new(drawn_for_tests);

#[test]
fn values_and_derivatives_are_right() {
    let failures = check_all(programs::MODELS, &DRAWN, &mut Worst::default());
    assert_eq!(failures, 0, "of {} programs, printed above", DRAWN.len());
}

#[test]
fn file_is_what_the_generator_writes() {
    let file = include_str!("random_programs/programs.rs");
    assert!(
        file == of_the_tests(&DRAWN),
        "run `cargo run -p random-programs -- tests tests/random_programs/programs.rs`"
    );
}

/// Rows of the README's table, by name and number of arguments.
#[test]
fn every_operator_is_drawn() {
    let used: BTreeSet<String> = DRAWN.iter().flat_map(Program::operators).collect();
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

#[test]
fn every_size_is_drawn() {
    let deepest = DRAWN.iter().map(|program| program.depth).max();
    assert_eq!(deepest, Some(DEEPEST));
    let shapes = |kind: fn(Shape) -> bool| {
        DRAWN.iter().any(|program| kind(program.shape))
            && DRAWN
                .iter()
                .any(|program| program.arguments.iter().any(|a| kind(a.shape)))
    };
    assert!(shapes(|shape| shape == Shape::Scalar));
    for n in 1..=7 {
        assert!(
            DRAWN
                .iter()
                .any(|p| p.arguments.iter().any(|a| a.shape == Shape::Vector(n)))
        );
    }
    assert!(shapes(|shape| matches!(shape, Shape::Matrix(1, 2..))));
    assert!(shapes(|shape| matches!(shape, Shape::Matrix(2.., 1))));
    assert!(shapes(|shape| matches!(shape, Shape::Matrix(2.., 2..))));
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
