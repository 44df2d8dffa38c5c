//! What each phase makes of the sample models, in the phases' own text forms.

use std::fmt::Write;

use super::expansion::{MODELS, VIEWS};
use super::{Model, Views, operand_names, snapshot};

/// Program, graphs and plans of a function, one after the other.
fn text_of_model(source: &str) -> String {
    let model = Model::new(source);
    let operands = model.operands();
    let element = model.function.returns.element.name();
    let mut text = format!("{source}\n");
    let mut chapter = |title: &str, content: &str| {
        let _ = write!(text, "\n--- {title}\n{content}");
    };
    chapter("program", &model.program.text());
    chapter("graph", &model.built.text(&operands));
    chapter("optimized graph", &model.optimized.text(&operands));
    chapter("with its adjoint", &model.adjoint_graph.text(&operands));
    chapter("gradients", &model.gradients_text());
    chapter("plan", &model.plan.text(&operands, element));
    if let Some((joint, slots)) = &model.joint {
        let steps = joint.section.text(&joint.graph, &operands, slots);
        chapter("both sweeps in one", &steps);
    }
    chapter("with its tangent", &model.tangent.graph.text(&operands));
    text
}

fn text_of_views(source: &str) -> String {
    let views = Views::new(source).expect(source);
    let operands = operand_names(&views.program);
    let mut text = format!("{source}\n");
    let mut chapter = |title: &str, content: &str| {
        let _ = write!(text, "\n--- {title}\n{content}");
    };
    chapter("program", &views.program.text());
    chapter(
        "graph with sums of contributions",
        &views.plan.graph.text(&operands),
    );
    chapter("plan", &views.plan.text(&operands, "E"));
    text
}

#[test]
fn phases_of_models() {
    for (name, source) in MODELS {
        snapshot(&format!("phases__{name}"), &text_of_model(source));
    }
}

#[test]
fn phases_of_views() {
    for (name, source) in VIEWS {
        snapshot(&format!("phases__{name}"), &text_of_views(source));
    }
}
