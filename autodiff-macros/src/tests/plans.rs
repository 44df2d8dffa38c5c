//! Properties of memory plans: what is kept, what is computed, what shares memory.

use std::collections::{BTreeMap, BTreeSet};

use super::expansion::MODELS;
use super::interpret::{Array, Evaluation, Given, Machine, literal_axes};
use super::random::{self, Random};
use super::{Model, Views, operand_names};
use crate::graph::{Graph, NodeId};
use crate::ops::OPERATORS;
use crate::plan::{Home, Mode, Section, Slot};

/// Sample models with literal dimensions, the examples of the operator table, random programs.
fn sources(random_programs: u64) -> Vec<String> {
    // `interpret` needs numbers for dimensions, and knows the operators of the table.
    let known = |name: &str| !name.starts_with("const") && name != "own_operator";
    let samples = MODELS.iter().filter(|(name, _)| known(name));
    let samples = samples.map(|(_, source)| (*source).to_owned());
    let examples = OPERATORS.iter().flat_map(|operator| operator.examples);
    let examples = examples.map(|example| example.model.replace('E', "f64"));
    let programs = (0..random::count(random_programs)).map(|seed| {
        let mut random = Random::new(seed ^ 0x5107);
        let size = 1 + random.below(20);
        random::program(&mut random, size).function()
    });
    samples.chain(examples).chain(programs).collect()
}

/// Forward values that the steps of a section read from the record.
fn recorded_reads(graph: &Graph, root: NodeId, section: &Section) -> BTreeSet<NodeId> {
    let forward = graph.reachable([root]);
    let inputs = section.steps.iter().flat_map(|step| &step.inputs);
    inputs
        .map(|input| graph.storage(*input))
        .filter(|id| forward[id.0] && graph[*id].kernel().is_some())
        .collect()
}

/// The values in the kept slots after the forward pass.
fn kept_values(model: &Model) -> BTreeSet<NodeId> {
    let mut random = Random::new(1);
    let operands: Vec<Array> = (model.program.operands.iter())
        .map(|operand| random.array(&literal_axes(operand.shape.as_ref().unwrap())))
        .collect();
    let root_axes = literal_axes(&model.optimized[model.root].shape);
    let given = Given {
        seed: Some(random.array(&root_axes)),
        gradients: operands.clone(),
        directions: operands.clone(),
        operands,
    };
    let plan = &model.plan;
    let evaluation = Evaluation::of(&plan.graph, &given);
    let mut machine = Machine::new(&plan.graph, &given, &evaluation.concrete);
    machine.run(&plan.forward);
    let kept = (0..plan.slots.len()).filter(|slot| plan.slots[*slot].kept.is_some());
    kept.map(|slot| {
        machine
            .cell(Home::Slot(slot))
            .expect("a value that is kept")
            .0
    })
    .collect()
}

#[test]
fn kept_is_what_backward_reads() {
    for source in sources(150) {
        let model = Model::new(&source);
        let plan = &model.plan;
        // A scalar root travels in the pass.
        let mut read = BTreeSet::from([plan.root]);
        let accumulate = plan.accumulate.iter();
        for section in accumulate.chain([&plan.backward]) {
            read.extend(recorded_reads(&plan.graph, plan.root, section));
        }
        if plan.graph[plan.root].shape.is_scalar() {
            read.remove(&plan.root);
        }
        assert_eq!(kept_values(&model), read, "{source}");
    }
}

/// Every step's result is read by a later step, or is a result.
fn assert_needed(graph: &Graph, section: &Section, results: &BTreeSet<NodeId>, source: &str) {
    for (at, step) in section.steps.iter().enumerate() {
        let later = &section.steps[at + 1..];
        // A sum takes its first term where it grows.
        let reads = |later: &crate::plan::Step| {
            let inputs = later.inputs.iter().map(|input| graph.storage(*input));
            let grown = (later.mode == Mode::Accumulate && later.home == step.home)
                .then(|| graph[later.node].inputs())
                .into_iter()
                .flatten()
                .copied();
            inputs.chain(grown).any(|id| id == step.node)
        };
        let needed = results.contains(&step.node) || later.iter().any(reads);
        assert!(
            needed,
            "nothing needs %{} ({}) in\n{source}",
            step.node.0, step.kernel.name
        );
    }
}

#[test]
fn nothing_is_computed_that_nobody_needs() {
    for source in sources(150) {
        let model = Model::new(&source);
        let plan = &model.plan;
        let mut results = kept_values(&model);
        results.insert(plan.root);
        assert_needed(&plan.graph, &plan.forward, &results, &source);
        for section in plan.accumulate.iter().chain([&plan.backward]) {
            let results: BTreeSet<NodeId> = (section.steps.iter())
                .filter(|step| matches!(step.home, Home::Gradient(_)))
                .map(|step| step.node)
                .collect();
            assert_needed(&plan.graph, section, &results, &source);
        }
        if let Some((joint, _)) = &model.joint {
            let gradients = joint.section.steps.iter();
            let results: BTreeSet<NodeId> = gradients
                .filter(|step| matches!(step.home, Home::Gradient(_)))
                .map(|step| step.node)
                .chain([joint.root])
                .collect();
            assert_needed(&joint.graph, &joint.section, &results, &source);
        }
        for plan in [&model.value, &model.tangent] {
            let results = plan.results.iter().copied().collect();
            assert_needed(&plan.graph, &plan.section, &results, &source);
        }
    }
}

/// What only inputs need is not generated: layers before the first parameter cost nothing.
#[test]
fn inputs_cost_nothing() {
    let kernels = |name: &str| -> Vec<&'static str> {
        let (_, source) = MODELS.iter().find(|(known, _)| *known == name).unwrap();
        let plan = Model::new(source).plan;
        plan.backward
            .steps
            .iter()
            .map(|step| step.kernel.name)
            .collect()
    };
    assert_eq!(
        kernels("iris"),
        [
            "cross_entropy_vjp",
            "softmax_vjp",
            "mat_vec_transposed",
            "outer",
            "relu_vjp",
            "outer"
        ]
    );
    assert_eq!(
        kernels("frozen_layer"),
        ["cross_entropy_vjp", "softmax_vjp", "outer"]
    );
    let all_inputs =
        Model::new("fn f(x: Input<[f32; 3]>, y: Input<[f32; 3]>) -> f32 { dot(x, exp(y)) }");
    assert!(all_inputs.plan.backward.steps.is_empty());
    assert!(all_inputs.plan.accumulate.unwrap().steps.is_empty());
}

/// Greatest number of slots of one shape in use at a time, by shape, other than kept ones.
fn peaks(graph: &Graph, sections: &[&Section], slots: &[Slot]) -> BTreeMap<String, usize> {
    let mut peaks = BTreeMap::new();
    for section in sections {
        // From the first write to the last use of each slot's value; then the next value begins.
        let mut lives: Vec<(String, usize, usize)> = Vec::new();
        let mut current: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, step) in section.steps.iter().enumerate() {
            for input in &step.inputs {
                let stored = graph.storage(*input);
                if graph[stored].kernel().is_some()
                    && let Home::Slot(slot) = section.home(graph, stored)
                    && let Some(life) = current.get(&slot)
                {
                    lives[*life].2 = at;
                }
            }
            let Home::Slot(slot) = step.home else {
                continue;
            };
            if slots[slot].kept.is_some() {
                continue;
            }
            match (step.mode, current.get(&slot)) {
                (Mode::InPlace | Mode::Accumulate, Some(life)) => lives[*life].2 = at,
                _ => {
                    current.insert(slot, lives.len());
                    lives.push((slots[slot].shape.to_string(), at, at));
                }
            }
        }
        for (shape, start, _) in &lives {
            let alive = lives
                .iter()
                .filter(|(other, from, to)| other == shape && from <= start && start <= to);
            let peak: &mut usize = peaks.entry(shape.clone()).or_default();
            *peak = (*peak).max(alive.count());
        }
    }
    peaks
}

/// As many slots as values that are alive together, and not one more.
#[test]
fn values_whose_lives_do_not_overlap_share_a_slot() {
    for source in sources(150) {
        let model = Model::new(&source);
        let plan = &model.plan;
        let sections: Vec<&Section> = [&plan.forward, &plan.backward]
            .into_iter()
            .chain(&plan.accumulate)
            .collect();
        let peaks = peaks(&plan.graph, &sections, &plan.slots);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for slot in plan.slots.iter().filter(|slot| slot.kept.is_none()) {
            *counts.entry(slot.shape.to_string()).or_default() += 1;
        }
        assert_eq!(
            counts,
            peaks,
            "{source}\n{}",
            plan.text(&model.operands(), "f64")
        );
    }
}

/// Chains of element-wise operators need one buffer for all their adjoints, whatever their length.
#[test]
fn adjoints_of_chains_run_in_place() {
    let chain = |length: usize| {
        let steps: String = (0..length)
            .map(|_| "let y = sigmoid(exp(tanh(-y)));")
            .collect();
        let model = Model::new(&format!(
            "fn f(x: Param<[f32; 8]>) -> f32 {{ let y = x * 2.0; {steps} sum(y) }}"
        ));
        let work = model.plan.slots.iter().filter(|slot| slot.kept.is_none());
        (model.plan.backward.steps.len(), work.count())
    };
    let (short, work) = chain(1);
    let (long, same) = chain(40);
    assert!(work <= 1 && same == work);
    assert_eq!(long - short, 39 * 4);
    let model = Model::new("fn f(x: Param<[f32; 8]>) -> f32 { sum(sigmoid(exp(tanh(-x)))) }");
    for step in &model.plan.backward.steps {
        assert_eq!(step.home, Home::Gradient(0));
    }
}

/// The first contribution to an adjoint assigns, later ones add; there is no zero-fill.
#[test]
fn first_contributions_assign() {
    let model = Model::new(
        "fn f(x: Param<[f32; 8]>, a: Param<f32>) -> f32 { sum(x * x) + dot(x, x * a) + sum(x) * a }",
    );
    let steps = &model.plan.backward.steps;
    for operand in 0..2 {
        let mut writes = steps
            .iter()
            .filter(|step| step.home == Home::Gradient(operand));
        assert_eq!(writes.next().unwrap().mode, Mode::Write);
        assert!(writes.all(|step| step.mode != Mode::Write));
    }
    assert!(model.plan.backward.zeros.is_empty());
    let accumulate = model.plan.accumulate.as_ref().unwrap();
    for step in &accumulate.steps {
        let to_gradient = matches!(step.home, Home::Gradient(_));
        assert!(!to_gradient || step.mode != Mode::Write);
    }
}

#[test]
fn unreached_parameters_are_zero() {
    let model = Model::new(
        "fn f(x: Param<[f32; 3]>, idle: Param<[f32; 2]>, stopped: Param<f32>) -> f32 { sum(x) * stop_gradient(stopped) }",
    );
    assert_eq!(model.plan.backward.zeros, [1, 2]);
    // Nothing is added to them.
    assert!(model.plan.accumulate.as_ref().unwrap().zeros.is_empty());
}

/// In `grad!` no step writes to the gradient of an operand that others may be without.
#[test]
fn gradients_of_views_serve_themselves_alone() {
    for seed in 0..random::count(150) {
        let mut random = Random::new(seed);
        let size = 1 + random.below(14);
        let source = random::program(&mut random, size).block();
        let Ok(views) = Views::new(&source) else {
            continue;
        };
        for step in &views.plan.backward.steps {
            let operand = match step.home {
                Home::Gradient(operand) => operand,
                _ => continue,
            };
            let names = operand_names(&views.program);
            assert_eq!(
                step.serves,
                BTreeSet::from([operand]),
                "{}\n{source}",
                names[operand]
            );
        }
    }
}

/// Only the accumulating pass uses what is not part of the record.
#[test]
fn local_slots_are_local() {
    for source in sources(100) {
        let plan = Model::new(&source).plan;
        let uses = |section: &Section, slot: usize| {
            let homes = section.steps.iter().map(|step| step.home);
            homes.into_iter().any(|home| home == Home::Slot(slot))
        };
        for (index, slot) in plan.slots.iter().enumerate() {
            let recorded = uses(&plan.forward, index) || uses(&plan.backward, index);
            assert_eq!(slot.local, !recorded, "slot {index} in\n{source}");
            assert!(!slot.local || slot.kept.is_none());
        }
    }
}

/// Element counts of the records of the sample models.
#[test]
fn records_stay_small() {
    for (name, elements) in [
        ("iris", 12),
        ("two_layers", 75),
        ("frozen_layer", 12),
        ("in_place", 49),
        ("reuse", 14),
        ("array_root", 3),
        ("unused_parameter", 1),
        ("names", 3),
    ] {
        let (_, source) = MODELS.iter().find(|(known, _)| *known == name).unwrap();
        let slots = Model::new(source).plan.slots;
        let recorded = slots.iter().filter(|slot| slot.recorded());
        let lengths = recorded.map(|slot| slot.shape.literal_len().unwrap());
        assert!(lengths.sum::<usize>() <= elements, "{name}");
    }
}

/// The loops of a section: the kernels of each, and the values that go to memory.
fn loops(graph: &Graph, section: &Section) -> Vec<(Vec<&'static str>, usize)> {
    let found = section.loops.iter().map(|found| {
        let steps = &section.steps[found.steps.clone()];
        let stored = found.streams.iter().filter(|stream| stream.stored).count();
        assert!(steps.len() > 1);
        let shape = &graph[steps[0].node].shape;
        assert!(steps.iter().all(|step| graph[step.node].shape == *shape));
        (steps.iter().map(|step| step.kernel.name).collect(), stored)
    });
    found.collect()
}

#[test]
fn runs_of_maps_are_one_loop() {
    let model = Model::new(
        "fn f(x: Param<[f32; 8]>, y: Param<[f32; 8]>, w: Param<[f32; 8]>, t: Input<[f32; 8]>) -> f32 {
            dot((x * y + x) * w, t)
        }",
    );
    let plan = &model.plan;
    let forward = vec!["mul", "add", "mul"];
    // The product dies in a register; the sum is kept, and `dot` reads what the loop wrote.
    assert_eq!(loops(&plan.graph, &plan.forward), [(forward, 2)]);
    let [(backward, stored)] = &loops(&plan.graph, &plan.backward)[..] else {
        panic!("one loop")
    };
    assert_eq!((backward.len(), *stored), (6, 3));
    let recorded: Vec<usize> = (plan.slots.iter())
        .filter(|slot| slot.recorded())
        .map(|slot| slot.shape.literal_len().unwrap())
        .collect();
    assert_eq!(recorded.iter().sum::<usize>(), 8 + 8);
}

#[test]
fn a_loop_ends_at_what_is_not_element_by_element() {
    let loops_of = |body: &str| {
        let model = Model::new(&format!(
            "fn f(x: Param<[f32; 4]>, a: Param<f32>) -> [f32; 4] {{ {body} }}"
        ));
        let found = loops(&model.plan.graph, &model.plan.forward);
        let kernels = found.iter().map(|(kernels, _)| kernels.join(" "));
        kernels.collect::<Vec<_>>()
    };
    assert_eq!(loops_of("x * x + x - x * 2.0"), ["square add scale sub"]);
    // Calls of the library, and kernels over the whole array.
    assert_eq!(loops_of("exp(x * x) * x"), [""; 0]);
    assert_eq!(loops_of("exp(x * x) * x + x"), ["mul add"]);
    assert_eq!(
        loops_of("softmax(x * x + x) * x - x"),
        ["square add", "mul sub"]
    );
    // A scalar made of the array must be whole before the loop that reads it.
    assert_eq!(
        loops_of("let y = x * x + x; y * sum(y) - y"),
        ["square add", "scale sub"]
    );
    // One made of scalars stands before the loop.
    assert_eq!(
        loops_of("let y = x * x; let b = a * a; y * b - x"),
        ["square scale sub"]
    );
    // One made of operands, too.
    assert_eq!(
        loops_of("let y = x * x; let z = y * x[1] + x; z - x * dot(x, x)"),
        ["square scale add scale sub"]
    );
    // Arrays that have something in common only further on, and never.
    assert_eq!(loops_of("-x"), [""; 0]);
    let model = Model::new(
        "fn f(x: Param<[f32; 4]>, y: Param<[f32; 4]>, z: Param<[f32; 4]>) -> f32 {
            sum(-x * exp(y)) + sum(exp(z) * 2.0)
        }",
    );
    let found = loops(&model.plan.graph, &model.plan.backward);
    let kernels: Vec<String> = found.iter().map(|(kernels, _)| kernels.join(" ")).collect();
    assert_eq!(
        kernels,
        ["fill scale guarded_mul", "scale scale guarded_mul neg"]
    );
}

#[test]
fn transposed_factors_are_not_copied() {
    for (product, kernel) in [
        ("matvec(transpose(w), y)", "mat_vec_transposed"),
        ("matvec(transpose(transpose(w)), x)", "mat_vec"),
        ("sum(matmul(transpose(w), w), axis = 0)", "mat_mul_tn"),
        ("sum(matmul(w, transpose(w)), axis = 0)", "mat_mul_nt"),
    ] {
        let model = Model::new(&format!(
            "fn f(w: Param<[[f32; 3]; 2]>, x: Param<[f32; 3]>, y: Param<[f32; 2]>) -> f32 {{ sum({product}) }}"
        ));
        let forward = &model.plan.forward.steps;
        let names: Vec<&str> = forward.iter().map(|step| step.kernel.name).collect();
        assert!(names.contains(&kernel), "{product}: {names:?}");
        assert!(!names.contains(&"transpose"), "{product}: {names:?}");
    }
}

#[test]
fn kernels_that_know_the_length_are_called() {
    for loss in [
        "mse(x - y, t)",
        "variance(x - y)",
        "std(x - y)",
        "sample_std(x - y)",
    ] {
        let model = Model::new(&format!(
            "fn f(x: Param<[f32; 4]>, y: Param<[f32; 4]>, t: Input<[f32; 4]>) -> f32 {{ {loss} }}"
        ));
        let section = &model.plan.backward;
        let is_alone = |at| !section.loops.iter().any(|found| found.steps.contains(&at));
        let slopes: Vec<bool> = (section.steps.iter().enumerate())
            .filter(|(_, step)| step.kernel.name.ends_with("_vjp"))
            .map(|(at, _)| is_alone(at))
            .collect();
        assert_eq!(slopes, [true], "{loss}");
    }
}

#[test]
fn loops_are_no_longer_than_registers_last() {
    let sum: String = (0..40).map(|_| " * x + x").collect();
    let model = Model::new(&format!(
        "fn f(x: Param<[f32; 4]>) -> [f32; 4] {{ x{sum} }}"
    ));
    let found = loops(&model.plan.graph, &model.plan.forward);
    assert!(found.len() > 1);
    assert!(found.iter().all(|(kernels, _)| kernels.len() <= 24));
    let operands: String = (0..14)
        .map(|i| format!("x{i}: Param<[f32; 4]>, "))
        .collect();
    let sum: String = (1..14).map(|i| format!(" + x{i}")).collect();
    let model = Model::new(&format!("fn f({operands}) -> [f32; 4] {{ x0{sum} }}"));
    let streams = (model.plan.forward.loops.iter()).map(|found| found.streams.len());
    assert!(streams.max().unwrap() <= 10);
}
