//! Statements: one per step of a plan.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Types;
use super::element_loop::ElementLoop;
use crate::graph::{Graph, NodeId, Source};
use crate::loops::Unit;
use crate::names::Names;
use crate::ops::{Form, Kernel, Part, Scalar, View};
use crate::plan::{Home, Mode, Section, Step};

/// How a home is written in one function.
pub(crate) struct Memory {
    /// `&home`
    pub(crate) reference: TokenStream,
    /// `&mut home`
    pub(crate) mutable: TokenStream,
    /// `&mut *home`, to be moved into an `Option`.
    pub(crate) exclusive: TokenStream,
    /// The scalar itself, also on the left of `=`.
    pub(crate) value: TokenStream,
}

impl Memory {
    /// A variable or field.
    pub(crate) fn place(place: &TokenStream) -> Self {
        Memory {
            reference: quote!(&#place),
            mutable: quote!(&mut #place),
            exclusive: quote!(&mut #place),
            value: place.clone(),
        }
    }

    /// A variable that holds a reference.
    pub(crate) fn behind(reference: &Ident) -> Self {
        Memory {
            reference: quote!(#reference),
            mutable: quote!(#reference),
            exclusive: quote!(&mut *#reference),
            value: quote!(*#reference),
        }
    }

    /// A variable that holds a mutable reference.
    pub(crate) fn behind_mut(reference: &Ident) -> Self {
        Memory {
            reference: quote!(&*#reference),
            mutable: quote!(#reference),
            exclusive: quote!(&mut *#reference),
            value: quote!(*#reference),
        }
    }
}

/// Writes the steps of one section.
pub(crate) struct Code<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) section: &'a Section,
    pub(crate) types: &'a Types,
    /// The element type is a type parameter: literals are converted.
    pub(crate) generic_element: bool,
    /// Homes other than the local variables.
    pub(crate) memory: &'a dyn Fn(Home) -> Memory,
    /// Names of the local variables.
    pub(crate) locals: Vec<Ident>,
    /// The user's names of the operands, by index.
    pub(super) operands: HashMap<usize, String>,
    /// All names in use, for the variables of loops.
    pub(super) names: Names,
}

impl<'a> Code<'a> {
    pub(crate) fn new(
        graph: &'a Graph,
        section: &'a Section,
        types: &'a Types,
        names: &mut Names,
        memory: &'a dyn Fn(Home) -> Memory,
    ) -> Self {
        let locals = section
            .locals
            .iter()
            .map(|(name, _)| names.fresh(name))
            .collect();
        Code {
            graph,
            section,
            types,
            generic_element: false,
            memory,
            locals,
            operands: graph
                .ids()
                .filter_map(|id| match graph[id].source {
                    Source::Operand(index) => Some((index, graph[id].name.clone())),
                    _ => None,
                })
                .collect(),
            names: names.clone(),
        }
    }

    pub(crate) fn home(&self, home: Home) -> Memory {
        match home {
            Home::Local(index) => {
                let local = &self.locals[index];
                Memory::place(&quote!(#local))
            }
            other => (self.memory)(other),
        }
    }

    fn number(&self, text: &str) -> TokenStream {
        // The text was a literal of the source; parsing cannot fail.
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (quote!(-), digits),
            None => (quote!(), text),
        };
        let element = &self.types.element;
        if self.generic_element {
            let literal: TokenStream = format!("{digits}f64").parse().unwrap_or_default();
            return quote!(<#element as rt::Element>::from_f64(#sign #literal));
        }
        let literal: TokenStream = format!("{digits}{element}").parse().unwrap_or_default();
        quote!(#sign #literal)
    }

    /// A whole number of the source.
    pub(super) fn integer(&self, id: NodeId) -> TokenStream {
        match &self.graph[id].source {
            Source::Number(number) => number.text.parse().unwrap_or_default(),
            _ => unreachable!("autodiff internal: not a whole number; please report the model"),
        }
    }

    /// `&value`
    pub(crate) fn reference(&self, id: NodeId) -> TokenStream {
        match &self.graph[id].source {
            Source::Kernel(kernel, inputs) => {
                if let Form::View(view) = kernel.form {
                    let inner = self.reference(inputs[0]);
                    return match view {
                        View::Same => inner,
                        View::Reshape => {
                            let shape = self.types.shape(&self.graph[id].shape);
                            quote!(rt::reshape::<_, #shape>(#inner))
                        }
                    };
                }
            }
            Source::Number(number) => {
                let number = self.number(&number.text);
                return quote!(&#number);
            }
            Source::Table(table) => {
                let table = self.types.table(table);
                return quote!(&#table);
            }
            _ => {}
        }
        self.home(self.section.home(self.graph, id)).reference
    }

    /// The scalar itself.
    pub(crate) fn value(&self, id: NodeId) -> TokenStream {
        match &self.graph[id].source {
            Source::Kernel(kernel, inputs) => match kernel.form {
                Form::View(View::Same) => return self.value(inputs[0]),
                Form::View(View::Reshape) => {
                    let reference = self.reference(id);
                    return quote!(*#reference);
                }
                _ => {}
            },
            Source::Number(number) => return self.number(&number.text),
            Source::Table(table) => return self.types.table(table),
            _ => {}
        }
        self.home(self.section.home(self.graph, id)).value
    }

    /// The arguments of a kernel in order.
    fn arguments(&self, step: &Step) -> Vec<TokenStream> {
        step.kernel
            .operands
            .chars()
            .zip(&step.inputs)
            .map(|(kind, input)| match kind {
                's' => self.value(*input),
                'i' => self.integer(*input),
                _ => self.reference(*input),
            })
            .collect()
    }

    /// A step whose result is a scalar, as an expression.
    fn scalar(&self, step: &Step) -> TokenStream {
        match step.kernel.form {
            Form::Map(_) => {
                let operands = step.kernel.operands.chars().zip(&step.inputs);
                let values: Vec<TokenStream> = operands
                    .map(|(kind, input)| match kind {
                        'i' => self.integer(*input),
                        _ => self.value(*input),
                    })
                    .collect();
                Self::map(step.kernel, &values)
            }
            _ => {
                let name = format_ident!("{}", step.kernel.name);
                let arguments = self.arguments(step);
                quote!(Kernel::#name(#(#arguments),*))
            }
        }
    }

    /// One element of an element-wise kernel.
    pub(super) fn map(kernel: &Kernel, values: &[TokenStream]) -> TokenStream {
        match kernel.form {
            Form::Map(Scalar::Infix(symbol)) => {
                let symbol: TokenStream = symbol.parse().unwrap_or_default();
                let (left, right) = (&values[0], &values[1]);
                quote!(#left #symbol #right)
            }
            Form::Map(Scalar::Prefix(symbol)) => {
                let symbol: TokenStream = symbol.parse().unwrap_or_default();
                let value = &values[0];
                quote!(#symbol #value)
            }
            Form::Map(Scalar::Function | Scalar::Inline) => {
                let name = format_ident!("{}", kernel.name);
                quote!(rt::scalar::#name(#(#values),*))
            }
            // A copy, or a number that fills an array.
            _ => values[0].clone(),
        }
    }

    /// One statement.
    pub(crate) fn step(&self, step: &Step) -> TokenStream {
        let shape = &self.graph[step.node].shape;
        let home = self.home(step.home);
        if let Form::Own { path, part, arity } = step.kernel.form {
            return self.own(step, path, part, arity);
        }
        if shape.is_scalar() {
            let place = home.value;
            return match step.mode {
                Mode::Write => {
                    let value = self.scalar(step);
                    match step.home {
                        Home::Local(index) if self.section.locals[index].1 => {
                            quote!(let mut #place = #value;)
                        }
                        Home::Local(_) => quote!(let #place = #value;),
                        _ => quote!(#place = #value;),
                    }
                }
                Mode::InPlace => {
                    // Only sums are merged: the place holds the first term.
                    let term = self.value(step.inputs[1]);
                    quote!(#place += #term;)
                }
                Mode::Accumulate => {
                    let value = self.scalar(step);
                    quote!(#place += #value;)
                }
            };
        }
        let out = home.mutable;
        let suffix = match step.mode {
            Mode::Write => "",
            Mode::InPlace => "_in_place",
            Mode::Accumulate => "_accumulate",
        };
        let mut arguments = self.arguments(step);
        match (step.mode, step.kernel.in_place_operand()) {
            (Mode::InPlace, Some(first)) => {
                arguments.remove(first);
                arguments.insert(0, out);
            }
            _ => arguments.push(out),
        }
        let (path, name) = match (step.kernel.form, step.kernel.name.split_once("::")) {
            (_, Some((_, name))) => (quote!(rt::join), name),
            (Form::Broadcast { .. }, _) => (quote!(rt::BroadcastTo), step.kernel.name),
            _ => (quote!(Kernel), step.kernel.name),
        };
        let name = format_ident!("{name}{suffix}");
        quote!(#path::#name(#(#arguments),*);)
    }

    /// A call of an operator of the user's own.
    fn own(&self, step: &Step, path: usize, part: Part, arity: usize) -> TokenStream {
        let home = self.home(step.home);
        let (mutable, exclusive) = (home.mutable, home.exclusive);
        let references: Vec<TokenStream> = step
            .inputs
            .iter()
            .map(|input| self.reference(*input))
            .collect();
        let (operands, rest) = references.split_at(arity.min(references.len()));
        let operands = quote!((#(#operands,)*));
        let types = step
            .inputs
            .iter()
            .take(arity)
            .map(|input| &self.graph[*input].shape);
        let output = match part {
            Part::Forward => &self.graph[step.node].shape,
            // Operands, then the result.
            Part::Reverse(_) | Part::Tangent(_) => match step.inputs.get(arity) {
                Some(output) => &self.graph[*output].shape,
                None => &self.graph[step.node].shape,
            },
        };
        let of = self.types.own_of(types, output);
        let none = quote!(::core::option::Option::None);
        let call = match part {
            Part::Forward => {
                let forward = self.types.own_function(path, &of, "OwnOf", "forward");
                quote!(#forward(#operands, #mutable);)
            }
            Part::Reverse(wanted) => {
                let adjoints = (0..arity).map(|index| {
                    if index == wanted {
                        quote!(::core::option::Option::Some(#exclusive))
                    } else {
                        none.clone()
                    }
                });
                let reverse = self.types.own_function(path, &of, "OwnOf", "reverse");
                quote!(#reverse(#operands, #(#rest,)* (#(#adjoints,)*));)
            }
            Part::Tangent(varying) => {
                let output = rest.first();
                let mut given = rest.iter().skip(1);
                let tangents: Vec<TokenStream> = (0..arity)
                    .map(|index| {
                        let varies = varying & (1 << index) != 0;
                        match varies.then(|| given.next()).flatten() {
                            Some(tangent) => quote!(::core::option::Option::Some(#tangent)),
                            None => none.clone(),
                        }
                    })
                    .collect();
                let tangent = self
                    .types
                    .own_function(path, &of, "OwnTangentOf", "tangent");
                quote!(#tangent(#operands, #output, (#(#tangents,)*), #mutable);)
            }
        };
        match step.home {
            // A scalar variable needs a value before it can be written to.
            Home::Local(local) => {
                let name = &self.locals[local];
                let element = &self.types.element;
                quote!(let mut #name = <#element as rt::Element>::ZERO; #call)
            }
            _ => call,
        }
    }

    /// A variable that is computed only under `condition`, and else zero.
    pub(crate) fn guarded_local(&self, step: &Step, condition: &TokenStream) -> TokenStream {
        let place = self.home(step.home).value;
        if let Form::Own { .. } = step.kernel.form {
            // Rare, and cheap enough to compute always.
            return self.step(step);
        }
        let value = self.scalar(step);
        let element = &self.types.element;
        let changes = match step.home {
            Home::Local(index) if self.section.locals[index].1 => quote!(mut),
            _ => quote!(),
        };
        quote! {
            let #changes #place = if #condition { #value } else { <#element as rt::Element>::ZERO };
        }
    }

    /// One statement, or one loop.
    pub(crate) fn unit(&self, unit: &Unit<'_>) -> TokenStream {
        match unit {
            Unit::Step(step) => self.step(step),
            Unit::Loop(found) => ElementLoop::new(self, found).tokens(),
        }
    }

    /// All statements in order; `results` are read afterwards.
    pub(crate) fn steps(&self, results: &[NodeId]) -> TokenStream {
        self.pieces(results, |units| {
            units.iter().map(|unit| self.unit(unit)).collect()
        })
    }

    /// All that `write` makes of some units in a row.
    ///
    /// Long functions are cut into pieces that are not inlined: optimizers take more than linear
    /// time in the length of a straight run of code over arrays.
    pub(crate) fn pieces(
        &self,
        results: &[NodeId],
        write: impl Fn(&[Unit<'_>]) -> TokenStream,
    ) -> TokenStream {
        let steps = &self.section.steps;
        let units = self.section.units();
        let arrays = steps
            .iter()
            .filter(|step| !self.graph[step.node].shape.is_scalar())
            .count();
        if arrays <= 2 * PIECE && steps.len() <= LONG {
            return write(&units);
        }
        // The last position that reads each scalar variable.
        let mut last_use = vec![0; self.locals.len()];
        for (at, step) in steps.iter().enumerate() {
            for local in self.reads(step) {
                last_use[local] = at;
            }
        }
        for result in results {
            if let Some(local) = self.local(*result) {
                last_use[local] = usize::MAX;
            }
        }
        let mut tokens = TokenStream::new();
        let (mut start, mut end) = (0, 0);
        let mut first = 0;
        for (index, unit) in units.iter().enumerate() {
            end += match unit {
                Unit::Step(_) => 1,
                Unit::Loop(found) => found.steps.len(),
            };
            if end - start < PIECE && index + 1 < units.len() {
                continue;
            }
            let given: Vec<usize> = steps[start..end]
                .iter()
                .filter_map(|step| match (step.home, step.mode) {
                    (Home::Local(local), Mode::Write) => Some(local),
                    _ => None,
                })
                .filter(|local| last_use[*local] >= end)
                .collect();
            let names: Vec<&Ident> = given.iter().map(|local| &self.locals[*local]).collect();
            let patterns = given.iter().map(|local| {
                let name = &self.locals[*local];
                if self.section.locals[*local].1 {
                    quote!(mut #name)
                } else {
                    quote!(#name)
                }
            });
            let piece = write(&units[first..=index]);
            first = index + 1;
            tokens.extend(if given.is_empty() {
                quote!(rt::outline(|| { #piece });)
            } else {
                quote!(let (#(#patterns,)*) = rt::outline(|| { #piece (#(#names,)*) });)
            });
            start = end;
        }
        tokens
    }

    /// The scalar variable a value lives in.
    fn local(&self, id: NodeId) -> Option<usize> {
        match self.section.home(self.graph, self.graph.storage(id)) {
            Home::Local(local) => Some(local),
            _ => None,
        }
    }

    /// The scalar variables a step reads, its own included.
    fn reads(&self, step: &Step) -> impl Iterator<Item = usize> {
        let own = match step.home {
            Home::Local(local) => Some(local),
            _ => None,
        };
        step.inputs
            .iter()
            .filter_map(|input| self.local(*input))
            .chain(own)
    }
}

/// Steps of a function beyond which it is cut: each variable is a scope to debuggers, and scopes
/// nest.
const LONG: usize = 1000;

/// Steps in one piece of a long function.
const PIECE: usize = 48;
