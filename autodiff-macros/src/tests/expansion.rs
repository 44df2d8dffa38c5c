//! The generated code of the sample models.

use proc_macro2::TokenStream;
use quote::quote;

use super::{snapshot, tokens};
use crate::expand::{self, pretty};

/// Models that show one thing each, with the name of their snapshots.
pub(super) const MODELS: &[(&str, &str)] = &[
    (
        "iris",
        "pub fn iris(
    x: Input<[f32; 4]>,
    w1: Param<[[f32; 4]; 8]>,
    b1: Param<[f32; 8]>,
    w2: Param<[[f32; 8]; 3]>,
    b2: Param<[f32; 3]>,
    target: Input<[f32; 3]>,
) -> f32 {
    let hidden = relu(fully_connected(x, w1, b1));
    let probability = softmax(fully_connected(hidden, w2, b2));
    cross_entropy(probability, target)
}",
    ),
    (
        "two_layers",
        "fn regression(
    x: Input<[f32; 64]>,
    w1: Param<[[f32; 64]; 64]>,
    b1: Param<[f32; 64]>,
    w2: Param<[[f32; 64]; 10]>,
    b2: Param<[f32; 10]>,
    target: Input<[f32; 10]>,
) -> f32 {
    let hidden = tanh(fully_connected(x, w1, b1));
    quadratic_error(fully_connected(hidden, w2, b2), target)
}",
    ),
    // Early layers are inputs: nothing is computed for them.
    (
        "frozen_layer",
        "fn frozen(
    x: Input<[f32; 4]>,
    w1: Input<[[f32; 4]; 8]>,
    b1: Input<[f32; 8]>,
    w2: Param<[[f32; 8]; 3]>,
    b2: Param<[f32; 3]>,
    target: Input<[f32; 3]>,
) -> f32 {
    let hidden = relu(fully_connected(x, w1, b1));
    let probability = softmax(fully_connected(hidden, w2, b2));
    cross_entropy(probability, target)
}",
    ),
    // A scalar parameter and an array, each used several times.
    (
        "reuse",
        "fn reuse(x: Param<[f32; 3]>, a: Param<f32>) -> f32 {
    let y = scale(x, a) + x * x;
    let z = y * y - offset(x, a);
    dot(z, y) * a
}",
    ),
    // A chain of element-wise operators: one buffer for all adjoints.
    (
        "in_place",
        "fn chain(x: Input<[f32; 16]>, w: Param<[f32; 16]>) -> f32 {
    sum(sigmoid(-tanh(exp(x * w))))
}",
    ),
    (
        "array_root",
        "fn rotated(x: Param<[f64; 3]>, rotation: Param<[[f64; 3]; 3]>) -> [f64; 3] {
    x + matvec(rotation, x)
}",
    ),
    (
        "const_items",
        "fn weighted(x: Input<[f32; LEN]>, w: Param<[[f32; LEN]; crate::sizes::OUTPUTS]>, b: Param<[f32; ROWS]>) -> f32 {
    mean(fully_connected(x, w, b))
}",
    ),
    (
        "const_generics",
        "fn layer<const N: usize, const M: usize>(x: Input<[f32; N]>, w: Param<[[f32; N]; M]>) -> [f32; M] {
    tanh(matvec(w, x))
}",
    ),
    (
        "reshape_views",
        "fn reshaped(x: Param<[f32; 6]>, w: Param<[[f32; 3]; 2]>) -> f32 {
    let m = reshape(x, [2, 3]);
    let rows = reshape(m * w, [6]);
    dot(rows, reshape(w, [6]))
}",
    ),
    (
        "unused_parameter",
        "fn unused(x: Input<[f32; 3]>, w: Param<[f32; 3]>, idle: Param<[f32; 2]>, stopped: Param<f32>) -> f32 {
    dot(x, w) * stop_gradient(stopped)
}",
    ),
    // A loop is written out; a position is a number.
    (
        "repetition",
        "fn horner(x: Input<f64>, c: Param<[f64; 4]>) -> f64 {
    let mut y = c[3];
    for i in 0..3 {
        y = y * x + c[2 - i];
    }
    y
}",
    ),
    // An element is a number, a whole table a static.
    (
        "constants",
        "fn constants(x: Param<[f32; 4]>, m: Param<[[f32; 2]; 2]>) -> f32 {
    const TAPS: usize = 4;
    const KERNEL: [f32; TAPS] = [0.5, -1.0, 1.0 / 3.0, 0.25];
    const MIXING: [[f32; 2]; 2] = [[0.8, 0.2], [-0.2; 2]];
    let mut y = dot(KERNEL, x);
    for i in 1..TAPS {
        y = y + KERNEL[i - 1] * x[i];
    }
    y + sum(matmul(MIXING, m) * MIXING) + dot(KERNEL[..2], x[2..])
}",
    ),
    (
        "own_operator",
        "fn own(x: Param<[f32; 4]>) -> f32 {
    let y: [f32; 4] = crate::Softsign(x);
    sum(y * x)
}",
    ),
    // Names that the generated code uses too.
    (
        "names",
        "fn tape(seed: Input<f32>, gradients: Param<f32>, r#type: Param<f32>, rt: Param<f32>) -> f32 {
    let params = seed * gradients;
    let pass = params * r#type;
    let out = pass / rt;
    out * out
}",
    ),
];

/// Statements for `grad!`.
pub(super) const VIEWS: &[(&str, &str)] = &[
    ("scale", "y = scale(x, a);"),
    // Ranks of `x`, `a` and `b` are unknown to the macro.
    ("open_joins", "let z = x * a + 0.5; y = z / b;"),
    (
        "classifier",
        "let hidden = relu(fully_connected(x, w1, b1)); loss = softmax_cross_entropy(fully_connected(hidden, w2, b2), target);",
    ),
    // One sum goes to two operands.
    (
        "shared_adjoint",
        "let z = offset(x, a); y = tanh(z) + scale(z, a);",
    ),
    (
        "constant_views",
        "const K: [f32; 3] = [0.5, -1.0, 2.0]; y = dot(K, x) * K[2];",
    ),
    (
        "dimensions",
        "y = reshape(x, [ROWS, 2]) * broadcast(b, [ROWS, 2]);",
    ),
];

fn attribute(source: &str) -> TokenStream {
    expand::attribute(TokenStream::new(), tokens(source))
}

fn grad(source: &str) -> TokenStream {
    let expression = expand::grad(&quote!(::autodiff_runtime), tokens(source));
    quote!(fn expression() #expression)
}

/// The record and the functions that compute, without what is alike in all models.
fn excerpt(code: TokenStream) -> String {
    let mut items = TokenStream::new();
    let file: syn::File = syn::parse2(code).expect("code that parses");
    let mut found = Computing(&mut items);
    syn::visit::visit_file(&mut found, &file);
    pretty(&items)
}

/// Collects what an [`excerpt`] shows.
struct Computing<'a>(&'a mut TokenStream);

const COMPUTING: &[&str] = &[
    "value",
    "jvp",
    "forward",
    "backward_with_seed",
    "accumulate_with_seed",
];

impl<'ast> syn::visit::Visit<'ast> for Computing<'_> {
    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        if node.ident == "Tape" || node.ident == "Record" {
            self.0.extend(quote!(#node));
        }
    }

    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        self.0.extend(quote!(#node));
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if COMPUTING.iter().any(|name| node.sig.ident == name) {
            let (vis, sig, block) = (&node.vis, &node.sig, &node.block);
            self.0.extend(quote!(#vis #sig #block));
        }
        syn::visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if COMPUTING.iter().any(|name| node.sig.ident == name) {
            let (vis, sig, block) = (&node.vis, &node.sig, &node.block);
            self.0.extend(quote!(#vis #sig #block));
        }
    }
}

/// Models whose whole code is stored.
const WHOLE: &[&str] = &[
    "iris",
    "const_items",
    "const_generics",
    "unused_parameter",
    "names",
    "scale",
    "dimensions",
];

fn code_of(models: &[(&str, &str)], expand: fn(&str) -> TokenStream) {
    for (name, source) in models {
        let code = expand(source);
        let text = if WHOLE.contains(name) {
            pretty(&code)
        } else {
            format!("{source}\n\n{}", excerpt(code))
        };
        snapshot(&format!("code__{name}"), &text);
    }
}

#[test]
fn code_of_models() {
    code_of(MODELS, attribute);
}

#[test]
fn code_of_views() {
    code_of(VIEWS, grad);
}

/// Both passes of long statements come in pieces.
#[test]
fn long_views_are_cut() {
    let source = |rounds: usize| {
        grad(&format!(
            "let mut h = x; for i in 0..{rounds} {{ h = softmax(h) * x; }} y = h;"
        ))
    };
    assert!(!source(20).to_string().contains("outline"));
    let long = pretty(&source(400));
    let (_, passes) = long.split_once("fn forward(").expect("a forward pass");
    let (forward, backward) = passes
        .split_once("fn backward_with_seed(")
        .expect("a backward pass");
    for pass in [forward, backward] {
        let mut pieces = pass.split("outline");
        let longest = pieces.by_ref().map(|piece| piece.lines().count()).max();
        assert!(longest.is_some_and(|lines| lines < 250), "{longest:?}");
    }
}

/// A const item, and a model that has got its tokens.
#[test]
fn code_of_const_items() {
    let item = attribute("pub const KERNEL: [f32; N] = [0.5, -1.0, 2.0];");
    let request = attribute("fn f(x: Param<[f32; 3]>) -> f32 { dot(self::KERNEL, x) }");
    let text = format!("{}\n{}", pretty(&item), pretty(&request));
    snapshot("code__const_item", &text);
    let resumed = expand::with_models(quote! {
        { }
        { function } { }
        { fn f(x: Param<[f32; 3]>) -> f32 { dot(self::KERNEL, x) } }
        { }
        { { self::KERNEL } }
        { const KERNEL: [f32; N] = [0.5, -1.0, 2.0]; }
    });
    let file: syn::File = syn::parse2(resumed).expect("code that parses");
    let modules = file.items.into_iter().filter_map(|item| match item {
        syn::Item::Mod(module) => module.content,
        _ => None,
    });
    // Where the item is named and compared.
    let known = modules.flat_map(|(_, items)| items).filter(|item| {
        matches!(item, syn::Item::Const(_))
            || matches!(item, syn::Item::Mod(module) if module.ident == "scope" || module.ident == "constants")
    });
    snapshot("code__const_item_named", &pretty(&quote!(#(#known)*)));
}

/// Literals of every form come out as floating-point literals of the element type.
#[test]
fn literals_keep_their_value() {
    for (written, emitted) in [
        ("2.", "2.0f32"),
        ("3", "3.0f32"),
        ("0x10", "16.0f32"),
        ("1_000", "1000.0f32"),
        ("1e5", "1e5f32"),
        ("1.5E-3", "1.5e-3f32"),
        ("2.5f32", "2.5f32"),
        ("4f32", "4.0f32"),
        ("-2.", "-2.0f32"),
    ] {
        let code = attribute(&format!("fn f(x: Param<f32>) -> f32 {{ x * ({written}) }}"));
        let text = excerpt(code);
        assert!(
            text.contains(&format!("params.x * {emitted}")),
            "{written}\n{text}"
        );
    }
}

/// After an error the function stands there with a stub body, beside the messages.
#[test]
fn code_after_an_error() {
    let model = "
        /// Documented.
        pub fn wrong(x: Input<[f32; 3]>, w: Param<[f32; 4]>) -> f32 {
            relo(dot(x, w))
        }
    ";
    snapshot("code__error", &pretty(&attribute(model)));
    snapshot(
        "code__error_in_views",
        &pretty(&grad("y = relo(x) + tanh(a, b);")),
    );
}

#[test]
fn code_with_arguments() {
    let arguments = tokens("kernels = crate::Fast, crate = ad::runtime");
    let model = tokens(
        "#[cfg(test)] #[inline(never)] pub(crate) fn double(x: Param<f32>) -> f32 { x + x }",
    );
    snapshot(
        "code__arguments",
        &pretty(&expand::attribute(arguments, model)),
    );
}

#[test]
fn the_source_is_the_code() {
    let (_, model) = MODELS[0];
    let text = expand::attribute(tokens("source"), tokens(model)).to_string();
    assert!(text.contains("pub const SOURCE : & str"), "{text}");
    let (_, statements) = VIEWS[0];
    let source = expand::grad_source(&quote!(::autodiff_runtime), tokens(statements));
    let source: syn::LitStr = syn::parse2(source).expect("a string literal");
    assert_eq!(source.value(), pretty(&grad(statements)));
}

/// Code for flight: no `unsafe`, no indexing, nothing that panics, no names of the prelude.
#[test]
fn code_cannot_fail() {
    let models = MODELS.iter().map(|(_, source)| attribute(source));
    let views = VIEWS.iter().map(|(_, source)| grad(source));
    for code in models.chain(views) {
        let file: syn::File = syn::parse2(code).expect("code that parses");
        let mut found = Suspicious::default();
        syn::visit::visit_file(&mut found, &file);
        assert!(
            found.0.is_empty(),
            "{:?} in\n{}",
            found.0,
            prettyplease::unparse(&file)
        );
    }
}

/// Collects what generated code must not contain.
#[derive(Default)]
struct Suspicious(Vec<String>);

impl Suspicious {
    fn note(&mut self, what: &str, tokens: impl quote::ToTokens) {
        self.0.push(format!("{what}: {}", tokens.to_token_stream()));
    }
}

impl<'ast> syn::visit::Visit<'ast> for Suspicious {
    fn visit_expr_unsafe(&mut self, node: &'ast syn::ExprUnsafe) {
        self.note("unsafe", node);
    }

    fn visit_expr_index(&mut self, node: &'ast syn::ExprIndex) {
        self.note("indexing", node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        if matches!(
            node.method.to_string().as_str(),
            "unwrap" | "expect" | "unwrap_unchecked"
        ) {
            self.note("a panic", node);
        }
        syn::visit::visit_expr_method_call(self, node);
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        // Holds the model's own tokens, for models that call it.
        let name = node.ident.as_ref().map(ToString::to_string);
        if !name.is_some_and(|name| name.ends_with("_tokens")) {
            self.note("a macro", node);
        }
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        // Assertions of constants are decided when compiling.
        let name = node.path.segments.last().map(|segment| &segment.ident);
        if name.is_none_or(|name| name != "assert") {
            self.note("a macro call", node);
        }
        if node.path.leading_colon.is_none() {
            self.note("a name of the prelude", node);
        }
    }

    fn visit_path(&mut self, node: &'ast syn::Path) {
        const PRELUDE: &str = "Option Some None Result Ok Err Default Clone Copy Iterator \
            IntoIterator From Into TryFrom TryInto Fn FnMut FnOnce Vec Box String ToString ToOwned \
            Drop PartialEq Eq Debug Sized AsRef AsMut Extend core std drop";
        let first = &node.segments[0].ident;
        // `Sized` as a supertrait is all that may stand bare.
        if node.leading_colon.is_none() && PRELUDE.split(' ').any(|name| first == name) {
            self.note("a name of the prelude", node);
        }
        syn::visit::visit_path(self, node);
    }
}
