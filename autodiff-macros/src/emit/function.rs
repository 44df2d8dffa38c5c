//! The module behind a `#[differentiable]` function.

mod params;
mod tape;

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::code::{Code, Memory};
use super::{Types, allowed_lints, is_as_known, reroot, tables, use_of};
use crate::expand::Compiled;
use crate::graph::{Graph, NodeId};
use crate::infer::type_text;
use crate::models;
use crate::names::{Names, plain};
use crate::ops::{Form, Part};
use crate::plan::{Home, Joint, Section, Slot, ValuePlan};
use crate::program::{Own, Program};
use crate::shape::{Dim, Shape};
use crate::syntax::{Argument, Element, Function, Role};

struct Emitter<'a> {
    function: &'a Function,
    types: Types,
    /// By argument: its variable.
    variables: Vec<Ident>,
    inputs: Vec<&'a Argument>,
    params: Vec<&'a Argument>,
    /// `tape`, `params`, …: names of ours beside the user's argument names.
    names: Names,
    tape: Ident,
    parameters: Ident,
    gradients: Ident,
    seed: Ident,
    direction: Ident,
    /// The scalar result, in the pass.
    root: Ident,
    generic_parameters: TokenStream,
    generic_arguments: TokenStream,
    scalar_root: bool,
    /// Arguments and result in canonical shapes: dimensions assumed equal have one name, so that
    /// the assertion of the assumption is the only thing that can fail.
    arguments: &'a [Argument],
    result: Shape,
}

/// The module and the function. After an error all bodies are stubs, beside what callers may name:
/// that of the program, if there is one.
pub(crate) fn emit(
    function: &Function,
    compiled: Result<&Compiled, Option<&Program>>,
) -> TokenStream {
    let (owns, items): (&[Own], _) = match compiled {
        Ok(compiled) => (&compiled.owns, &compiled.dim_items),
        // Only to a generic model there may be a call without a mistake.
        Err(Some(program)) if function.generics.is_empty() => (&[], &program.dim_items),
        Err(Some(program)) => (&program.owns, &program.dim_items),
        Err(None) => (&[], &function.dim_items),
    };
    let compiled = compiled.ok();
    let mut names = Names::default();
    let mut arguments = function.arguments.clone();
    for (argument, shape) in arguments.iter_mut().zip(
        compiled
            .iter()
            .flat_map(|compiled| &compiled.operand_shapes),
    ) {
        argument.ty.shape = shape.clone();
    }
    let labels = models::dim_labels(items);
    // A pattern of the name of a constant would be that constant.
    let offered_labels = items.keys().map(|text| models::dim_label(text));
    offered_labels.for_each(|label| names.reserve(&label));
    if function.options.source {
        names.reserve(&Ident::new("SOURCE", Span::call_site()));
    }
    let variables = function
        .arguments
        .iter()
        .map(|a| names.variable(&a.ident))
        .collect();
    let generics = &function.generics;
    let mut dims = BTreeMap::new();
    for generic in generics {
        names.reserve(generic);
        dims.insert(generic.to_string().into(), quote!(#generic));
    }
    let mut scope_names = Names::default();
    let mut dim_constants = Vec::new();
    let mut offered = Vec::new();
    for (text, tokens) in items {
        let constant = &labels[text];
        let tokens = reroot(tokens.clone());
        dim_constants.push(quote!(pub(super) const #constant: usize = #tokens;));
        dims.insert(text.clone(), quote!(scope::#constant));
        // For models that call this one.
        let label = models::dim_label(text);
        offered.push(quote! {
            #[doc(hidden)]
            pub const #label: usize = scope::#constant;
        });
    }
    let mut own_types: Vec<TokenStream> = Vec::new();
    let mut own_aliases: Vec<(&Own, Ident)> = Vec::new();
    for own in owns {
        let known = own_aliases.iter().find(|(known, _)| known.path == own.path);
        let name = match known {
            Some((_, name)) => name.clone(),
            None => scope_names.fresh("Own"),
        };
        if known.is_none() {
            let params = &own.params;
            let declared = (!params.is_empty()).then(|| quote!(<#(const #params: usize),*>));
            let path = reroot(own.generic_type());
            dim_constants.push(quote!(pub(super) type #name #declared = #path;));
            let label = own.label();
            let arguments = (!params.is_empty()).then(|| quote!(<#(#params),*>));
            // As visible as the tokens of the model are.
            offered.push(quote! {
                #[doc(hidden)]
                pub(crate) type #label #declared = scope::#name #arguments;
            });
            own_aliases.push((own, name.clone()));
        }
        if compiled.is_some() {
            let arguments = own.dims.iter().map(|dim| generic_argument(&dims, dim));
            let arguments = (!own.dims.is_empty()).then(|| quote!(::<#(#arguments),*>));
            // At the user's token, where a type that does not fit is reported.
            let last = own.path.segments.last();
            let span = last.map_or_else(Span::call_site, |last| last.ident.span());
            own_types.push(quote_spanned!(span=> scope::#name #arguments));
        }
    }
    let mut known = Vec::new();
    for named in compiled.iter().flat_map(|compiled| &compiled.constants) {
        let path = &named.path;
        let path = reroot(quote!(#path));
        let name = scope_names.fresh("NAMED");
        let element = named.table.element.map_or("usize", Element::name);
        let ty: TokenStream = type_text(&named.table.shape(), element)
            .parse()
            .unwrap_or_default();
        dim_constants.push(quote!(pub(super) const #name: #ty = #path;));
        let assertion = is_as_known(named, &quote!(scope::#name), &quote!(rt));
        known.push(quote!(const _: () = #assertion;));
    }
    let tables = compiled.map_or(Vec::new(), |compiled| {
        let Compiled {
            value,
            tangent,
            plan,
            ..
        } = compiled;
        tables([&value.graph, &tangent.graph, &plan.graph])
    });
    let element: TokenStream = function.returns.element.name().parse().unwrap_or_default();
    let mut emitter = Emitter {
        types: Types {
            element,
            dims,
            free_dims: BTreeMap::new(),
            free_shapes: BTreeMap::new(),
            own: own_types,
            own_places: Vec::new(),
            tables,
        },
        variables,
        inputs: arguments.iter().filter(|a| a.role == Role::Input).collect(),
        params: arguments.iter().filter(|a| a.role == Role::Param).collect(),
        tape: names.fresh("tape"),
        parameters: names.fresh("params"),
        gradients: names.fresh("gradients"),
        seed: names.fresh("seed"),
        direction: names.fresh("direction"),
        root: names.fresh("output"),
        names,
        generic_parameters: quote!(#(const #generics: usize),*),
        generic_arguments: quote!(#(#generics),*),
        scalar_root: function.returns.shape.is_scalar(),
        arguments: &arguments,
        result: match compiled {
            Some(compiled) => compiled.plan.graph[compiled.plan.root].shape.clone(),
            None => function.returns.shape.clone(),
        },
        function,
    };
    if let Some(compiled) = compiled {
        emitter.types.place_own(&compiled.own_calls);
    }
    emitter.items(compiled, &dim_constants, &offered, &known)
}

/// A dimension as an argument of a type.
fn generic_argument(names: &BTreeMap<Rc<str>, TokenStream>, dim: &Dim) -> TokenStream {
    match dim {
        Dim::Literal(n) => Literal::usize_unsuffixed(*n).into_token_stream(),
        Dim::Item(name) | Dim::Generic(name) => match names.get(name) {
            Some(tokens) => quote!({ #tokens }),
            None => {
                unreachable!("autodiff internal: no dimension `{name}`; please report the model")
            }
        },
        Dim::Var(_) => {
            unreachable!("autodiff internal: a dimension is not known; please report the model")
        }
    }
}

impl Emitter<'_> {
    fn items(
        &self,
        compiled: Option<&Compiled>,
        dim_constants: &[TokenStream],
        offered: &[TokenStream],
        known: &[TokenStream],
    ) -> TokenStream {
        let Function {
            vis,
            ident,
            attrs,
            options,
            ..
        } = self.function;
        let (cfgs, function_attrs): (Vec<_>, Vec<_>) =
            attrs.iter().partition(|attr| attr.path().is_ident("cfg"));
        let runtime = options.runtime();
        // The user's names resolve here and nowhere else.
        let scoped =
            !dim_constants.is_empty() || options.kernels.is_some() || options.krate.is_some();
        let kernels = options.kernels.as_ref().map(|path| {
            let path = reroot(quote!(#path));
            quote!(pub(super) type Kernels = #path;)
        });
        let krate = options.krate.as_ref().map(|_| {
            let runtime = reroot(runtime.clone());
            quote!(pub(super) use #runtime::__private as runtime;)
        });
        let scope = scoped.then(|| {
            quote! {
                mod scope {
                    use super::super::*;
                    #krate
                    #kernels
                    #(#dim_constants)*
                }
            }
        });
        let rt = match &options.krate {
            Some(_) => quote!(
                use scope::runtime as rt;
            ),
            None => quote!(use #runtime::__private as rt;),
        };
        let kernel = match &options.kernels {
            Some(_) => quote!(
                type Kernel = scope::Kernels;
            ),
            None => quote!(
                type Kernel = rt::DefaultKernels;
            ),
        };
        let docs = if function_attrs
            .iter()
            .any(|attr| attr.path().is_ident("doc"))
        {
            quote!()
        } else {
            let doc = format!(
                " The value of the model `{}`; nothing is recorded.",
                plain(ident)
            );
            quote!(#[doc = #doc])
        };
        let signature_docs = self.signature_docs();
        let module_doc = format!(
            " Tape, parameters and gradients of the model `{}`.",
            plain(ident)
        );

        let constants = self.types.constants();
        let types = self.parameter_items();
        let value = self.value_function(compiled);
        let entry = self.entry_points(compiled);
        let jvp = self.jvp(compiled);
        let tape = self.tape_items(compiled);
        let checks: TokenStream = compiled
            .iter()
            .flat_map(|compiled| &compiled.checks)
            .map(|check| {
                let assertion = self.types.check(check);
                let span = check.place.start;
                quote_spanned!(span=> const _: () = #assertion;)
            })
            .collect();
        let warnings = self.warnings(compiled);
        let roles: TokenStream = self
            .function
            .roles
            .iter()
            .map(|role| {
                // At the role's token: where it is not imported, that is where it shows.
                let span = role
                    .segments
                    .last()
                    .map_or_else(Span::call_site, |last| last.ident.span());
                quote_spanned!(span=> #(#cfgs)* #[allow(unused_imports)] use #role as _;)
            })
            .collect();
        // Their privacy is what rustc checks here: the macros that hand on their tokens are visible
        // in the whole crate.
        let called: TokenStream = compiled
            .iter()
            .flat_map(|compiled| &compiled.called)
            .map(|path| use_of(path, &cfgs))
            .collect();
        let (doc_attrs, other_attrs): (Vec<&&syn::Attribute>, Vec<_>) = function_attrs
            .iter()
            .partition(|attr| attr.path().is_ident("doc"));
        let lints = allowed_lints();
        // What the user allows for the function holds for all that comes of it.
        let lint_attrs: Vec<_> = function_attrs
            .iter()
            .filter(|attr| {
                ["allow", "warn", "deny"]
                    .iter()
                    .any(|lint| attr.path().is_ident(lint))
            })
            .collect();
        let generic_parameters = &self.generic_parameters;
        let arguments = self.argument_declarations(false);
        let params = &self.parameters;
        let params_type = self.generic(quote!(Params));
        let result = self.types.shape(&self.result);

        let module = |source: TokenStream| {
            quote! {
                // The roles in the signature are words to the compiler, and imports to rustc.
                #roles
                #called

                #(#cfgs)*
                #[allow(unused_imports, deprecated)] // a program may use only the tape
                #[doc(inline)]
                #vis use #ident::value as #ident;

                #(#cfgs)*
                #[doc = #module_doc]
                #lints
                #(#lint_attrs)*
                #vis mod #ident {
                    #rt
                    use rt::Kernels as _;
                    // Derives of bytemuck name these bare, and `#[macro_use]` may shadow them.
                    use ::core::{assert, panic};
                    #kernel
                    #scope
                    #constants
                    #(#offered)*
                    #(#known)*
                    #checks
                    #warnings

                    #docs
                    #(#doc_attrs)*
                    #signature_docs
                    #(#other_attrs)*
                    pub fn value<#generic_parameters>(#arguments #params: &#params_type) -> #result {
                        #value
                    }
                    #entry
                    #jvp
                    #types
                    #tape
                    #source
                }
            }
        };
        if options.source && compiled.is_some() {
            let text = crate::expand::pretty(&module(quote!()));
            module(quote! {
                /// The source of this module.
                pub const SOURCE: &str = #text;
            })
        } else {
            module(quote!())
        }
    }

    fn generic(&self, name: TokenStream) -> TokenStream {
        let arguments = &self.generic_arguments;
        if self.function.generics.is_empty() {
            name
        } else {
            quote!(#name<#arguments>)
        }
    }

    /// `'t` before the const generics.
    fn with_lifetime(&self, name: TokenStream, lifetime: TokenStream) -> TokenStream {
        let arguments = &self.generic_arguments;
        quote!(#name<#lifetime, #arguments>)
    }

    fn implement(&self) -> TokenStream {
        let parameters = &self.generic_parameters;
        if self.function.generics.is_empty() {
            quote!(impl)
        } else {
            quote!(impl<#parameters>)
        }
    }

    /// `x: &[f32; 4], target: &[f32; 3],`
    fn argument_declarations(&self, lifetime: bool) -> TokenStream {
        let lifetime = lifetime.then(|| quote!('t));
        self.inputs
            .iter()
            .zip(self.input_variables())
            .map(|(input, variable)| {
                let ty = self.types.shape(&input.ty.shape);
                quote!(#variable: &#lifetime #ty,)
            })
            .collect()
    }

    fn input_variables(&self) -> Vec<&Ident> {
        self.arguments
            .iter()
            .zip(&self.variables)
            .filter(|(argument, _)| argument.role == Role::Input)
            .map(|(_, variable)| variable)
            .collect()
    }

    fn signature_docs(&self) -> TokenStream {
        let element = self.function.returns.element.name();
        let mut lines = vec![String::new(), " # Shapes".to_owned(), String::new()];
        for (role, arguments) in [("input", &self.inputs), ("parameter", &self.params)] {
            for argument in arguments {
                lines.push(format!(
                    " - `{}`: {role}, `{}`",
                    plain(&argument.ident),
                    type_text(&argument.ty.shape, element)
                ));
            }
        }
        lines.push(format!(
            " - result: `{}`",
            type_text(&self.function.returns.shape, element)
        ));
        quote!(#(#[doc = #lines])*)
    }

    // --- the value, forward mode, one-call gradient ------------------------------------------

    /// A body beside an error, of any type: nothing is ever compiled that calls it.
    fn stub() -> TokenStream {
        quote!(loop {})
    }

    /// Memory of a function that records nothing.
    fn stack_memory<'s>(&'s self, slots: &'s [Ident]) -> impl Fn(Home) -> Memory + 's {
        move |home| match home {
            Home::Slot(index) => {
                let slot = &slots[index];
                Memory::place(&quote!(#slot))
            }
            other => self.memory(other),
        }
    }

    /// Memory that is written alike in all functions.
    fn memory(&self, home: Home) -> Memory {
        match home {
            Home::Operand(index) => {
                let argument = &self.arguments[index];
                let ident = &argument.ident;
                let params = &self.parameters;
                match argument.role {
                    Role::Input => Memory::behind(&self.variables[index]),
                    Role::Param => Memory::place(&quote!(#params.#ident)),
                }
            }
            Home::Direction(index) => {
                let (direction, ident) = (&self.direction, &self.arguments[index].ident);
                Memory::place(&quote!(#direction.#ident))
            }
            Home::Gradient(index) => {
                let (gradients, ident) = (&self.gradients, &self.arguments[index].ident);
                Memory::place(&quote!(#gradients.#ident))
            }
            Home::Seed => Memory::behind(&self.seed),
            Home::Number | Home::Table(_) | Home::Root | Home::Slot(_) | Home::Local(_) => {
                unreachable!("autodiff internal: no such memory in a model; please report it")
            }
        }
    }

    fn value_body(&self, plan: &ValuePlan) -> (TokenStream, Vec<TokenStream>) {
        let mut names = self.names.clone();
        let slots: Vec<Ident> = plan
            .slots
            .iter()
            .map(|slot| names.fresh(slot.label()))
            .collect();
        let used = plan
            .slots
            .iter()
            .zip(&slots)
            .filter(|(slot, _)| !slot.unused);
        let declarations = used.map(|(slot, ident)| {
            let ty = self.types.shape(&slot.shape);
            quote!(let mut #ident = <#ty as rt::Tensor>::ZERO;)
        });
        let memory = self.stack_memory(&slots);
        let code = Code::new(&plan.graph, &plan.section, &self.types, &mut names, &memory);
        let steps = code.steps(&plan.results);
        let results = plan
            .results
            .iter()
            .map(|result| code.value(*result))
            .collect();
        (quote!(#(#declarations)* #steps), results)
    }

    /// Assertions about const generics, which only a generic function can make.
    fn generic_checks(&self, compiled: &Compiled) -> TokenStream {
        compiled
            .generic_checks
            .iter()
            .map(|check| {
                let assertion = self.types.check(check);
                let span = check.place.start;
                quote_spanned!(span=> const { #assertion };)
            })
            .collect()
    }

    fn value_function(&self, compiled: Option<&Compiled>) -> TokenStream {
        let Some(compiled) = compiled else {
            return Self::stub();
        };
        let checks = self.generic_checks(compiled);
        let (body, results) = self.value_body(&compiled.value);
        let result = &results[0];
        quote!(#checks #body #result)
    }

    /// Forward mode asks more of the user's own operators.
    fn tangent_bounds(&self, compiled: Option<&Compiled>) -> TokenStream {
        let Some(compiled) = compiled else {
            return quote!();
        };
        let graph = &compiled.tangent.graph;
        let mut bounds: Vec<TokenStream> = Vec::new();
        for id in graph.ids() {
            let node = &graph[id];
            if let Some(Form::Own {
                path,
                part: Part::Tangent(_),
                arity,
            }) = node.kernel().map(|kernel| kernel.form)
            {
                let operator = &self.types.own[path];
                let operands = node
                    .inputs()
                    .iter()
                    .take(arity)
                    .map(|input| &graph[*input].shape);
                let of = self.types.own_of(operands, &node.shape);
                let span = self.types.own_place(path, &of).start;
                bounds.push(quote_spanned!(span=> for<'a> #operator: rt::OwnTangentOf<#of>));
            }
        }
        if bounds.is_empty() {
            return quote!();
        }
        quote!(where #(#bounds),*)
    }

    fn jvp(&self, compiled: Option<&Compiled>) -> TokenStream {
        let result = self.types.shape(&self.result);
        let body = match compiled {
            None => Self::stub(),
            Some(compiled) => {
                let checks = self.generic_checks(compiled);
                let (body, results) = self.value_body(&compiled.tangent);
                let value = &results[0];
                let tangent = match results.get(1) {
                    Some(tangent) => tangent.clone(),
                    None => quote!(<#result as rt::Tensor>::ZERO),
                };
                quote!(#checks #body (#value, #tangent))
            }
        };
        let generic_parameters = &self.generic_parameters;
        let arguments = self.argument_declarations(false);
        let (params, direction) = (&self.parameters, &self.direction);
        let params_type = self.generic(quote!(Params));
        let bounds = self.tangent_bounds(compiled);
        quote! {
            /// Value and tangent along `direction` (forward mode): needs no tape.
            pub fn jvp<#generic_parameters>(
                #arguments #params: &#params_type, #direction: &#params_type,
            ) -> (#result, #result)
            #bounds
            {
                #body
            }
        }
    }

    fn entry_points(&self, compiled: Option<&Compiled>) -> TokenStream {
        let generic_parameters = &self.generic_parameters;
        let arguments = self.argument_declarations(false);
        let inputs = self.input_variables();
        let (params, tape, gradients) = (&self.parameters, &self.tape, &self.gradients);
        let params_type = self.generic(quote!(Params));
        let tape_type = self.generic(quote!(Tape));
        let element = &self.types.element;
        if !self.scalar_root {
            let jacobian_type = self.generic(quote!(Jacobian));
            let rows = self.rows_type(quote!(Params));
            let arguments_declared = &self.generic_parameters;
            return quote! {
                /// Derivatives of every element of the result by every parameter: one row, in the
                /// shape of the parameters, per element of the result.
                pub type Jacobian<#arguments_declared> = #rows;

                /// The Jacobian at one point, by rows (reverse mode) or by columns (forward mode),
                /// whichever takes fewer sweeps.
                pub fn jacobian<#generic_parameters>(
                    #arguments #params: &#params_type, #tape: &mut #tape_type,
                ) -> #jacobian_type {
                    #tape.forward(#(#inputs,)* #params).jacobian()
                }
            };
        }
        let joint = match compiled.and_then(|compiled| Some((compiled, compiled.joint.as_ref()?))) {
            None => Self::stub(),
            Some((compiled, joint)) => self.joint(compiled, joint),
        };
        quote! {
            /// The value, and the gradients of it (overwritten), in one call: less work than forward
            /// and backward, and the tape is work space only.
            pub fn value_and_gradient<#generic_parameters>(
                #arguments #params: &#params_type, #tape: &mut #tape_type, #gradients: &mut #params_type,
            ) -> #element {
                #joint
            }
        }
    }

    /// A warning at every parameter without influence, carried by a deprecated constant.
    fn warnings(&self, compiled: Option<&Compiled>) -> TokenStream {
        let Some(compiled) = compiled else {
            return quote!();
        };
        compiled
            .plan
            .backward
            .zeros
            .iter()
            .map(|index| {
                let argument = &self.arguments[*index];
                let name = plain(&argument.ident);
                let note = format!(
                    "parameter `{name}` does not reach the result: its gradient is always zero. Use it, remove it, or make it an `Input`"
                );
                let span = argument.ident.span();
                let constant = Ident::new("unused_parameter", span);
                quote_spanned! {span=>
                    const _: () = {
                        #[deprecated(note = #note)]
                        #[allow(non_upper_case_globals)]
                        const #constant: () = ();
                        #constant
                    };
                }
            })
            .collect()
    }
}
