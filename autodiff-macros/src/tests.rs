//! Snapshots and properties of the phases.
//!
//! [`Model`] and [`Views`] run the phases one by one and keep every product. `interpret` computes
//! programs, graphs and plans over `f64`; `random` writes programs to run through all three.

mod expansion;
mod interpret;
mod limits;
mod meaning;
mod phases;
mod plans;
mod random;
mod robustness;
mod table;

use proc_macro2::TokenStream;

use crate::build::{Built, build};
use crate::differentiate::{self, Adjoint, Seed};
use crate::errors::Errors;
use crate::expand;
use crate::graph::{Graph, NodeId};
use crate::infer::{Shapes, infer};
use crate::models::Models;
use crate::optimize::optimize;
use crate::plan::{self, Door, Joint, Plan, Slot, ValuePlan};
use crate::program::{self, Program};
use crate::syntax::function::RawFunction;
use crate::syntax::{self, Function, Options};

/// A model function after each phase.
struct Model {
    function: Function,
    program: Program,
    built: Graph,
    built_root: NodeId,
    optimized: Graph,
    root: NodeId,
    tracked: Vec<bool>,
    /// The optimized graph with its adjoint.
    adjoint_graph: Graph,
    adjoint: Adjoint,
    plan: Plan,
    /// Both sweeps in one, and the slots it works in.
    joint: Option<(Joint, Vec<Slot>)>,
    value: ValuePlan,
    tangent: ValuePlan,
}

impl Model {
    fn new(source: &str) -> Self {
        Model::calling(source, &Models::new())
    }

    /// Panics with the compiler's errors: the source is a test's own.
    fn calling(source: &str, models: &Models) -> Self {
        let mut errors = Errors::new();
        let raw: RawFunction = syn::parse_str(source).expect(source);
        let function = syntax::function::parse(raw, Options::default(), &mut errors);
        let compile = || {
            let function = function?;
            let program = program::function(&function, models, &mut errors)?;
            let name = function.ident.to_string();
            let shapes = infer(
                &program,
                models,
                Some((&name, &function.returns)),
                &mut errors,
            );
            Some((function, program, shapes))
        };
        let compiled = compile();
        if let Err(error) = errors.gate() {
            panic!("{}\n{source}", syn::Error::from(error));
        }
        let (function, program, shapes) = compiled.expect(source);
        let Built {
            graph: built,
            root: built_root,
        } = build(&program, &shapes);
        let (optimized, root) = optimize(&built, built_root);
        let tracked = program.tracked();
        let mut adjoint_graph = optimized.clone();
        let adjoint = differentiate::reverse(&mut adjoint_graph, root, &tracked, Seed::Given);
        let plan = plan::plan(adjoint_graph.clone(), root, &adjoint, Door::Function);
        let sweeps = expand::sweeps(&optimized, root, &tracked);
        // Its slots are not part of the plan above.
        let slots = sweeps.plan.slots;
        Model {
            function,
            program,
            built,
            built_root,
            optimized,
            root,
            tracked,
            adjoint_graph,
            adjoint,
            plan,
            joint: sweeps.joint.map(|joint| (joint, slots)),
            value: sweeps.value,
            tangent: sweeps.tangent,
        }
    }

    fn operands(&self) -> Vec<String> {
        operand_names(&self.program)
    }

    /// The contributions to each gradient.
    fn gradients_text(&self) -> String {
        let mut text = String::new();
        for (name, terms) in self.operands().iter().zip(&self.adjoint.gradients) {
            if let Some(terms) = terms {
                let terms: Vec<String> = terms.iter().map(|term| format!("%{}", term.0)).collect();
                let sum = if terms.is_empty() {
                    "0".to_owned()
                } else {
                    terms.join(" + ")
                };
                text.push_str(&format!("{name}: {sum}\n"));
            }
        }
        text
    }
}

/// The statements of a `grad!` after all phases.
struct Views {
    program: Program,
    shapes: Shapes,
    plan: Plan,
}

impl Views {
    fn new(source: &str) -> syn::Result<Self> {
        let compiled = expand::compile_block(tokens(source), &Models::new(), Errors::new())?;
        Ok(Views {
            program: compiled.program,
            shapes: compiled.shapes,
            plan: compiled.plan,
        })
    }
}

fn operand_names(program: &Program) -> Vec<String> {
    program
        .operands
        .iter()
        .map(|operand| operand.ident.to_string())
        .collect()
}

fn tokens(source: &str) -> TokenStream {
    source.parse().expect(source)
}

/// Compares `text` with `tests/snapshots/NAME.snap` at the root of the workspace.
#[track_caller]
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../tests/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
