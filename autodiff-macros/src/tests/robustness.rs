//! Whatever tokens come in, code or messages go out: never a panic.
//!
//! Three sources: tokens drawn at random, models with random tokens changed, and inputs of great
//! depth or length.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use proptest::prelude::*;
use quote::quote;

use super::expansion::{MODELS, VIEWS};
use super::random::{self, Random};
use super::tokens;
use crate::expand;
use crate::ops::OPERATORS;

/// Words that mean something to Rust or to the compiler.
const WORDS: &str = "x y w loss f N f32 f64 usize i8 Input Param Parameter State Output let mut \
    ref fn pub const static return for in while loop if else match break continue move async await \
    unsafe impl trait struct enum type use crate super self Self where dyn as extern mod true false \
    _ _1 __0 __ _·x axis kernels source union macro_rules yield Some None Ok assert __ad_tape rt Kernel";

const RAW_WORDS: &str = "type match fn x relu async";

const LITERALS: &str = r##"0 1 3 1.0 0.5 2. 1e5 1E-5 1.5e+3 1e400 1e-400 1_000 0x1F 0b11 0o7 1u8
    1usize 1i128 1f32 2f64 1.5f32 1.5f64 1e3f64 0xf32 1suffix 1.0suffix 1___0.0__1
    9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616
    340282366920938463463374607431768211456 99999999999999999999999999999999999999999999999999
    'c' b'c' "text" b"bytes" c"text" r#"raw"# "{x}{{}}" '\n'"##;

const PUNCTUATION: &[char] = &[
    '+', '-', '*', '/', '%', '^', '!', '&', '|', '=', '<', '>', '@', '.', ',', ';', ':', '#', '$',
    '?', '~', '\'',
];

/// Signs of several characters, which random characters seldom make.
const SIGNS: &str = "-> => == != .. ..= :: && || += <= >= <- 'a #!";

/// One of the words of a text.
fn one_of(random: &mut Random, text: &'static str) -> &'static str {
    let words: Vec<&str> = text.split_whitespace().collect();
    random.pick(&words)
}

fn word(text: &str) -> TokenTree {
    TokenTree::Ident(Ident::new(text, Span::call_site()))
}

/// One random token; `depth` bounds the nesting of groups.
fn token(random: &mut Random, depth: usize) -> TokenStream {
    match random.below(if depth == 0 { 9 } else { 12 }) {
        0 | 1 => word(one_of(random, WORDS)).into(),
        2 | 3 => {
            let operator = random.pick(OPERATORS);
            match syn::parse_str::<Ident>(operator.name) {
                Ok(name) => quote!(#name),
                Err(_) => tokens(
                    operator
                        .name
                        .trim_matches(|c: char| !c.is_ascii_punctuation() || "[]".contains(c)),
                ),
            }
        }
        4 => TokenTree::Ident(Ident::new_raw(one_of(random, RAW_WORDS), Span::call_site())).into(),
        5 => TokenTree::Literal(literal(random)).into(),
        6 => tokens(one_of(random, SIGNS)),
        7 | 8 => punctuation(random).into(),
        _ => group(random, depth - 1).into(),
    }
}

fn literal(random: &mut Random) -> Literal {
    one_of(random, LITERALS).parse().expect("a literal")
}

fn punctuation(random: &mut Random) -> TokenTree {
    let sign = random.pick(PUNCTUATION);
    let spacing = if random.one_in(3) {
        Spacing::Joint
    } else {
        Spacing::Alone
    };
    TokenTree::Punct(Punct::new(sign, spacing))
}

fn group(random: &mut Random, depth: usize) -> TokenTree {
    let delimiter = random.pick(&[
        Delimiter::Parenthesis,
        Delimiter::Parenthesis,
        Delimiter::Bracket,
        Delimiter::Brace,
        Delimiter::None,
    ]);
    let len = random.below(6);
    let inner = stream(random, len, depth);
    TokenTree::Group(Group::new(delimiter, inner))
}

fn stream(random: &mut Random, len: usize, depth: usize) -> TokenStream {
    (0..len).map(|_| token(random, depth)).collect()
}

/// Random tokens in the form of statements: more of them get past the parser.
fn statements(random: &mut Random, count: usize) -> TokenStream {
    (0..count)
        .map(|_| {
            let name = word(["x", "y", "z", "tape", "_1"][random.below(5)]);
            let value = expression(random, 4);
            match random.below(6) {
                0 => quote!(#name = #value;),
                5 if random.one_in(2) => constant(random),
                1 => {
                    let ty = ty(random);
                    quote!(let #name: #ty = #value;)
                }
                2 if random.one_in(4) => {
                    let (start, end) = (literal(random), literal(random));
                    let body = statements(random, 1);
                    quote!(for #name in #start..#end { #body })
                }
                _ => quote!(let #name = #value;),
            }
        })
        .collect()
}

/// Mostly a `const` of the language.
fn constant(random: &mut Random) -> TokenStream {
    let name = word(["x", "N", "K", "w"][random.below(4)]);
    let ty = match random.below(3) {
        0 => quote!(usize),
        1 => {
            let (n, m) = (literal(random), literal(random));
            tokens(&format!("[[usize; {n}]; {m}]"))
        }
        _ => ty(random),
    };
    let value = constant_value(random, 3);
    quote!(const #name: #ty = #value;)
}

fn constant_value(random: &mut Random, depth: usize) -> TokenStream {
    if depth == 0 || random.one_in(3) {
        return match random.below(4) {
            0 => expression(random, 2),
            1 => tokens(["self::N", "a::K[1]", "super::K", "-K[0][1]"][random.below(4)]),
            _ => TokenTree::Literal(literal(random)).into(),
        };
    }
    if random.one_in(3) {
        let (value, count) = (constant_value(random, depth - 1), expression(random, 1));
        return quote!([#value; #count]);
    }
    let values: Vec<TokenStream> = (0..random.below(4))
        .map(|_| constant_value(random, depth - 1))
        .collect();
    quote!([#(#values),*])
}

/// Mostly an expression of the language.
fn expression(random: &mut Random, depth: usize) -> TokenStream {
    if depth == 0 || random.one_in(4) {
        return match random.below(6) {
            0 => TokenTree::Literal(literal(random)).into(),
            1 => token(random, 1),
            _ => word(["x", "y", "w", "z"][random.below(4)]).into(),
        };
    }
    let a = expression(random, depth - 1);
    match random.below(12) {
        0..=4 => {
            let operator = random.pick(OPERATORS);
            let Ok(name) = syn::parse_str::<Ident>(operator.name) else {
                return quote!(-#a);
            };
            // The right number of arguments, most of the time.
            let wanted = operator.arguments.len() + random.below(8) / 7;
            let arguments: Vec<TokenStream> =
                (0..wanted).map(|_| argument(random, depth - 1)).collect();
            quote!(#name(#(#arguments),*))
        }
        5 | 6 => {
            let sign = tokens(["+", "-", "*", "/", "<", ">=", "%", "&&"][random.below(8)]);
            let b = expression(random, depth - 1);
            quote!(#a #sign #b)
        }
        7 => quote!((#a)),
        8 => quote!(-#a),
        9 => {
            let index = literal(random);
            match random.below(4) {
                0 => quote!(#a[#index]),
                1 => quote!(#a[..#index]),
                2 => quote!(#a[#index..]),
                _ => quote!(#a[#index..=#index]),
            }
        }
        10 => {
            let path = tokens(
                ["crate::Own", "self::own::Op::<3>", "a::b", "<T as U>::V"][random.below(4)],
            );
            quote!(#path(#a))
        }
        _ => {
            let b = token(random, 2);
            quote!(#a #b)
        }
    }
}

fn argument(random: &mut Random, depth: usize) -> TokenStream {
    match random.below(8) {
        0 => {
            let (rows, columns) = (literal(random), literal(random));
            quote!([#rows, #columns])
        }
        1 => {
            let axis = literal(random);
            quote!(axis = #axis)
        }
        2 => TokenTree::Literal(literal(random)).into(),
        _ => expression(random, depth),
    }
}

/// Mostly a tensor type.
fn ty(random: &mut Random) -> TokenStream {
    let element = word(["f32", "f64", "f32", "u8", "E"][random.below(5)]);
    let dim = |random: &mut Random| match random.below(5) {
        0 => quote!(N),
        1 => token(random, 1),
        2 => quote!({ 2 * N + 1 }),
        _ => TokenTree::Literal(literal(random)).into(),
    };
    match random.below(6) {
        0 | 1 => quote!(#element),
        2 | 3 => {
            let n = dim(random);
            quote!([#element; #n])
        }
        4 => {
            let (n, m) = (dim(random), dim(random));
            quote!([[#element; #n]; #m])
        }
        _ => stream(random, 3, 2),
    }
}

/// A function whose parts are random.
fn function(random: &mut Random) -> TokenStream {
    let arguments = (0..random.below(5)).map(|i| {
        let name = word(["x", "y", "w", "x", "tape"][i]);
        let role = word(["Input", "Param", "Param", "State", "Imput"][random.below(5)]);
        let ty = ty(random);
        quote!(#name: #role<#ty>,)
    });
    let arguments: TokenStream = arguments.collect();
    let returns = ty(random);
    let count = random.below(5);
    let body = statements(random, count);
    let result = expression(random, 3);
    let before = if random.one_in(6) {
        stream(random, 2, 2)
    } else {
        quote!(#[cfg(test)] pub)
    };
    quote!(#before fn f<const N: usize>(#arguments) -> #returns { #body #result })
}

/// Deletes, doubles, swaps, replaces or nests a token, at any depth.
fn mutate(random: &mut Random, source: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = source.into_iter().collect();
    let groups: Vec<usize> = (0..trees.len())
        .filter(|at| matches!(&trees[*at], TokenTree::Group(group) if !group.stream().is_empty()))
        .collect();
    if !groups.is_empty() && !random.one_in(3) {
        let at = random.pick(&groups);
        if let TokenTree::Group(group) = &trees[at] {
            let inner = mutate(random, group.stream());
            trees[at] = TokenTree::Group(Group::new(group.delimiter(), inner));
        }
        return trees.into_iter().collect();
    }
    if trees.is_empty() {
        return stream(random, 1, 2);
    }
    let at = random.below(trees.len());
    match random.below(6) {
        0 => {
            trees.remove(at);
        }
        1 => trees.insert(at, trees[at].clone()),
        2 => {
            let other = random.below(trees.len());
            trees.swap(at, other);
        }
        3 => {
            let new = token(random, 2);
            trees.splice(at..=at, new);
        }
        4 => {
            let new = token(random, 2);
            trees.splice(at..at, new);
        }
        _ => {
            let inner = TokenStream::from(trees[at].clone());
            trees[at] = TokenTree::Group(Group::new(Delimiter::Parenthesis, inner));
        }
    }
    trees.into_iter().collect()
}

fn runtime() -> TokenStream {
    quote!(::autodiff_runtime)
}

/// Runs every entry point; a panic names the input.
fn check(arguments: &TokenStream, tokens: &TokenStream) {
    let run = || check_quietly(arguments, tokens);
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err() {
        panic!("the input was\n({arguments})\n{tokens}");
    }
}

fn check_quietly(arguments: &TokenStream, tokens: &TokenStream) {
    let item = expand::attribute(arguments.clone(), tokens.clone());
    assert_is_code(&item, tokens);
    assert_is_code(&expand::grad(&runtime(), tokens.clone()), tokens);
    let source = expand::grad_source(&runtime(), tokens.clone());
    // A model that may be called has to be asked for its tokens first, by a macro call.
    let is_string = syn::parse2::<syn::LitStr>(source.clone()).is_ok();
    let is_call = syn::parse2::<syn::Macro>(source.clone()).is_ok();
    assert!(
        is_string || is_call || reports(&source),
        "neither a string nor a message: {source}"
    );
}

/// Whether the tokens hold a `compile_error!`.
fn reports(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "compile_error",
        TokenTree::Group(group) => reports(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn assert_is_code(output: &TokenStream, input: &TokenStream) {
    let parses = syn::parse2::<syn::File>(output.clone()).is_ok()
        || syn::parse2::<syn::Expr>(output.clone()).is_ok();
    assert!(
        parses || reports(output),
        "the output is no code\n input: {input}\noutput: {output}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_tokens(seed in any::<u64>(), len in 0..40usize) {
        let mut random = Random::new(seed);
        let input = stream(&mut random, len, 5);
        let few = random.below(5);
        let arguments = stream(&mut random, few, 2);
        check(&arguments, &input);
    }

    #[test]
    fn random_statements(seed in any::<u64>(), count in 0..8usize) {
        let mut random = Random::new(seed);
        let body = statements(&mut random, count);
        let result = expression(&mut random, 3);
        check(&TokenStream::new(), &quote!(#body y = #result;));
        check(
            &TokenStream::new(),
            &quote!(fn f(x: Input<[f32; 3]>, y: Param<[f32; 3]>, w: Param<[[f32; 3]; 3]>) -> f32 { #body #result }),
        );
    }

    #[test]
    fn random_functions(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let few = random.below(6) / 3;
        let arguments = stream(&mut random, few, 2);
        check(&arguments, &function(&mut random));
    }

    /// A model that is called hands on its tokens, whatever they are.
    #[test]
    fn changed_called_models(seed in any::<u64>(), changes in 0..4usize) {
        let mut random = Random::new(seed);
        let mut called = tokens(random.pick(&[
            "fn inner(x: Param<[f32; 3]>, a: Param<f32>) -> [f32; 3] { let y = scale(x, a); tanh(y) }",
            "fn inner(x: Input<[f32; N]>, a: Param<f32>) -> [f32; N] { own::Op(crate::other(x, a)) }",
            "fn inner<const M: usize>(x: Param<[f32; M]>, a: Input<f32>) -> [f32; M] { self::inner(x * a, a) }",
        ]));
        for _ in 0..changes {
            called = mutate(&mut random, called);
        }
        let caller = "fn outer(v: Param<[f32; 3]>, b: Param<f32>) -> f32 { sum(a::inner(v, b)) * b }";
        let statements = "let z = a::inner(v, b); y = sum(z) + sum(a::inner(z, 2.0));";
        for (door, arguments, item) in [
            (quote!(function), quote!(), tokens(caller)),
            (quote!(expression), runtime(), tokens(statements)),
            (quote!(source), runtime(), tokens(statements)),
        ] {
            let input = quote!({} { #door } { #arguments } { #item } { } { { a::inner } } { #called });
            let resume = || expand::with_models(input.clone());
            let Ok(output) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(resume)) else {
                panic!("the input was\n{input}");
            };
            let is_call = syn::parse2::<syn::Macro>(output.clone()).is_ok();
            if !is_call && syn::parse2::<syn::LitStr>(output.clone()).is_err() {
                assert_is_code(&output, &input);
            }
        }
        let _ = expand::with_models(called);
    }

    /// A const item hands on its tokens, whatever they are.
    #[test]
    fn changed_constants(seed in any::<u64>(), changes in 0..4usize) {
        let mut random = Random::new(seed);
        let mut named = match random.below(3) {
            0 => constant(&mut random),
            _ => tokens(random.pick(&[
                "const K: [f32; 3] = [0.5, -1.0, 2.0];",
                "const K: [[f32; 2]; N] = [[0.5; 2]; 1 + 2];",
                "pub(crate) const K: usize = 2 * self::N - a::K;",
                "const K: [f64; 3] = [self::G, -a::K[0], 1.0 / 3.0];",
            ])),
        };
        for _ in 0..changes {
            named = mutate(&mut random, named);
        }
        check(&TokenStream::new(), &named);
        let model = "fn f(x: Param<[f32; 3]>) -> f32 { const L: [f32; 2] = [a::K[0], 1.0]; dot(x, a::K) * L[0] }";
        let loops = "fn f(x: Param<[f32; 3]>) -> f32 { let mut h = x[0]; for i in 0..a::K { h = h + x[a::K[i]]; } h }";
        for (door, arguments, item) in [
            (quote!(function), quote!(), tokens(model)),
            (quote!(function), quote!(), tokens(loops)),
            (quote!(constant), quote!(), tokens("const L: [f32; 3] = a::K;")),
            (quote!(constant), quote!(), named.clone()),
            (quote!(expression), runtime(), tokens("y = dot(x, a::K[..2]) * powi(x[0], a::K);")),
            (quote!(source), runtime(), tokens("y = a::K * x;")),
        ] {
            let input = quote!({} { #door } { #arguments } { #item } { } { { a::K } } { #named });
            let resume = || expand::with_models(input.clone());
            let Ok(output) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(resume)) else {
                panic!("the input was\n{input}");
            };
            let is_call = syn::parse2::<syn::Macro>(output.clone()).is_ok();
            if !is_call && syn::parse2::<syn::LitStr>(output.clone()).is_err() {
                assert_is_code(&output, &input);
            }
        }
    }

    #[test]
    fn changed_models(seed in any::<u64>(), changes in 1..5usize) {
        let mut random = Random::new(seed);
        let samples = MODELS.iter().chain(VIEWS);
        let samples: Vec<&str> = samples.map(|(_, source)| *source).collect();
        let mut input = match random.below(3) {
            0 => {
                let size = 1 + random.below(6);
                tokens(&random::program(&mut random, size).function())
            }
            _ => tokens(random.pick(&samples)),
        };
        for _ in 0..changes {
            input = mutate(&mut random, input);
        }
        let mut arguments = tokens(random.pick(&["", "kernels = a::B", "crate = c", "source", "kernels = A, source"]));
        if random.one_in(2) {
            arguments = mutate(&mut random, arguments);
        }
        check(&arguments, &input);
    }
}

/// Deep and long inputs: refused beyond a limit, and otherwise compiled without a deep stack.
#[test]
fn deep_and_long_inputs() {
    // rustc's own stack.
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    let checks = thread.spawn(check_deep_and_long_inputs).expect("a thread");
    assert!(checks.join().is_ok());
}

fn check_deep_and_long_inputs() {
    let repeated = |before: &str, count: usize, after: &str| -> TokenStream {
        tokens(&format!(
            "y = {}x{};",
            before.repeat(count),
            after.repeat(count)
        ))
    };
    for depth in [10, 250, 300] {
        for (before, after) in [
            ("(", ")"),
            ("tanh(", ")"),
            ("-", ""),
            ("{", "}"),
            ("[", "]"),
            ("f!{", "}"),
            ("x + (", ")"),
            ("&", ""),
            ("", "[0]"),
            ("", "(0)"),
            ("", ".a()"),
            ("", "?"),
            ("if x {", "}"),
            ("for i in 0..2 {", "}"),
        ] {
            check(&TokenStream::new(), &repeated(before, depth, after));
        }
    }
    for depth in [3, 100, 250, 300] {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        let types = format!("{open}f32{}", "; 1]".repeat(depth));
        for constant in [
            format!("const K: f32 = {open}1{close};"),
            format!("const K: [[f32; 1]; 1] = {open}1{close};"),
            format!("const K: {types} = {open}1{close};"),
            format!("const K: [f32; 1] = {open}1{};", "; 1]".repeat(depth)),
            format!("const K: [f32; 1] = [1]{};", "[0]".repeat(depth)),
            format!("const K: [f32; 1] = [a::K{}];", "[0]".repeat(depth)),
        ] {
            check(&TokenStream::new(), &tokens(&constant));
            check(
                &TokenStream::new(),
                &tokens(&format!("{constant} y = x * K{};", "[0]".repeat(depth))),
            );
        }
    }
    for length in [1, 100, 500] {
        check(&TokenStream::new(), &repeated("", length, " + x * x"));
        let lets = "let y = scale(y, a) + x;".repeat(length);
        check(
            &TokenStream::new(),
            &tokens(&format!("let y = x; {lets} z = y;")),
        );
    }
}

/// Numbers at the edges of what counts, positions and dimensions can hold.
#[test]
fn numbers_at_the_edges() {
    for number in [
        "0",
        "1",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "999999999999999999999999999999999999999999",
        "1e400",
        "2.",
        "0x10",
    ] {
        for statements in [
            "y = x * NUMBER;",
            "y = x[NUMBER];",
            "y = x[..NUMBER];",
            "y = x[..=NUMBER];",
            "y = x[NUMBER..];",
            "y = powi(x, NUMBER);",
            "y = powi(x, -NUMBER);",
            "y = row(x, NUMBER);",
            "y = clamp(x, NUMBER, 1);",
            "y = huber(x, w, NUMBER);",
            "y = softmax_cross_entropy(x, NUMBER);",
            "y = mse(NUMBER, NUMBER);",
            "y = sum(x, axis = NUMBER);",
            "y = reshape(x, [NUMBER, NUMBER]);",
            "y = broadcast(x, [NUMBER, NUMBER]);",
            "let a = reshape(x, [NUMBER]); y = sum(concat(a, concat(a, a)));",
            "let a: [f32; NUMBER] = x; y = mean(a);",
            "for i in 0..NUMBER { let z = x; } y = x;",
            "for i in NUMBER..=NUMBER { let x = x[i]; } y = x;",
            "for i in 0..NUMBER { for j in 0..NUMBER { } } y = x;",
            "const K: [f32; NUMBER] = [NUMBER; NUMBER]; y = x * K[NUMBER];",
            "const K: [[f32; NUMBER]; 2] = [[0; NUMBER], [0; NUMBER]]; y = x * K;",
            "const K: [[f32; 0]; NUMBER] = [[]; NUMBER]; y = x * K[0];",
            "const K: [[usize; NUMBER]; NUMBER] = [[1; NUMBER]; NUMBER]; y = x[K[0][NUMBER]];",
            "const K: [f32; 2] = [NUMBER / -NUMBER, NUMBER * NUMBER]; y = sum(x * K[..NUMBER]);",
            "const K: [f64; 1] = [NUMBER - 1e300 * NUMBER]; y = x * K[NUMBER..=NUMBER][0];",
            "for i in 0..NUMBER { const K: [f32; 9999] = [1; 9999]; } y = x;",
            "const N: usize = NUMBER; y = x[-N];",
            "const N: usize = -NUMBER; y = x[N * N - N];",
            "const N: usize = NUMBER; y = x[1 / (N - N)];",
            "const N: usize = NUMBER; y = x[-N - N / -1];",
        ] {
            let input = tokens(&statements.replace("NUMBER", number));
            check(&TokenStream::new(), &input);
            let body = statements
                .replace("NUMBER", number)
                .replace("y =", "let y =");
            check(
                &TokenStream::new(),
                &tokens(&format!(
                    "fn f(x: Param<[[f32; {number}]; 2]>, w: Input<[f32; 3]>) -> f32 {{ {body} sum(y) }}"
                )),
            );
        }
    }
}

/// What made the compiler panic once.
#[test]
fn inputs_that_once_panicked() {
    for source in [
        "y = softmax_cross_entropy(w, 7);",
        "y = reshape(x, [ROWS, 2]) * broadcast(b, [2, ROWS]);",
        "const N: usize = -9223372036854775808; y = x[-N];",
        "y = <T as U>::V(x);",
        "y = relu(_1) * __0 + __;",
        "y = relu(_·x); ",
    ] {
        check(&TokenStream::new(), &tokens(source));
    }
    // The second argument meets a dimension that the first one, which does not fit, has named.
    let output = expand::with_models(quote!(
        {}
        { function } {}
        { fn outer(v: Param<[[f32; 4]; 2]>, b: Param<[f32; 4]>) -> f32 { sum(a::inner(v, b)) } }
        {}
        { { a::inner } }
        { fn inner<const N: usize>(x: Param<[[f32; N]; 3]>, y: Param<[f32; N]>) -> [f32; 3] { matvec(x, y) } }
    ));
    assert!(reports(&output));
}
