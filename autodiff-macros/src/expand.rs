//! The driver: the phases in order.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::build::{Built, build};
use crate::differentiate::{self, Seed};
use crate::emit;
use crate::errors::{Errors, Rejected};
use crate::graph::{Graph, NodeId};
use crate::infer::{Check, OwnCall, Shapes, infer};
use crate::models::call::{Call, groups};
use crate::models::{self, Kind, Models};
use crate::optimize::optimize;
use crate::plan::{self, Door, Joint, Plan, ValuePlan};
use crate::program::{self, Named, Own, Program};
use crate::shape::Shape;
use crate::syntax::function::RawFunction;
use crate::syntax::scan::{item_kind, item_place, looks_like_items, refuse_deep};
use crate::syntax::{self, DimItems, Element, Function, Options, constant};

/// A model function after all phases.
pub(crate) struct Compiled {
    pub(crate) value: ValuePlan,
    pub(crate) tangent: ValuePlan,
    pub(crate) plan: Plan,
    /// Forward and backward in one function; for scalar roots.
    pub(crate) joint: Option<Joint>,
    pub(crate) checks: Vec<Check>,
    pub(crate) generic_checks: Vec<Check>,
    /// By argument, canonical.
    pub(crate) operand_shapes: Vec<Shape>,
    /// The user's own operators, and their calls.
    pub(crate) owns: Vec<Own>,
    pub(crate) own_calls: Vec<OwnCall>,
    /// Models that are called directly, by their path.
    pub(crate) called: Vec<syn::Path>,
    /// Const items and expressions that occur in dimensions.
    pub(crate) dim_items: DimItems,
    /// Const items that were taken for numbers.
    pub(crate) constants: Vec<Named>,
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
    if refuse_deep(&item, &mut errors) || refuse_deep(&arguments, &mut errors) {
        return report(errors);
    }
    let given = arguments.clone();
    let options = syntax::arguments::parse(arguments, &mut errors);
    if constant::is_constant(&item) {
        return constant_item(given, &options, item, errors);
    }
    match syn::parse2::<RawFunction>(item.clone()) {
        Ok(raw) => {
            let provider = models::provider(&raw.sig.ident, Kind::Model, &raw.bare());
            // In an `impl`, where a macro cannot stand, our message is the only one.
            let method = raw.sig.receiver().is_some();
            let provider = match method {
                true => TokenStream::new(),
                false => models::under(&cfgs(&raw.attrs), provider),
            };
            let call = Call {
                door: quote!(function),
                arguments: given,
                item,
                known: TokenStream::new(),
            };
            let model = function(raw, options, &call, errors);
            quote!(#provider #model)
        }
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
                    let help = match other {
                        syn::Item::Static(_) => {
                            "a model may name a `const` item with the attribute: write `const`"
                        }
                        _ => {
                            "put it on a `fn` whose arguments have the roles `Input<..>` and `Param<..>`"
                        }
                    };
                    errors.push(
                        item_place(&other),
                        format!(
                            "`#[differentiable]` goes on a function or a const, found {}\nhelp: {help}",
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

/// `#[differentiable] const NAME: TYPE = VALUE;`: the item as it is, and its value for models.
fn constant_item(
    arguments: TokenStream,
    options: &Options,
    item: TokenStream,
    mut errors: Errors,
) -> TokenStream {
    if options.source || options.kernels.is_some() {
        errors.push(
            syntax::Place::of(&arguments),
            format!(
                "on a `const`, `#[differentiable]` takes no arguments, found `{}`\nhelp: write `#[differentiable]`",
                syntax::text(&arguments)
            ),
        );
    }
    let parsed = match syn::parse2::<syn::ItemConst>(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            errors.push_error(error);
            return report(errors);
        }
    };
    let (ident, ty, value) = (&parsed.ident, &parsed.ty, &parsed.expr);
    let bare = quote!(const #ident: #ty = #value;);
    // What has no name gets a message instead.
    let provider = (ident != "_").then(|| models::provider(ident, Kind::Constant, &bare));
    let call = Call {
        door: quote!(constant),
        arguments,
        item: bare,
        known: TokenStream::new(),
    };
    let errors = constant(&call, errors);
    let made = models::under(&cfgs(&parsed.attrs), quote!(#provider #errors));
    // Paths begin with `self::`, as they must.
    quote!(#[allow(unused_qualifications)] #item #made)
}

/// Whether a model could read the item: its errors.
fn constant(call: &Call, mut errors: Errors) -> TokenStream {
    let models = match call.models() {
        Ok(models) => models,
        Err(error) => {
            errors.push_error(error);
            return report(errors);
        }
    };
    let Some(constant) = constant::item(call.item.clone(), &mut errors) else {
        return report(errors);
    };
    let mut scratch = Errors::new();
    let options = syntax::arguments::parse(call.arguments.clone(), &mut scratch);
    scratch.forget();
    if errors.is_empty() {
        let wanted = models::wanted_by_constant(&constant);
        match call.request(&options.runtime(), wanted, &models) {
            Ok(Some(request)) => return request,
            Ok(None) => {}
            Err(error) => errors.push_error(error),
        }
    }
    program::constant(&constant, &models, &mut errors);
    report(errors)
}

fn cfgs(attributes: &[syn::Attribute]) -> Vec<syn::Attribute> {
    attributes
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"))
        .cloned()
        .collect()
}

/// `grad! { … }`: functions, or statements over views in scope. `runtime` is the path of the
/// runtime crate.
pub(crate) fn grad(runtime: &TokenStream, tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    if refuse_deep(&tokens, &mut errors) {
        return report(errors);
    }
    if looks_like_items(&tokens) {
        return items(runtime, tokens, errors);
    }
    let call = Call {
        door: quote!(expression),
        arguments: runtime.clone(),
        item: tokens,
        known: TokenStream::new(),
    };
    expression(&call)
}

fn expression(call: &Call) -> TokenStream {
    match block(call) {
        Ok(Block::Compiled(compiled)) => emit::block::emit(&compiled, &call.arguments),
        Ok(Block::Request(request)) => request,
        Err(error) => error_expression(error),
    }
}

/// What the statements of `grad!` came to.
enum Block {
    Compiled(Box<CompiledBlock>),
    /// First another item must hand on its tokens.
    Request(TokenStream),
}

fn block(call: &Call) -> syn::Result<Block> {
    let models = call.models()?;
    let mut scratch = Errors::new();
    let block = syntax::block::parse(call.item.clone(), &mut scratch);
    scratch.forget();
    if let Some(block) = block
        && let wanted = models::wanted(&block.statements, None)
        && let Some(request) = call.request(&call.arguments, wanted, &models)?
    {
        return Ok(Block::Request(request));
    }
    let compiled = compile_block(call.item.clone(), &models, Errors::new())?;
    Ok(Block::Compiled(Box::new(compiled)))
}

/// Resumes a call with the tokens of the items it asked for.
pub(crate) fn with_models(input: TokenStream) -> TokenStream {
    // No macro is left to be called.
    let mut given = groups(input).into_iter().skip(1);
    let next = given.by_ref();
    let state = (|| {
        Some((
            next.next()?,
            next.next()?,
            next.next()?,
            next.next()?,
            next.next()?,
        ))
    })();
    let found: Vec<TokenStream> = given.collect();
    let Some((door, arguments, item, known, paths)) = state else {
        return by_hand();
    };
    let paths = groups(paths);
    if paths.len() != found.len() {
        return by_hand();
    }
    let call = Call {
        known: quote!(#known { #({ #paths } { #found })* }),
        door,
        arguments,
        item,
    };
    match call.door.to_string().as_str() {
        "function" => {
            let mut errors = Errors::new();
            let options = syntax::arguments::parse(call.arguments.clone(), &mut errors);
            match syn::parse2::<RawFunction>(call.item.clone()) {
                Ok(raw) => function(raw, options, &call, errors),
                Err(error) => {
                    errors.push_error(error);
                    report(errors)
                }
            }
        }
        "source" => source(&call),
        "constant" => constant(&call, Errors::new()),
        _ => expression(&call),
    }
}

fn by_hand() -> TokenStream {
    syn::Error::new(Span::call_site(), "`with_models!` is not for use by hand").into_compile_error()
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
            .map(|raw| attribute(quote!(crate = #runtime), raw.tokens()))
            .collect(),
        Err(error) => {
            errors.push_error(error);
            report(errors)
        }
    }
}

fn function(raw: RawFunction, options: Options, call: &Call, mut errors: Errors) -> TokenStream {
    let models = match call.models() {
        Ok(models) => models,
        Err(error) => {
            errors.push_error(error);
            Models::new()
        }
    };
    let Some(function) = syntax::function::parse(raw, options, &mut errors) else {
        return report(errors);
    };
    if errors.is_empty() {
        let runtime = function.options.runtime();
        let wanted = models::wanted(&function.statements, function.result.as_ref());
        match call.request(&runtime, wanted, &models) {
            Ok(Some(request)) => return request,
            Ok(None) => {}
            Err(error) => errors.push_error(error),
        }
    }
    match compile(&function, &models, errors) {
        Ok(compiled) => emit::function::emit(&function, Ok(&compiled)),
        Err(error) => {
            let errors = error.into_compile_error();
            // Its callers are no further mistakes: what they name is there.
            let mut scratch = Errors::new();
            let program = program::function(&function, &models, &mut scratch);
            scratch.forget();
            let stub = emit::function::emit(&function, Err(program.as_ref()));
            quote!(#errors #stub)
        }
    }
}

/// All phases for a function; every error that was found.
pub(crate) fn compile(
    function: &Function,
    models: &Models,
    mut errors: Errors,
) -> Result<Compiled, Rejected> {
    let program = program::function(function, models, &mut errors);
    let Some(mut program) = program else {
        errors.gate()?;
        let place = function.ident.span();
        return Err(syn::Error::new(place, "the model has no result").into());
    };
    let name = function.ident.to_string();
    let shapes = infer(
        &program,
        models,
        Some((&name, &function.returns)),
        &mut errors,
    );
    errors.gate()?;
    program.merge_owns(shapes.own_dims.clone());

    let Built { graph, root } = build(&program, &shapes);
    let (graph, root) = optimize(&graph, root);
    let Sweeps {
        value,
        tangent,
        plan,
        joint,
    } = sweeps(&graph, root, &program.tracked());
    Ok(Compiled {
        value,
        tangent,
        plan,
        joint,
        operand_shapes: shapes.operands(&program),
        own_calls: shapes.own_calls(&program),
        checks: shapes.checks,
        generic_checks: shapes.generic_checks,
        owns: program.owns,
        called: program.called,
        dim_items: program.dim_items,
        constants: program.constants,
    })
}

/// The plans of the functions of a model.
pub(crate) struct Sweeps {
    pub(crate) value: ValuePlan,
    pub(crate) tangent: ValuePlan,
    pub(crate) plan: Plan,
    /// For scalar roots.
    pub(crate) joint: Option<Joint>,
}

/// The phases after the graph of the values.
pub(crate) fn sweeps(graph: &Graph, root: NodeId, tracked: &[bool]) -> Sweeps {
    let value = plan::value_plan(graph.clone(), &[root]);
    let mut tangent_graph = graph.clone();
    let tangent = differentiate::forward(&mut tangent_graph, root, tracked);
    let results: Vec<NodeId> = std::iter::once(root).chain(tangent).collect();
    let tangent = plan::value_plan(tangent_graph, &results);

    let mut adjoint_graph = graph.clone();
    let adjoint = differentiate::reverse(&mut adjoint_graph, root, tracked, Seed::Given);
    let mut plan = plan::plan(adjoint_graph, root, &adjoint, Door::Function);
    let joint = graph[root].shape.is_scalar().then(|| {
        let mut graph = graph.clone();
        let adjoint = differentiate::reverse(&mut graph, root, tracked, Seed::One);
        plan::joint(graph, root, &adjoint, &mut plan)
    });
    Sweeps {
        value,
        tangent,
        plan,
        joint,
    }
}

/// All phases for the statements of `grad!`.
pub(crate) fn compile_block(
    tokens: TokenStream,
    models: &Models,
    mut errors: Errors,
) -> syn::Result<CompiledBlock> {
    let block = syntax::block::parse(tokens, &mut errors);
    let program = block
        .as_ref()
        .and_then(|block| program::block(block, models, &mut errors));
    let Some(mut program) = program else {
        errors.gate()?;
        return Err(syn::Error::new(Span::call_site(), "`grad!` has no result"));
    };
    let shapes = infer(&program, models, None, &mut errors);
    errors.gate()?;
    program.merge_owns(shapes.own_dims.clone());

    let Built { graph, root } = build(&program, &shapes);
    let (mut graph, root) = optimize(&graph, root);
    // Which operands are tracked is a matter of their types; the steps carry conditions.
    let tracked = vec![true; program.operands.len()];
    let adjoint = differentiate::reverse(&mut graph, root, &tracked, Seed::Given);
    let plan = plan::plan(graph, root, &adjoint, Door::Block);
    let dim_items = program.dim_items.clone();
    Ok(CompiledBlock {
        element: program.element,
        program,
        shapes,
        plan,
        dim_items,
    })
}

fn report(errors: Errors) -> TokenStream {
    match errors.gate() {
        Ok(()) => TokenStream::new(),
        Err(error) => error.into_compile_error(),
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
    let mut errors = Errors::new();
    if refuse_deep(&tokens, &mut errors) {
        return report(errors);
    }
    if looks_like_items(&tokens) {
        let text = pretty(&grad(runtime, tokens));
        return quote!(#text);
    }
    source(&Call {
        door: quote!(source),
        arguments: runtime.clone(),
        item: tokens,
        known: TokenStream::new(),
    })
}

fn source(call: &Call) -> TokenStream {
    match block(call) {
        Ok(Block::Compiled(compiled)) => {
            let expression = emit::block::emit(&compiled, &call.arguments);
            let text = pretty(&quote!(fn expression() #expression));
            quote!(#text)
        }
        Ok(Block::Request(request)) => request,
        Err(error) => error.into_compile_error(),
    }
}
