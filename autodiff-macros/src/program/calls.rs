//! Calls of other models, which are written out, and of operators of the user's own.

use super::*;

impl Resolver<'_> {
    pub(super) fn own(&mut self, path: &syn::Path, arguments: &[Expr], place: Place) -> ValueId {
        // As the outermost caller would write it.
        let seen = self
            .calls
            .last()
            .and_then(|caller| syn::parse_str(&models::relative(caller, path)?).ok());
        if let Some(name) = path.get_ident()
            && let Some(Meaning::Constant(_) | Meaning::Count(_)) = self.look_up(&plain(name))
        {
            let help = match self.look_up(&plain(name)) {
                Some(Meaning::Constant(table)) if table.single().is_some() => {
                    format!("for a product write `{name} * x`")
                }
                Some(Meaning::Constant(_)) => format!("an element is `{name}[0]`"),
                _ => format!("a count is a position, `x[{name}]`, or an end of a range"),
            };
            self.errors.push(
                place,
                format!(
                    "`{name}` is a `const`, and no operator that could be called\nhelp: {help}"
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        let path = seen.as_ref().unwrap_or(path);
        const MOST: usize = 4;
        if arguments.is_empty() || arguments.len() > MOST {
            self.errors.push(
                place,
                format!(
                    "an operator of your own takes 1 to {MOST} arguments, found {}",
                    arguments.len()
                ),
            );
            return self.push(ValueKind::Error, place);
        }
        let arguments: Vec<(ValueId, Site)> = arguments
            .iter()
            .map(|argument| self.argument(argument))
            .collect();
        let index = match self.paths.iter().position(|known| known == path) {
            Some(index) => index,
            None => {
                self.paths.push(path.clone());
                self.paths.len() - 1
            }
        };
        let value = self.call(&ops::own::OWN, arguments, place);
        if let ValueKind::Call(call) = &mut self.values[value].kind {
            call.own = Some(index);
        }
        value
    }

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
    pub(super) fn model(&mut self, path: &syn::Path, arguments: &[Expr], place: Place) -> ValueId {
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
        let instance = self.instances.len();
        self.instances.push(Instance {
            key: key.clone(),
            place,
            within: self.instance,
        });
        if self.instances.len() > OPERATION_LIMIT {
            self.errors.push(
                place,
                format!("more than {OPERATION_LIMIT} models are called"),
            );
            return self.push(ValueKind::Error, place);
        }
        if let Some(expected) = self.element
            && expected != callee.returns.element
        {
            self.errors.push(
                place,
                format!(
                    "all values of this model are `{expected}`, found the model `{}` over `{}`",
                    callee.ident, callee.returns.element
                ),
            );
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
        self.calls.push(key.clone());
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

    /// A shape as written in the model being resolved.
    pub(super) fn shape(&mut self, shape: &Shape) -> Shape {
        match shape {
            Shape::Vector(n) => Shape::Vector(self.dim(n)),
            Shape::Matrix(rows, columns) => Shape::Matrix(self.dim(rows), self.dim(columns)),
            Shape::Scalar | Shape::Var(_) | Shape::Unknown => shape.clone(),
        }
    }

    /// A dimension as written in the model being resolved: a `const` of the model is a number, and
    /// those of a called model are named by the call.
    pub(super) fn dim(&mut self, dim: &Dim) -> Dim {
        if let Dim::Item(name) = dim
            && let Some(Meaning::Count(count)) = self.look_up(name)
            && let Ok(count) = usize::try_from(count)
        {
            return Dim::Literal(count);
        }
        let models = self.models;
        match (self.instance, self.calls.last()) {
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
        }
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
            Dim::Generic(name) => Dim::Generic(format!("{name}{}{instance}", models::MARK).into()),
            Dim::Item(name) => {
                let text: Rc<str> = format!("{key}::{name}").into();
                let label = models::dim_labels(&callee.dim_items).remove(name);
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
