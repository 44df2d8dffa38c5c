//! From operators to kernels: the checked program becomes the dataflow graph. Total: everything
//! that can be wrong has been reported.

use crate::graph::{Graph, NodeId, Source};
use crate::infer::Shapes;
use crate::names::plain;
use crate::ops::Kernel;
use crate::program::{Call, Program, ValueId, ValueKind};
use crate::shape::Shape;
use crate::syntax::Number;

pub(crate) struct Builder<'a> {
    shapes: &'a Shapes,
    graph: Graph,
    /// By value.
    nodes: Vec<NodeId>,
    /// The value being built.
    current: ValueId,
}

/// The graph and its root.
pub(crate) struct Built {
    pub(crate) graph: Graph,
    pub(crate) root: NodeId,
}

pub(crate) fn build(program: &Program, shapes: &Shapes) -> Built {
    let mut builder = Builder {
        shapes,
        graph: Graph::default(),
        nodes: Vec::with_capacity(program.values.len()),
        current: 0,
    };
    for (id, value) in program.values.iter().enumerate() {
        builder.current = id;
        let node = match &value.kind {
            ValueKind::Operand(i) => builder.graph.add(
                Source::Operand(*i),
                shapes.of(id).clone(),
                &plain(&program.operands[*i].ident),
            ),
            ValueKind::Number(number) => builder.graph.number(number.clone()),
            ValueKind::Table(table) => {
                builder
                    .graph
                    .add(Source::Table(table.clone()), table.shape(), &table.name)
            }
            ValueKind::Call(call) => (call.operator.build)(&mut builder, call),
            ValueKind::Error => {
                unreachable!("autodiff internal: an error passed the gate; please report the model")
            }
        };
        if let Some(name) = &value.name {
            builder.graph.name(node, &plain(name));
        }
        builder.nodes.push(node);
    }
    let root = builder.nodes[program.root];
    if program.root_name.is_none() {
        builder.graph.suggest_name(root, "output");
    }
    if let Some(name) = &program.root_name {
        builder.graph.name(root, &plain(name));
    }
    builder.graph.verify();
    Built {
        root,
        graph: builder.graph,
    }
}

impl Builder<'_> {
    /// The node of an argument.
    pub(crate) fn argument(&self, call: &Call, index: usize) -> NodeId {
        self.nodes[call.arguments[index]]
    }

    pub(crate) fn argument_shape(&self, call: &Call, index: usize) -> &Shape {
        self.shapes.of(call.arguments[index])
    }

    /// The shape of the value being built.
    pub(crate) fn result_shape(&self) -> Shape {
        self.shapes.of(self.current).clone()
    }

    /// A kernel whose result has the shape of the value being built.
    pub(crate) fn kernel(&mut self, kernel: &'static Kernel, inputs: &[NodeId]) -> NodeId {
        let shape = self.result_shape();
        self.graph.kernel(kernel, inputs, shape)
    }

    /// A kernel whose result is one step on the way.
    pub(crate) fn step(
        &mut self,
        kernel: &'static Kernel,
        inputs: &[NodeId],
        shape: Shape,
    ) -> NodeId {
        self.graph.kernel(kernel, inputs, shape)
    }

    /// The kernel applied to all arguments in order.
    pub(crate) fn all(&mut self, call: &Call, kernel: &'static Kernel) -> NodeId {
        let inputs: Vec<NodeId> = (0..call.arguments.len())
            .map(|index| self.argument(call, index))
            .collect();
        self.kernel(kernel, &inputs)
    }

    /// An argument that is a whole number in the source.
    pub(crate) fn integer(&mut self, call: &Call, index: usize) -> NodeId {
        let id = self.argument(call, index);
        match &self.graph[id].source {
            Source::Number(number) => {
                let whole = number.text.strip_suffix(".0").unwrap_or(&number.text);
                let number = Number::new(whole);
                self.graph.number(number)
            }
            _ => id,
        }
    }

    /// The negative of a scalar; of a number, another number.
    pub(crate) fn negated(&mut self, id: NodeId) -> NodeId {
        match &self.graph[id].source {
            Source::Number(number) => {
                let number = number.negated();
                self.graph.number(number)
            }
            _ => {
                let shape = self.graph[id].shape.clone();
                self.graph
                    .kernel(&crate::ops::arithmetic::NEG_KERNEL, &[id], shape)
            }
        }
    }
}
