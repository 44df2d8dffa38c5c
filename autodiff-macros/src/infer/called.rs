//! Mistakes that show in the body of a called model, which is written out: whose they are, and what
//! to mark.
//!
//! If the model has them by itself, its own expansion reports them. Else the call is what is wrong.

use super::*;

impl Infer<'_> {
    /// Reports what is wrong at `place`, which may be in the body of a called model.
    pub(super) fn report(&mut self, place: Place, message: String) {
        let before = self.errors.len();
        self.errors.push(place, message);
        self.in_instance(before, None);
    }

    /// The path and place of the outermost call around an instance.
    pub(super) fn outermost(&self, instance: Option<usize>) -> Option<(&str, Place)> {
        let outermost = self.program.outermost(instance?);
        let call = self.program.instances.get(outermost)?;
        Some((&call.key, call.place))
    }

    /// Turns the errors found after the first `before`, of a value inside a called model, into one
    /// of the call.
    pub(super) fn in_instance(&mut self, before: usize, call: Option<&Call>) {
        let program = self.program;
        let Some(instance) = self.instance.filter(|_| !program.trial) else {
            return;
        };
        if self.errors.len() == before {
            return;
        }
        let blame = self.blame.take();
        let message = self.errors.take_after(before);
        let outermost = program.outermost(instance);
        let Some(Instance { key, place, .. }) = program.instances.get(outermost) else {
            return;
        };
        if !self.shown.insert(outermost) {
            return;
        }
        let models = self.models;
        match message {
            Some(message) if models.is_sound(key) => {
                let what = message.lines().next().unwrap_or_default();
                let (place, help) = blame.unwrap_or_else(|| {
                    let argument = call.and_then(|call| self.only_argument(call));
                    let help = "call it with what fits its body, or change the model";
                    (argument.unwrap_or(*place), help.to_owned())
                });
                self.errors
                    .push(place, format!("{}\nhelp: {help}", models.misuse(key, what)));
            }
            _ if program.root_name.is_some() => {
                self.errors.push(*place, models::faulty("model", key));
            }
            _ => self.errors.push_elsewhere(),
        }
    }

    /// Where the one argument of the outermost call stands that is an argument of this one.
    fn only_argument(&self, call: &Call) -> Option<Place> {
        let mut places = call
            .arguments
            .iter()
            .filter_map(|argument| self.passed(*argument));
        let (place, more) = (places.next()?.place, places.next());
        more.is_none().then_some(place)
    }

    /// Where a value stands that is handed on unchanged from the outermost call.
    fn passed(&self, mut value: ValueId) -> Option<&Site> {
        loop {
            let found = &self.program.values[value];
            let ValueKind::Call(call) = &found.kind else {
                return None;
            };
            call.declared.as_ref()?;
            if found.instance.is_none() {
                return call.sites.first();
            }
            // What it was before.
            value = *call.arguments.first()?;
        }
    }

    /// Finds the argument of the outermost call that makes a target depend on the parameter.
    pub(super) fn blame_target(&mut self, target: ValueId, parameter: usize) {
        let mut open = vec![target];
        let mut seen = BTreeSet::new();
        let mut found: Vec<&Site> = Vec::new();
        while let Some(value) = open.pop() {
            if !self.depends[value].contains(&parameter) || !seen.insert(value) {
                continue;
            }
            if let ValueKind::Call(call) = &self.program.values[value].kind {
                match call.sites.first() {
                    Some(site)
                        if call.declared.is_some()
                            && self.program.values[value].instance.is_none() =>
                    {
                        found.push(site);
                    }
                    _ => open.extend(&call.arguments),
                }
            }
        }
        self.blame = match found[..] {
            [site] => Some((
                site.place,
                format!("write `stop_gradient({})`", written(site)),
            )),
            _ => None,
        };
    }
}
