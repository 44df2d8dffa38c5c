//! Every phase computes the same: program, graph, optimized graph, adjoint, tangent, plan.
//!
//! Random programs run through all of them. The gradients are compared with those of dual numbers
//! over the program, which know nothing of the compiler's rules.

use std::collections::BTreeSet;

use super::interpret::{
    Array, Concrete, Dual, Evaluation, Given, Machine, Number, close, literal_axes, near_a_kink,
    value_of, values_of,
};
use super::random::{self, Random};
use super::{Model, Views};
use crate::graph::NodeId;
use crate::models::Models;
use crate::plan::{Home, Joint};
use crate::program::Program;
use crate::shape::Shape;

/// Values and exact derivatives of a program at a point.
struct Truth {
    given: Given,
    value: Array,
    /// By operand: the gradient of `Σ seed·result`.
    gradients: Vec<Array>,
    /// The derivative of the result along the directions.
    tangent: Array,
}

/// `None` where the numbers grow so that rounding hides faults, or decides about slopes.
fn truth(
    program: &Program,
    operands: Vec<Array>,
    varies: &[bool],
    random: &mut Random,
) -> Option<Truth> {
    let harmless = |values: &[Array]| {
        let mut all = values.iter().flat_map(|value| &value.elements);
        all.all(|x| x.abs() < 1e3)
    };
    let values = values_of(program, &operands);
    if !harmless(&values) || near_a_kink(program, &values) {
        return None;
    }
    let value = values[program.root].clone();
    let seed = random.array(&value.axes);
    let directions: Vec<Array> = operands.iter().map(|x| random.array(&x.axes)).collect();
    let previous: Vec<Array> = operands.iter().map(|x| random.array(&x.axes)).collect();
    let constants: Vec<Array<Dual>> = operands.iter().map(|x| x.map(Dual::of)).collect();

    let gradients: Vec<Array> = (operands.iter().zip(varies).enumerate())
        .map(|(operand, (values, varies))| {
            let mut gradient = values.map(|_| 0.0);
            for element in (0..values.elements.len()).filter(|_| *varies) {
                let mut moved = constants.clone();
                moved[operand].elements[element].slope = 1.0;
                let result = value_of(program, &moved);
                let slopes = result.elements.iter().zip(&seed.elements);
                gradient.elements[element] = slopes.map(|(y, s)| y.slope * s).sum();
            }
            gradient
        })
        .collect();
    let mut along = constants;
    for ((operand, direction), _) in
        (along.iter_mut().zip(&directions).zip(varies)).filter(|(_, varies)| **varies)
    {
        for (x, slope) in operand.elements.iter_mut().zip(&direction.elements) {
            x.slope = *slope;
        }
    }
    let tangent = value_of(program, &along).map(|y| y.slope);
    let tame = harmless(&gradients) && harmless(std::slice::from_ref(&tangent));
    tame.then_some(Truth {
        given: Given {
            operands,
            seed: Some(seed),
            gradients: previous,
            directions,
        },
        value,
        gradients,
        tangent,
    })
}

/// The operand arrays of a function's program.
fn operands_of(program: &Program, random: &mut Random) -> Vec<Array> {
    (program.operands.iter())
        .map(|operand| {
            let shape: &Shape = operand.shape.as_ref().unwrap();
            random.array(&literal_axes(shape))
        })
        .collect()
}

fn sum_of(values: &[Array], terms: &[NodeId], like: &Array) -> Array {
    let mut sum = like.map(|_| 0.0);
    for term in terms {
        for (sum, x) in sum.elements.iter_mut().zip(&values[term.0].elements) {
            *sum += x;
        }
    }
    sum
}

/// Checks all phases of a model at a random point; `false` where the point says nothing.
pub(super) fn check_model(model: &Model, random: &mut Random) -> bool {
    let operands = operands_of(&model.program, random);
    let Some(truth) = truth(&model.program, operands, &model.tracked, random) else {
        return false;
    };
    let given = &truth.given;

    let built = Evaluation::of(&model.built, given);
    close(
        &built.values[model.built_root.0],
        &truth.value,
        "the built graph",
    );
    let optimized = Evaluation::of(&model.optimized, given);
    close(
        &optimized.values[model.root.0],
        &truth.value,
        "the optimized graph",
    );

    // The adjoint.
    let with_adjoint = Evaluation::of(&model.adjoint_graph, given);
    for (operand, terms) in model.adjoint.gradients.iter().enumerate() {
        assert_eq!(terms.is_some(), model.tracked[operand]);
        if let Some(terms) = terms {
            let expected = &truth.gradients[operand];
            let found = sum_of(&with_adjoint.values, terms, expected);
            close(&found, expected, "the adjoint");
        }
    }

    // The functions that keep nothing.
    for (plan, name) in [(&model.value, "value"), (&model.tangent, "tangent")] {
        let evaluation = Evaluation::of(&plan.graph, given);
        let mut machine = Machine::new(&plan.graph, given, &evaluation.concrete);
        machine.run(&plan.section);
        let result = |index: usize| {
            let id = plan.results[index];
            let (holds, value) = machine.cell(plan.section.home(&plan.graph, id)).unwrap();
            assert_eq!(holds, id, "a result was overwritten");
            value.clone()
        };
        close(&result(0), &truth.value, name);
        if name == "tangent" {
            match plan.results.len() {
                1 => close(&truth.tangent, &truth.value.map(|_| 0.0), "no tangent"),
                _ => close(&result(1), &truth.tangent, "the tangent"),
            }
        }
    }

    check_plan(model, &truth);
    if let Some((joint, _)) = &model.joint {
        check_joint(model, joint, &truth.given, &truth);
    }
    true
}

/// Executes the plan: forward, backward twice, accumulate twice.
fn check_plan(model: &Model, truth: &Truth) {
    let (plan, given) = (&model.plan, &truth.given);
    let evaluation = Evaluation::of(&plan.graph, given);
    let mut machine = Machine::new(&plan.graph, given, &evaluation.concrete);
    machine.run(&plan.forward);
    // A scalar root travels in the pass.
    let mut root_home = plan.forward.home(&plan.graph, plan.root);
    if let Home::Local(_) = root_home {
        machine.carry(root_home);
        root_home = Home::Root;
    }
    machine.keep(&plan.slots);
    let output = |machine: &Machine<'_>| {
        let (holds, value) = machine.cell(root_home).expect("the root is recorded");
        assert_eq!(holds, plan.root);
        close(value, &truth.value, "the recorded result");
    };
    output(&machine);
    for pass in ["backward", "backward again"] {
        machine.run(&plan.backward);
        output(&machine);
        for operand in (0..model.tracked.len()).filter(|operand| model.tracked[*operand]) {
            let expected = &truth.gradients[operand];
            match machine.cell(Home::Gradient(operand)) {
                Some((_, found)) => close(found, expected, pass),
                None => {
                    assert!(
                        plan.backward.zeros.contains(&operand),
                        "a gradient is missing"
                    );
                    close(&expected.map(|_| 0.0), expected, "a zero gradient");
                }
            }
        }
        machine.keep(&plan.slots);
    }
    let accumulate = plan.accumulate.as_ref().expect("a function accumulates");
    for pass in ["accumulate", "accumulate again"] {
        machine.keep(&plan.slots);
        machine.restore_gradients();
        machine.run(accumulate);
        output(&machine);
        for operand in (0..model.tracked.len()).filter(|operand| model.tracked[*operand]) {
            let (before, gradient) = (&given.gradients[operand], &truth.gradients[operand]);
            let mut expected = before.clone();
            for (sum, x) in expected.elements.iter_mut().zip(&gradient.elements) {
                *sum += x;
            }
            match machine.cell(Home::Gradient(operand)) {
                Some((_, found)) => close(found, &expected, pass),
                None => close(before, &expected, "a gradient that nothing is added to"),
            }
        }
    }
}

/// Executes the function that goes forward and backward in one call.
fn check_joint(model: &Model, joint: &Joint, given: &Given, truth: &Truth) {
    let evaluation = Evaluation::of(&joint.graph, given);
    let mut machine = Machine::new(&joint.graph, given, &evaluation.concrete);
    machine.run(&joint.section);
    let root = joint.section.home(&joint.graph, joint.root);
    let (_, value) = machine.cell(root).expect("the result");
    close(value, &truth.value, "the result of both sweeps");
    for operand in (0..model.tracked.len()).filter(|operand| model.tracked[*operand]) {
        // The given seed is a factor of it all.
        let expected = &truth.gradients[operand];
        let seed = given.seed.as_ref().expect("a seed").elements[0];
        match machine.cell(Home::Gradient(operand)) {
            Some((_, found)) => close(&found.map(|g| seed * g), expected, "both sweeps"),
            None => assert!(
                joint.section.zeros.contains(&operand),
                "a gradient is missing"
            ),
        }
    }
}

/// Checks the plan of `grad!` for every choice of tracked operands.
pub(super) fn check_block(source: &random::Source, random: &mut Random) -> bool {
    let views = match Views::new(&source.block()) {
        Ok(views) => views,
        // Without types the shapes of some programs stay open.
        Err(_) => return false,
    };
    let operands: Vec<Array> = (views.program.operands.iter())
        .map(|operand| {
            let known = source
                .operands
                .iter()
                .find(|(name, ..)| operand.ident == name);
            random.array(known.expect("an operand of the program").1)
        })
        .collect();
    if !Concrete::fits(&views.shapes.operands(&views.program), &operands) {
        // Without types, comparisons take their sides to have one shape.
        return false;
    }
    let all = vec![true; operands.len()];
    let Some(truth) = truth(&views.program, operands, &all, random) else {
        return false;
    };
    let (plan, given) = (&views.plan, &truth.given);
    let evaluation = match Evaluation::attempt(&plan.graph, given) {
        Ok(evaluation) => evaluation,
        Err(node) => {
            // rustc would say that the operands do not fit.
            assert!(
                plan.graph.reachable([plan.root])[node.0],
                "shape of an adjoint"
            );
            return false;
        }
    };
    let mut machine = Machine::new(&plan.graph, given, &evaluation.concrete);
    machine.run(&plan.forward);
    machine.keep(&plan.slots);
    let free: Vec<usize> = (0..all.len())
        .filter(|operand| !views.shapes.untracked.contains(operand))
        .collect();
    for choice in 0..1u32 << free.len() {
        let tracked: BTreeSet<usize> = (free.iter().enumerate())
            .filter(|(bit, _)| choice & (1 << bit) != 0)
            .map(|(_, operand)| *operand)
            .collect();
        let mut pass = machine.clone();
        pass.track(&tracked);
        for _ in 0..2 {
            pass.run(&plan.backward);
            let (holds, value) = pass.cell(Home::Root).expect("the root view");
            assert_eq!(holds, plan.root);
            close(value, &truth.value, "the root view");
            for operand in &tracked {
                let expected = &truth.gradients[*operand];
                match pass.cell(Home::Gradient(*operand)) {
                    Some((_, found)) => close(found, expected, "a gradient of `grad!`"),
                    None => {
                        assert!(
                            plan.backward.zeros.contains(operand),
                            "a gradient is missing"
                        );
                        close(
                            &expected.map(|_| 0.0),
                            expected,
                            "a zero gradient of `grad!`",
                        );
                    }
                }
            }
            pass.keep(&plan.slots);
        }
    }
    true
}

/// Runs `check` and names the program if it fails.
fn with_source(source: &str, check: impl FnOnce() -> bool) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check))
        .unwrap_or_else(|_| panic!("the program was\n{source}"))
}

#[test]
fn functions_mean_what_their_programs_say() {
    let mut said_something = 0;
    let count = random::count(250);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let size = 1 + random.below(14);
        let source = random::program(&mut random, size).function();
        said_something += u64::from(with_source(&source.clone(), move || {
            check_model(&Model::new(&source), &mut random)
        }));
    }
    assert!(
        said_something * 4 > count * 3,
        "{said_something} of {count}"
    );
}

/// Whatever a branch computes that is not taken, nothing comes from it: no NaN either.
#[test]
fn branches_not_taken_give_exactly_nothing() {
    for seed in 0..random::count(250) {
        let mut random = Random::new(seed ^ 0xb4a7);
        let size = 1 + random.below(14);
        let source = random::program(&mut random, size).not_taken();
        with_source(&source.clone(), move || {
            check_not_taken(&Model::new(&source), &mut random);
            true
        });
    }
}

/// The gradient of the branch that is taken is 1 for every parameter.
fn check_not_taken(model: &Model, random: &mut Random) {
    let special = [
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e300,
        -1.0,
    ];
    let operands: Vec<Array> = (operands_of(&model.program, random).into_iter())
        .map(|x| {
            x.map(|x| {
                if random.one_in(2) {
                    x
                } else {
                    random.pick(&special)
                }
            })
        })
        .collect();
    let directions: Vec<Array> = operands.iter().map(|x| x.map(|_| 1.0)).collect();
    let tracked = |operand: &usize| model.tracked[*operand];
    let count: usize = ((0..operands.len()).filter(tracked))
        .map(|operand| operands[operand].elements.len())
        .sum();
    let given = Given {
        gradients: operands.iter().map(|x| x.map(|_| 0.0)).collect(),
        operands,
        seed: Some(Array::scalar(1.0)),
        directions,
    };

    let adjoint = Evaluation::of(&model.adjoint_graph, &given);
    for (operand, terms) in model.adjoint.gradients.iter().enumerate() {
        if let Some(terms) = terms {
            let ones = given.operands[operand].map(|_| 1.0);
            assert_eq!(sum_of(&adjoint.values, terms, &ones), ones, "the gradient");
        }
    }
    let tangent = Evaluation::of(&model.tangent.graph, &given);
    if let [_, along] = model.tangent.results[..] {
        assert_eq!(
            tangent.values[along.0],
            Array::scalar(count as f64),
            "the tangent"
        );
    }
}

/// A called model is written out: `2f - f` is `f`.
#[test]
fn called_models_mean_what_they_say() {
    for seed in 0..random::count(60) {
        let mut random = Random::new(seed ^ 0xca11);
        let size = 1 + random.below(6);
        let program = random::program(&mut random, size);
        let inner = Model::new(&program.function());
        let mut models = Models::new();
        models.functions.insert("m::f".to_owned(), inner.function);
        let source = program.caller("let once = m::f(ARGUMENTS); once * 2.0 - m::f(ARGUMENTS)");
        let outer = Model::calling(&source, &models);
        let operands = operands_of(&inner.program, &mut random);
        let (expected, found) = (
            value_of(&inner.program, &operands),
            value_of(&outer.program, &operands),
        );
        if expected.elements.iter().all(|x| x.abs() < 1e3) {
            close(
                &found,
                &expected,
                &format!("the caller of\n{}", program.function()),
            );
        }
        with_source(&source, move || check_model(&outer, &mut random));
    }
}

#[test]
fn views_mean_what_their_programs_say() {
    let mut said_something = 0;
    let count = random::count(250);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let size = 1 + random.below(14);
        let source = random::program(&mut random, size);
        let text = source.block();
        said_something += u64::from(with_source(&text, move || {
            check_block(&source, &mut random)
        }));
    }
    assert!(
        said_something * 4 > count * 3,
        "{said_something} of {count}"
    );
}
