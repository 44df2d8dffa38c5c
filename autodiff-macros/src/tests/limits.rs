//! What is too long, too deep or too much: refused in time, with one message, which names the limit.

use quote::quote;

use super::tokens;
use crate::errors::Errors;
use crate::expand;
use crate::infer::infer;
use crate::models::Models;
use crate::program;
use crate::syntax::{self, Options};

/// The messages for the first of some functions, which calls the others as `m::NAME`.
fn messages(functions: &[&str]) -> Vec<String> {
    let mut errors = Errors::new();
    let mut parsed = functions.iter().map(|source| {
        let raw = syn::parse_str(source).expect(source);
        syntax::function::parse(raw, Options::default(), &mut errors)
    });
    let caller = parsed.next().flatten();
    let mut models = Models::new();
    for callee in parsed.flatten() {
        models
            .functions
            .insert(format!("m::{}", callee.ident), callee);
    }
    if let Some(caller) = caller
        && let Some(program) = program::function(&caller, &models, &mut errors)
    {
        infer(&program, &models, Some(("f", &caller.returns)), &mut errors);
    }
    match errors.gate() {
        Ok(()) => Vec::new(),
        Err(error) => syn::Error::from(error)
            .into_iter()
            .map(|error| error.to_string())
            .collect(),
    }
}

#[track_caller]
fn one_message(functions: &[&str], expected: &str) {
    let found = messages(functions);
    assert!(
        found.len() == 1 && found[0].starts_with(expected),
        "expected once: {expected}\nfound: {found:#?}"
    );
}

const TOO_LONG: &str = "the model has more than 20000 operations or rounds";

/// A model of so many statements.
fn long(name: &str, count: usize, statement: &str) -> String {
    let body = statement.repeat(count);
    format!("fn {name}(x: Param<f32>) -> f32 {{ let mut h = x; {body} h }}")
}

#[test]
fn called_models_count() {
    let leaf = long("leaf", 100, "h = tanh(h) * x;");
    let ten = long("ten", 10, "h = self::leaf(h);");
    let hundred = long("hundred", 10, "h = self::ten(h);");
    let thousand = long("thousand", 10, "h = self::hundred(h);");
    assert!(messages(&[&long("f", 1, "h = m::ten(h);"), &leaf, &ten]).is_empty());
    let all = [&leaf, &ten, &hundred, &thousand].map(String::as_str);
    let called_by = |caller: &str| {
        let functions: Vec<&str> = [caller].into_iter().chain(all).collect();
        one_message(&functions, TOO_LONG);
    };
    called_by(&long("f", 10, "h = m::hundred(h);"));
    called_by(&long("f", 10, "h = m::thousand(h);"));
    called_by(&long("f", 1, "for i in 0..9 { h = m::hundred(h); }"));
    called_by(&long(
        "f",
        2,
        "for i in 0..9 { for j in 0..9 { h = m::hundred(h); } }",
    ));
    // What does nothing counts as well.
    let nothing = "fn nothing(x: Param<f32>) -> f32 { x }";
    let much = long("much", 200, "h = self::nothing(h);");
    one_message(
        &[&long("f", 200, "h = m::much(h);"), &much, nothing],
        TOO_LONG,
    );
}

#[test]
fn statements_count() {
    assert!(messages(&[&long("f", 4_000, "h = tanh(h) * x;")]).is_empty());
    one_message(&[&long("f", 11_000, "h = tanh(h) * x;")], TOO_LONG);
}

#[test]
fn a_limit_in_a_called_model_is_not_its_mistake() {
    let inner = long("inner", 400, "h = tanh(h * 2.0) + x;");
    one_message(
        &[&long("f", 1, "for i in 0..80 { h = m::inner(h); }"), &inner],
        TOO_LONG,
    );
    let inner = long("inner", 1, "for i in 0..4000 { h = tanh(h); }");
    one_message(&[&long("f", 8, "h = m::inner(h);"), &inner], TOO_LONG);
    let inner = long("inner", 1, "for i in 0..30000 { h = tanh(h); }");
    one_message(&[&long("f", 2, "h = m::inner(h);"), &inner], TOO_LONG);
}

#[test]
fn mistakes_of_one_call_are_not_those_of_the_next() {
    let rec = "fn rec(x: Param<f32>) -> f32 { self::rec(x) }";
    let bad = "fn bad(x: Param<f32>) -> f32 { x + z }";
    let found = messages(&[
        "fn f(x: Param<f32>) -> f32 { m::rec(x) + m::bad(x) }",
        rec,
        bad,
    ]);
    // What is wrong with `bad` is said where it stands.
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("the model `rec` calls itself"));
}

#[test]
fn an_expression_that_nests_too_deep_is_one_mistake() {
    let nested = |before: &str, after: &str| {
        let value = format!("{}x{}", before.repeat(220), after.repeat(220));
        format!("fn f(x: Param<[f32; 2]>) -> f32 {{ let y = {value}; sum(y) }}")
    };
    let forms = [
        ("", "[0]"),
        ("(x + ", ")"),
        ("(", " + x)"),
        ("max(", ", x)"),
        ("max(x, ", ")"),
        ("concat(x, ", ")[0..2]"),
        ("x[", "]"),
        ("tanh(", ")"),
    ];
    on_a_deep_stack(move || {
        for (before, after) in forms {
            one_message(
                &[&nested(before, after)],
                "expressions nested deeper than 200 are not supported",
            );
        }
    });
}

#[test]
fn a_let_without_a_value_is_one_mistake() {
    one_message(
        &["fn f(x: Param<f32>) -> f32 { let a; a = x; a * 2.0 }"],
        "`a` needs a value",
    );
}

/// On rustc's own stack.
fn on_a_deep_stack(check: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    assert!(thread.spawn(check).expect("a thread").join().is_ok());
}

/// The text of what a macro gives.
fn given(tokens: proc_macro2::TokenStream) -> String {
    tokens.to_string()
}

#[test]
fn long_lists_are_no_long_statements() {
    let list = |count: usize| "-0.5, ".repeat(count);
    let constant = format!("const K: [f32; 10000] = [{}];", list(10_000));
    let item = given(expand::attribute(quote!(), tokens(&constant)));
    assert!(!item.contains("compile_error"), "{:.300}", item);
    let rows = format!("[{}], ", list(5)).repeat(2000);
    for source in [
        format!("{constant} y = x * K;"),
        format!("const K: [[f32; 5]; 2000] = [{rows}]; y = x * K;"),
    ] {
        let expression = given(expand::grad(&quote!(::rt), tokens(&source)));
        assert!(!expression.contains("compile_error"), "{:.300}", expression);
    }
}

/// Commas end no closure and no list of generics: those nest beyond them.
#[test]
fn what_nests_beyond_commas_is_refused() {
    let check = move || {
        for (before, after) in [
            ("|a, b| ", ""),
            ("|a| (a, ", ")"),
            ("v::<A, ", ">"),
            ("tanh(", ")"),
            ("x as *const ", ""),
        ] {
            let source = format!("y = {}x{};", before.repeat(6000), after.repeat(6000));
            for output in [
                expand::grad(&quote!(::rt), tokens(&source)),
                expand::grad_source(&quote!(::rt), tokens(&source)),
            ] {
                let output = given(output);
                assert!(output.contains("compile_error"), "{before}");
            }
        }
        let pointer = format!("let y: {}f32 = x; z = y;", "*const ".repeat(6000));
        let output = given(expand::grad(&quote!(::rt), tokens(&pointer)));
        assert!(output.contains("prefixes in a row"), "{output:.300}");
    };
    on_a_deep_stack(check);
}

/// Items are asked for in a chain, level by level, as far as rustc goes.
#[test]
fn many_items_are_refused_before_rustc_does() {
    let named = |count: usize| {
        let sum: Vec<String> = (0..count).map(|i| format!("k::K{i}")).collect();
        let source = format!("fn f(x: Param<f32>) -> f32 {{ x * ({}) }}", sum.join(" + "));
        given(expand::attribute(quote!(), tokens(&source)))
    };
    let asked = named(110);
    assert!(!asked.contains("compile_error"));
    assert!(asked.contains("differentiable_const_K109"));
    let refused = named(111);
    assert_eq!(refused.matches("compile_error").count(), 1);
    assert!(refused.contains("at most 110 models and const items"));
    assert!(refused.contains("`k::K110` after 110 others"), "{refused}");
    // A level costs one more.
    let known: String = (0..50)
        .map(|i| {
            format!(
                "{{ {{ k::F{i} }} {{ const F{i}: f32 = self::F{}; }} }}",
                i + 1
            )
        })
        .collect();
    let resumed = |known: &str, last: usize| {
        let input = format!(
            "{{ }} {{ constant }} {{ }} {{ const K: f32 = k::F0; }} {{ {known} }} {{ {{ k::F{last} }} }} {{ const F{last}: f32 = self::F{}; }}",
            last + 1
        );
        given(expand::with_models(tokens(&input)))
    };
    assert!(resumed(&known, 50).contains("differentiable_const_F51"));
    let more: String = (50..60)
        .map(|i| {
            format!(
                "{{ {{ k::F{i} }} {{ const F{i}: f32 = self::F{}; }} }}",
                i + 1
            )
        })
        .collect();
    assert!(resumed(&(known + &more), 60).contains("`k::F61` after 61 others on 62 levels"));
}
