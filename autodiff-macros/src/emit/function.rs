//! The module behind a `#[differentiable]` function.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::code::{Code, Memory};
use super::{Types, reroot};
use crate::build::plain;
use crate::expand::Compiled;
use crate::graph::NodeId;
use crate::infer::type_text;
use crate::models;
use crate::names::Names;
use crate::ops::{Form, Part};
use crate::plan::{Home, Section, Slot, ValuePlan};
use crate::shape::{Dim, Shape};
use crate::syntax::{Argument, Function, Role};

/// Lints that generated code may trip over, each for a reason.
fn allowed_lints() -> TokenStream {
    quote! {
        #[allow(
            dead_code,              // a program need not use all of a model
            unused_imports,         // kernels of models that need none
            unused_variables,       // arguments the result does not depend on
            unreachable_pub,        // visible as far as the user's function is
            non_snake_case,         // fields are named as the user names them
            clippy::pedantic,       // meant for text that people write
            clippy::too_many_arguments,
            clippy::assign_op_pattern,
            clippy::double_neg,
            clippy::let_and_return,
            clippy::op_ref,
            clippy::deref_addrof,
            clippy::needless_lifetimes,
            clippy::neg_multiply,
            clippy::large_stack_arrays
        )]
    }
}

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
    pass: Ident,
    generic_parameters: TokenStream,
    generic_arguments: TokenStream,
    scalar_root: bool,
    /// Arguments and result in canonical shapes: dimensions assumed equal have one name, so that
    /// the assertion of the assumption is the only thing that can fail.
    arguments: &'a [Argument],
    result: Shape,
}

/// The module and the function; with `compiled` missing (after an error) all bodies are stubs.
pub(crate) fn emit(function: &Function, compiled: Option<&Compiled>) -> TokenStream {
    let mut names = Names::default();
    let mut arguments = function.arguments.clone();
    for (argument, shape) in arguments.iter_mut().zip(
        compiled
            .iter()
            .flat_map(|compiled| &compiled.operand_shapes),
    ) {
        argument.ty.shape = shape.clone();
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
    let items = compiled.map_or(&function.dim_items, |compiled| &compiled.dim_items);
    let labels = models::dim_labels(items);
    let mut offered = Vec::new();
    for (text, tokens) in items {
        let constant = &labels[text];
        let tokens = reroot(tokens.clone());
        dim_constants.push(quote!(pub(super) const #constant: usize = #tokens;));
        dims.insert(text.clone(), quote!(scope::#constant));
        // For models that call this one.
        offered.push(quote! {
            #[doc(hidden)]
            pub const #constant: usize = scope::#constant;
        });
    }
    let paths: Vec<TokenStream> = compiled
        .iter()
        .flat_map(|compiled| &compiled.paths)
        .map(|path| reroot(quote!(#path)))
        .collect();
    // At the user's token, where a type that does not fit is reported.
    let own_spans: Vec<Span> = compiled
        .iter()
        .flat_map(|compiled| &compiled.paths)
        .map(|path| {
            path.segments
                .last()
                .map_or_else(Span::call_site, |last| last.ident.span())
        })
        .collect();
    let own_names: Vec<Ident> = (0..paths.len()).map(|_| scope_names.fresh("Own")).collect();
    for (name, path) in own_names.iter().zip(&paths) {
        dim_constants.push(quote!(pub(super) type #name = #path;));
    }
    let element: TokenStream = function.returns.element.name().parse().unwrap_or_default();
    let emitter = Emitter {
        types: Types {
            element,
            dims,
            free_dims: BTreeMap::new(),
            free_shapes: BTreeMap::new(),
            own: own_names
                .iter()
                .zip(&own_spans)
                .map(|(name, span)| quote_spanned!(*span=> scope::#name))
                .collect(),
        },
        variables,
        inputs: arguments.iter().filter(|a| a.role == Role::Input).collect(),
        params: arguments.iter().filter(|a| a.role == Role::Param).collect(),
        tape: names.fresh("tape"),
        parameters: names.fresh("params"),
        gradients: names.fresh("gradients"),
        seed: names.fresh("seed"),
        direction: names.fresh("direction"),
        pass: names.fresh("pass"),
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
    emitter.items(compiled, &dim_constants, &offered)
}

impl Emitter<'_> {
    fn items(
        &self,
        compiled: Option<&Compiled>,
        dim_constants: &[TokenStream],
        offered: &[TokenStream],
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
        let runtime = match &options.krate {
            Some(path) => quote!(#path),
            None => quote!(::autodiff_runtime),
        };
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

        let types = self.parameter_items();
        let value = self.value_function(compiled);
        let entry = self.entry_points();
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
            .map(|role| quote!(#(#cfgs)* #[allow(unused_imports)] use #role as _;))
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

                #(#cfgs)*
                #[allow(unused_imports)] // a program may use only the tape
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
                    #(#offered)*
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

    fn stub() -> TokenStream {
        quote!(::core::unimplemented!("the model has errors"))
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
            Home::Number | Home::Root | Home::Slot(_) | Home::Local(_) => {
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
        let declarations = plan.slots.iter().zip(&slots).map(|(slot, ident)| {
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
                bounds.push(quote!(for<'a> #operator: rt::OwnTangentOf<#of>));
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

    fn entry_points(&self) -> TokenStream {
        let generic_parameters = &self.generic_parameters;
        let arguments = self.argument_declarations(false);
        let inputs = self.input_variables();
        let (params, tape, gradients, pass) =
            (&self.parameters, &self.tape, &self.gradients, &self.pass);
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
        quote! {
            /// The value, and the gradients of it (overwritten), in one call.
            pub fn value_and_gradient<#generic_parameters>(
                #arguments #params: &#params_type, #tape: &mut #tape_type, #gradients: &mut #params_type,
            ) -> #element {
                let mut #pass = #tape.forward(#(#inputs,)* #params);
                #pass.backward(#gradients);
                *#pass.output()
            }
        }
    }

    /// An array of `row`, one per element of the result.
    fn rows_type(&self, row: TokenStream) -> TokenStream {
        let row = self.generic(row);
        let dims = self.result.dims().unwrap_or_default();
        dims.iter().rev().fold(row, |inner, dim| {
            let dim = self.types.dim(dim);
            quote!([#inner; #dim])
        })
    }

    /// `Pass::jacobian`, for results that are arrays.
    fn jacobian_method(&self) -> TokenStream {
        if self.scalar_root {
            return quote!();
        }
        let jacobian_type = self.generic(quote!(Jacobian));
        let result = self.types.shape(&self.result);
        let inputs = self.input_variables();
        let params = &self.parameters;
        let columns = self
            .params
            .iter()
            .try_fold(0usize, |sum, p| sum.checked_add(p.ty.shape.literal_len()?));
        let by_columns = match (columns, self.result.literal_len()) {
            // The forward-mode rule of an operator of the user's own may be missing.
            (Some(columns), Some(rows)) => columns < rows && self.types.own.is_empty(),
            _ => false,
        };
        let is_matrix = matches!(self.result, Shape::Matrix(..));
        let all_rows = if is_matrix {
            quote!(jacobian.as_flattened_mut())
        } else {
            quote!(jacobian)
        };
        let zero = self.result.dims().unwrap_or_default().iter().rev().fold(
            quote!(Params::ZERO),
            |inner, dim| {
                let dim = self.types.dim(dim);
                quote!([#inner; #dim])
            },
        );
        let sweeps = if by_columns {
            quote! {
                let mut direction = Params::ZERO;
                for column in 0..Params::LEN {
                    rt::set(direction.as_mut_slice(), column, rt::ScalarRoot::ONE);
                    let (_, tangent) = jvp(#(self.#inputs,)* self.#params, &direction);
                    rt::set(direction.as_mut_slice(), column, rt::Element::ZERO);
                    let slopes = rt::Tensor::as_slice(&tangent);
                    for (row, slope) in ::core::iter::zip(#all_rows.iter_mut(), slopes) {
                        rt::set(row.as_mut_slice(), column, *slope);
                    }
                }
            }
        } else {
            quote! {
                let mut seed = <#result as rt::Tensor>::ZERO;
                for (index, row) in ::core::iter::Iterator::enumerate(#all_rows.iter_mut()) {
                    rt::set(rt::Tensor::as_mut_slice(&mut seed), index, rt::ScalarRoot::ONE);
                    self.backward_with_seed(&seed, row);
                    rt::set(rt::Tensor::as_mut_slice(&mut seed), index, rt::Element::ZERO);
                }
            }
        };
        quote! {
            /// The Jacobian at the recorded point, by rows (reverse mode) or by columns (forward
            /// mode), whichever takes fewer sweeps.
            pub fn jacobian(&mut self) -> #jacobian_type {
                let mut jacobian = #zero;
                #sweeps
                jacobian
            }
        }
    }

    // --- parameters ----------------------------------------------------------------------------

    fn size_text(&self, arguments: &[&Argument]) -> String {
        let element = self.function.returns.element;
        let bytes = match element {
            crate::syntax::Element::F32 => 4,
            crate::syntax::Element::F64 => 8,
        };
        let len = arguments
            .iter()
            .try_fold(0usize, |sum, a| sum.checked_add(a.ty.shape.literal_len()?));
        match len {
            Some(len) => format!("{len} × `{element}`, {} bytes", len.saturating_mul(bytes)),
            None => format!("arrays of `{element}`"),
        }
    }

    fn parameter_items(&self) -> TokenStream {
        let element = &self.types.element;
        let element_name = self.function.returns.element.name();
        let idents: Vec<&Ident> = self.params.iter().map(|p| &p.ident).collect();
        let tys: Vec<TokenStream> = self
            .params
            .iter()
            .map(|p| self.types.shape(&p.ty.shape))
            .collect();
        let docs = self.params.iter().map(|p| {
            let doc = format!(" `{}`", type_text(&p.ty.shape, element_name));
            quote!(#[doc = #doc])
        });
        let name = plain(&self.function.ident);
        let doc = format!(
            " Parameters of `{name}`, or gradients by them: {}.",
            self.size_text(&self.params)
        );
        let generic_parameters = &self.generic_parameters;
        let params_type = self.generic(quote!(Params));
        let implement = self.implement();
        let result = self.types.shape(&self.result);
        // A tensor's shape as a list of numbers.
        let fields = self.params.iter().map(|p| {
            let name = plain(&p.ident);
            let dims = p.ty.shape.dims().unwrap_or_default();
            let dims = dims.iter().map(|dim: &Dim| self.types.dim(dim));
            quote!(rt::Field::new(#name, &[#(#dims),*]))
        });
        let generic = !self.function.generics.is_empty();
        // Plain memory: bytemuck's derive proves that there is no padding. It does so for types
        // without generics only.
        let (pod, bytes) = if generic {
            (quote!(), quote!())
        } else {
            let bytemuck = match &self.function.options.krate {
                // The derive's own expansion stands in this module.
                Some(_) => quote!(#[bytemuck(crate = "rt::bytemuck")]),
                None => quote!(#[bytemuck(crate = "::autodiff_runtime::__private::bytemuck")]),
            };
            (
                quote! {
                    #[derive(rt::bytemuck::Pod, rt::bytemuck::Zeroable)]
                    #bytemuck
                },
                quote! {
                    /// All elements, field by field in the order of declaration, row-major.
                    #[inline]
                    pub fn as_slice(&self) -> &[#element] {
                        rt::bytemuck::try_cast_slice(::core::slice::from_ref(self)).unwrap_or(&[])
                    }

                    /// All elements, as [`Params::as_slice`].
                    #[inline]
                    pub fn as_mut_slice(&mut self) -> &mut [#element] {
                        rt::bytemuck::try_cast_slice_mut(::core::slice::from_mut(self)).unwrap_or(&mut [])
                    }

                    /// The memory, in the byte order of the machine.
                    #[inline]
                    pub fn as_bytes(&self) -> &[u8] {
                        rt::bytemuck::bytes_of(self)
                    }

                    /// The memory, in the byte order of the machine.
                    #[inline]
                    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
                        rt::bytemuck::bytes_of_mut(self)
                    }

                    /// From memory as [`Params::as_bytes`] gives it, at any alignment.
                    ///
                    /// # Errors
                    ///
                    /// If the length is not [`Params::SIZE`].
                    #[inline]
                    pub fn from_bytes(
                        bytes: &[u8],
                    ) -> ::core::result::Result<Self, ::core::array::TryFromSliceError> {
                        <[u8; Self::SIZE] as ::core::convert::TryFrom<&[u8]>>::try_from(bytes)
                            .map(rt::bytemuck::must_cast)
                    }
                },
            )
        };
        quote! {
            #[doc = #doc]
            #[repr(C)]
            #[derive(
                ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq
            )]
            #pod
            pub struct Params<#generic_parameters> {
                #(#docs pub #idents: #tys,)*
            }

            /// Gradients have the shape of the parameters.
            pub type Gradients<#generic_parameters> = #params_type;

            /// The result of the model.
            pub type Output<#generic_parameters> = #result;

            /// The adjoint of the result.
            pub type Seed<#generic_parameters> = #result;

            #implement #params_type {
                /// All zero.
                pub const ZERO: Self = Self {
                    #(#idents: <#tys as rt::Tensor>::ZERO,)*
                };

                /// Number of elements.
                pub const LEN: usize = 0 #(+ <#tys as rt::Tensor>::LEN)*;

                /// Size in bytes.
                pub const SIZE: usize = ::core::mem::size_of::<Self>();

                #bytes
            }

            #implement ::core::default::Default for #params_type {
                #[inline]
                fn default() -> Self {
                    Self::ZERO
                }
            }

            #implement rt::Parameters for #params_type {
                type Elem = #element;

                const FIELDS: &'static [rt::Field] = &[#(#fields),*];

                #[inline]
                fn for_each(&self, mut f: impl ::core::ops::FnMut(&[#element])) {
                    #(f(rt::Tensor::as_slice(&self.#idents));)*
                }

                #[inline]
                fn for_each_mut(&mut self, mut f: impl ::core::ops::FnMut(&mut [#element])) {
                    #(f(rt::Tensor::as_mut_slice(&mut self.#idents));)*
                }

                #[inline]
                fn zip_mut(
                    &mut self,
                    other: &Self,
                    mut f: impl ::core::ops::FnMut(&mut [#element], &[#element]),
                ) {
                    #(f(rt::Tensor::as_mut_slice(&mut self.#idents), rt::Tensor::as_slice(&other.#idents));)*
                }
            }
        }
    }

    // --- the tape ------------------------------------------------------------------------------

    fn slot_doc(slot: &Slot) -> String {
        match slot.kept {
            Some(kept) => {
                let mut doc = format!(" `{}`, kept for backward", slot.occupants[kept]);
                if kept > 0 {
                    doc.push_str(&format!(
                        "; before that `{}`",
                        slot.occupants[..kept].join("`, `")
                    ));
                }
                doc
            }
            None => format!(" Work space: `{}`", slot.occupants.join("`, `")),
        }
    }

    fn tape_items(&self, compiled: Option<&Compiled>) -> TokenStream {
        let mut field_names = Names::default();
        let slots: &[Slot] = compiled.map_or(&[], |compiled| &compiled.plan.slots);
        // By slot; those local to a function are no fields.
        let slot_names: Vec<Option<Ident>> = slots
            .iter()
            .map(|slot| (!slot.local).then(|| field_names.fresh(slot.label())))
            .collect();
        let fields: Vec<&Ident> = slot_names.iter().flatten().collect();
        let recorded = || slots.iter().filter(|slot| !slot.local);
        let field_types: Vec<TokenStream> = recorded()
            .map(|slot| self.types.shape(&slot.shape))
            .collect();
        let field_docs: Vec<String> = recorded().map(Self::slot_doc).collect();

        let generic_parameters = &self.generic_parameters;
        let implement = self.implement();
        let tape_type = self.generic(quote!(Tape));
        let params_type = self.generic(quote!(Params));
        let pass_t = self.with_lifetime(quote!(Pass), quote!('t));
        let pass_any = self.with_lifetime(quote!(Pass), quote!('_));
        let (tape, params, gradients, seed) =
            (&self.tape, &self.parameters, &self.gradients, &self.seed);
        let inputs = self.input_variables();
        let input_types: Vec<TokenStream> = self
            .inputs
            .iter()
            .map(|i| self.types.shape(&i.ty.shape))
            .collect();
        let arguments_t = self.argument_declarations(true);
        let result = self.types.shape(&self.result);

        // In the forward function the tape is `self`.
        let forward_memory = |home: Home| match home {
            Home::Slot(index) => {
                let field = &slot_names[index];
                Memory::place(&quote!(self.#field))
            }
            other => self.memory(other),
        };
        let forward = match compiled {
            None => Self::stub(),
            Some(compiled) => {
                let plan = &compiled.plan;
                let mut names = self.names.clone();
                let code = Code::new(
                    &plan.graph,
                    &plan.forward,
                    &self.types,
                    &mut names,
                    &forward_memory,
                );
                let steps = code.steps(&[]);
                let checks = self.generic_checks(compiled);
                quote!(#checks #steps Pass { #tape: self, #params, #(#inputs,)* })
            }
        };
        let output = match compiled {
            None => Self::stub(),
            Some(compiled) => {
                let plan = &compiled.plan;
                match plan.forward.home(&plan.graph, plan.root) {
                    Home::Slot(index) => {
                        let field = &slot_names[index];
                        quote!(&self.#tape.#field)
                    }
                    _ => unreachable!(
                        "autodiff internal: the root has no slot; please report the model"
                    ),
                }
            }
        };
        let backward = match compiled {
            None => Self::stub(),
            Some(compiled) => self.sweep(compiled, &compiled.plan.backward, &slot_names),
        };
        let accumulate = match compiled
            .and_then(|compiled| Some((compiled, compiled.plan.accumulate.as_ref()?)))
        {
            None => Self::stub(),
            Some((compiled, section)) => self.sweep(compiled, section, &slot_names),
        };
        // Also there for arrays, hidden and never callable, for the sake of the message. `for<'a>`
        // keeps rustc from refusing a bound that cannot hold.
        let (hidden, bound) = if self.scalar_root {
            (quote!(), quote!())
        } else {
            (
                quote!(#[doc(hidden)]),
                quote!(where for<'a> #result: rt::ScalarRoot),
            )
        };
        let scalar_methods = quote! {
            /// The gradients of the result; overwrites them.
            #hidden
            #[inline]
            pub fn backward(&mut self, #gradients: &mut #params_type) #bound {
                self.backward_with_seed(&<#result as rt::ScalarRoot>::ONE, #gradients);
            }

            /// Adds the gradients of the result: for batches.
            #hidden
            #[inline]
            pub fn accumulate(&mut self, #gradients: &mut #params_type) #bound {
                self.accumulate_with_seed(&<#result as rt::ScalarRoot>::ONE, #gradients);
            }
        };
        let jacobian_method = self.jacobian_method();
        let name = plain(&self.function.ident);
        let elements = recorded().try_fold(0usize, |sum, slot| {
            sum.checked_add(slot.shape.literal_len()?)
        });
        let tape_doc = match elements {
            Some(elements) if compiled.is_some() => format!(
                " The record of `{name}`: {elements} × `{}`.",
                self.function.returns.element
            ),
            _ => format!(" The record of `{name}`."),
        };
        quote! {
            #[doc = #tape_doc]
            ///
            /// Holds the values that a backward pass reads, and the work space of both passes.
            pub struct Tape<#generic_parameters> {
                #(#[doc = #field_docs] #fields: #field_types,)*
            }

            #implement #tape_type {
                /// Size in bytes.
                pub const SIZE: usize = ::core::mem::size_of::<Self>();

                /// An empty record; can stand in a `static`.
                #[must_use]
                pub const fn new() -> Self {
                    Self { #(#fields: <#field_types as rt::Tensor>::ZERO,)* }
                }

                /// Computes the result and records what a backward pass needs.
                pub fn forward<'t>(&'t mut self, #arguments_t #params: &'t #params_type) -> #pass_t {
                    #forward
                }
            }

            #implement ::core::default::Default for #tape_type {
                #[inline]
                fn default() -> Self {
                    Self::new()
                }
            }

            /// A recorded forward pass. It borrows tape, inputs and parameters: while it lives,
            /// none of them can change.
            pub struct Pass<'t, #generic_parameters> {
                #tape: &'t mut #tape_type,
                #params: &'t #params_type,
                #(#inputs: &'t #input_types,)*
            }

            impl<#generic_parameters> #pass_any {
                /// The result.
                #[inline]
                #[must_use]
                pub fn output(&self) -> &#result {
                    #output
                }

                #scalar_methods

                #jacobian_method

                /// The gradients of `Σ seed·result`; overwrites them. May be called again, with
                /// other seeds: the rows of a Jacobian by unit seeds.
                pub fn backward_with_seed(&mut self, #seed: &#result, #gradients: &mut #params_type) {
                    #backward
                }

                /// Adds the gradients of `Σ seed·result`.
                pub fn accumulate_with_seed(&mut self, #seed: &#result, #gradients: &mut #params_type) {
                    #accumulate
                }
            }
        }
    }

    /// A backward function: what it reads, then its steps.
    fn sweep(
        &self,
        compiled: &Compiled,
        section: &Section,
        slot_names: &[Option<Ident>],
    ) -> TokenStream {
        let plan = &compiled.plan;
        let (tape, params) = (&self.tape, &self.parameters);
        let mut names = self.names.clone();
        let variables: Vec<Option<Ident>> = plan
            .slots
            .iter()
            .map(|slot| slot.local.then(|| names.fresh(slot.label())))
            .collect();
        let memory = |home: Home| match home {
            Home::Slot(index) => match &variables[index] {
                Some(variable) => Memory::place(&quote!(#variable)),
                None => {
                    let field = &slot_names[index];
                    Memory::place(&quote!(#tape.#field))
                }
            },
            other => self.memory(other),
        };
        let code = Code::new(&plan.graph, section, &self.types, &mut names, &memory);
        let steps = code.steps(&[]);
        let read: Vec<NodeId> = section
            .steps
            .iter()
            .flat_map(|step| &step.inputs)
            .map(|input| plan.graph.storage(*input))
            .collect();
        let homes: Vec<Home> = read
            .iter()
            .map(|id| section.home(&plan.graph, *id))
            .chain(section.steps.iter().map(|step| step.home))
            .collect();
        let is_local = |home: &Home| matches!(home, Home::Slot(index) if plan.slots[*index].local);
        let uses_tape = homes
            .iter()
            .any(|home| matches!(home, Home::Slot(_)) && !is_local(home));
        let declarations = plan.slots.iter().enumerate().filter_map(|(index, slot)| {
            let variable = variables[index].as_ref()?;
            let ty = self.types.shape(&slot.shape);
            homes
                .contains(&Home::Slot(index))
                .then(|| quote!(let mut #variable = <#ty as rt::Tensor>::ZERO;))
        });
        let uses_operand = |index: usize| homes.contains(&Home::Operand(index));
        let tape = uses_tape.then(|| quote!(let #tape = &mut *self.#tape;));
        let uses_params = self
            .arguments
            .iter()
            .enumerate()
            .any(|(index, a)| a.role == Role::Param && uses_operand(index));
        let params = uses_params.then(|| quote!(let #params = self.#params;));
        let inputs = self
            .arguments
            .iter()
            .enumerate()
            .filter(|(index, a)| a.role == Role::Input && uses_operand(*index))
            .map(|(index, _)| {
                let variable = &self.variables[index];
                quote!(let #variable = self.#variable;)
            });
        let zeros = section.zeros.iter().map(|index| {
            let argument = &self.arguments[*index];
            let (gradients, ident) = (&self.gradients, &argument.ident);
            let ty = self.types.shape(&argument.ty.shape);
            quote!(#gradients.#ident = <#ty as rt::Tensor>::ZERO;)
        });
        quote!(#tape #params #(#inputs)* #(#declarations)* #(#zeros)* #steps)
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
