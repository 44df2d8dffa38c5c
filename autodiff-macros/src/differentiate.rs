//! Reverse mode and forward mode: the adjoint (or tangent) is built in the graph of the values.
//!
//! Reverse topological order. The first contribution to an adjoint is its value, later ones are
//! added to it; what no tracked operand needs is never built.

use crate::graph::{Graph, NodeId, Source};
use crate::ops::{Form, Kernel, arithmetic, choose};
use crate::optimize;
use crate::shape::Shape;
use crate::syntax::Number;

/// A graph with its adjoint.
pub(crate) struct Adjoint {
    /// By operand: the contributions to its gradient, in the order they arise. Empty where the
    /// root does not depend on a tracked operand; `None` for untracked operands.
    pub(crate) gradients: Vec<Option<Vec<NodeId>>>,
}

/// What the reverse rules of kernels work with.
pub(crate) struct Reverse<'a> {
    graph: &'a mut Graph,
    /// By node: a tracked operand reaches it.
    active: Vec<bool>,
    /// By node: part of its adjoint may be exactly 0 since another value was chosen.
    routed: Vec<bool>,
    adjoints: Vec<Option<NodeId>>,
    gradients: Vec<Option<Vec<NodeId>>>,
}

/// The adjoint of the root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seed {
    /// What the caller of the backward pass gives.
    Given,
    /// The number 1, for scalar roots.
    One,
}

/// Adds the adjoint of `root` to the graph. `tracked` says which operands have a gradient.
pub(crate) fn reverse(graph: &mut Graph, root: NodeId, tracked: &[bool], seed: Seed) -> Adjoint {
    let active = active(graph, |operand| tracked[operand]);
    let reached = graph.reachable([root]);
    let forward = graph.len();
    let mut reverse = Reverse {
        adjoints: vec![None; forward],
        gradients: tracked
            .iter()
            .map(|tracked| tracked.then(Vec::new))
            .collect(),
        active,
        routed: routed(graph, &reached),
        graph,
    };
    if reverse.active[root.0] {
        let shape = reverse.graph[root].shape.clone();
        let seed = match seed {
            Seed::Given => reverse.graph.add(Source::Seed, shape, "seed"),
            Seed::One => reverse.graph.number(Number::new("1.0")),
        };
        reverse.give_value(root, seed);
    }
    for id in (0..forward).rev().map(NodeId) {
        if !(reached[id.0] && reverse.active[id.0]) {
            continue;
        }
        let Source::Kernel(kernel, _) = reverse.graph[id].source else {
            continue;
        };
        // A value may be active and yet get no adjoint: all its uses treat it as a constant.
        if let (Some(adjoint), Some(rule)) = (reverse.adjoints[id.0], kernel.reverse) {
            rule(&mut reverse, id, adjoint);
        }
    }
    let gradients = reverse.gradients;
    graph.verify();
    Adjoint { gradients }
}

/// For every node, whether its value varies with an operand that `varies`.
fn active(graph: &Graph, varies: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut active = vec![false; graph.len()];
    for id in graph.ids() {
        active[id.0] = match &graph[id].source {
            Source::Operand(operand) => varies(*operand),
            // Without a reverse rule nothing flows back: `stop_gradient`, comparisons.
            Source::Kernel(kernel, inputs) => {
                kernel.reverse.is_some() && inputs.iter().any(|input| active[input.0])
            }
            Source::Number(_)
            | Source::Table(_)
            | Source::Seed
            | Source::Previous(_)
            | Source::Direction(_) => false,
        };
    }
    active
}

/// For every reached node, whether a kernel that chooses stands between it and the root. What it did
/// not choose may be infinite or NaN, and its adjoint of 0 must stay 0.
fn routed(graph: &Graph, reached: &[bool]) -> Vec<bool> {
    let mut routed = vec![false; graph.len()];
    for id in graph.ids().rev().filter(|id| reached[id.0]) {
        let chooses = graph[id].kernel().is_some_and(|kernel| kernel.chooses);
        if routed[id.0] || chooses {
            for input in graph[id].inputs() {
                routed[input.0] = true;
            }
        }
    }
    routed
}

/// Path index and operands of an operator of the user's own.
fn own(graph: &Graph, node: NodeId) -> Option<(usize, Vec<NodeId>)> {
    match graph[node].kernel()?.form {
        Form::Own { path, .. } => Some((path, graph[node].inputs().to_vec())),
        _ => None,
    }
}

impl Reverse<'_> {
    pub(crate) fn own(&self, node: NodeId) -> Option<(usize, Vec<NodeId>)> {
        own(self.graph, node)
    }

    pub(crate) fn input(&self, node: NodeId, index: usize) -> NodeId {
        self.graph[node].inputs()[index]
    }

    pub(crate) fn shape(&self, node: NodeId) -> Shape {
        self.graph[node].shape.clone()
    }

    /// `usual`, or where part of the adjoint of `node` may be exactly 0 since another value was chosen,
    /// the kernel that keeps it 0.
    pub(crate) fn guard(
        &self,
        node: NodeId,
        usual: &'static Kernel,
        guarded: &'static Kernel,
    ) -> &'static Kernel {
        if self.routed[node.0] { guarded } else { usual }
    }

    /// Whether anything given to `node` reaches a gradient.
    pub(crate) fn wants(&self, node: NodeId) -> bool {
        self.active[node.0]
    }

    /// A value the rule needs on the way.
    pub(crate) fn kernel(
        &mut self,
        kernel: &'static Kernel,
        inputs: &[NodeId],
        shape: Shape,
    ) -> NodeId {
        optimize::kernel(self.graph, kernel, inputs, shape)
    }

    /// Adds `kernel(inputs)` to the adjoint of `to`.
    pub(crate) fn give(&mut self, to: NodeId, kernel: &'static Kernel, inputs: &[NodeId]) {
        if self.wants(to) {
            let shape = self.shape(to);
            let value = self.kernel(kernel, inputs, shape);
            self.give_value(to, value);
        }
    }

    /// As [`give`](Self::give), of a rule that multiplies the adjoint of `node` without a guard: where
    /// that may be exactly 0 since another value was chosen, so is what `to` gets.
    pub(crate) fn give_guarded(
        &mut self,
        to: NodeId,
        kernel: &'static Kernel,
        inputs: &[NodeId],
        (node, adjoint): (NodeId, NodeId),
    ) {
        if !(self.routed[node.0] && self.wants(to)) {
            return self.give(to, kernel, inputs);
        }
        let shape = self.shape(to);
        let value = self.kernel(kernel, inputs, shape.clone());
        let mask = if self.graph[adjoint].shape == shape {
            &choose::MASKED
        } else {
            &choose::MASKED_SCALAR
        };
        self.give(to, mask, &[value, adjoint]);
    }

    /// Adds `value` to the adjoint of `to`.
    pub(crate) fn give_value(&mut self, to: NodeId, value: NodeId) {
        if !self.wants(to) {
            return;
        }
        let name = format!("d_{}", self.graph[to].name);
        self.graph.suggest_name(value, &name);
        if let Source::Operand(operand) = self.graph[to].source {
            if let Some(terms) = &mut self.gradients[operand] {
                terms.push(value);
            }
            return;
        }
        let sum = match self.adjoints[to.0] {
            None => value,
            Some(before) => {
                let sum = optimize::add(self.graph, before, value);
                self.graph.suggest_name(sum, &name);
                sum
            }
        };
        self.adjoints[to.0] = Some(sum);
    }
}

/// What the forward-mode rules of kernels work with.
pub(crate) struct Tangent<'a> {
    graph: &'a mut Graph,
    tangents: Vec<Option<NodeId>>,
}

/// Adds the tangent of `root` along the directions of the tracked operands. `None` where the root
/// does not vary.
pub(crate) fn forward(graph: &mut Graph, root: NodeId, tracked: &[bool]) -> Option<NodeId> {
    let reached = graph.reachable([root]);
    let count = graph.len();
    let mut tangent = Tangent {
        tangents: vec![None; count],
        graph,
    };
    for id in (0..count).map(NodeId) {
        if !reached[id.0] {
            continue;
        }
        let name = format!("d_{}", tangent.graph[id].name);
        let value = match tangent.graph[id].source {
            Source::Operand(operand) if tracked[operand] => {
                let shape = tangent.shape(id);
                Some(tangent.graph.add(Source::Direction(operand), shape, &name))
            }
            Source::Kernel(kernel, _) => kernel.tangent.and_then(|rule| rule(&mut tangent, id)),
            _ => None,
        };
        if let Some(value) = value {
            tangent.graph.suggest_name(value, &name);
        }
        tangent.tangents[id.0] = value;
    }
    let result = tangent.tangents[root.0];
    graph.verify();
    result
}

impl Tangent<'_> {
    pub(crate) fn own(&self, node: NodeId) -> Option<(usize, Vec<NodeId>)> {
        own(self.graph, node)
    }

    pub(crate) fn input(&self, node: NodeId, index: usize) -> NodeId {
        self.graph[node].inputs()[index]
    }

    /// The tangent of an input; `None` where it does not vary.
    pub(crate) fn of_input(&self, node: NodeId, index: usize) -> Option<NodeId> {
        self.tangents[self.input(node, index).0]
    }

    pub(crate) fn shape(&self, node: NodeId) -> Shape {
        self.graph[node].shape.clone()
    }

    /// A value of the shape of `like`.
    pub(crate) fn kernel(
        &mut self,
        kernel: &'static Kernel,
        inputs: &[NodeId],
        like: NodeId,
    ) -> NodeId {
        let shape = self.shape(like);
        optimize::kernel(self.graph, kernel, inputs, shape)
    }

    /// A scalar the rule needs on the way.
    pub(crate) fn scalar(&mut self, kernel: &'static Kernel, inputs: &[NodeId]) -> NodeId {
        optimize::kernel(self.graph, kernel, inputs, Shape::Scalar)
    }

    pub(crate) fn zero(&mut self) -> NodeId {
        self.graph.number(Number::new("0.0"))
    }

    pub(crate) fn one(&mut self) -> NodeId {
        self.graph.number(Number::new("1.0"))
    }

    /// Sum of the terms that vary.
    pub(crate) fn sum(
        &mut self,
        terms: impl IntoIterator<Item = Option<NodeId>>,
    ) -> Option<NodeId> {
        terms
            .into_iter()
            .flatten()
            .reduce(|sum, term| optimize::add(self.graph, sum, term))
    }

    /// The tangent of a linear kernel of one varying input: the kernel itself.
    pub(crate) fn linear(&mut self, node: NodeId) -> Option<NodeId> {
        let kernel = self.graph[node].kernel()?;
        let tangent = self.of_input(node, 0)?;
        Some(self.kernel(kernel, &[tangent], node))
    }

    /// `dot(tangent of the first input, gradient kernel at seed 1)`, for scalar losses.
    pub(crate) fn along_gradient(
        &mut self,
        node: NodeId,
        gradient: &'static Kernel,
        arguments: &[NodeId],
    ) -> Option<NodeId> {
        let tangent = self.of_input(node, 0)?;
        let one = self.one();
        let mut inputs = arguments.to_vec();
        inputs.push(one);
        let slope = self.kernel(gradient, &inputs, tangent);
        if self.graph[tangent].shape.is_scalar() {
            return Some(self.kernel(&arithmetic::MUL_KERNEL, &[tangent, slope], node));
        }
        Some(self.kernel(&crate::ops::reduce::DOT_KERNEL, &[tangent, slope], node))
    }
}
