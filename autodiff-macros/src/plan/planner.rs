//! One section: the order of its steps, which run in place, and where each value lives.

use super::pool::{FOREVER, Pool};
use super::*;

/// Works out one section.
pub(super) struct Planner<'a> {
    pub(super) graph: &'a Graph,
    /// Nodes from here on are sums of contributions: each is scheduled with its last term.
    pub(super) early: usize,
    /// Homes of values computed before.
    pub(super) before: HashMap<NodeId, Home>,
    /// Results and the memory they must end up in.
    pub(super) outputs: Vec<(NodeId, Option<Home>)>,
    pub(super) kept: BTreeSet<NodeId>,
    /// Sums that began with a previous gradient.
    pub(super) growing: BTreeSet<NodeId>,
    /// Sums of scalars are written `d += term`.
    pub(super) merge_scalars: bool,
    pub(super) door: Door,
    pub(super) pool: &'a mut Pool,
}

/// What the passes over one section find out; indices are positions in the schedule.
struct Schedule {
    order: Vec<NodeId>,
    position: HashMap<NodeId, usize>,
    last_use: HashMap<NodeId, usize>,
    uses: HashMap<NodeId, usize>,
    /// Contribution -> the sum it is accumulated into.
    fused: HashMap<NodeId, NodeId>,
    /// Sum -> (the operand it grows in, the contribution).
    grows: HashMap<NodeId, (NodeId, NodeId)>,
}

impl<'a> Planner<'a> {
    /// Of a function that begins with nothing computed and keeps nothing.
    pub(super) fn new(
        graph: &'a Graph,
        early: usize,
        outputs: impl IntoIterator<Item = (NodeId, Option<Home>)>,
        pool: &'a mut Pool,
    ) -> Self {
        Planner {
            graph,
            early,
            before: HashMap::new(),
            outputs: outputs.into_iter().collect(),
            kept: BTreeSet::new(),
            growing: BTreeSet::new(),
            merge_scalars: false,
            // That roles may be unknown concerns gradients only.
            door: Door::Function,
            pool,
        }
    }

    pub(super) fn section(mut self) -> Section {
        self.pool.start_section();
        let mut schedule = self.schedule();
        self.fuse(&mut schedule);
        let serves = self.serves(&schedule);
        let (class, copies) = self.classes(&schedule, &serves);
        self.assign(&schedule, &serves, &class, &copies)
    }

    /// A value this section computes and may overwrite once it is dead.
    fn owned(&self, schedule: &Schedule, id: NodeId) -> bool {
        schedule.position.contains_key(&id) || matches!(self.graph[id].source, Source::Previous(_))
    }

    /// A sum that must stay in the memory of a gradient, since it began with what was there.
    fn holds_previous(&self, id: NodeId) -> bool {
        self.growing.contains(&id)
    }

    fn is_result(&self, id: NodeId) -> bool {
        self.kept.contains(&id) || self.outputs.iter().any(|(node, _)| *node == id)
    }

    fn schedule(&self) -> Schedule {
        let mut needed = vec![false; self.graph.len()];
        for (node, _) in &self.outputs {
            needed[node.0] = true;
        }
        for id in self.graph.ids().rev() {
            if needed[id.0] && !self.before.contains_key(&id) {
                for input in self.graph[id].inputs() {
                    needed[input.0] = true;
                }
            }
        }
        // Sums stand right after the last of their terms, so that terms do not pile up.
        let mut anchor: Vec<usize> = (0..self.graph.len()).collect();
        for id in self.graph.ids().skip(self.early) {
            let inputs = self.graph[id].inputs();
            anchor[id.0] = inputs
                .iter()
                .map(|input| anchor[input.0])
                .max()
                .unwrap_or(0);
        }
        let mut order: Vec<NodeId> = self
            .graph
            .ids()
            .filter(|id| {
                needed[id.0]
                    && !self.before.contains_key(id)
                    && self.graph[*id]
                        .kernel()
                        .is_some_and(|kernel| !kernel.is_view())
            })
            .collect();
        order.sort_by_key(|id| (anchor[id.0], id.0));
        let position: HashMap<NodeId, usize> = order
            .iter()
            .enumerate()
            .map(|(position, id)| (*id, position))
            .collect();
        let mut last_use = HashMap::new();
        let mut uses = HashMap::new();
        for (at, id) in order.iter().enumerate() {
            for input in self.graph[*id].inputs() {
                let stored = self.graph.storage(*input);
                last_use.insert(stored, at);
                *uses.entry(stored).or_insert(0) += 1;
            }
        }
        for id in self
            .kept
            .iter()
            .chain(self.outputs.iter().map(|(node, _)| node))
        {
            last_use.insert(*id, FOREVER);
        }
        Schedule {
            order,
            position,
            last_use,
            uses,
            fused: HashMap::new(),
            grows: HashMap::new(),
        }
    }

    /// Contributions that are only added to something that dies there are accumulated into it.
    fn fuse(&self, schedule: &mut Schedule) {
        let mut consumed: HashMap<NodeId, usize> = HashMap::new();
        for (at, id) in schedule.order.clone().into_iter().enumerate() {
            let node = &self.graph[id];
            if !node
                .kernel()
                .is_some_and(|kernel| kernel.is(&arithmetic::ADD_KERNEL))
            {
                continue;
            }
            let scalar = node.shape.is_scalar();
            if scalar && !self.merge_scalars {
                continue;
            }
            let (a, b) = (node.inputs()[0], node.inputs()[1]);
            for (grown, term) in [(a, b), (b, a)] {
                let Some(kernel) = self.graph[term].kernel() else {
                    continue;
                };
                let accumulates = if scalar {
                    matches!(kernel.form, Form::Map(_) | Form::Reduce)
                } else {
                    kernel.can_accumulate()
                };
                let fits = accumulates
                    && schedule.position.contains_key(&term)
                    && schedule.uses.get(&term) == Some(&1)
                    && !self.is_result(term)
                    && !schedule.grows.contains_key(&term)
                    && !self.holds_previous(term)
                    && self.owned(schedule, grown)
                    && !self.is_result(grown)
                    && !schedule.fused.contains_key(&grown)
                    && schedule.last_use.get(&grown) == Some(&at)
                    && self.graph[term].inputs().iter().all(|input| {
                        let stored = self.graph.storage(*input);
                        stored != grown
                            && !schedule.fused.contains_key(&stored)
                            && consumed.get(&stored).is_none_or(|end| *end >= at)
                    });
                if !fits {
                    continue;
                }
                schedule.fused.insert(term, id);
                schedule.grows.insert(id, (grown, term));
                consumed.insert(grown, at);
                for input in self.graph[term].inputs() {
                    let stored = self.graph.storage(*input);
                    let last = schedule.last_use.entry(stored).or_insert(at);
                    *last = (*last).max(at);
                }
                break;
            }
        }
    }

    /// For every value, the gradients that need it.
    fn serves(&self, schedule: &Schedule) -> HashMap<NodeId, BTreeSet<usize>> {
        let mut serves: HashMap<NodeId, BTreeSet<usize>> = HashMap::new();
        if self.door == Door::Function {
            return serves;
        }
        for (node, home) in &self.outputs {
            if let Some(Home::Gradient(operand)) = home {
                serves.entry(*node).or_default().insert(*operand);
            }
        }
        for id in schedule.order.iter().rev() {
            let mine = serves.get(id).cloned().unwrap_or_default();
            for input in self.graph[*id].inputs() {
                let stored = self.graph.storage(*input);
                serves.entry(stored).or_default().extend(&mine);
            }
        }
        serves
    }

    /// For every computed value the value whose memory it takes over, followed to the first; and
    /// results that must be copied to where they belong.
    fn classes(
        &self,
        schedule: &Schedule,
        serves: &HashMap<NodeId, BTreeSet<usize>>,
    ) -> (HashMap<NodeId, NodeId>, Vec<(NodeId, Home)>) {
        let mut copies = Vec::new();
        let mut class: HashMap<NodeId, NodeId> = HashMap::new();
        let mut members: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for (at, id) in schedule.order.iter().enumerate() {
            if schedule.fused.contains_key(id) {
                continue;
            }
            let over = match schedule.grows.get(id) {
                Some((grown, _)) => Some(*grown),
                None => self.in_place(schedule, *id, at),
            };
            // In `grad!` the memory of a gradient may not exist: only values that serve it alone
            // live there, others are copied to it.
            let mut head = over.map_or(*id, |over| *class.get(&over).unwrap_or(&over));
            if self.door == Door::Block
                && let Some(home @ Home::Gradient(operand)) = self.output_home(*id)
            {
                let alone = |member: &NodeId| {
                    serves
                        .get(member)
                        .is_some_and(|serves| serves.len() == 1 && serves.contains(&operand))
                };
                let fits = members
                    .get(&head)
                    .is_none_or(|members| members.iter().all(alone));
                if !alone(id) || (!fits && schedule.grows.contains_key(id)) {
                    copies.push((*id, home));
                } else if !fits {
                    head = *id;
                }
            }
            class.insert(*id, head);
            members.entry(head).or_default().push(*id);
        }
        (class, copies)
    }

    fn output_home(&self, id: NodeId) -> Option<Home> {
        self.outputs
            .iter()
            .find(|(node, _)| *node == id)
            .and_then(|(_, home)| *home)
    }

    /// The operand whose memory `id` can take over.
    fn in_place(&self, schedule: &Schedule, id: NodeId, at: usize) -> Option<NodeId> {
        let node = &self.graph[id];
        let kernel = node.kernel()?;
        let first = kernel.in_place_operand()?;
        let adds = kernel.is(&arithmetic::ADD_KERNEL);
        if node.shape.is_scalar() && !(adds && self.merge_scalars) {
            return None;
        }
        let commutes = adds || kernel.is(&arithmetic::MUL_KERNEL);
        let candidates = if commutes { vec![0, 1] } else { vec![first] };
        candidates.into_iter().find_map(|index| {
            let operand = node.inputs()[index];
            let fits =
                self.owned(schedule, operand)
                    && !schedule.fused.contains_key(&operand)
                    && !self.is_result(operand)
                    && self.graph[operand].shape == node.shape
                    && schedule.last_use.get(&operand) == Some(&at)
                    && node.inputs().iter().enumerate().all(|(other, input)| {
                        other == index || self.graph.storage(*input) != operand
                    });
            fits.then_some(operand)
        })
    }

    /// Memory for every class, then the steps.
    fn assign(
        &mut self,
        schedule: &Schedule,
        serves: &HashMap<NodeId, BTreeSet<usize>>,
        class: &HashMap<NodeId, NodeId>,
        copies: &[(NodeId, Home)],
    ) -> Section {
        // End of life, size of the class, and required memory of every class.
        let mut end: HashMap<NodeId, usize> = HashMap::new();
        let mut pinned: HashMap<NodeId, Home> = HashMap::new();
        let mut kept: BTreeSet<NodeId> = BTreeSet::new();
        let mut size: HashMap<NodeId, usize> = HashMap::new();
        let mut names: HashMap<NodeId, (&str, bool)> = HashMap::new();
        for id in &schedule.order {
            let Some(head) = class.get(id) else { continue };
            let last = schedule.last_use.get(id).copied().unwrap_or(0);
            let until = end.entry(*head).or_insert(0);
            *until = (*until).max(last);
            *size.entry(*head).or_insert(0) += 1;
            // The user's name for any member, else the last member: what the memory is for.
            let node = &self.graph[*id];
            if !names.get(head).is_some_and(|(_, named)| *named) {
                names.insert(*head, (&node.name, node.is_named()));
            }
            if let Some(home) = self.output_home(*id)
                && !copies.contains(&(*id, home))
            {
                pinned.insert(*head, home);
            }
            if self.kept.contains(id) {
                kept.insert(*head);
            }
            if let Source::Previous(operand) = self.graph[*head].source {
                pinned.insert(*head, Home::Gradient(operand));
            }
        }
        let mut homes: HashMap<NodeId, Home> = HashMap::new();
        let mut locals: Vec<(String, bool)> = Vec::new();
        let mut steps = Vec::new();
        for (at, id) in schedule.order.iter().enumerate() {
            let Some(head) = class.get(id) else { continue };
            let shape = &self.graph[*id].shape;
            let home = match (homes.get(head), pinned.get(head)) {
                (Some(home), _) => *home,
                (None, Some(home)) => *home,
                (None, None) if shape.is_scalar() && !kept.contains(head) => {
                    locals.push((names[head].0.to_owned(), size[head] > 1));
                    Home::Local(locals.len() - 1)
                }
                (None, None) => Home::Slot(self.pool.take(
                    shape,
                    names[head].0,
                    at,
                    end[head],
                    kept.contains(head),
                )),
            };
            homes.insert(*head, home);
            homes.insert(*id, home);
            let Source::Kernel(kernel, inputs) = &self.graph[*id].source else {
                continue;
            };
            let (kernel, inputs, mode) = match schedule.grows.get(id) {
                Some((_, term)) => {
                    let Source::Kernel(kernel, inputs) = &self.graph[*term].source else {
                        continue;
                    };
                    (*kernel, inputs.clone(), Mode::Accumulate)
                }
                None if head != id => {
                    let mut inputs = inputs.clone();
                    // The operand in place goes first; only commutative kernels need the swap.
                    if let Some(first) = kernel.in_place_operand() {
                        let holds = |input: &NodeId| {
                            homes.get(input) == Some(&home)
                                || self.previous_home(*input) == Some(home)
                        };
                        if !holds(&inputs[first]) && inputs.len() > 1 {
                            inputs.swap(0, 1);
                        }
                    }
                    (*kernel, inputs, Mode::InPlace)
                }
                None => (*kernel, inputs.clone(), Mode::Write),
            };
            steps.push(Step {
                node: *id,
                kernel,
                inputs,
                mode,
                home,
                serves: serves.get(id).cloned().unwrap_or_default(),
            });
        }
        steps.extend(copies.iter().map(|(node, home)| Step {
            node: *node,
            kernel: &arithmetic::COPY_KERNEL,
            inputs: vec![*node],
            mode: Mode::Write,
            home: *home,
            serves: match home {
                Home::Gradient(operand) => BTreeSet::from([*operand]),
                _ => BTreeSet::new(),
            },
        }));
        for (node, home) in &self.before {
            homes.insert(*node, *home);
        }
        Section {
            steps,
            homes,
            locals,
            zeros: Vec::new(),
            loops: Vec::new(),
        }
    }

    fn previous_home(&self, id: NodeId) -> Option<Home> {
        match self.graph[id].source {
            Source::Previous(operand) => Some(Home::Gradient(operand)),
            _ => None,
        }
    }
}
