//! The driver: the phases in order.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::build::{Built, build};
use crate::differentiate;
use crate::emit;
use crate::errors::Errors;
use crate::infer::{Check, Shapes, infer};
use crate::optimize::optimize;
use crate::plan::{self, Door, Plan, ValuePlan};
use crate::program::{self, Program};
use crate::shape::Shape;
use crate::syntax::function::RawFunction;
use crate::syntax::{self, DimItems, Element, Function, Options, Role};

/// Nesting of delimiters beyond which input is refused before it is parsed: parsing recurses.
const NESTING_LIMIT: usize = 256;

/// A model function after all phases.
pub(crate) struct Compiled {
    pub(crate) value: ValuePlan,
    pub(crate) tangent: ValuePlan,
    pub(crate) plan: Plan,
    pub(crate) checks: Vec<Check>,
    pub(crate) generic_checks: Vec<Check>,
    /// By argument, canonical.
    pub(crate) operand_shapes: Vec<Shape>,
    /// Paths of the user's own operators.
    pub(crate) paths: Vec<syn::Path>,
}

/// The statements of `grad!` after all phases.
pub(crate) struct CompiledBlock {
    pub(crate) program: Program,
    pub(crate) shapes: Shapes,
    pub(crate) plan: Plan,
    pub(crate) dim_items: DimItems,
    /// `None`: generic.
    pub(crate) element: Option<Element>,
}

/// `#[differentiable(arguments)] item`
pub(crate) fn attribute(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    if too_deep(&item, NESTING_LIMIT) || too_deep(&arguments, NESTING_LIMIT) {
        errors.push(Span::call_site(), nesting_message());
        return report(errors);
    }
    let options = syntax::arguments::parse(arguments, &mut errors);
    match syn::parse2::<RawFunction>(item.clone()) {
        Ok(raw) => function(raw, options, errors),
        Err(error) => {
            // In a trait, or in an `extern` block.
            if let Ok(function) = syn::parse2::<syn::TraitItemFn>(item.clone())
                && function.default.is_none()
            {
                errors.push(
                    function.sig.ident.span(),
                    "`#[differentiable]` goes on a function, found a function without a body\nhelp: a model is a free function with a body: write it outside of the trait",
                );
                let errors = report(errors);
                return quote!(#errors #item);
            }
            match syn::parse2::<syn::Item>(item.clone()) {
                // A function whose signature is no Rust: rustc's words are best.
                Ok(syn::Item::Fn(_)) | Err(_) => {
                    errors.push_error(error);
                    report(errors)
                }
                Ok(other) => {
                    errors.push(
                        item_place(&other),
                        format!(
                            "`#[differentiable]` goes on a function, found {}\nhelp: put it on a `fn` whose arguments have the roles `Input<..>` and `Param<..>`",
                            item_kind(&other)
                        ),
                    );
                    // The item itself is not at fault.
                    let errors = report(errors);
                    quote!(#errors #item)
                }
            }
        }
    }
}

/// `grad! { … }`: functions, or statements over views in scope. `runtime` is the path of the
/// runtime crate.
pub(crate) fn grad(runtime: &TokenStream, tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    if too_deep(&tokens, NESTING_LIMIT) {
        errors.push(Span::call_site(), nesting_message());
        return report(errors);
    }
    if looks_like_items(&tokens) {
        return items(runtime, tokens, errors);
    }
    match compile_block(tokens, errors) {
        Ok(compiled) => emit::block::emit(&compiled, runtime),
        Err(error) => error_expression(error),
    }
}

/// An error as an expression, whose type rustc does not know and takes for any: no use of it is
/// an error once more.
fn error_expression(error: syn::Error) -> TokenStream {
    let mut errors: Vec<TokenStream> = error
        .into_iter()
        .map(|error| error.into_compile_error())
        .collect();
    let last = errors.pop();
    quote!({ #(#errors)* match () { () => #last } })
}

/// Functions inside `grad!`.
fn items(runtime: &TokenStream, tokens: TokenStream, mut errors: Errors) -> TokenStream {
    use syn::parse::{ParseStream, Parser};
    let parser = |input: ParseStream<'_>| {
        let mut functions = Vec::new();
        while !input.is_empty() {
            functions.push(input.parse::<RawFunction>()?);
        }
        Ok(functions)
    };
    match parser.parse2(tokens) {
        Ok(functions) => functions
            .into_iter()
            .map(|raw| {
                let options = Options {
                    krate: syn::parse2(runtime.clone()).ok(),
                    ..Options::default()
                };
                function(raw, options, Errors::new())
            })
            .collect(),
        Err(error) => {
            errors.push_error(error);
            report(errors)
        }
    }
}

fn function(raw: RawFunction, options: Options, mut errors: Errors) -> TokenStream {
    let Some(function) = syntax::function::parse(raw, options, &mut errors) else {
        return report(errors);
    };
    match compile(&function, errors) {
        Ok(compiled) => emit::function::emit(&function, Some(&compiled)),
        Err(error) => {
            let errors = error.into_compile_error();
            let stub = emit::function::emit(&function, None);
            quote!(#errors #stub)
        }
    }
}

/// All phases for a function; every error that was found.
pub(crate) fn compile(function: &Function, mut errors: Errors) -> syn::Result<Compiled> {
    let program = program::function(function, &mut errors);
    let Some(program) = program else {
        errors.gate()?;
        return Err(syn::Error::new(
            function.ident.span(),
            "the model has no result",
        ));
    };
    let name = function.ident.to_string();
    let shapes = infer(&program, Some((&name, &function.returns)), &mut errors);
    errors.gate()?;

    let Built { graph, root } = build(&program, &shapes);
    let (graph, root) = optimize(&graph, root);
    let tracked: Vec<bool> = program
        .operands
        .iter()
        .map(|operand| operand.role == Some(Role::Param))
        .collect();

    let value = plan::value_plan(graph.clone(), &[root]);
    let mut tangent_graph = graph.clone();
    let tangent = differentiate::forward(&mut tangent_graph, root, &tracked);
    let results: Vec<_> = std::iter::once(root).chain(tangent).collect();
    let tangent = plan::value_plan(tangent_graph, &results);

    let mut graph = graph;
    let adjoint = differentiate::reverse(&mut graph, root, &tracked);
    let plan = plan::plan(graph, root, &adjoint, Door::Function);
    Ok(Compiled {
        value,
        tangent,
        plan,
        operand_shapes: shapes.operands(&program),
        checks: shapes.checks,
        generic_checks: shapes.generic_checks,
        paths: program.paths,
    })
}

/// All phases for the statements of `grad!`.
pub(crate) fn compile_block(tokens: TokenStream, mut errors: Errors) -> syn::Result<CompiledBlock> {
    let block = syntax::block::parse(tokens, &mut errors);
    let program = block
        .as_ref()
        .and_then(|block| program::block(block, &mut errors));
    let (Some(block), Some(program)) = (block, program) else {
        errors.gate()?;
        return Err(syn::Error::new(Span::call_site(), "`grad!` has no result"));
    };
    let shapes = infer(&program, None, &mut errors);
    errors.gate()?;

    let Built { graph, root } = build(&program, &shapes);
    let (mut graph, root) = optimize(&graph, root);
    // Which operands are tracked is a matter of their types; the steps carry conditions.
    let tracked = vec![true; program.operands.len()];
    let adjoint = differentiate::reverse(&mut graph, root, &tracked);
    let plan = plan::plan(graph, root, &adjoint, Door::Block);
    Ok(CompiledBlock {
        element: program.element,
        program,
        shapes,
        plan,
        dim_items: block.dim_items,
    })
}

fn report(errors: Errors) -> TokenStream {
    match errors.gate() {
        Ok(()) => TokenStream::new(),
        Err(error) => error.into_compile_error(),
    }
}

fn nesting_message() -> String {
    format!("delimiters nested deeper than {NESTING_LIMIT} are not supported")
}

/// Whether groups nest deeper than `limit`.
fn too_deep(tokens: &TokenStream, limit: usize) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => limit == 0 || too_deep(&group.stream(), limit - 1),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// `#[…]`, `pub`, `fn` and other words only items start with.
fn looks_like_items(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Punct(punct)) => punct.as_char() == '#',
        Some(TokenTree::Ident(ident)) => {
            matches!(
                ident.to_string().as_str(),
                "pub" | "fn" | "const" | "async" | "extern"
            )
        }
        _ => false,
    }
}

/// The keyword and name of an item, where the attribute's mistake shows.
fn item_place(item: &syn::Item) -> syntax::Place {
    let ident = match item {
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Const(item) => &item.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Mod(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        other => return syntax::Place::of(other),
    };
    ident.span().into()
}

fn item_kind(item: &syn::Item) -> &'static str {
    match item {
        syn::Item::Struct(_) => "a struct",
        syn::Item::Enum(_) => "an enum",
        syn::Item::Trait(_) => "a trait",
        syn::Item::Impl(_) => "an impl block",
        syn::Item::Const(_) => "a const",
        syn::Item::Static(_) => "a static",
        syn::Item::Mod(_) => "a module",
        syn::Item::Type(_) => "a type alias",
        syn::Item::Union(_) => "a union",
        syn::Item::Use(_) => "an import",
        syn::Item::Macro(_) => "a macro call",
        _ => "another item",
    }
}

/// Generated code as formatted text.
#[cfg(any(feature = "source", test))]
pub(crate) fn pretty(tokens: &TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => tokens.to_string(),
    }
}

#[cfg(not(any(feature = "source", test)))]
pub(crate) fn pretty(tokens: &TokenStream) -> String {
    tokens.to_string()
}

/// The text of what `grad!` expands to, as a string literal.
pub(crate) fn grad_source(runtime: &TokenStream, tokens: TokenStream) -> TokenStream {
    if cfg!(not(any(feature = "source", test))) {
        return syn::Error::new(
            Span::call_site(),
            "`grad_source!` needs the feature `source` of `autodiff-runtime`\nhelp: autodiff-runtime = { …, features = [\"source\"] } under [dev-dependencies]",
        )
        .into_compile_error();
    }
    let text = if looks_like_items(&tokens) {
        pretty(&grad(runtime, tokens))
    } else {
        match compile_block(tokens, Errors::new()) {
            Ok(compiled) => {
                let expression = emit::block::emit(&compiled, runtime);
                pretty(&quote!(fn expression() #expression))
            }
            Err(error) => return error.into_compile_error(),
        }
    };
    quote!(#text)
}
