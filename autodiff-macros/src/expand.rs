//! The driver: the phases in order.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::build::{Built, build};
use crate::differentiate::{self, Seed};
use crate::emit;
use crate::errors::{Errors, Rejected};
use crate::infer::{Check, OwnCall, Shapes, infer};
use crate::models::{self, Kind, Models, Wanted};
use crate::optimize::optimize;
use crate::plan::{self, Door, Joint, Plan, ValuePlan};
use crate::program::{self, Named, Program};
use crate::shape::Shape;
use crate::syntax::function::RawFunction;
use crate::syntax::{self, DimItems, Element, Function, Options, Role, constant};

/// Nesting of delimiters beyond which input is refused before it is parsed: parsing recurses.
const NESTING_LIMIT: usize = 256;

/// Tokens of one statement, and prefix operators in a row.
const STATEMENT_LIMIT: usize = 10_000;
const PREFIX_LIMIT: usize = 64;

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
    /// Paths of the user's own operators, and their calls.
    pub(crate) paths: Vec<syn::Path>,
    pub(crate) own_calls: Vec<OwnCall>,
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
    if too_deep(&item, NESTING_LIMIT) || too_deep(&arguments, NESTING_LIMIT) {
        errors.push(Span::call_site(), nesting_message());
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
    quote!(#item #made)
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
        if let Some(request) = call.request(&options.runtime(), wanted, &models) {
            return request;
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
    if too_deep(&tokens, NESTING_LIMIT) {
        errors.push(Span::call_site(), nesting_message());
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
    if let Some(block) = syntax::block::parse(call.item.clone(), &mut scratch)
        && let wanted = models::wanted(&block.statements, None)
        && let Some(request) = call.request(&call.arguments, wanted, &models)
    {
        scratch.forget();
        return Ok(Block::Request(request));
    }
    scratch.forget();
    let compiled = compile_block(call.item.clone(), &models, Errors::new())?;
    Ok(Block::Compiled(Box::new(compiled)))
}

/// One invocation of a macro of ours, to be resumed when another item has handed on its tokens.
struct Call {
    /// `function`, `constant`, `expression` or `source`.
    door: TokenStream,
    /// Of the attribute; for the others the path of the runtime.
    arguments: TokenStream,
    item: TokenStream,
    /// `{ path } { item }` for the models and constants that are known.
    known: TokenStream,
}

impl Call {
    /// The models and constants that are known.
    fn models(&self) -> syn::Result<Models> {
        let groups: Vec<TokenStream> = groups(self.known.clone());
        let mut models = Models::new();
        for pair in groups.chunks(2) {
            if let [path, tokens] = pair {
                let key = models::key(&syn::parse2(path.clone())?);
                // Errors are reported where the item stands.
                let mut errors = Errors::new();
                if constant::is_constant(tokens) {
                    if let Some(constant) = constant::item(tokens.clone(), &mut errors) {
                        models.constants.insert(key, constant);
                    }
                } else {
                    let raw: RawFunction = syn::parse2(tokens.clone())?;
                    let model = syntax::function::parse(raw, Options::default(), &mut errors);
                    if let (Some(model), true) = (model, errors.is_empty()) {
                        models.functions.insert(key, model);
                    }
                }
                errors.forget();
            }
        }
        Ok(models)
    }

    /// The invocation for the first of what is wanted that is not known.
    fn request(
        &self,
        runtime: &TokenStream,
        wanted: Vec<Wanted>,
        models: &Models,
    ) -> Option<TokenStream> {
        let asked: Vec<String> = groups(self.known.clone())
            .chunks(2)
            .filter_map(|pair| Some(models::key(&syn::parse2(pair.first()?.clone()).ok()?)))
            .collect();
        let called = models.functions.iter().map(|(caller, model)| {
            let wanted = models::wanted(&model.statements, model.result.as_ref());
            (caller, wanted)
        });
        let named = models
            .constants
            .iter()
            .map(|(item, constant)| (item, models::wanted_by_constant(constant)));
        let theirs = called.chain(named).flat_map(|(from, wanted)| {
            wanted.into_iter().filter_map(move |Wanted { path, kind }| {
                let place = path.segments.last()?.ident.span();
                let mut path: syn::Path = syn::parse_str(&models::relative(from, &path)?).ok()?;
                // Where there is no such item, rustc shows who names it.
                path.segments.last_mut()?.ident.set_span(place);
                Some(Wanted { path, kind })
            })
        });
        let wanted = wanted
            .into_iter()
            .chain(theirs)
            .find(|wanted| !asked.contains(&models::key(&wanted.path)))?;
        let path = &wanted.path;
        let Call {
            door,
            arguments,
            item,
            known,
        } = self;
        let provider = models::provider_path(&wanted);
        Some(quote! {
            #provider! {
                { #runtime::__private::with_models }
                { #door } { #arguments } { #item } { #known } { #path }
            }
        })
    }
}

/// The contents of all groups.
fn groups(tokens: TokenStream) -> Vec<TokenStream> {
    tokens
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        })
        .collect()
}

/// Resumes a call with the tokens of one more item.
pub(crate) fn with_models(input: TokenStream) -> TokenStream {
    let Ok([door, arguments, item, known, path, found]) =
        <[TokenStream; 6]>::try_from(groups(input))
    else {
        return syn::Error::new(Span::call_site(), "`with_models!` is not for use by hand")
            .into_compile_error();
    };
    let call = Call {
        known: quote!(#known { #path } { #found }),
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
        if let Some(request) = call.request(&runtime, wanted, &models) {
            return request;
        }
    }
    match compile(&function, &models, errors) {
        Ok(compiled) => emit::function::emit(&function, Some(&compiled)),
        Err(error) => {
            let errors = error.into_compile_error();
            let stub = emit::function::emit(&function, None);
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
    let Some(program) = program else {
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

    let mut adjoint_graph = graph.clone();
    let adjoint = differentiate::reverse(&mut adjoint_graph, root, &tracked, Seed::Given);
    let mut plan = plan::plan(adjoint_graph, root, &adjoint, Door::Function);
    let joint = graph[root].shape.is_scalar().then(|| {
        let mut graph = graph;
        let adjoint = differentiate::reverse(&mut graph, root, &tracked, Seed::One);
        plan::joint(graph, root, &adjoint, &mut plan)
    });
    Ok(Compiled {
        value,
        tangent,
        plan,
        joint,
        operand_shapes: shapes.operands(&program),
        own_calls: shapes.own_calls(&program),
        checks: shapes.checks,
        generic_checks: shapes.generic_checks,
        paths: program.paths,
        dim_items: program.dim_items,
        constants: program.constants,
    })
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
    let Some(program) = program else {
        errors.gate()?;
        return Err(syn::Error::new(Span::call_site(), "`grad!` has no result"));
    };
    let shapes = infer(&program, models, None, &mut errors);
    errors.gate()?;

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

fn nesting_message() -> String {
    format!(
        "expressions of more than {NESTING_LIMIT} nested delimiters or {STATEMENT_LIMIT} tokens are not supported\nhelp: name parts of it with `let`"
    )
}

/// Whether parsing could overflow the stack: it recurses for every delimiter, every prefix and every
/// infix operator of a statement.
fn too_deep(tokens: &TokenStream, limit: usize) -> bool {
    let mut statement = 0;
    let mut prefixes = 0;
    let mut nesting = 0;
    tokens.clone().into_iter().any(|token| {
        statement += 1;
        match token {
            TokenTree::Group(group) => {
                prefixes = 0;
                return limit == 0 || too_deep(&group.stream(), limit - 1);
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                statement = 0;
                prefixes = 0;
                nesting = 0;
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                prefixes = 0;
                nesting = 0;
            }
            TokenTree::Punct(punct) => {
                prefixes += 1;
                // Closures, assignments, generics, arrows: each holds what follows.
                nesting += usize::from("|=<>".contains(punct.as_char()));
            }
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                let is_prefix = [
                    "return", "break", "mut", "ref", "const", "dyn", "move", "async",
                ]
                .contains(&text.as_str());
                prefixes = if is_prefix { prefixes + 1 } else { 0 };
            }
            TokenTree::Literal(_) => prefixes = 0,
        }
        statement > STATEMENT_LIMIT || prefixes > PREFIX_LIMIT || nesting > NESTING_LIMIT
    })
}

/// `#[…]`, `pub`, `fn` and other words only items start with.
fn looks_like_items(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Punct(punct)) => punct.as_char() == '#',
        // A `const` of the statements has a name, that of an item a keyword.
        Some(TokenTree::Ident(ident)) if ident == "const" => matches!(
            tokens.clone().into_iter().nth(1),
            Some(TokenTree::Ident(next))
                if ["fn", "unsafe", "async", "extern"].iter().any(|word| next == word)
        ),
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
