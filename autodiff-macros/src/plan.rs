//! Memory: which values are kept, where each lives, and in which form each kernel runs.
//!
//! In: the graph with its adjoint. Out: a [`Plan`], whose [`Section`]s are the functions to emit,
//! each a straight list of [`Step`]s. Only values that a backward pass reads are kept. Arrays
//! whose lifetimes do not overlap share a slot of their shape; element-wise kernels run in place
//! on an operand that dies; a contribution that is only added to an adjoint is accumulated there
//! and never stored. A backward pass writes no kept slot, so that it can run again.

mod planner;
mod pool;
#[cfg(test)]
mod text;

use std::collections::{BTreeSet, HashMap};

use self::planner::Planner;
use self::pool::Pool;
use crate::differentiate::Adjoint;
use crate::graph::{Graph, NodeId, Source};
use crate::loops::{self, Loop};
use crate::ops::{Form, Kernel, arithmetic};
use crate::optimize;
use crate::shape::Shape;

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
    let mut taken = BTreeSet::new();
    let root = with_memory(&mut graph, root, &mut taken);
    let (backward, zeros) = gradients(&mut graph, adjoint, &mut taken);
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
        kept: kept.clone(),
        ..Planner::new(&graph, early, [(root, root_home)], &mut pool)
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
            before: recorded.clone(),
            growing: growing.clone(),
            merge_scalars: true,
            door,
            ..Planner::new(&graph, early, required(outputs), &mut pool)
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
    let root = with_memory(&mut graph, root, &mut taken);
    let (gradients, zeros) = gradients(&mut graph, adjoint, &mut taken);
    let outputs = std::iter::once((root, None)).chain(required(gradients));
    graph.verify();
    let recorded = plan.slots.len();
    let mut pool = Pool::over(std::mem::take(&mut plan.slots));
    let mut section = Planner {
        merge_scalars: true,
        ..Planner::new(&graph, early, outputs, &mut pool)
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
        .map(|result| with_memory(&mut graph, *result, &mut taken))
        .collect();
    let mut pool = Pool::default();
    let outputs = results.iter().map(|result| (*result, None));
    let mut section = Planner::new(&graph, early, outputs, &mut pool).section();
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

/// The gradients the root depends on, each in the memory it must end up in; and the operands whose
/// gradients are zero.
fn gradients(
    graph: &mut Graph,
    adjoint: &Adjoint,
    taken: &mut BTreeSet<NodeId>,
) -> (Vec<(NodeId, Home)>, Vec<usize>) {
    let mut gradients = Vec::new();
    let mut zeros = Vec::new();
    for (operand, terms) in adjoint.gradients.iter().enumerate() {
        let Some(terms) = terms else { continue };
        match sum(graph, terms.iter().copied()) {
            Some(total) => {
                let total = with_memory(graph, total, taken);
                gradients.push((total, Home::Gradient(operand)));
            }
            None => zeros.push(operand),
        }
    }
    (gradients, zeros)
}

/// Results with the memory they must end up in.
fn required(
    outputs: impl IntoIterator<Item = (NodeId, Home)>,
) -> impl Iterator<Item = (NodeId, Option<Home>)> {
    outputs.into_iter().map(|(node, home)| (node, Some(home)))
}

/// A node that has memory of its own, not taken by another result: a copy where needed.
fn with_memory(graph: &mut Graph, id: NodeId, taken: &mut BTreeSet<NodeId>) -> NodeId {
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
