//! The image that proves freedom of panics, `tests/bare-metal`, uses every operator, and every kernel
//! that CMSIS-DSP may serve.

const IMAGE: &str = include_str!("bare-metal/src/bin/models.rs");
const README: &str = include_str!("../README.md");

const KERNELS: &str = include_str!("../examples/firmware/src/kernels.rs");
const CMSIS: &str = include_str!("../autodiff-runtime/src/kernels/cmsis.rs");

#[test]
fn no_kernel_of_c_is_left_out() {
    let set = CMSIS
        .split("macro_rules! set {")
        .nth(1)
        .and_then(|rest| rest.split("\nset!(").next())
        .expect("the kernels of the sets");
    // Functions, and rows of tables such as `ADD: add, add_in_place(x, y) => x + y;`.
    let names: Vec<_> = set
        .lines()
        .filter_map(|line| {
            let line = line.trim();
            match line.strip_prefix("fn ") {
                Some(function) => function.split('<').next(),
                None => line.split_once(": ")?.1.split(',').next(),
            }
        })
        .filter(|name| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || "_0123456789".contains(c))
        })
        .collect();
    assert!(names.len() > 30 && names.contains(&"add") && names.contains(&"mat_vec"));
    let used: Vec<_> = KERNELS
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let missing: Vec<_> = names.iter().filter(|name| !used.contains(name)).collect();
    assert_eq!(
        missing, [&""; 0],
        "add them to examples/firmware/src/kernels.rs"
    );
}

#[test]
fn no_operator_is_left_out() {
    let table = README
        .split("<!-- operators -->")
        .nth(1)
        .and_then(|rest| rest.split("<!-- /operators -->").next())
        .expect("the table of the README");
    // `sum(x)` is looked for as `sum(`, and with two arguments as `max(x, `; `x > y` as ` > `.
    let missing: Vec<_> = table
        .lines()
        .filter_map(|row| row.strip_prefix("| `"))
        .filter_map(|row| row.split('`').next())
        .filter(|usage| {
            let call = match (usage.split_once('('), usage.split_once(" ")) {
                (Some((name, arguments)), _) => {
                    let second = arguments.contains(',') && ["max", "min"].contains(&name);
                    format!("{name}({}", if second { "x, y)" } else { "" })
                }
                (None, Some((_, rest))) => format!(" {} ", &rest[..rest.len() - 2]),
                (None, None) => match *usage {
                    "-x" => "-x".into(),
                    "x[i]" => "[2]".into(),
                    "x[a..b]" => "..".into(),
                    other => other.into(),
                },
            };
            !IMAGE.contains(&call)
        })
        .collect();
    assert_eq!(missing, [""; 0], "add them to tests/bare-metal");
}
