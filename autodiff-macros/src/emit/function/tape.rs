//! `Tape` and `Pass`: forward, backward, Jacobian.

use std::collections::BTreeSet;

use super::*;

impl Emitter<'_> {
    /// An array of `row`, one per element of the result.
    pub(super) fn rows_type(&self, row: TokenStream) -> TokenStream {
        let row = self.generic(row);
        let dims = self.result.dims().unwrap_or_default();
        dims.iter().rev().fold(row, |inner, dim| {
            let dim = self.types.dim(dim);
            quote!([#inner; #dim])
        })
    }

    /// `Pass::jacobian`, for results that are arrays.
    pub(super) fn jacobian_method(&self) -> TokenStream {
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
            // The forward-mode rule of an operator of the user's own may be missing, and the
            // parameters of a generic model are no slice.
            (Some(columns), Some(rows)) => {
                columns < rows && self.types.own.is_empty() && self.function.generics.is_empty()
            }
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

    // --- the tape ------------------------------------------------------------------------------

    pub(super) fn slot_doc(slot: &Slot) -> String {
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

    pub(super) fn tape_items(&self, compiled: Option<&Compiled>) -> TokenStream {
        let slots: &[Slot] = compiled.map_or(&[], |compiled| &compiled.plan.slots);
        // By slot; those local to a function are no fields.
        let slot_names = Self::slot_names(slots);
        let fields: Vec<&Ident> = slot_names.iter().flatten().collect();
        let recorded = || slots.iter().filter(|slot| slot.recorded());
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
        let root = &self.root;
        let root_field = self.scalar_root.then(|| {
            let element = &self.types.element;
            quote!(#root: #element,)
        });
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
                let steps = code.steps(&[plan.root]);
                let checks = self.generic_checks(compiled);
                let value = self.scalar_root.then(|| {
                    let value = code.value(plan.root);
                    quote!(#root: #value)
                });
                quote!(#checks #steps Pass { #tape: self, #params, #(#inputs,)* #value })
            }
        };
        let output = match compiled {
            None => Self::stub(),
            Some(_) if self.scalar_root => quote!(&self.#root),
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
        let sweep = |section: Option<(&Compiled, &Section)>| match section {
            None => Self::stub(),
            Some((compiled, section)) => {
                let plan = &compiled.plan;
                let sweep = self.sweep(&plan.graph, section, &plan.slots, &[]);
                let (bindings, steps) = (self.unpacked(&sweep), sweep.steps);
                quote!(#bindings #steps)
            }
        };
        let backward = sweep(compiled.map(|compiled| (compiled, &compiled.plan.backward)));
        let accumulate = sweep(
            compiled.and_then(|compiled| Some((compiled, compiled.plan.accumulate.as_ref()?))),
        );
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
            #[derive(::core::clone::Clone, ::core::fmt::Debug)]
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
                #root_field
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

    /// A function over the record that goes backward.
    fn sweep(&self, graph: &Graph, section: &Section, slots: &[Slot], results: &[NodeId]) -> Sweep {
        let (tape, root) = (&self.tape, &self.root);
        let slot_names = Self::slot_names(slots);
        let mut names = self.names.clone();
        let variables: Vec<Option<Ident>> = slots
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
            Home::Root => Memory::place(&quote!(#root)),
            other => self.memory(other),
        };
        let code = Code::new(graph, section, &self.types, &mut names, &memory);
        let steps = code.steps(results);
        let results = results.iter().map(|result| code.value(*result)).collect();
        let reads = section.touched(graph);
        let declarations = slots.iter().zip(&variables).enumerate();
        let declarations = declarations.filter_map(|(index, (slot, variable))| {
            let ty = self.types.shape(&slot.shape);
            reads
                .contains(&Home::Slot(index))
                .then_some(variable.as_ref())?
                .map(|variable| quote!(let mut #variable = <#ty as rt::Tensor>::ZERO;))
        });
        let zeros = section.zeros.iter().map(|index| {
            let argument = &self.arguments[*index];
            let (gradients, ident) = (&self.gradients, &argument.ident);
            let ty = self.types.shape(&argument.ty.shape);
            quote!(#gradients.#ident = <#ty as rt::Tensor>::ZERO;)
        });
        let uses_tape = reads
            .iter()
            .any(|home| matches!(home, Home::Slot(index) if !slots[*index].local));
        Sweep {
            steps: quote!(#(#declarations)* #(#zeros)* #steps),
            results,
            uses_tape,
            reads,
        }
    }

    /// What a sweep reads of its pass.
    fn unpacked(&self, sweep: &Sweep) -> TokenStream {
        let (tape, params, root) = (&self.tape, &self.parameters, &self.root);
        let arguments = self.arguments.iter().enumerate();
        let read: Vec<(usize, &Argument)> = arguments
            .filter(|(index, _)| sweep.reads.contains(&Home::Operand(*index)))
            .collect();
        let tape = sweep
            .uses_tape
            .then(|| quote!(let #tape = &mut *self.#tape;));
        let params = read
            .iter()
            .any(|(_, argument)| argument.role == Role::Param)
            .then(|| quote!(let #params = self.#params;));
        let root = sweep
            .reads
            .contains(&Home::Root)
            .then(|| quote!(let #root = self.#root;));
        let inputs = read
            .iter()
            .filter(|(_, argument)| argument.role == Role::Input)
            .map(|(index, _)| {
                let variable = &self.variables[*index];
                quote!(let #variable = self.#variable;)
            });
        quote!(#tape #params #root #(#inputs)*)
    }

    /// Both sweeps in one function: the statements and the result.
    pub(super) fn joint(&self, compiled: &Compiled, joint: &Joint) -> TokenStream {
        let checks = self.generic_checks(compiled);
        let (graph, slots) = (&joint.graph, &compiled.plan.slots);
        let sweep = self.sweep(graph, &joint.section, slots, &[joint.root]);
        let (steps, results) = (sweep.steps, sweep.results);
        quote!(#checks #steps #(#results)*)
    }

    /// By slot: its field, unless it is none.
    fn slot_names(slots: &[Slot]) -> Vec<Option<Ident>> {
        let mut names = Names::default();
        slots
            .iter()
            .map(|slot| slot.recorded().then(|| names.fresh(slot.label())))
            .collect()
    }
}

/// The code of a sweep and what it needs.
struct Sweep {
    steps: TokenStream,
    results: Vec<TokenStream>,
    reads: BTreeSet<Home>,
    uses_tape: bool,
}
