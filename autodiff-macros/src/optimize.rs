//! Algebra that keeps every bit, but for the order of the sums of a product with a transposed matrix: by
//! the pass over the forward graph, and while adjoints are made.

use crate::graph::{Graph, NodeId, Source};
use crate::ops::{Kernel, arithmetic, layout, linear, reduce};
use crate::shape::Shape;
use crate::syntax::Number;

/// The graph of what `root` needs, simplified.
pub(crate) fn optimize(graph: &Graph, root: NodeId) -> (Graph, NodeId) {
    let needed = graph.reachable([root]);
    let mut optimized = Graph::default();
    let mut moved: Vec<Option<NodeId>> = vec![None; graph.len()];
    for id in graph.ids().filter(|id| needed[id.0]) {
        let node = &graph[id];
        let to = match &node.source {
            Source::Kernel(made, inputs) => {
                // Inputs have smaller ids and are needed: they have moved.
                let inputs: Vec<NodeId> =
                    inputs.iter().filter_map(|input| moved[input.0]).collect();
                exact(&mut optimized, made, &inputs, node.shape.clone())
            }
            source => optimized.add(source.clone(), node.shape.clone(), &node.name),
        };
        if node.is_named() {
            optimized.name(to, &node.name);
        }
        moved[id.0] = Some(to);
    }
    optimized.verify();
    let root = moved[root.0].unwrap_or(root);
    (optimized, root)
}

/// `a + b`.
pub(crate) fn add(graph: &mut Graph, a: NodeId, b: NodeId) -> NodeId {
    let shape = graph[a].shape.clone();
    kernel(graph, &arithmetic::ADD_KERNEL, &[a, b], shape)
}

/// The inputs of `id` if `kernel` made it.
fn made_by(graph: &Graph, id: NodeId, kernel: &Kernel) -> Option<Vec<NodeId>> {
    match &graph[id].source {
        Source::Kernel(made, inputs) if made.is(kernel) => Some(inputs.clone()),
        _ => None,
    }
}

/// A node of an adjoint or tangent: as [`exact`], but the sign of a zero may differ, which means nothing
/// there: of terms that cancel the sum is +0, also where all are negated.
pub(crate) fn kernel(
    graph: &mut Graph,
    kernel: &'static Kernel,
    inputs: &[NodeId],
    shape: Shape,
) -> NodeId {
    use arithmetic::NEG_KERNEL;

    if kernel.is(&reduce::SUM_KERNEL)
        && let Some(inner) = made_by(graph, inputs[0], &NEG_KERNEL)
    {
        let sum = graph.kernel(kernel, &inner, shape.clone());
        return graph.kernel(&NEG_KERNEL, &[sum], shape);
    }
    if kernel.is(&reduce::DOT_KERNEL)
        && let Some(inner) = made_by(graph, inputs[0], &NEG_KERNEL)
    {
        let dot = graph.kernel(kernel, &[inner[0], inputs[1]], shape.clone());
        return graph.kernel(&NEG_KERNEL, &[dot], shape);
    }
    exact(graph, kernel, inputs, shape)
}

/// A node that computes `kernel(inputs)`, by a cheaper kernel where one gives the same bits, or where a
/// transposed matrix need not be copied.
fn exact(graph: &mut Graph, kernel: &'static Kernel, inputs: &[NodeId], shape: Shape) -> NodeId {
    use arithmetic::{ADD_KERNEL, MUL_KERNEL, NEG_KERNEL, SCALE_KERNEL, SQUARE_KERNEL, SUB_KERNEL};

    if kernel.is(&ADD_KERNEL) {
        let (a, b) = (inputs[0], inputs[1]);
        if let Some(negated) = made_by(graph, b, &NEG_KERNEL) {
            return graph.kernel(&SUB_KERNEL, &[a, negated[0]], shape);
        }
        if let Some(negated) = made_by(graph, a, &NEG_KERNEL) {
            return graph.kernel(&SUB_KERNEL, &[b, negated[0]], shape);
        }
        if a == b {
            let two = graph.number(Number::new("2.0"));
            return if shape.is_scalar() {
                graph.kernel(&MUL_KERNEL, &[a, two], shape)
            } else {
                graph.kernel(&SCALE_KERNEL, &[a, two], shape)
            };
        }
    }
    if kernel.is(&MUL_KERNEL) && inputs[0] == inputs[1] {
        return graph.kernel(&SQUARE_KERNEL, &inputs[..1], shape);
    }
    if kernel.is(&MUL_KERNEL) {
        for (filled, other) in [(inputs[0], inputs[1]), (inputs[1], inputs[0])] {
            if let Some(value) = made_by(graph, filled, &layout::FILL_KERNEL) {
                return exact(graph, &SCALE_KERNEL, &[other, value[0]], shape);
            }
        }
    }
    if kernel.is(&SCALE_KERNEL) && is_one(graph, inputs[1]) {
        return inputs[0];
    }
    if kernel.is(&MUL_KERNEL) && is_one(graph, inputs[1]) {
        return inputs[0];
    }
    if kernel.is(&MUL_KERNEL) && is_one(graph, inputs[0]) {
        return inputs[1];
    }
    if kernel.is(&NEG_KERNEL)
        && let Some(inner) = made_by(graph, inputs[0], &NEG_KERNEL)
    {
        return inner[0];
    }
    if kernel.is(&layout::TRANSPOSE_KERNEL)
        && let Some(inner) = made_by(graph, inputs[0], &layout::TRANSPOSE_KERNEL)
    {
        return inner[0];
    }
    if kernel.is(&layout::RESHAPE_KERNEL) {
        if graph[inputs[0]].shape == shape {
            return inputs[0];
        }
        if let Some(inner) = made_by(graph, inputs[0], &layout::RESHAPE_KERNEL) {
            return exact(graph, kernel, &inner, shape);
        }
    }
    if kernel.is(&linear::MAT_MUL_KERNEL) {
        if let Some(left) = made_by(graph, inputs[0], &layout::TRANSPOSE_KERNEL) {
            return graph.kernel(&linear::MAT_MUL_TN_KERNEL, &[left[0], inputs[1]], shape);
        }
        if let Some(right) = made_by(graph, inputs[1], &layout::TRANSPOSE_KERNEL) {
            return graph.kernel(&linear::MAT_MUL_NT_KERNEL, &[inputs[0], right[0]], shape);
        }
    }
    for (product, of_transposed) in [
        (&linear::MAT_VEC_KERNEL, &linear::MAT_VEC_TRANSPOSED_KERNEL),
        (&linear::MAT_VEC_TRANSPOSED_KERNEL, &linear::MAT_VEC_KERNEL),
    ] {
        if kernel.is(product)
            && let Some(matrix) = made_by(graph, inputs[0], &layout::TRANSPOSE_KERNEL)
        {
            return graph.kernel(of_transposed, &[matrix[0], inputs[1]], shape);
        }
    }
    graph.kernel(kernel, inputs, shape)
}

fn is_one(graph: &Graph, id: NodeId) -> bool {
    matches!(&graph[id].source, Source::Number(number) if number.text == "1.0")
}
