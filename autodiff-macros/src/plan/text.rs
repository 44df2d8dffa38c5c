//! The text of a plan, for snapshots.

use super::*;
use std::fmt::Write;

impl Section {
    pub(crate) fn text(&self, graph: &Graph, operands: &[String], slots: &[Slot]) -> String {
        let place = |home: Home| match home {
            Home::Operand(i) => operands[i].clone(),
            Home::Direction(i) => format!("direction.{}", operands[i]),
            Home::Seed => "seed".to_owned(),
            Home::Number | Home::Table(_) => "constant".to_owned(),
            Home::Root => "root".to_owned(),
            Home::Gradient(i) => format!("gradient.{}", operands[i]),
            Home::Slot(i) => format!("slot{i}:{}", slots[i].label()),
            Home::Local(i) => format!("local{i}:{}", self.locals[i].0),
        };
        let mut text = String::new();
        for operand in &self.zeros {
            let _ = writeln!(text, "  gradient.{} = 0", operands[*operand]);
        }
        for (at, step) in self.steps.iter().enumerate() {
            if let Some(found) = self.loops.iter().find(|found| found.steps.contains(&at)) {
                if found.steps.start == at {
                    let streams = found.streams.iter().map(|stream| {
                        let arrow = match (stream.loaded, stream.stored) {
                            (true, true) => "inout ",
                            (false, _) => "out ",
                            (true, false) => "",
                        };
                        format!("{arrow}{}", place(stream.home))
                    });
                    let streams: Vec<String> = streams.collect();
                    let _ = writeln!(text, "  each element of {}", streams.join(", "));
                }
                text.push_str("  ");
            }
            let inputs: Vec<String> = step
                .inputs
                .iter()
                .map(|input| {
                    let stored = graph.storage(*input);
                    match &graph[stored].source {
                        Source::Number(number) => number.text.clone(),
                        Source::Table(table) => table.name.clone(),
                        _ => place(self.home(graph, stored)),
                    }
                })
                .collect();
            let sign = match step.mode {
                Mode::Write => "=",
                Mode::InPlace => "= in place",
                Mode::Accumulate => "+=",
            };
            let _ = writeln!(
                text,
                "  {} {sign} {}({})",
                place(step.home),
                step.kernel.name,
                inputs.join(", ")
            );
        }
        text
    }
}

impl Plan {
    /// Slots, then the steps of each function.
    pub(crate) fn text(&self, operands: &[String], element: &str) -> String {
        let mut text = String::from("record\n");
        for (index, slot) in self.slots.iter().enumerate() {
            let _ = writeln!(
                text,
                "  slot{index}: {}  // {}{}",
                crate::infer::type_text(&slot.shape, element),
                slot.occupants.join(", then "),
                match (slot.kept, slot.unused, slot.local) {
                    (Some(_), _, _) => " (kept)",
                    (None, true, _) => " (in registers)",
                    (None, false, true) => " (local to accumulate)",
                    (None, false, false) => "",
                },
            );
        }
        let recorded: Vec<&Slot> = self.slots.iter().filter(|slot| slot.recorded()).collect();
        let known: Vec<usize> = recorded
            .iter()
            .filter_map(|slot| slot.shape.literal_len())
            .collect();
        if known.len() == recorded.len() {
            let _ = writeln!(text, "  {} elements", known.iter().sum::<usize>());
        }
        for (name, section) in [
            ("forward", Some(&self.forward)),
            ("backward", Some(&self.backward)),
            ("accumulate", self.accumulate.as_ref()),
        ] {
            if let Some(section) = section {
                let _ = write!(
                    text,
                    "{name}\n{}",
                    section.text(&self.graph, operands, &self.slots)
                );
            }
        }
        text
    }
}
