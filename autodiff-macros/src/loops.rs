//! Runs of element-wise steps become one loop.
//!
//! In: the sections of a plan. Out: the same steps, and in each section the [`Loop`]s to make of
//! them. Element `i` of every step depends on the elements `i` of its operands only, so steps in a
//! row may run element by element instead of array by array: each array is read once, and what only
//! the loop uses stays in a register. A slot that no code touches any more is dropped.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::graph::{Graph, NodeId, Source};
use crate::ops::{Form, Kernel, Scalar, layout};
use crate::plan::{Home, Mode, Section, Slot, Step};
use crate::shape::Shape;

/// Arrays that one loop walks through: with more, pointers no longer fit into the registers of a
/// Cortex-M.
const STREAMS: usize = 10;

/// Steps of one loop: with more, elements no longer fit into the registers.
const STEPS: usize = 24;

/// Consecutive steps that run element by element.
pub(crate) struct Loop {
    pub(crate) steps: Range<usize>,
    pub(crate) streams: Vec<Stream>,
}

/// An array that a loop reads or writes.
pub(crate) struct Stream {
    pub(crate) home: Home,
    /// What it is named for: the value read first, or written last.
    pub(crate) node: NodeId,
    /// Read before it is written.
    pub(crate) loaded: bool,
    /// Written, and read after the loop.
    pub(crate) stored: bool,
}

/// What is emitted together.
pub(crate) enum Unit<'a> {
    Step(&'a Step),
    Loop(&'a Loop),
}

/// Finds the loops of a section. `results` are read after its end.
pub(crate) fn find(graph: &Graph, section: &mut Section, slots: &[Slot], results: &[NodeId]) {
    hoist_scalars(graph, section);
    sink_reductions(graph, section);
    let results: BTreeSet<usize> = results
        .iter()
        .filter_map(|id| match section.home(graph, graph.storage(*id)) {
            Home::Slot(slot) => Some(slot),
            _ => None,
        })
        .collect();
    let mut loops = Vec::new();
    let mut start = 0;
    while start < section.steps.len() {
        let end = run(graph, section, start);
        if end - start > 1 {
            loops.push(Loop {
                steps: start..end,
                streams: Vec::new(),
            });
        }
        start = end.max(start + 1);
    }
    let live = Live::of(graph, section);
    for found in &mut loops {
        found.streams = streams(graph, section, &found.steps, |home| match home {
            Home::Slot(slot) => {
                slots.get(slot).is_some_and(|slot| slot.kept.is_some())
                    || results.contains(&slot)
                    || live.read_next(slot, found.steps.end)
            }
            _ => true,
        });
    }
    section.loops = loops;
}

/// Marks the slots that no code touches.
pub(crate) fn drop_unused(graph: &Graph, sections: &[&Section], slots: &mut [Slot]) {
    for slot in slots.iter_mut() {
        slot.unused = true;
    }
    for section in sections {
        mark_used(graph, section, slots);
    }
}

pub(crate) fn mark_used(graph: &Graph, section: &Section, slots: &mut [Slot]) {
    for home in section.touched(graph) {
        if let Home::Slot(slot) = home {
            slots[slot].unused = false;
        }
    }
}

/// Scalars made of scalars alone stand before the element-wise steps they interrupt.
fn hoist_scalars(graph: &Graph, section: &mut Section) {
    let movable = section.steps.iter().map(|step| {
        written_once(graph, section, step)
            && matches!(step.kernel.form, Form::Map(_))
            // A view may show the one element of an array as a scalar.
            && step.inputs.iter().all(|input| graph[graph.storage(*input)].shape.is_scalar())
    });
    let movable: Vec<bool> = movable.collect();
    let mut steps: Vec<Step> = Vec::with_capacity(section.steps.len());
    // Where the current row of element-wise steps starts.
    let mut row = 0;
    let before = std::mem::take(&mut section.steps);
    for (step, movable) in before.into_iter().zip(movable) {
        if movable {
            steps.insert(row, step);
            row += 1;
        } else {
            let interrupts = !element_wise(graph, &step);
            steps.push(step);
            if interrupts {
                row = steps.len();
            }
        }
    }
    section.steps = steps;
}

/// Scalars made of arrays stand after the element-wise steps that follow, as long as those leave the
/// arrays alone and do not need the scalar.
fn sink_reductions(graph: &Graph, section: &mut Section) {
    let mut at = 1;
    while at < section.steps.len() {
        let step = &section.steps[at];
        let sinks = matches!(step.kernel.form, Form::Reduce)
            && written_once(graph, section, step)
            && element_wise(graph, &section.steps[at - 1]);
        let past = if sinks {
            let reads = homes_read(graph, section, step);
            section.steps[at + 1..]
                .iter()
                .take(STEPS)
                .take_while(|later| {
                    element_wise(graph, later)
                        && !reads.contains(&later.home)
                        && !homes_read(graph, section, later).contains(&step.home)
                })
                .count()
        } else {
            0
        };
        section.steps[at..=at + past].rotate_left(1);
        at += past + 1;
    }
}

/// Whether a step gives a scalar that is written there and nowhere else.
fn written_once(graph: &Graph, section: &Section, step: &Step) -> bool {
    let alone = match step.home {
        Home::Local(local) => !section.locals[local].1,
        // Scalars live in the record only to be kept.
        Home::Slot(_) => graph[step.node].shape.is_scalar(),
        _ => false,
    };
    alone && step.mode == Mode::Write
}

fn homes_read(graph: &Graph, section: &Section, step: &Step) -> BTreeSet<Home> {
    let stored = step.inputs.iter().map(|input| graph.storage(*input));
    stored.map(|id| section.home(graph, id)).collect()
}

/// Whether a step may be part of a loop.
fn element_wise(graph: &Graph, step: &Step) -> bool {
    !graph[step.node].shape.is_scalar() && is_element_wise(step.kernel)
}

pub(crate) fn is_element_wise(kernel: &Kernel) -> bool {
    match kernel.form {
        Form::Map(scalar) => scalar != Scalar::Function,
        _ => kernel.is(&layout::FILL_KERNEL),
    }
}

/// End of the longest run of steps from `start` on that make one loop.
fn run(graph: &Graph, section: &Section, start: usize) -> usize {
    let mut homes: BTreeSet<Home> = BTreeSet::new();
    // A view may show the one element of an array as a scalar, which is read before the loop.
    let mut written: BTreeSet<Home> = BTreeSet::new();
    let mut shape: Option<&Shape> = None;
    let mut end = start;
    while let Some(step) = section.steps.get(end)
        && end - start < STEPS
        && element_wise(graph, step)
        && shape.is_none_or(|shape| *shape == graph[step.node].shape)
        && section.steps[start].serves == step.serves
    {
        shape = Some(&graph[step.node].shape);
        let used: BTreeSet<Home> = arrays(graph, section, step).map(|(home, _)| home).collect();
        // Loops that share nothing gain nothing.
        let joins = end == start
            || !used.is_disjoint(&homes)
                && homes.union(&used).count() <= STREAMS
                && inputs(graph, section, step, 's').all(|(home, _)| !written.contains(&home));
        if !joins {
            break;
        }
        homes.extend(used);
        written.insert(step.home);
        end += 1;
    }
    end
}

/// The arrays a step reads, then the one it writes, which a step that does not overwrite reads too.
fn arrays<'a>(
    graph: &'a Graph,
    section: &'a Section,
    step: &'a Step,
) -> impl Iterator<Item = (Home, NodeId)> {
    inputs(graph, section, step, 'a').chain([(step.home, step.node)])
}

/// The operands of one kind, and where they are.
fn inputs<'a>(
    graph: &'a Graph,
    section: &'a Section,
    step: &'a Step,
    wanted: char,
) -> impl Iterator<Item = (Home, NodeId)> {
    step.kernel
        .operands
        .chars()
        .zip(&step.inputs)
        .filter(move |(kind, _)| *kind == wanted)
        .map(|(_, input)| graph.storage(*input))
        // A number is part of the code, whatever its shape.
        .filter(|stored| !matches!(graph[*stored].source, Source::Number(_)))
        .map(|stored| (section.home(graph, stored), stored))
}

fn streams(
    graph: &Graph,
    section: &Section,
    steps: &Range<usize>,
    live: impl Fn(Home) -> bool,
) -> Vec<Stream> {
    let mut streams: Vec<Stream> = Vec::new();
    let mut index: HashMap<Home, usize> = HashMap::new();
    for step in &section.steps[steps.clone()] {
        for (home, node) in inputs(graph, section, step, 'a') {
            index.entry(home).or_insert_with(|| {
                streams.push(Stream {
                    home,
                    node,
                    loaded: true,
                    stored: false,
                });
                streams.len() - 1
            });
        }
        let at = *index.entry(step.home).or_insert_with(|| {
            streams.push(Stream {
                home: step.home,
                node: step.node,
                loaded: step.mode != Mode::Write,
                stored: false,
            });
            streams.len() - 1
        });
        streams[at].stored = true;
        streams[at].node = step.node;
    }
    for stream in &mut streams {
        stream.stored &= live(stream.home);
    }
    streams.retain(|stream| stream.loaded || stream.stored);
    // What is written comes first, as on the left of an assignment.
    streams.sort_by_key(|stream| !stream.stored);
    streams
}

/// Positions at which slots are read and overwritten.
struct Live {
    /// By slot: position, and whether the step reads the slot.
    uses: HashMap<usize, Vec<(usize, bool)>>,
}

impl Live {
    fn of(graph: &Graph, section: &Section) -> Self {
        let mut uses: HashMap<usize, Vec<(usize, bool)>> = HashMap::new();
        for (at, step) in section.steps.iter().enumerate() {
            for input in &step.inputs {
                if let Home::Slot(slot) = section.home(graph, graph.storage(*input)) {
                    uses.entry(slot).or_default().push((at, true));
                }
            }
            if let Home::Slot(slot) = step.home {
                let reads = step.mode != Mode::Write;
                uses.entry(slot).or_default().push((at, reads));
            }
        }
        Live { uses }
    }

    /// Whether the next use of a slot from `position` on reads it.
    fn read_next(&self, slot: usize, position: usize) -> bool {
        let uses = self.uses.get(&slot).map_or(&[][..], Vec::as_slice);
        let next = uses.partition_point(|(at, _)| *at < position);
        uses.get(next).is_some_and(|(_, reads)| *reads)
    }
}

impl Section {
    /// Steps and loops in order.
    pub(crate) fn units(&self) -> Vec<Unit<'_>> {
        let mut units = Vec::new();
        let mut next = 0;
        for found in &self.loops {
            units.extend(self.steps[next..found.steps.start].iter().map(Unit::Step));
            units.push(Unit::Loop(found));
            next = found.steps.end;
        }
        units.extend(self.steps[next..].iter().map(Unit::Step));
        units
    }

    /// The homes that the code of this section reads or writes.
    pub(crate) fn touched(&self, graph: &Graph) -> BTreeSet<Home> {
        let mut homes = BTreeSet::new();
        let mut read = |id: NodeId| {
            let stored = graph.storage(id);
            if !matches!(graph[stored].source, Source::Number(_)) {
                homes.insert(self.home(graph, stored));
            }
        };
        let mut written = Vec::new();
        for unit in self.units() {
            match unit {
                Unit::Step(step) => {
                    step.inputs.iter().copied().for_each(&mut read);
                    written.push(step.home);
                }
                Unit::Loop(found) => {
                    for step in &self.steps[found.steps.clone()] {
                        let scalars = step.kernel.operands.chars().zip(&step.inputs);
                        for (_, input) in scalars.filter(|(kind, _)| *kind == 's') {
                            read(*input);
                        }
                    }
                    written.extend(found.streams.iter().map(|stream| stream.home));
                }
            }
        }
        homes.extend(written);
        homes
    }
}
