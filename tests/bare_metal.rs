//! The image that proves freedom of panics, `tests/bare-metal`, uses every operator.

const IMAGE: &str = include_str!("bare-metal/src/bin/models.rs");
const README: &str = include_str!("../README.md");

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
