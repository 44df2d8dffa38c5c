//! The operator table is consistent, and the README shows it.

use std::collections::{BTreeMap, BTreeSet};

use super::Model;
use crate::ops::layout::STOP_GRADIENT;
use crate::ops::{Form, Kernel, OPERATORS, Operator, Parameter, Scalar, find, table};
use crate::program::ValueKind;

fn example_models(operator: &Operator) -> Vec<Model> {
    let sources = operator
        .examples
        .iter()
        .map(|example| example.model.replace('E', "f64"));
    sources.map(|source| Model::new(&source)).collect()
}

/// Every kernel that the examples use, in values, adjoints and tangents; and whether one of its
/// results is a scalar.
fn all_kernels() -> BTreeMap<&'static str, (&'static Kernel, bool)> {
    let mut all: BTreeMap<&'static str, (&'static Kernel, bool)> = BTreeMap::new();
    for model in OPERATORS
        .iter()
        .flat_map(|operator| example_models(operator))
    {
        for graph in [&model.plan.graph, &model.tangent.graph] {
            for node in graph.ids().map(|id| &graph[id]) {
                let Some(kernel) = node.kernel() else {
                    continue;
                };
                let (known, of_scalars) = all.entry(kernel.name).or_insert((kernel, false));
                // Kernels are compared by name.
                assert!(
                    std::ptr::eq(*known, kernel),
                    "two kernels are called `{}`",
                    kernel.name
                );
                *of_scalars |= node.shape.is_scalar();
            }
        }
    }
    all
}

#[test]
fn kernel_names_are_unique() {
    assert!(all_kernels().len() > OPERATORS.len());
}

#[test]
fn usages_are_unique() {
    let mut usages: Vec<&str> = OPERATORS.iter().map(|operator| operator.usage).collect();
    usages.sort_unstable();
    let count = usages.len();
    usages.dedup();
    assert_eq!(usages.len(), count);
}

/// A usage shows the name and the arguments of its operator.
#[test]
fn usages_show_the_arguments() {
    for operator in OPERATORS {
        let Operator { name, usage, .. } = operator;
        let mut written: Vec<&str> = Vec::new();
        for parameter in operator.arguments {
            match parameter {
                Parameter::Value(name)
                | Parameter::Target(name)
                | Parameter::Constant(name)
                | Parameter::Integer(name)
                | Parameter::Condition(name) => written.push(name),
                Parameter::Dims => written.push("[R, C]"),
                Parameter::Axis => {}
            }
        }
        if let Some(arguments) = usage
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('('))
        {
            assert_eq!(arguments, format!("{})", written.join(", ")), "{usage}");
            let found: Vec<&str> = find(name).iter().map(|found| found.usage).collect();
            assert!(found.contains(usage), "`{name}` is not found by its name");
        } else if usage.starts_with('-') {
            assert_eq!(*usage, format!("-{}", written[0]));
        } else if let [left, right] = written[..]
            && usage.contains(' ')
        {
            assert_eq!(*usage, format!("{left} {name} {right}"));
        } else {
            assert_eq!(usage, name, "an operator with a notation of its own");
        }
    }
}

#[test]
fn every_row_is_documented() {
    for operator in OPERATORS {
        assert!(!operator.forward.is_empty(), "{}", operator.usage);
        assert!(!operator.backward.is_empty(), "{}", operator.usage);
        for text in [operator.forward, operator.backward, operator.notes] {
            assert!(!text.contains('\n') && !text.ends_with('.'), "{text}");
        }
    }
}

/// Examples use their operator, some of them in an expression that is not linear.
#[test]
fn every_operator_has_examples() {
    for operator in OPERATORS {
        if operator.is(&STOP_GRADIENT) || operator.is_comparison() {
            // Their gradient is 0 whatever finite differences say; `select` shows comparisons.
            continue;
        }
        let examples = example_models(operator);
        assert!(!examples.is_empty(), "`{}` has no example", operator.usage);
        for (model, example) in examples.iter().zip(operator.examples) {
            let uses = model.program.values.iter().any(|value| match &value.kind {
                ValueKind::Call(call) => std::ptr::eq(call.operator, *operator),
                _ => false,
            });
            assert!(uses, "`{}` is not in {}", operator.usage, example.model);
            assert!(example.low < example.high);
        }
    }
}

/// The forms of a kernel that the planner may choose exist in the runtime, as its text says.
#[test]
fn the_runtime_has_every_form() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../autodiff-runtime/src/");
    // The words of the code of a file and of those in its folder.
    let words = |module: &str| -> BTreeSet<String> {
        let mut text = std::fs::read_to_string(format!("{root}{module}.rs")).expect(module);
        for file in std::fs::read_dir(format!("{root}{module}"))
            .into_iter()
            .flatten()
        {
            let file = file.unwrap().path();
            if file.is_file() {
                text += &std::fs::read_to_string(file).unwrap();
            }
        }
        let code = text.lines().filter_map(|line| line.split("//").next());
        code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .map(str::to_owned)
            .collect()
    };
    let (kernels, scalars) = (&words("kernels") | &words("private"), words("scalar"));
    for (name, (kernel, of_scalars)) in all_kernels() {
        let name = name.trim_start_matches("join::");
        let mut forms = vec![name.to_owned()];
        if kernel.can_accumulate() {
            forms.push(format!("{name}_accumulate"));
        }
        if kernel.in_place_operand().is_some() {
            forms.push(format!("{name}_in_place"));
        }
        if kernel.is_view() {
            continue;
        }
        for form in forms {
            assert!(
                kernels.contains(&form),
                "the runtime has no kernel `{form}`"
            );
        }
        if of_scalars && kernel.form == Form::Map(Scalar::Function)
            || kernel.form == Form::Map(Scalar::Inline)
        {
            assert!(
                scalars.contains(name),
                "the runtime has no `scalar::{name}`"
            );
        }
    }
}

/// The table between the lines `<!-- operators -->` and `<!-- /operators -->` of the README.
/// `AUTODIFF_BLESS=1 cargo test -p autodiff-macros` writes it.
#[test]
fn the_readme_shows_the_table() {
    const START: &str = "<!-- operators -->\n";
    const END: &str = "<!-- /operators -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = std::fs::read_to_string(path).expect("README.md at the root of the workspace");
    let (before, rest) = readme
        .split_once(START)
        .expect("the line `<!-- operators -->`");
    let (shown, after) = rest
        .split_once(END)
        .expect("the line `<!-- /operators -->`");
    let expected = table();
    if shown.trim() == expected.trim() {
        return;
    }
    if std::env::var_os("AUTODIFF_BLESS").is_some() {
        let readme = format!("{before}{START}{expected}{END}{after}");
        std::fs::write(path, readme).expect("README.md can be written");
        return;
    }
    let differing = (expected.trim().lines().zip(shown.trim().lines())).find(|(a, b)| a != b);
    panic!(
        "the operator table in README.md is out of date; first difference: {differing:#?}\n\
         help: AUTODIFF_BLESS=1 cargo test -p autodiff-macros readme"
    );
}
