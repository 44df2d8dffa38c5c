//! A loop: the statements of its steps for one element.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::code::Code;
use crate::graph::{NodeId, Source};
use crate::loops::{self, Loop, Stream};
use crate::names::Names;
use crate::ops::{Form, Scalar};
use crate::plan::{Home, Mode, Step};

pub(crate) struct ElementLoop<'a, 'c> {
    code: &'a Code<'c>,
    found: &'a Loop,
    steps: &'a [Step],
    names: Names,
    /// By stream: the variable for its element.
    variables: Vec<Ident>,
    /// Where the elements of each array are now.
    elements: HashMap<Home, TokenStream>,
    /// Scalars read once, in front of the loop.
    scalars: HashMap<NodeId, Ident>,
    hoisted: TokenStream,
}

impl<'a, 'c> ElementLoop<'a, 'c> {
    pub(crate) fn new(code: &'a Code<'c>, found: &'a Loop) -> Self {
        let mut names = code.names.clone();
        let variables: Vec<Ident> = found
            .streams
            .iter()
            .map(|stream| {
                let name = match stream.home {
                    Home::Gradient(operand) => format!("d_{}", code.operands[&operand]),
                    _ => stream.name.clone(),
                };
                names.fresh(&format!("{name}_i"))
            })
            .collect();
        let elements = found
            .streams
            .iter()
            .zip(&variables)
            .filter(|(stream, _)| stream.loaded)
            .map(|(stream, variable)| {
                let element = if stream.stored {
                    quote!(*#variable)
                } else {
                    quote!(#variable)
                };
                (stream.home, element)
            })
            .collect();
        ElementLoop {
            code,
            found,
            steps: &code.section.steps[found.steps.clone()],
            names,
            variables,
            elements,
            scalars: HashMap::new(),
            hoisted: TokenStream::new(),
        }
    }

    /// ```text
    /// for (d_w_i, &d_z_i, &x_i) in rt::zip3(&mut gradients.w, &tape.d_z, x) { *d_w_i = d_z_i * x_i; }
    /// ```
    pub(crate) fn tokens(mut self) -> TokenStream {
        let mut body = TokenStream::new();
        for at in 0..self.steps.len() {
            let statement = self.statement(at);
            body.extend(statement);
        }
        let streams = self.found.streams.iter().zip(&self.variables);
        let (patterns, arrays): (Vec<TokenStream>, Vec<TokenStream>) = streams
            .map(|(stream, variable)| self.walk(stream, variable))
            .unzip();
        let zip = format_ident!("zip{}", arrays.len());
        let hoisted = &self.hoisted;
        let elements = quote!(for (#(#patterns,)*) in rt::#zip(#(#arrays),*) { #body });
        if hoisted.is_empty() {
            elements
        } else {
            quote!({ #hoisted #elements })
        }
    }

    /// Pattern and reference of one array.
    fn walk(&self, stream: &Stream, variable: &Ident) -> (TokenStream, TokenStream) {
        if let Home::Table(_) = stream.home {
            return (quote!(&#variable), self.code.reference(stream.node));
        }
        let memory = self.code.home(stream.home);
        if stream.stored {
            (quote!(#variable), memory.exclusive)
        } else {
            (quote!(&#variable), memory.reference)
        }
    }

    /// The element of one step.
    fn statement(&mut self, at: usize) -> TokenStream {
        let step = &self.steps[at];
        let operands = step.kernel.operands.chars().zip(&step.inputs);
        let values: Vec<TokenStream> = operands
            .map(|(kind, input)| match kind {
                'a' => self.element(*input),
                'i' => self.code.integer(*input),
                _ => self.scalar(*input),
            })
            .collect();
        let value = Code::map(step.kernel, &values);
        let infix = match step.kernel.form {
            Form::Map(Scalar::Infix(symbol)) => Some(symbol),
            _ => None,
        };

        let later = &self.steps[at + 1..];
        let next = later.iter().find_map(|later| self.uses(later, step.home));
        let read = next == Some(Use::Read);
        let overwritten = later.iter().any(|later| later.home == step.home);
        let stream = self.found.streams.iter().position(|s| s.home == step.home);
        let target = stream
            .filter(|stream| self.found.streams[*stream].stored && !overwritten)
            .map(|stream| &self.variables[stream]);

        let old = self.elements.get(&step.home).cloned();
        if let Some(target) = target
            && !read
        {
            // The element is not read again: it goes to memory right away.
            let place = quote!(*#target);
            let is_place = |tokens: &TokenStream| tokens.to_string() == place.to_string();
            return match (step.mode, old, infix) {
                (Mode::Accumulate, Some(old), _) if is_place(&old) => quote!(#place += #value;),
                (Mode::Accumulate, Some(old), Some(_)) => quote!(#place = #old + (#value);),
                (Mode::Accumulate, Some(old), None) => quote!(#place = #old + #value;),
                (Mode::InPlace, _, Some(symbol)) if is_place(&values[0]) => {
                    let assign: TokenStream = format!("{symbol}=").parse().unwrap_or_default();
                    let operand = &values[1];
                    quote!(#place #assign #operand;)
                }
                _ => quote!(#place = #value;),
            };
        }
        let store = |value: &TokenStream| target.map(|target| quote!(*#target = #value;));
        // A fill or copy needs no variable of its own, unless the place it reads changes.
        let plain = !matches!(step.kernel.form, Form::Map(scalar) if scalar != Scalar::Copy);
        let lasts = !value.to_string().starts_with('*');
        if plain && lasts && step.mode == Mode::Write {
            let store = store(&value);
            self.elements.insert(step.home, value);
            return quote!(#store);
        }
        let value = match (step.mode, old, infix) {
            (Mode::Accumulate, Some(old), Some(_)) => quote!(#old + (#value)),
            (Mode::Accumulate, Some(old), None) => quote!(#old + #value),
            _ => value,
        };
        let name = &self.code.graph[step.node].name;
        let variable = self.names.fresh(&format!("{name}_i"));
        let store = store(&quote!(#variable));
        self.elements.insert(step.home, quote!(#variable));
        quote!(let #variable = #value; #store)
    }

    fn element(&self, id: NodeId) -> TokenStream {
        let code = self.code;
        let stored = code.graph.storage(id);
        match &code.graph[stored].source {
            Source::Number(_) => code.value(stored),
            _ => match self.elements.get(&code.section.home(code.graph, stored)) {
                Some(element) => element.clone(),
                None => unreachable!(
                    "autodiff internal: an element is read before it is written; please report the model"
                ),
            },
        }
    }

    /// A scalar, read in front of the loop unless it is a variable already.
    fn scalar(&mut self, id: NodeId) -> TokenStream {
        let code = self.code;
        let value = code.value(id);
        let stored = code.graph.storage(id);
        let home = match &code.graph[stored].source {
            Source::Number(_) => return value,
            _ => code.section.home(code.graph, stored),
        };
        if let Home::Local(_) = home {
            return value;
        }
        let variable = self.scalars.entry(stored).or_insert_with(|| {
            let variable = self.names.fresh(&code.graph[stored].name);
            self.hoisted.extend(quote!(let #variable = #value;));
            variable
        });
        quote!(#variable)
    }

    /// What a step does first with an array.
    fn uses(&self, step: &Step, home: Home) -> Option<Use> {
        let mut arrays = loops::inputs(self.code.graph, self.code.section, step, 'a');
        let reads = arrays.any(|(read, _)| read == home);
        if reads || (step.home == home && step.mode != Mode::Write) {
            Some(Use::Read)
        } else {
            (step.home == home).then_some(Use::Overwritten)
        }
    }
}

#[derive(PartialEq, Eq)]
enum Use {
    Read,
    Overwritten,
}
