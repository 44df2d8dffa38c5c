//! Calls of other models, which are written out.

use std::fmt::Display;

use super::*;
use crate::syntax::ModelDims;

/// A const generic of a called model, as a dimension of this call.
pub(super) fn generic_of(name: impl Display, instance: usize) -> Rc<str> {
    format!("{name}{}{instance}", models::MARK).into()
}

impl Resolver<'_> {
    /// A path as the outermost caller would write it; `None` after reporting.
    pub(super) fn followed(&mut self, path: &syn::Path, place: Place) -> Option<String> {
        let seen = match self.calls.last() {
            Some(caller) => models::relative(caller, path),
            None => Some(models::key(path)),
        };
        if seen.is_none() {
            let constants = &self.models.constants;
            let of_a_constant = self
                .calls
                .last()
                .is_some_and(|key| constants.contains_key(key));
            let here = match of_a_constant {
                true => "in a const that is named from another place",
                false => "in a model that another model calls",
            };
            let message = format!(
                "`{}` cannot be followed from here, {here}\nhelp: begin the path with `crate::` or `self::`",
                models::key(path)
            );
            self.errors.push(place, &message);
            self.fault = Some(message);
        }
        seen
    }

    /// A called model, written out: its arguments are bound to the values given, and its body is
    /// resolved with nothing else in scope. Whether a value has a gradient is the caller's matter.
    pub(super) fn model(
        &mut self,
        path: &syn::Path,
        dims: Option<&ModelDims>,
        arguments: &[Expr],
        place: Place,
    ) -> ValueId {
        let Some(key) = self.followed(path, place) else {
            return self.push(ValueKind::Error, place);
        };
        let given: Vec<(ValueId, Site)> = arguments
            .iter()
            .map(|argument| self.argument(argument))
            .collect();
        let models = self.models;
        let Some(callee) = models.functions.get(&key) else {
            // With mistakes of the caller's own it was not even asked for.
            if self.errors.is_empty() {
                self.faulty("model", &key, place);
            }
            return self.push(ValueKind::Error, place);
        };
        if self.calls.contains(&key) {
            let message = format!(
                "the model `{}` calls itself: called models are written out, so recursion is not supported\nhelp: use a `for` loop with a carried value",
                callee.ident
            );
            self.errors.push(place, &message);
            self.fault = Some(message);
            return self.push(ValueKind::Error, place);
        }
        if given.len() != callee.arguments.len() {
            let names: Vec<String> = callee
                .arguments
                .iter()
                .map(|argument| argument.ident.to_string())
                .collect();
            self.errors.push(
                place,
                format!(
                    "the model `{}` takes {} arguments, found {}\nhelp: all its inputs and parameters in the order of its signature: `{key}({})`",
                    callee.ident,
                    names.len(),
                    given.len(),
                    names.join(", ")
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        let Ok(given_dims) = self.given_dims(callee, dims) else {
            return self.push(ValueKind::Error, place);
        };
        if self.calls.is_empty() && !self.called.iter().any(|known| models::key(known) == key) {
            self.called.push(path.clone());
        }
        if self.exceeded(place, || format!("a call of `{}`", callee.ident)) {
            return self.push(ValueKind::Error, place);
        }
        let instance = self.instances.len();
        self.instances.push(Instance {
            key: key.clone(),
            place,
            within: self.instance,
        });
        for (generic, dim) in callee.generics.iter().zip(given_dims) {
            let name = generic_of(generic, instance);
            self.given_dims.push((name, dim));
        }
        let element = callee.returns.element;
        let found = format!("the model `{}` over `{element}`", callee.ident);
        let help = format!("write a model over `{}`", self.element.unwrap_or(element));
        if !self.same_element(element, place, &found, &help) {
            return self.push(ValueKind::Error, place);
        }

        let mut scope = HashMap::new();
        for (argument, (value, site)) in callee.arguments.iter().zip(given) {
            let shape = self.callee_shape(&argument.ty.shape, &key, callee, instance);
            let message = format!(
                "argument `{}` of the model `{}`",
                argument.ident, callee.ident
            );
            let bound = self.declared(value, site, shape, message);
            scope.insert(plain(&argument.ident), Meaning::Value(bound));
        }
        let outer_scopes = std::mem::replace(&mut self.scopes, vec![scope]);
        let outer_mutable = std::mem::take(&mut self.mutable);
        let outer_bound = std::mem::take(&mut self.bound);
        let outer_declared = std::mem::take(&mut self.declared);
        let outer_open = std::mem::replace(&mut self.open, false);
        let outer_unreadable = self.unreadable.take();
        let outer_instance = self.instance.replace(instance);
        let mut counts = BTreeSet::new();
        declared_counts(&callee.statements, &mut counts);
        let outer_counts = std::mem::replace(&mut self.counts, counts);
        self.calls.push(key.clone());
        self.written.push(path.clone());
        let before = self.errors.len();
        if outer_instance.is_none() {
            self.fault = None;
        }
        self.statements(&callee.statements);
        let result = match &callee.result {
            Some(result) => self.expression(result),
            None => self.push(ValueKind::Error, place),
        };
        if self.errors.len() > before && outer_instance.is_none() && !self.trial {
            // They stand where the callee does; here only the call can be shown.
            let message = self.errors.take_after(before);
            match (self.fault.take(), message) {
                (Some(fault), _) => self.errors.push(place, fault),
                (None, Some(message)) if models.is_sound(&key) => {
                    self.errors.push(place, models.misuse(&key, &message));
                }
                _ => self.faulty("model", &key, place),
            }
        }
        self.calls.pop();
        self.written.pop();
        self.counts = outer_counts;
        self.instance = outer_instance;
        self.unreadable = outer_unreadable;
        self.open = outer_open;
        self.bound = outer_bound;
        self.declared = outer_declared;
        self.mutable = outer_mutable;
        self.scopes = outer_scopes;
        let shape = self.callee_shape(&callee.returns.shape, &key, callee, instance);
        let message = "the result".to_owned();
        // What it is follows from the body.
        let site = Site {
            place,
            name: None,
            text: None,
        };
        let made = self.declared(result, site, shape, message);
        self.values[made].instance = Some(instance);
        made
    }

    /// The const generics that a call names, in the words of the caller.
    fn given_dims(
        &mut self,
        callee: &syntax::Function,
        dims: Option<&ModelDims>,
    ) -> Result<Vec<Dim>, ()> {
        let Some(ModelDims { dims, place }) = dims else {
            return Ok(Vec::new());
        };
        let dims = match dims {
            Ok(dims) => dims,
            Err(error) => {
                self.errors.push_error(error.clone());
                return Err(());
            }
        };
        let (wanted, found) = (callee.generics.len(), dims.len());
        if found != wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            let help = match wanted {
                0 => "remove the list".to_owned(),
                _ => {
                    let names: Vec<String> =
                        callee.generics.iter().map(ToString::to_string).collect();
                    format!(
                        "write `::<{}>`, or leave the list out: then they take what they meet",
                        names.join(", ")
                    )
                }
            };
            self.errors.push(
                *place,
                format!(
                    "the model `{}` has {wanted} const generic{plural}, found {found}\nhelp: {help}",
                    callee.ident
                ),
            );
            return Err(());
        }
        let dims: Option<Vec<Dim>> = dims.iter().map(|dim| self.dim(dim)).collect();
        dims.ok_or(())
    }

    /// Whether the model is too long to go on; reports it once. `found` is what makes it longer here.
    pub(super) fn exceeded(&mut self, place: Place, found: impl FnOnce() -> String) -> bool {
        let length = self.values.len().max(self.rounds).max(self.instances.len());
        if length <= OPERATION_LIMIT {
            return false;
        }
        if !std::mem::replace(&mut self.too_long, true) {
            let message = |found: String| {
                format!(
                    "the model has more than {OPERATION_LIMIT} operations or rounds: loops and called models are written out{found}\nhelp: use an operator over whole arrays"
                )
            };
            self.errors
                .push(place, message(format!(", found {} here", found())));
            if !self.calls.is_empty() {
                self.fault = Some(message(String::new()));
            }
        }
        true
    }

    /// What was wrong in one call of the outermost model says nothing about the next.
    pub(super) fn forget_fault(&mut self) {
        if self.calls.is_empty() {
            self.fault = None;
        }
    }

    /// A shape as written in the model being resolved; unknown after reporting.
    pub(super) fn shape(&mut self, shape: &Shape) -> Shape {
        let dims: Option<Vec<Dim>> = shape
            .dims()
            .unwrap_or_default()
            .iter()
            .map(|dim| self.dim(dim))
            .collect();
        match shape {
            Shape::Scalar | Shape::Vector(_) | Shape::Matrix(..) => dims
                .and_then(|dims| Shape::from_dims(&dims))
                .unwrap_or(Shape::Unknown),
            Shape::Var(_) | Shape::Unknown => shape.clone(),
        }
    }

    /// A dimension as written in the model being resolved: counts of the model are numbers, and the
    /// dimensions of a called model are named by the call. `None` after reporting.
    pub(super) fn dim(&mut self, dim: &Dim) -> Option<Dim> {
        if let Some(count) = self.dim_of_counts(dim) {
            return count.ok().map(Dim::Literal);
        }
        let models = self.models;
        Some(match (self.instance, self.calls.last()) {
            (Some(instance), Some(key)) => match models.functions.get(key) {
                Some(callee) => {
                    let key = key.clone();
                    self.callee_dim(dim, &key, callee, instance)
                }
                None => dim.clone(),
            },
            _ => {
                if let Dim::Item(name) = dim {
                    self.used_items.insert(name.clone());
                }
                dim.clone()
            }
        })
    }

    pub(super) fn callee_shape(
        &mut self,
        shape: &Shape,
        key: &str,
        callee: &syntax::Function,
        instance: usize,
    ) -> Shape {
        match shape {
            Shape::Vector(n) => Shape::Vector(self.callee_dim(n, key, callee, instance)),
            Shape::Matrix(rows, columns) => Shape::Matrix(
                self.callee_dim(rows, key, callee, instance),
                self.callee_dim(columns, key, callee, instance),
            ),
            Shape::Scalar | Shape::Var(_) | Shape::Unknown => shape.clone(),
        }
    }

    /// A const generic of a called model takes what it meets at the call; a const item is what the
    /// callee's module says.
    pub(super) fn callee_dim(
        &mut self,
        dim: &Dim,
        key: &str,
        callee: &syntax::Function,
        instance: usize,
    ) -> Dim {
        match dim {
            Dim::Generic(name) => Dim::Generic(generic_of(name, instance)),
            Dim::Item(name) => {
                let text: Rc<str> = format!("{key}::{name}").into();
                let offered = callee.dim_items.contains_key(name);
                let label = offered.then(|| models::dim_label(name));
                let tokens = label.and_then(|label| {
                    syn::parse_str::<TokenStream>(&format!("{key}::{label}")).ok()
                });
                if let Some(tokens) = tokens {
                    self.dim_items.insert(text.clone(), tokens);
                    self.used_items.insert(text.clone());
                }
                Dim::Item(text)
            }
            Dim::Literal(_) | Dim::Var(_) => dim.clone(),
        }
    }

    /// The same value with a shape that is declared for it.
    pub(super) fn declared(
        &mut self,
        value: ValueId,
        site: Site,
        shape: Shape,
        message: String,
    ) -> ValueId {
        if let ValueKind::Error = self.values[value].kind {
            return value;
        }
        let place = site.place;
        let made = self.call(&ops::own::DECLARED, vec![(value, site)], place);
        if let ValueKind::Call(call) = &mut self.values[made].kind {
            call.declared = Some((shape, message));
        }
        made
    }
}
