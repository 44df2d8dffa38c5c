//! Memory: which values are kept, where each lives, and in which form each kernel runs.
//!
//! In: the graph with its adjoint. Out: a [`Plan`], whose [`Section`]s are the functions to emit,
//! each a straight list of [`Step`]s. Only values that a backward pass reads are kept. Arrays
//! whose lifetimes do not overlap share a slot of their shape; element-wise kernels run in place
//! on an operand that dies; a contribution that is only added to an adjoint is accumulated there
//! and never stored. A backward pass writes no kept slot, so that it can run again.

use crate::differentiate::Adjoint;
use crate::graph::{Graph, NodeId, Source};
use crate::loops::{self, Loop};
use crate::ops::{Form, Kernel, arithmetic};
use crate::optimize;
use crate::shape::Shape;
use std::collections::{BTreeSet, HashMap};

/// Where a value lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Home {
    Operand(usize),
    Direction(usize),
    Seed,
    /// A literal: no memory of a plan.
    Number,
    /// A constant array, by its node.
    Table(usize),
    /// The output view of `grad!`; the scalar result of a model, which its pass carries.
    Root,
    /// The gradient of an operand, in memory of the caller.
    Gradient(usize),
    /// A slot of the record (or, in a function that records nothing, of the stack).
    Slot(usize),
    /// A scalar variable of the function.
    Local(usize),
}

/// Memory for arrays of one shape, used by one value at a time.
pub(crate) struct Slot {
    pub(crate) shape: Shape,
    /// Names of the values that live here, in order.
    pub(crate) occupants: Vec<String>,
    /// Index of the occupant that stays, if one does.
    pub(crate) kept: Option<usize>,
    /// Only the accumulating pass uses it: then it is no part of the record.
    pub(crate) local: bool,
    /// Its values never leave the registers of a loop.
    pub(crate) unused: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Overwrites the home.
    Write,
    /// The home holds the first array operand and gets the result.
    InPlace,
    /// Adds to the home.
    Accumulate,
}

/// One statement.
pub(crate) struct Step {
    /// The value the home holds afterwards.
    pub(crate) node: NodeId,
    pub(crate) kernel: &'static Kernel,
    pub(crate) inputs: Vec<NodeId>,
    pub(crate) mode: Mode,
    pub(crate) home: Home,
    /// The gradients this step serves: all operands, or fewer.
    pub(crate) serves: BTreeSet<usize>,
}

/// The statements of one function.
pub(crate) struct Section {
    pub(crate) steps: Vec<Step>,
    /// Homes of the values computed here.
    homes: HashMap<NodeId, Home>,
    /// Names of the scalar variables, and whether they change.
    pub(crate) locals: Vec<(String, bool)>,
    /// Gradients that are zero since the root does not depend on the operand.
    pub(crate) zeros: Vec<usize>,
    /// Steps that run element by element, in order.
    pub(crate) loops: Vec<Loop>,
}

pub(crate) struct Plan {
    pub(crate) graph: Graph,
    pub(crate) root: NodeId,
    pub(crate) slots: Vec<Slot>,
    pub(crate) forward: Section,
    pub(crate) backward: Section,
    pub(crate) accumulate: Option<Section>,
}

/// Forward and backward in one function, over the slots of the plan.
pub(crate) struct Joint {
    pub(crate) graph: Graph,
    pub(crate) root: NodeId,
    pub(crate) section: Section,
}

/// A function that computes the root, or the root and its tangent, and keeps nothing.
pub(crate) struct ValuePlan {
    pub(crate) graph: Graph,
    pub(crate) results: Vec<NodeId>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) section: Section,
}

/// What distinguishes the two front doors here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    /// Roles are known; the root lives in the record; there is an accumulating pass.
    Function,
    /// Whether an operand is tracked is known to the type checker; the root lives in a view.
    Block,
}

/// The plan of recording and going backward.
pub(crate) fn plan(mut graph: Graph, root: NodeId, adjoint: &Adjoint, door: Door) -> Plan {
    let early = graph.len();
    let root = own(&mut graph, root, &mut BTreeSet::new());
    let mut backward = Vec::new();
    let mut zeros = Vec::new();
    let mut taken = BTreeSet::from([root]);
    for (operand, terms) in adjoint.gradients.iter().enumerate() {
        let Some(terms) = terms else { continue };
        match sum(&mut graph, terms.iter().copied()) {
            Some(total) => {
                let total = own(&mut graph, total, &mut taken);
                backward.push((total, Home::Gradient(operand)));
            }
            None => zeros.push(operand),
        }
    }
    let mut accumulate = Vec::new();
    if door == Door::Function {
        for (operand, terms) in adjoint.gradients.iter().enumerate() {
            let Some(first) = terms.as_ref().and_then(|terms| terms.first()) else {
                continue;
            };
            let shape = graph[*first].shape.clone();
            let name = graph[*first].name.clone();
            let previous = graph.add(Source::Previous(operand), shape, &name);
            let terms = terms.iter().flatten().copied();
            if let Some(total) = sum(&mut graph, std::iter::once(previous).chain(terms)) {
                accumulate.push((total, Home::Gradient(operand)));
            }
        }
    }
    graph.verify();

    let mut growing = BTreeSet::new();
    for id in graph.ids() {
        let grows = matches!(graph[id].source, Source::Previous(_))
            || graph[id]
                .inputs()
                .iter()
                .any(|input| growing.contains(input));
        if grows {
            growing.insert(id);
        }
    }

    // What a backward pass reads of the forward pass stays. A scalar root travels in the pass.
    let carried = door == Door::Function && graph[root].shape.is_scalar();
    let forward_nodes = graph.reachable([root]);
    let mut kept = BTreeSet::from([root]);
    for outputs in [&backward, &accumulate] {
        let needed = graph.reachable(outputs.iter().map(|(node, _)| *node));
        for id in graph.ids() {
            if !needed[id.0] || (forward_nodes[id.0] && !is_output(outputs, id)) {
                continue;
            }
            for input in graph[id].inputs() {
                let stored = graph.storage(*input);
                if forward_nodes[stored.0] && graph[stored].kernel().is_some() {
                    kept.insert(stored);
                }
            }
        }
    }

    if carried {
        kept.remove(&root);
    }
    let mut pool = Pool::default();
    let root_home = (door == Door::Block).then_some(Home::Root);
    let mut forward = Planner {
        graph: &graph,
        early,
        before: &HashMap::new(),
        outputs: vec![(root, root_home)],
        kept: &kept,
        growing: &BTreeSet::new(),
        merge_scalars: false,
        door: Door::Function,
        pool: &mut pool,
    }
    .section();
    let mut recorded: HashMap<NodeId, Home> = forward
        .homes
        .iter()
        .filter(|(node, _)| kept.contains(node))
        .map(|(node, home)| (*node, *home))
        .collect();
    if carried {
        recorded.insert(root, Home::Root);
    }
    let mut pass = |outputs: Vec<(NodeId, Home)>, zeros: Vec<usize>, local: bool| {
        pool.local = local;
        let mut section = Planner {
            graph: &graph,
            early,
            before: &recorded,
            outputs: outputs
                .into_iter()
                .map(|(node, home)| (node, Some(home)))
                .collect(),
            kept: &BTreeSet::new(),
            growing: &growing,
            merge_scalars: true,
            door,
            pool: &mut pool,
        }
        .section();
        section.zeros = zeros;
        section
    };
    let mut backward = pass(backward, zeros, false);
    let mut accumulate = (door == Door::Function).then(|| pass(accumulate, Vec::new(), true));
    let mut slots = pool.slots;
    for section in [&mut forward, &mut backward]
        .into_iter()
        .chain(&mut accumulate)
    {
        loops::find(&graph, section, &slots, &[], true);
    }
    let sections: Vec<&Section> = [&forward, &backward]
        .into_iter()
        .chain(&accumulate)
        .collect();
    loops::drop_unused(&graph, &sections, &mut slots);
    Plan {
        slots,
        graph,
        root,
        forward,
        backward,
        accumulate,
    }
}

/// Adds the function that goes forward and backward in one call, to a scalar root whose adjoint is
/// the number 1: nothing is kept for a second sweep, and the arrays of the record are work space.
pub(crate) fn joint(mut graph: Graph, root: NodeId, adjoint: &Adjoint, plan: &mut Plan) -> Joint {
    let early = graph.len();
    let mut taken = BTreeSet::new();
    let root = own(&mut graph, root, &mut taken);
    let mut outputs = vec![(root, None)];
    let mut zeros = Vec::new();
    for (operand, terms) in adjoint.gradients.iter().enumerate() {
        let Some(terms) = terms else { continue };
        match sum(&mut graph, terms.iter().copied()) {
            Some(total) => {
                let total = own(&mut graph, total, &mut taken);
                outputs.push((total, Some(Home::Gradient(operand))));
            }
            None => zeros.push(operand),
        }
    }
    graph.verify();
    let recorded = plan.slots.len();
    let mut pool = Pool::over(std::mem::take(&mut plan.slots));
    let mut section = Planner {
        graph: &graph,
        early,
        before: &HashMap::new(),
        outputs,
        kept: &BTreeSet::new(),
        growing: &BTreeSet::new(),
        merge_scalars: true,
        door: Door::Function,
        pool: &mut pool,
    }
    .section();
    section.zeros = zeros;
    let mut slots = pool.slots;
    // What stays for a backward pass does not stay here.
    loops::find(&graph, &mut section, &slots, &[], false);
    for slot in &mut slots[recorded..] {
        slot.unused = true;
    }
    loops::mark_used(&graph, &section, &mut slots);
    plan.slots = slots;
    Joint {
        graph,
        root,
        section,
    }
}

fn is_output(outputs: &[(NodeId, Home)], id: NodeId) -> bool {
    outputs.iter().any(|(node, _)| *node == id)
}

/// The plan of a function that returns `results` and keeps nothing.
pub(crate) fn value_plan(mut graph: Graph, results: &[NodeId]) -> ValuePlan {
    let early = graph.len();
    let mut taken = BTreeSet::new();
    let results: Vec<NodeId> = results
        .iter()
        .map(|result| own(&mut graph, *result, &mut taken))
        .collect();
    let mut pool = Pool::default();
    let mut section = Planner {
        graph: &graph,
        early,
        before: &HashMap::new(),
        outputs: results.iter().map(|result| (*result, None)).collect(),
        kept: &BTreeSet::new(),
        growing: &BTreeSet::new(),
        merge_scalars: false,
        door: Door::Function,
        pool: &mut pool,
    }
    .section();
    let mut slots = pool.slots;
    loops::find(&graph, &mut section, &slots, &results, true);
    loops::drop_unused(&graph, &[&section], &mut slots);
    ValuePlan {
        graph,
        results,
        slots,
        section,
    }
}

fn sum(graph: &mut Graph, terms: impl IntoIterator<Item = NodeId>) -> Option<NodeId> {
    terms.into_iter().reduce(|sum, term| {
        let total = optimize::add(graph, sum, term);
        let name = graph[sum].name.clone();
        graph.suggest_name(total, &name);
        total
    })
}

/// A node that has memory of its own, not taken by another result: a copy where needed.
fn own(graph: &mut Graph, id: NodeId, taken: &mut BTreeSet<NodeId>) -> NodeId {
    let computed = matches!(graph[id].source, Source::Kernel(kernel, _) if !kernel.is_view());
    if computed && taken.insert(id) {
        return id;
    }
    // A copy of its own for every result, so no value numbering: views of one value differ by
    // the number of times it was copied.
    let shape = graph[id].shape.clone();
    let name = graph[id].name.clone();
    let mut copy = graph.kernel(&arithmetic::COPY_KERNEL, &[id], shape.clone());
    while !taken.insert(copy) {
        copy = graph.kernel(&arithmetic::COPY_KERNEL, &[copy], shape.clone());
    }
    graph.suggest_name(copy, &name);
    copy
}

/// Slots, over the time line of all sections.
#[derive(Default)]
struct Pool {
    slots: Vec<Slot>,
    /// Free slots by shape, the lowest first. Looked up, never iterated.
    free: HashMap<Shape, BTreeSet<usize>>,
    /// Slots in use and the last position of it, for the current section.
    busy: BTreeSet<(usize, usize)>,
    /// New slots are local to the section.
    local: bool,
    permanent: BTreeSet<usize>,
}

const FOREVER: usize = usize::MAX;

impl Pool {
    /// The arrays of a record, free to use; new slots are local. Names are those given before.
    fn over(slots: Vec<Slot>) -> Self {
        let mut pool = Pool {
            slots,
            local: true,
            ..Pool::default()
        };
        for index in 0..pool.slots.len() {
            let slot = &pool.slots[index];
            if slot.recorded() && !slot.shape.is_scalar() {
                pool.give_back(index);
            }
        }
        pool
    }

    /// Nothing but kept values lives on from one section to the next.
    fn start_section(&mut self) {
        self.release(FOREVER);
        for (_, index) in std::mem::take(&mut self.busy) {
            self.give_back(index);
        }
    }

    fn give_back(&mut self, index: usize) {
        if !self.permanent.contains(&index) {
            let shape = self.slots[index].shape.clone();
            self.free.entry(shape).or_default().insert(index);
        }
    }

    /// Frees the slots whose last use is before `now`.
    fn release(&mut self, now: usize) {
        while let Some((end, index)) = self.busy.first().copied()
            && end < now
        {
            self.busy.pop_first();
            self.give_back(index);
        }
    }

    fn take(&mut self, shape: &Shape, name: &str, now: usize, end: usize, keep: bool) -> usize {
        self.release(now);
        let free = self.free.get_mut(shape).and_then(BTreeSet::pop_first);
        let index = free.unwrap_or_else(|| {
            self.slots.push(Slot {
                shape: shape.clone(),
                occupants: Vec::new(),
                kept: None,
                local: self.local,
                unused: false,
            });
            self.slots.len() - 1
        });
        let slot = &mut self.slots[index];
        let named = slot.local || !self.local;
        if named && slot.occupants.last().is_none_or(|last| last != name) {
            slot.occupants.push(name.to_owned());
        }
        if keep {
            slot.kept = Some(slot.occupants.len() - 1);
            self.permanent.insert(index);
        }
        self.busy.insert((end, index));
        index
    }
}

struct Planner<'a> {
    graph: &'a Graph,
    /// Nodes from here on are sums of contributions: each is scheduled with its last term.
    early: usize,
    /// Homes of values computed before.
    before: &'a HashMap<NodeId, Home>,
    /// Results and the memory they must end up in.
    outputs: Vec<(NodeId, Option<Home>)>,
    kept: &'a BTreeSet<NodeId>,
    /// Sums that began with a previous gradient.
    growing: &'a BTreeSet<NodeId>,
    /// Sums of scalars are written `d += term`.
    merge_scalars: bool,
    door: Door,
    pool: &'a mut Pool,
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

impl Planner<'_> {
    fn section(mut self) -> Section {
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
        for (node, home) in self.before {
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

impl Section {
    /// Where the value of `id` (not a view) can be read.
    pub(crate) fn home(&self, graph: &Graph, id: NodeId) -> Home {
        match &graph[id].source {
            Source::Operand(i) => Home::Operand(*i),
            Source::Direction(i) => Home::Direction(*i),
            Source::Seed => Home::Seed,
            Source::Number(_) => Home::Number,
            Source::Table(_) => Home::Table(id.0),
            Source::Previous(i) => Home::Gradient(*i),
            Source::Kernel(kernel, _) => match self.homes.get(&id) {
                Some(home) => *home,
                None => unreachable!(
                    "autodiff internal: no memory for `{}`; please report the model",
                    kernel.name
                ),
            },
        }
    }

    #[cfg(test)]
    pub(crate) fn text(&self, graph: &Graph, operands: &[String], slots: &[Slot]) -> String {
        use std::fmt::Write;
        let place = |home: Home| match home {
            Home::Operand(i) => operands[i].clone(),
            Home::Direction(i) => format!("direction.{}", operands[i]),
            Home::Seed => "seed".to_owned(),
            Home::Number | Home::Table(_) => "constant".to_owned(),
            Home::Root => "root".to_owned(),
            Home::Gradient(i) => format!("gradient.{}", operands[i]),
            Home::Slot(i) => format!("slot{i}:{}", slots[i].label()),
            Home::Local(i) => format!("local{i}:{}", self.locals[i].0),
        };
        let mut text = String::new();
        for operand in &self.zeros {
            let _ = writeln!(text, "  gradient.{} = 0", operands[*operand]);
        }
        for (at, step) in self.steps.iter().enumerate() {
            if let Some(found) = self.loops.iter().find(|found| found.steps.contains(&at)) {
                if found.steps.start == at {
                    let streams = found.streams.iter().map(|stream| {
                        let arrow = match (stream.loaded, stream.stored) {
                            (true, true) => "inout ",
                            (false, _) => "out ",
                            (true, false) => "",
                        };
                        format!("{arrow}{}", place(stream.home))
                    });
                    let streams: Vec<String> = streams.collect();
                    let _ = writeln!(text, "  each element of {}", streams.join(", "));
                }
                text.push_str("  ");
            }
            let inputs: Vec<String> = step
                .inputs
                .iter()
                .map(|input| {
                    let stored = graph.storage(*input);
                    match &graph[stored].source {
                        Source::Number(number) => number.text.clone(),
                        Source::Table(table) => table.name.clone(),
                        _ => place(self.home(graph, stored)),
                    }
                })
                .collect();
            let sign = match step.mode {
                Mode::Write => "=",
                Mode::InPlace => "= in place",
                Mode::Accumulate => "+=",
            };
            let _ = writeln!(
                text,
                "  {} {sign} {}({})",
                place(step.home),
                step.kernel.name,
                inputs.join(", ")
            );
        }
        text
    }
}

impl Slot {
    /// Whether it is a field of the record.
    pub(crate) fn recorded(&self) -> bool {
        !self.local && !self.unused
    }

    /// The name of its field: that of the value that stays, or of the only one.
    pub(crate) fn label(&self) -> &str {
        match self.kept {
            Some(kept) => &self.occupants[kept],
            None if self.occupants.iter().all(|name| *name == self.occupants[0]) => {
                &self.occupants[0]
            }
            None => "work",
        }
    }
}

impl Plan {
    /// Slots, then the steps of each function.
    #[cfg(test)]
    pub(crate) fn text(&self, operands: &[String], element: &str) -> String {
        use std::fmt::Write;
        let mut text = String::from("record\n");
        for (index, slot) in self.slots.iter().enumerate() {
            let _ = writeln!(
                text,
                "  slot{index}: {}  // {}{}",
                crate::infer::type_text(&slot.shape, element),
                slot.occupants.join(", then "),
                match (slot.kept, slot.unused, slot.local) {
                    (Some(_), _, _) => " (kept)",
                    (None, true, _) => " (in registers)",
                    (None, false, true) => " (local to accumulate)",
                    (None, false, false) => "",
                },
            );
        }
        let recorded: Vec<&Slot> = self.slots.iter().filter(|slot| slot.recorded()).collect();
        let known: Vec<usize> = recorded
            .iter()
            .filter_map(|slot| slot.shape.literal_len())
            .collect();
        if known.len() == recorded.len() {
            let _ = writeln!(text, "  {} elements", known.iter().sum::<usize>());
        }
        for (name, section) in [
            ("forward", Some(&self.forward)),
            ("backward", Some(&self.backward)),
            ("accumulate", self.accumulate.as_ref()),
        ] {
            if let Some(section) = section {
                let _ = write!(
                    text,
                    "{name}\n{}",
                    section.text(&self.graph, operands, &self.slots)
                );
            }
        }
        text
    }
}
