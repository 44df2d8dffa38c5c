//! The dataflow graph all later phases work on: SSA values made by kernels.
//!
//! Forward values, adjoints and tangents are nodes of one graph, so that optimization, planning
//! and emission treat them alike. Equal computations are one node (value numbering).

use std::collections::HashMap;
use std::rc::Rc;

use crate::ops::Kernel;
use crate::shape::Shape;
use crate::syntax::Number;
use crate::syntax::constant::Table;

/// Index of a node. Inputs have smaller ids than the nodes that use them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(pub(crate) usize);

/// Where a value comes from.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// An argument of the model or a view in scope.
    Operand(usize),
    Number(Number),
    /// A constant array.
    Table(Rc<Table>),
    /// The adjoint of the root, given by the caller.
    Seed,
    /// The gradient of an operand before an accumulating backward pass.
    Previous(usize),
    /// The tangent of an operand, given by the caller (forward mode).
    Direction(usize),
    Kernel(&'static Kernel, Vec<NodeId>),
}

#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) source: Source,
    pub(crate) shape: Shape,
    /// What the generated code calls it, before names are made unique.
    pub(crate) name: String,
    /// The name comes from the user's source.
    named: bool,
}

impl Node {
    pub(crate) fn inputs(&self) -> &[NodeId] {
        match &self.source {
            Source::Kernel(_, inputs) => inputs,
            Source::Operand(_)
            | Source::Number(_)
            | Source::Table(_)
            | Source::Seed
            | Source::Previous(_)
            | Source::Direction(_) => &[],
        }
    }

    pub(crate) fn is_named(&self) -> bool {
        self.named
    }

    pub(crate) fn kernel(&self) -> Option<&'static Kernel> {
        match self.source {
            Source::Kernel(kernel, _) => Some(kernel),
            _ => None,
        }
    }
}

#[derive(Clone, Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    // Look-up only: nothing iterates over it, so its order cannot reach the output.
    numbers: HashMap<(Source, Shape), NodeId>,
}

impl std::ops::Index<NodeId> for Graph {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

impl Graph {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// Adds a node, or returns the one that computes the same.
    pub(crate) fn add(&mut self, source: Source, shape: Shape, name: &str) -> NodeId {
        let key = (source, shape);
        if let Some(known) = self.numbers.get(&key) {
            return *known;
        }
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node {
            source: key.0.clone(),
            shape: key.1.clone(),
            name: name.to_owned(),
            named: false,
        });
        self.numbers.insert(key, id);
        id
    }

    pub(crate) fn number(&mut self, number: Number) -> NodeId {
        self.add(Source::Number(number), Shape::Scalar, "number")
    }

    pub(crate) fn kernel(
        &mut self,
        kernel: &'static Kernel,
        inputs: &[NodeId],
        shape: Shape,
    ) -> NodeId {
        self.add(Source::Kernel(kernel, inputs.to_vec()), shape, kernel.name)
    }

    /// Gives a computed value the name the user bound it to; the first name stays.
    pub(crate) fn name(&mut self, id: NodeId, name: &str) {
        let node = &mut self.nodes[id.0];
        if !node.named && matches!(node.source, Source::Kernel(..)) {
            name.clone_into(&mut node.name);
            node.named = true;
        }
    }

    /// Suggests a name for a value that has none from the user.
    pub(crate) fn suggest_name(&mut self, id: NodeId, name: &str) {
        let node = &mut self.nodes[id.0];
        if let Source::Kernel(kernel, _) = node.source
            && node.name == kernel.name
        {
            name.clone_into(&mut node.name);
        }
    }

    /// Follows views to the value whose memory they show.
    pub(crate) fn storage(&self, mut id: NodeId) -> NodeId {
        while let Source::Kernel(kernel, inputs) = &self[id].source
            && kernel.is_view()
        {
            id = inputs[0];
        }
        id
    }

    /// For every node, whether `roots` need it.
    pub(crate) fn reachable(&self, roots: impl IntoIterator<Item = NodeId>) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        for root in roots {
            needed[root.0] = true;
        }
        for id in self.ids().rev() {
            if needed[id.0] {
                for input in self[id].inputs() {
                    needed[input.0] = true;
                }
            }
        }
        needed
    }

    /// One line per node: `%3 = tanh(%2) : [8]  // hidden`.
    #[cfg(test)]
    pub(crate) fn text(&self, operands: &[String]) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        for id in self.ids() {
            let node = &self[id];
            let what = match &node.source {
                Source::Operand(i) => format!("operand {}", operands[*i]),
                Source::Number(number) => format!("number {}", number.text),
                Source::Table(table) => format!("const {}", table.name),
                Source::Seed => "seed".to_owned(),
                Source::Previous(i) => format!("previous gradient of {}", operands[*i]),
                Source::Direction(i) => format!("direction of {}", operands[*i]),
                Source::Kernel(kernel, inputs) => {
                    let inputs: Vec<String> =
                        inputs.iter().map(|input| format!("%{}", input.0)).collect();
                    format!("{}({})", kernel.name, inputs.join(", "))
                }
            };
            let _ = write!(text, "%{} = {what} : {}", id.0, node.shape);
            if node.kernel().is_some_and(|kernel| kernel.name != node.name) {
                let _ = write!(text, "  // {}", node.name);
            }
            text.push('\n');
        }
        text
    }

    /// Checks what every phase relies on; a failure is a fault of this crate.
    pub(crate) fn verify(&self) {
        if cfg!(debug_assertions) {
            for id in self.ids() {
                let node = &self[id];
                assert!(
                    node.inputs().iter().all(|input| *input < id),
                    "autodiff internal: node %{} uses a later node",
                    id.0
                );
                if let Source::Kernel(kernel, inputs) = &node.source {
                    assert_eq!(
                        inputs.len(),
                        kernel.operands.len(),
                        "autodiff internal: `{}` has {} operands",
                        kernel.name,
                        inputs.len()
                    );
                }
            }
        }
    }
}
