//! Operators of the user's own, called by the path of a type that implements the runtime's
//! `Operator`.
//!
//! Their kernels are made as they are met, by the index of the path in the program, once for all
//! programs; they live as long as the compiler, like the statics of the table.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::{Form, Kernel, Operator, Part, adjoint_kernel};
use crate::differentiate::{Reverse, Tangent};
use crate::graph::NodeId;

/// What all of them are to the resolver: not in the table, since each has a name of its own.
pub(crate) static OWN: Operator = Operator {
    name: "operator",
    usage: "Operator(x, ..)",
    arguments: &[],
    shape: |infer, _| infer.unknown_result(),
    build: |b, call| {
        let kernel = forward(call.own.unwrap_or(0), call.arguments.len());
        b.all(call, kernel)
    },
    forward: "",
    backward: "",
    notes: "",
    examples: &[],
};

/// A value that goes into or comes out of a called model: the same value, of a declared shape.
pub(crate) static DECLARED: Operator = Operator {
    name: "model",
    usage: "model(x, ..)",
    arguments: &[],
    shape: |infer, call| infer.declared(call),
    build: |b, call| b.argument(call, 0),
    forward: "",
    backward: "",
    notes: "",
    examples: &[],
};

/// The forward kernel of the operator at `path` with `arity` operands.
fn forward(path: usize, arity: usize) -> &'static Kernel {
    kernel(path, Part::Forward, arity, arity)
}

fn kernel(path: usize, part: Part, arity: usize, inputs: usize) -> &'static Kernel {
    type Key = (usize, Part, usize, usize);
    static MADE: Mutex<Option<HashMap<Key, &'static Kernel>>> = Mutex::new(None);
    // A map that only grows is whole whatever happened to its last user.
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.get_or_insert_default()
        .entry((path, part, arity, inputs))
        .or_insert_with(|| make(path, part, arity, inputs))
}

fn make(path: usize, part: Part, arity: usize, inputs: usize) -> &'static Kernel {
    let name = match part {
        Part::Forward => format!("own_{path}"),
        Part::Reverse(operand) => format!("own_{path}_reverse_{operand}"),
        Part::Tangent(varying) => format!("own_{path}_tangent_{varying}"),
    };
    Box::leak(Box::new(Kernel {
        reverse: (part == Part::Forward).then_some(reverse),
        tangent: (part == Part::Forward).then_some(tangent),
        ..adjoint_kernel(
            name.leak(),
            "a".repeat(inputs).leak(),
            Form::Own { path, part, arity },
        )
    }))
}

/// Operands, result and adjoint of the result give the adjoint of one operand.
fn reverse(r: &mut Reverse<'_>, y: NodeId, g: NodeId) {
    let Some((path, operands)) = r.own(y) else {
        return;
    };
    let arity = operands.len();
    for (index, operand) in operands.iter().enumerate() {
        if r.wants(*operand) {
            let kernel = kernel(path, Part::Reverse(index), arity, arity + 2);
            let inputs: Vec<NodeId> = operands.iter().copied().chain([y, g]).collect();
            r.give(*operand, kernel, &inputs);
        }
    }
}

/// Operands, result and the tangents of the operands that vary give the tangent of the result.
fn tangent(t: &mut Tangent<'_>, y: NodeId) -> Option<NodeId> {
    let (path, operands) = t.own(y)?;
    let arity = operands.len();
    let tangents: Vec<Option<NodeId>> = (0..arity).map(|index| t.of_input(y, index)).collect();
    let varying = tangents
        .iter()
        .enumerate()
        .filter(|(_, tangent)| tangent.is_some())
        .fold(0, |bits, (index, _)| bits | (1 << index));
    if varying == 0 {
        return None;
    }
    let inputs: Vec<NodeId> = operands
        .into_iter()
        .chain([y])
        .chain(tangents.into_iter().flatten())
        .collect();
    let kernel = kernel(path, Part::Tangent(varying), arity, inputs.len());
    Some(t.kernel(kernel, &inputs, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_made_once() {
        for part in [Part::Forward, Part::Reverse(1), Part::Tangent(3)] {
            let first = kernel(0, part, 2, 4);
            assert!(std::ptr::eq(first, kernel(0, part, 2, 4)));
            assert!(!std::ptr::eq(first, kernel(1, part, 2, 4)));
            assert!(!std::ptr::eq(first, kernel(0, part, 3, 4)));
        }
    }
}
