//! The expression behind `grad! { … }`: a module with a generic tape, and a call that records.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::code::{Code, Memory};
use super::{Types, allowed_lints, is_as_known, tables, use_of};
use crate::expand::CompiledBlock;
use crate::infer::OwnCall;
use crate::loops::Unit;
use crate::names::{Names, camel, plain};
use crate::plan::{Home, Mode, Section};
use crate::program::{Own, ValueId};
use crate::shape::{Dim, Shape};
use crate::syntax::Place;

/// Names the tape needs beside the user's.
struct Emitter<'a> {
    compiled: &'a CompiledBlock,
    types: Types,
    /// By operand: field, type parameter, gradient variable.
    fields: Vec<Ident>,
    operand_types: Vec<Ident>,
    gradients: Vec<Ident>,
    root: Ident,
    root_gradient: Ident,
    seed: Ident,
    slots: Vec<Ident>,
    /// The field that mentions all type parameters.
    marker: Ident,
    names: Names,
    operand_shapes: Vec<Shape>,
    /// Const items that stand for dimensions.
    items: Vec<(String, Ident)>,
}

pub(crate) fn emit(compiled: &CompiledBlock, runtime: &TokenStream) -> TokenStream {
    let program = &compiled.program;
    let shapes = &compiled.shapes;

    // Names of values.
    let mut names = Names::default();
    for name in ["rt", "Kernel", "self"] {
        names.fresh(name);
    }
    let fields: Vec<Ident> = program
        .operands
        .iter()
        .map(|o| names.fresh(&plain(&o.ident)))
        .collect();
    let root_name = program.root_name.as_ref().map_or("y".to_owned(), plain);
    let root = names.fresh(&root_name);
    let seed = names.fresh("seed");
    let gradients = program
        .operands
        .iter()
        .map(|o| names.fresh(&format!("d_{}", plain(&o.ident))))
        .collect();
    let root_gradient = names.fresh(&format!("d_{root_name}"));
    let slots = compiled
        .plan
        .slots
        .iter()
        .map(|slot| names.fresh(slot.label()))
        .collect();

    // Names of types.
    let mut type_names = Names::default();
    for name in ["E", "Record", "Kernel", "Self"] {
        type_names.fresh(name);
    }
    let operand_types = program
        .operands
        .iter()
        .map(|o| type_names.fresh(&camel(&plain(&o.ident))))
        .collect();
    let (free_shapes, free_dims, items) = free_variables(compiled);
    let free_shapes: BTreeMap<usize, Ident> = free_shapes
        .into_iter()
        .map(|v| (v, type_names.fresh("S")))
        .collect();
    let free_dims: BTreeMap<usize, Ident> = free_dims
        .into_iter()
        .map(|v| (v, type_names.fresh("N")))
        .collect();
    let items: Vec<(String, Ident)> = items
        .into_iter()
        .map(|text| (text, type_names.fresh("DIM")))
        .collect();
    let dims = items
        .iter()
        .map(|(text, ident)| (text.as_str().into(), quote!(#ident)))
        .collect();

    let own_types: Vec<Ident> = program
        .owns
        .iter()
        .map(|_| type_names.fresh("Operator"))
        .collect();

    let generic_element = compiled.element.is_none();
    let element = match &compiled.element {
        None => quote!(E),
        Some(element) => element.name().parse().unwrap_or_default(),
    };
    let emitter = Emitter {
        compiled,
        types: Types {
            element,
            dims,
            free_dims,
            free_shapes,
            own: own_types.iter().map(|own| quote!(#own)).collect(),
            own_places: Vec::new(),
            tables: tables([&compiled.plan.graph]),
        },
        fields,
        operand_types,
        gradients,
        root,
        root_gradient,
        seed,
        slots,
        marker: names.fresh("types"),
        names,
        operand_shapes: shapes.operands(program),
        items,
    };
    let module = emitter.module(runtime, generic_element);
    let emitter_fields = &emitter.fields;
    let shapes_ident = Ident::new("__ad_shapes", Span::mixed_site());

    // The call, in the user's scope: each operand at its token, so that errors point there.
    let operands = program.operands.iter().enumerate().map(|(index, operand)| {
        let ident = &operand.ident;
        let field = &emitter_fields[index];
        // At the user's token, and yet a name of ours.
        let span = ident.span().resolved_at(Span::mixed_site());
        let shapes = Ident::new("__ad_shapes", span);
        let operand = quote_spanned!(ident.span()=> #ident.__ad_operand());
        quote_spanned!(span=> #shapes.#field(#operand))
    });
    let operands: Vec<TokenStream> = operands.collect();
    let Checked {
        statements,
        operands,
        own: own_arguments,
    } = emitter.checked(operands, runtime);
    // A variable at the token of the root, so that a shape that does not fit is reported there.
    let root_variable: Vec<Ident> = program
        .root_name
        .iter()
        .map(|ident| Ident::new("__ad_root", ident.span()))
        .collect();
    let root_views = program
        .root_name
        .iter()
        .map(|ident| quote_spanned!(ident.span()=> #runtime::__private::root(&mut #ident)));
    let dim_arguments = emitter.items.iter().map(|(text, _)| {
        let tokens = &compiled.dim_items[text.as_str()];
        quote!(#runtime::__private::Dim::<{ #tokens }>)
    });
    // What only the type checker knows of an operator of a called model, it knows of the shapes.
    let own_functions = program
        .owns
        .iter()
        .enumerate()
        .filter(|(_, own)| open_own(own))
        .map(|(index, own)| emitter.own_function(runtime, index, own));
    let called = program.called.iter().map(|path| use_of(path, &[]));
    let dim_arguments = dim_arguments.chain(own_arguments);
    let user_types = Types {
        element: quote!(),
        dims: compiled
            .dim_items
            .iter()
            .map(|(text, tokens)| (text.clone(), quote!((#tokens))))
            .collect(),
        free_dims: BTreeMap::new(),
        free_shapes: BTreeMap::new(),
        own: Vec::new(),
        own_places: Vec::new(),
        tables: Vec::new(),
    };
    let checks = shapes.checks.iter().map(|check| {
        let assertion = user_types.check(check);
        let span = check.place.start;
        quote_spanned!(span=> const { #assertion };)
    });
    let known = program.constants.iter().map(|named| {
        let path = &named.path;
        let assertion = is_as_known(named, &quote!(#path), &quote!(#runtime::__private));
        // The path begins with `self::`, as it must.
        quote!(#[allow(unused_qualifications)] const { #assertion };)
    });
    quote! {
        {
            #[allow(unused_imports)] // only plain arrays and scalars need them
            use #runtime::__private::{NoOperand as _, PlainOperand as _};
            #(#called)*
            #module
            #(#own_functions)*
            #(#checks)*
            #(#known)*
            #(let #root_variable = #root_views;)*
            // The shapes the operands share: each operand is checked in an expression of its own.
            let #shapes_ident = __ad_tape::shapes();
            #statements
            __ad_tape::record(&#shapes_ident, #(#operands,)* #(#root_variable,)* #(#dim_arguments),*)
        }
    }
}

/// Whether the type checker must find out a const generic.
fn open_own(own: &Own) -> bool {
    own.dims.iter().any(|dim| !matches!(dim, Dim::Literal(_))) && own.called
}

/// The function that gives an operator of a called model.
fn own_function(index: usize) -> Ident {
    Ident::new(&format!("__ad_operator_{index}"), Span::mixed_site())
}

fn own_span(own: &Own) -> Span {
    own.path
        .segments
        .last()
        .map_or_else(Span::call_site, |segment| segment.ident.span())
}

/// What the call passes on, once it is checked.
struct Checked {
    statements: TokenStream,
    operands: Vec<TokenStream>,
    /// The user's own operators, by path.
    own: Vec<TokenStream>,
}

/// The function that checks whether two operands can meet.
fn join_check(index: usize, span: Span) -> Ident {
    Ident::new(&format!("__ad_join_{index}"), span)
}

fn join_pair(index: usize) -> Ident {
    format_ident!("__ad_pair_{index}")
}

/// The function that checks a call of an operator of the user's own.
fn own_check(index: usize, span: Span) -> Ident {
    Ident::new(&format!("__ad_own_{index}"), span)
}

/// Shape variables, dimension variables and const items that occur in any type.
fn free_variables(
    compiled: &CompiledBlock,
) -> (BTreeSet<usize>, BTreeSet<usize>, BTreeSet<String>) {
    let mut found = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let graph = &compiled.plan.graph;
    let nodes = graph.ids().map(|id| &graph[id].shape);
    let broadcasts = compiled
        .shapes
        .broadcasts
        .iter()
        .flat_map(|(from, to)| [from, to]);
    // Operands may be unused, and yet have a type.
    let values = compiled.shapes.values.iter();
    let checked: Vec<Shape> = compiled
        .shapes
        .generic_checks
        .iter()
        .flat_map(|check| check.condition.shapes())
        .collect();
    let owns = compiled.program.owns.iter();
    let owns: Vec<Shape> = owns
        .flat_map(|own| &own.dims)
        .map(|dim| Shape::Vector(dim.clone()))
        .collect();
    for shape in nodes
        .chain(broadcasts)
        .chain(values)
        .chain(&checked)
        .chain(&owns)
    {
        if let Shape::Var(v) = shape {
            found.0.insert(*v);
        }
        for dim in shape.dims().unwrap_or_default() {
            match dim {
                Dim::Var(v) => {
                    found.1.insert(v);
                }
                Dim::Item(text) => {
                    found.2.insert(text.to_string());
                }
                Dim::Literal(_) | Dim::Generic(_) => {}
            }
        }
    }
    found
}

impl Emitter<'_> {
    fn root_type(&self) -> TokenStream {
        let plan = &self.compiled.plan;
        self.types.shape(&plan.graph[plan.root].shape)
    }

    fn operand_type(&self, index: usize) -> TokenStream {
        self.types.shape(&self.operand_shapes[index])
    }

    /// Const generics of the record.
    fn dim_parameters(&self) -> Vec<&Ident> {
        let free = self.types.free_dims.values();
        free.chain(self.items.iter().map(|(_, ident)| ident))
            .collect()
    }

    /// Type parameters of `Shapes`, declared and applied.
    fn shape_parameters(&self) -> (TokenStream, TokenStream) {
        let element = self.compiled.element.is_none().then(|| quote!(E,));
        let shapes: Vec<&Ident> = self.types.free_shapes.values().collect();
        let dims = self.dim_parameters();
        (
            quote!(#element #(#shapes,)* #(const #dims: usize),*),
            quote!(#element #(#shapes,)* #(#dims),*),
        )
    }

    /// In the user's scope: the operator of a called model for the shapes that were inferred.
    fn own_function(&self, runtime: &TokenStream, index: usize, own: &Own) -> TokenStream {
        let arguments: Vec<TokenStream> = own.dims.iter().map(|dim| self.types.dim(dim)).collect();
        let operator = own.applied(&arguments);
        let (declared, applied) = self.shape_parameters();
        let name = own_function(index);
        let lints = allowed_lints();
        quote_spanned! {own_span(own)=>
            #lints
            #[inline]
            fn #name<#declared>(_: &__ad_tape::Shapes<#applied>) -> #runtime::__private::Own<#operator> {
                #runtime::__private::Own::OPERATOR
            }
        }
    }

    /// Checks calls of the user's own operators, each at its place, and operands that meet in
    /// `+ - * /`, each pair at the place of the second. Where one does not fit there are no operands
    /// either, and nothing else is reported.
    fn checked(&self, operands: Vec<TokenStream>, runtime: &TokenStream) -> Checked {
        let CompiledBlock {
            program, shapes, ..
        } = self.compiled;
        let calls = shapes.own_calls(program);
        if shapes.joins.is_empty() && calls.is_empty() {
            return Checked {
                statements: TokenStream::new(),
                operands,
                own: Vec::new(),
            };
        }
        let local = |name: &str| Ident::new(name, Span::mixed_site());
        let own_local = |number: usize| local(&format!("__ad_own_{number}"));
        let (all, shared) = (local("__ad_operands"), local("__ad_shapes"));
        let given: Vec<Ident> = (0..operands.len())
            .map(|index| local(&format!("__ad_operand_{index}")))
            .collect();
        let joins = shapes.joins.iter().enumerate().map(|(number, join)| {
            let (value, place) = match shapes.join_place(program, join) {
                Some((value, place)) => (value, place.start),
                None => (program.root, Span::call_site()),
            };
            // Names of ours at the user's place, and parentheses of it, which rustc marks.
            let ours = place.resolved_at(Span::mixed_site());
            let (check, pair) = (join_check(number, ours), join_pair(number));
            let (meeting, known) = (
                Ident::new("__ad_pair", ours),
                Ident::new("__ad_shapes", ours),
            );
            let mut marked = Group::new(Delimiter::Parenthesis, quote!(#meeting));
            marked.set_span(place);
            let checked = quote_spanned!(ours=> #known.#check(#marked));
            let statement = quote!(let #meeting = #shared.#pair(); let #shared = #checked;);
            (value, statement)
        });
        let owns = calls.iter().enumerate().map(|(number, call)| {
            let Place { start, end } = call.place;
            let known = Ident::new("__ad_shapes", start.resolved_at(Span::mixed_site()));
            let (own, check) = (&program.owns[call.path], own_check(number, start));
            let operator = if open_own(own) {
                let function = own_function(call.path);
                quote_spanned!(start=> #function(&#known))
            } else {
                let dims = own.dims.iter().map(|dim| self.types.dim(dim));
                let operator = own.applied(&dims.collect::<Vec<_>>());
                let constant = Ident::new("OPERATOR", end);
                quote_spanned!(start=> __ad_tape::Own::<#operator>::#constant)
            };
            let (checked, name) = (
                quote_spanned!(start=> #known.#check(#operator)),
                own_local(number),
            );
            (call.value, quote!(let #name = #checked;))
        });
        // In the order of the source: what goes into one may come out of another.
        let mut checks: Vec<(ValueId, TokenStream)> = joins.chain(owns).collect();
        checks.sort_by_key(|(value, _)| *value);
        let checks = checks.iter().map(|(_, check)| check);
        let statements = quote! {
            let #all = (#(#operands,)*);
            #(#checks)*
            let (#(#given,)*) = #shared.__ad_all(#all);
        };
        let own = (0..program.owns.len()).filter_map(|path| {
            let calls = calls
                .iter()
                .enumerate()
                .filter(|(_, call)| call.path == path);
            let calls = calls.map(|(number, _)| own_local(number).into_token_stream());
            calls.reduce(|all, one| quote!(#runtime::__private::both(#all, #one)))
        });
        Checked {
            statements,
            operands: given.iter().map(ToTokens::to_token_stream).collect(),
            own: own.collect(),
        }
    }

    fn module(&self, runtime: &TokenStream, generic_element: bool) -> TokenStream {
        let Emitter {
            compiled,
            types,
            fields,
            operand_types,
            root,
            seed,
            marker,
            items,
            ..
        } = self;
        let plan = &compiled.plan;
        let element = &types.element;
        let root_type = self.root_type();
        let shape_parameters: Vec<&Ident> = types.free_shapes.values().collect();
        let own_parameters = &types.own;
        let dim_parameters = self.dim_parameters();
        let own = (!own_parameters.is_empty()).then(|| {
            quote!(
                pub use rt::Own;
            )
        });
        let element_parameter = generic_element.then(|| quote!(E,));
        let declared = quote! {
            't, #(#operand_types,)* #element_parameter #(#shape_parameters,)* #(#own_parameters,)* #(const #dim_parameters: usize),*
        };
        let applied = quote! {
            't, #(#operand_types,)* #element_parameter #(#shape_parameters,)* #(#own_parameters,)* #(#dim_parameters),*
        };
        let record_type = quote!(Record<#applied>);

        let operand_values: Vec<TokenStream> = (0..fields.len())
            .map(|index| self.operand_type(index))
            .collect();
        let targets = compiled.shapes.untracked.iter().map(|index| {
            let ty = &operand_types[*index];
            quote!(#ty: rt::Untracked,)
        });
        let joins = compiled.shapes.joins.iter().map(|join| {
            let (left, right, result) = (
                types.shape(&join.left),
                types.shape(&join.right),
                types.shape(&join.result),
            );
            // The element type is said once more: a bound hides what rustc knows of arrays.
            quote!(#left: rt::Join<#right, Output = #result> + rt::Tensor<Elem = #element>,)
        });
        let broadcasts = compiled.shapes.broadcasts.iter().map(|(from, to)| {
            let (from, to) = (types.shape(from), types.shape(to));
            quote!(#from: rt::BroadcastTo<#to> + rt::Tensor<Elem = #element>,)
        });
        let calls = compiled.shapes.own_calls(&compiled.program);
        let of_call = |call: &OwnCall| types.own_of(call.operands.iter(), &call.result);
        let own_bounds = calls.iter().map(|call| {
            let (operator, of) = (&types.own[call.path], of_call(call));
            quote!(#operator: rt::OwnOf<#of>,)
        });
        let element_bound = generic_element.then(|| quote!(E: rt::Element,));
        let bounds = quote! {
            #(#operand_types: rt::OfShape<#operand_values>,)*
            #element_bound
            #(#shape_parameters: rt::Tensor<Elem = #element>,)*
            Kernel: rt::Kernels<#element>,
            #(#joins)*
            #(#broadcasts)*
            #(#targets)*
            #(#own_bounds)*
        };
        // The struct itself needs only what its fields need.
        let struct_bounds = quote! {
            #(#shape_parameters: rt::Tensor<Elem = #element>,)*
            #element_bound
        };
        let (slots, slot_types): (Vec<&Ident>, Vec<TokenStream>) = plan
            .slots
            .iter()
            .zip(&self.slots)
            .filter(|(slot, _)| slot.recorded())
            .map(|(slot, ident)| (ident, types.shape(&slot.shape)))
            .unzip();
        let dim_arguments = items
            .iter()
            .map(|(_, ident)| quote!(_: rt::Dim<#ident>))
            .chain(own_parameters.iter().map(|own| quote!(_: rt::Own<#own>)));

        let forward = self.forward(generic_element);
        let backward = self.backward(generic_element);
        let checks = compiled.shapes.generic_checks.iter().map(|check| {
            let assertion = types.check(check);
            let span = check.place.start;
            quote_spanned!(span=> const { #assertion };)
        });
        let bindings = self.bindings();
        let constants = types.constants();
        let (shape_declared, shape_arguments) = self.shape_parameters();
        let own_checks = calls.iter().enumerate().map(|(number, call)| {
            let check = own_check(number, Span::call_site());
            let operands = call.operands.iter().map(|operand| types.shape(operand));
            let operands = quote!((#(#operands,)*));
            let result = types.shape(&call.result);
            quote! {
                /// A call of an operator of the user's own.
                #[inline]
                pub fn #check<Value>(
                    &self, _: Own<Value>,
                ) -> Own<rt::FitsOwn<Value, #operands, #result>>
                where
                    Value: rt::Operator<Operands: rt::Takes<#operands>, Output: rt::Gives<#result>>,
                {
                    Own::OPERATOR
                }
            }
        });
        let lints = allowed_lints();
        let join_checks = self.join_checks();
        let operand_checks = fields.iter().enumerate().map(|(index, field)| {
            let value = &operand_values[index];
            if compiled.shapes.untracked.contains(&index) {
                quote! {
                    /// An operand that is, or makes, a target.
                    #[inline]
                    pub fn #field<Value>(
                        &self, operand: Value,
                    ) -> <rt::OfElement<<Value as rt::Untracked>::Target, #element> as rt::OfShape<#value>>::Fits
                    where
                        Value: rt::Untracked,
                        Value::Target: rt::Operand<Value: rt::Tensor<Elem: rt::IsElement<#element>>>,
                        rt::OfElement<Value::Target, #element>: rt::OfShape<#value>,
                    {
                        rt::OfShape::fits(rt::of_element::<_, #element>(rt::Untracked::target(operand)))
                    }
                }
            } else {
                quote! {
                    /// An operand.
                    #[inline]
                    pub fn #field<Value>(
                        &self, operand: Value,
                    ) -> <rt::OfElement<Value, #element> as rt::OfShape<#value>>::Fits
                    where
                        Value: rt::Operand<Value: rt::Tensor<Elem: rt::IsElement<#element>>>,
                        rt::OfElement<Value, #element>: rt::OfShape<#value>,
                    {
                        rt::OfShape::fits(rt::of_element::<_, #element>(operand))
                    }
                }
            }
        });
        quote! {
            #lints
            mod __ad_tape {
                use #runtime::__private as rt;
                #own
                use rt::{Kernels as _, Operand as _};
                type Kernel = rt::DefaultKernels;
                #constants

                /// What a forward pass over the views recorded, with the views.
                pub struct Record<#declared>
                where
                    #struct_bounds
                {
                    #(#fields: #operand_types,)*
                    #root: rt::OutputRef<'t, #root_type>,
                    #(#slots: #slot_types,)*
                    #marker: ::core::marker::PhantomData<(#(#operand_types,)* #element_parameter #(#shape_parameters,)* #(#own_parameters,)*)>,
                }

                /// The shapes that operands share, to be inferred from them.
                pub struct Shapes<#shape_declared>(
                    ::core::marker::PhantomData<(#element_parameter #(#shape_parameters,)*)>,
                );

                /// Shapes not known yet.
                #[inline]
                pub fn shapes<#shape_declared>() -> Shapes<#shape_arguments> {
                    Shapes(::core::marker::PhantomData)
                }

                impl<#shape_declared> Shapes<#shape_arguments>
                where
                    #(#shape_parameters: rt::Tensor,)*
                    #element_bound
                {
                    #(#operand_checks)*
                    #join_checks
                    #(#own_checks)*
                }

                /// Computes the result into its view and records what backward needs.
                // The type is opaque, so that a misfit is an error of this call and not once
                // more of every method called on the tape.
                #[inline]
                pub fn record<#declared>(
                    _: &Shapes<#shape_arguments>,
                    #(#fields: #operand_types,)*
                    #root: rt::OutputRef<'t, #root_type>,
                    #(#dim_arguments),*
                ) -> rt::Tape<impl rt::Backward<Root = #root_type> + use<#applied>>
                where
                    #bounds
                {
                    #(#checks)*
                    let mut record: #record_type = Record {
                        #(#fields,)*
                        #root,
                        #(#slots: <#slot_types as rt::Tensor>::ZERO,)*
                        #marker: ::core::marker::PhantomData,
                    };
                    record.forward();
                    rt::Tape::new(record)
                }

                impl<#declared> #record_type
                where
                    #bounds
                {
                    #[inline]
                    fn forward(&mut self) {
                        #bindings
                        let #root = self.#root.value_mut();
                        #forward
                    }
                }

                impl<#declared> rt::Backward for #record_type
                where
                    #bounds
                {
                    type Root = #root_type;

                    #[inline]
                    fn output(&self) -> &#root_type {
                        self.#root.value()
                    }

                    #[inline]
                    fn backward_with_seed(&mut self, #seed: &#root_type) {
                        #backward
                    }
                }
            }
        }
    }

    /// Checks of operands that meet, in the order of the source.
    fn join_checks(&self) -> TokenStream {
        let (shapes, types) = (&self.compiled.shapes, &self.types);
        let joins = shapes.joins.iter().enumerate().map(|(number, join)| {
            let (check, pair) = (join_check(number, Span::call_site()), join_pair(number));
            let [left, right, result] =
                [&join.left, &join.right, &join.result].map(|shape| types.shape(shape));
            quote! {
                /// Two operands that meet.
                #[inline]
                pub fn #check<Left, Right>(
                    self, _: rt::Pair<Left, Right>,
                ) -> <<Left as rt::Join<Right>>::Output as rt::With>::Other<Self>
                where
                    Left: rt::Join<Right, Output = #result>,
                    Right: rt::Tensor<Elem = Left::Elem>,
                {
                    self
                }

                /// Their shapes.
                #[inline]
                pub fn #pair(&self) -> rt::Pair<#left, #right> {
                    rt::Pair::SHAPES
                }
            }
        });
        if shapes.joins.is_empty() && types.own.is_empty() {
            return TokenStream::new();
        }
        quote! {
            #(#joins)*

            /// All operands, once they are checked.
            #[inline]
            pub fn __ad_all<Values>(&self, operands: Values) -> Values {
                operands
            }
        }
    }

    /// `let x = self.x.value();` for the forward pass.
    fn bindings(&self) -> TokenStream {
        let fields = &self.fields;
        quote!(#(let #fields = self.#fields.value();)*)
    }

    fn memory(&self, home: Home) -> Memory {
        match home {
            Home::Operand(index) => Memory::behind(&self.fields[index]),
            Home::Gradient(index) => Memory::behind_mut(&self.gradients[index]),
            Home::Seed => Memory::behind(&self.seed),
            Home::Root => Memory::behind_mut(&self.root),
            Home::Slot(index) => {
                let slot = &self.slots[index];
                Memory::place(&quote!(self.#slot))
            }
            Home::Direction(_) | Home::Number | Home::Table(_) | Home::Local(_) => {
                unreachable!("autodiff internal: no such memory in `grad!`; please report it")
            }
        }
    }

    fn forward(&self, generic_element: bool) -> TokenStream {
        let plan = &self.compiled.plan;
        let mut names = self.names.clone();
        let memory = |home: Home| self.memory(home);
        let mut code = Code::new(&plan.graph, &plan.forward, &self.types, &mut names, &memory);
        code.generic_element = generic_element;
        code.steps(&[])
    }

    fn backward(&self, generic_element: bool) -> TokenStream {
        let plan = &self.compiled.plan;
        let section: &Section = &plan.backward;
        let mut names = self.names.clone();
        let memory = |home: Home| self.memory(home);
        let mut code = Code::new(&plan.graph, section, &self.types, &mut names, &memory);
        code.generic_element = generic_element;

        let (fields, gradients) = (&self.fields, &self.gradients);
        let (root, root_gradient, seed) = (&self.root, &self.root_gradient, &self.seed);
        let zeros = section.zeros.iter().map(|index| {
            let gradient = &gradients[*index];
            let ty = self.operand_type(*index);
            quote! {
                if let ::core::option::Option::Some(#gradient) = #gradient.as_deref_mut() {
                    *#gradient = <#ty as rt::Tensor>::ZERO;
                }
            }
        });

        // Steps that serve the same parameters share one condition.
        let all: BTreeSet<usize> = (0..fields.len())
            .filter(|index| !section.zeros.contains(index))
            .collect();
        let body = code.pieces(&[], |units| {
            let mut groups: Vec<(Option<TokenStream>, TokenStream)> = Vec::new();
            let mut open: Option<String> = None;
            for unit in units {
                // The steps of a loop all serve the same.
                let step = match unit {
                    Unit::Step(step) => step,
                    Unit::Loop(found) => &section.steps[found.steps.start],
                };
                let wanted = if step.serves == all && all.len() > 1 {
                    None
                } else {
                    Some(self.condition(&step.serves))
                };
                let variable = matches!(step.home, Home::Local(_)) && step.mode == Mode::Write;
                let (wanted, statement) = match wanted {
                    // A variable must exist whether or not it is needed.
                    Some(condition) if variable => (None, code.guarded_local(step, &condition)),
                    wanted => (wanted, code.unit(unit)),
                };
                let key = wanted.as_ref().map(ToString::to_string);
                match groups.last_mut() {
                    Some((_, group)) if key == open => group.extend(statement),
                    _ => groups.push((wanted, statement)),
                }
                open = key;
            }
            groups
                .into_iter()
                .map(|(condition, statements)| match condition {
                    Some(condition) => quote!(if #condition { #statements }),
                    None => statements,
                })
                .collect()
        });
        quote! {
            #(let (#fields, mut #gradients) = self.#fields.split();)*
            let (#root, #root_gradient) = self.#root.parts();
            *#root_gradient = *#seed;
            #(#zeros)*
            #body
        }
    }

    /// Whether any of the gradients is wanted: for one gradient with access to its memory.
    fn condition(&self, serves: &BTreeSet<usize>) -> TokenStream {
        if let (Some(index), 1) = (serves.first(), serves.len()) {
            let gradient = &self.gradients[*index];
            return quote!(let ::core::option::Option::Some(#gradient) = #gradient.as_deref_mut());
        }
        let types = serves.iter().map(|index| &self.operand_types[*index]);
        quote!(#(#types::TRACKED)||*)
    }
}
