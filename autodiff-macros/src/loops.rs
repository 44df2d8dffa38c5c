//! Runs of element-wise steps become one loop.
//!
//! In: the sections of a plan. Out: the same steps, and in each section the [`Loop`]s to make of
//! them. Element `i` of every step depends on the elements `i` of its operands only, so steps in a
//! row may run element by element instead of array by array: each array is read once, and what only
//! the loop uses stays in a register. A slot that no code touches any more is dropped.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::graph::{Graph, NodeId, Source};
use crate::ops::{Form, Scalar, layout};
use crate::plan::{Home, Mode, Section, Slot, Step};

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
    /// One of its values, and what it is named for: that value, or what a slot is for.
    pub(crate) node: NodeId,
    pub(crate) name: String,
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

/// Finds the loops of a section. `results` are read after its end, and where `keeps` so are the slots
/// that are kept.
pub(crate) fn find(
    graph: &Graph,
    section: &mut Section,
    slots: &[Slot],
    results: &[NodeId],
    keeps: bool,
) {
    hoist_scalars(graph, section);
    sink_reductions(graph, section);
    let results: BTreeSet<usize> = results
        .iter()
        .filter_map(|id| match section.home(graph, graph.storage(*id)) {
            Home::Slot(slot) => Some(slot),
            _ => None,
        })
        .collect();
    let mut runs = Vec::new();
    let mut start = 0;
    while start < section.steps.len() {
        let (found, end) = gather(graph, section, start);
        runs.extend(found);
        start = end.max(start + 1);
    }
    let live = Live::of(graph, section);
    let loops = runs.into_iter().map(|steps| {
        let live = |home| match home {
            Home::Slot(slot) => {
                (keeps && slots[slot].kept.is_some())
                    || results.contains(&slot)
                    || live.read_next(slot, steps.end)
            }
            _ => true,
        };
        let streams = streams(graph, section, slots, &steps, live);
        Loop { steps, streams }
    });
    section.loops = loops.collect();
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

/// Scalars stand before the element-wise steps they interrupt, unless they are made of what those write.
fn hoist_scalars(graph: &Graph, section: &mut Section) {
    let reads: Vec<Option<BTreeSet<Home>>> = section
        .steps
        .iter()
        .map(|step| {
            let moves = written_once(graph, section, step)
                && matches!(step.kernel.form, Form::Map(_) | Form::Reduce);
            moves.then(|| homes_read(graph, section, step))
        })
        .collect();
    let mut steps: Vec<Step> = Vec::with_capacity(section.steps.len());
    // Where the current row of element-wise steps starts, and what it writes.
    let mut row = 0;
    let mut written = BTreeSet::new();
    for (step, reads) in std::mem::take(&mut section.steps).into_iter().zip(reads) {
        if reads.is_some_and(|reads| reads.is_disjoint(&written)) {
            steps.insert(row, step);
            row += 1;
        } else if element_wise(graph, &step) {
            written.insert(step.home);
            steps.push(step);
        } else {
            steps.push(step);
            row = steps.len();
            written.clear();
        }
    }
    section.steps = steps;
}

/// Scalars made of arrays that the row before them writes stand after the element-wise steps that
/// follow, as long as those leave the arrays alone and do not need the scalar.
fn sink_reductions(graph: &Graph, section: &mut Section) {
    for at in (0..section.steps.len()).rev() {
        let step = &section.steps[at];
        if !(matches!(step.kernel.form, Form::Reduce) && written_once(graph, section, step)) {
            continue;
        }
        let reads = homes_read(graph, section, step);
        let mut before = section.steps[..at]
            .iter()
            .rev()
            .take(STEPS)
            .take_while(|before| {
                element_wise(graph, before) || written_once(graph, section, before)
            });
        if !before.any(|before| reads.contains(&before.home)) {
            continue;
        }
        let past = section.steps[at + 1..]
            .iter()
            .take(STEPS)
            .take_while(|later| {
                element_wise(graph, later)
                    && !reads.contains(&later.home)
                    && !homes_read(graph, section, later).contains(&step.home)
            })
            .count();
        section.steps[at..=at + past].rotate_left(1);
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
    let by_elements = match step.kernel.form {
        Form::Map(scalar) => scalar != Scalar::Function,
        _ => step.kernel.is(&layout::FILL_KERNEL),
    };
    by_elements && !graph[step.node].shape.is_scalar()
}

/// Brings together the steps that share arrays, in the row of element-wise steps over one shape that
/// begins at `start`. Gives the runs of two and more of them, and the end of the row.
///
/// Steps change places with steps of other groups only. Those touch other arrays, and no step of
/// the row writes what another one reads as a scalar, so all read and leave behind the same.
fn gather(graph: &Graph, section: &mut Section, start: usize) -> (Vec<Range<usize>>, usize) {
    // Positions, and the arrays they touch: other groups touch others.
    let mut groups: Vec<(Vec<usize>, BTreeSet<Home>)> = Vec::new();
    let mut written: BTreeSet<Home> = BTreeSet::new();
    // A view may show the one element of an array as a scalar, which is read before the loop.
    let mut read_as_scalars: BTreeSet<Home> = BTreeSet::new();
    let mut end = start;
    while let Some(step) = section.steps.get(end)
        && end - start < STEPS
        && element_wise(graph, step)
        && graph[step.node].shape == graph[section.steps[start].node].shape
        && step.serves == section.steps[start].serves
        && !read_as_scalars.contains(&step.home)
        && inputs(graph, section, step, 's').all(|(home, _)| !written.contains(&home))
    {
        let mut homes: BTreeSet<Home> =
            arrays(graph, section, step).map(|(home, _)| home).collect();
        let shares = |group: &(Vec<usize>, BTreeSet<Home>)| !group.1.is_disjoint(&homes);
        let (joined, mut apart): (Vec<_>, Vec<_>) = groups.iter().cloned().partition(shares);
        let mut positions = Vec::new();
        for (theirs, touched) in joined {
            positions.extend(theirs);
            homes.extend(touched);
        }
        if homes.len() > STREAMS {
            break;
        }
        positions.sort_unstable();
        positions.push(end);
        apart.push((positions, homes));
        groups = apart;
        written.insert(step.home);
        read_as_scalars.extend(inputs(graph, section, step, 's').map(|(home, _)| home));
        end += 1;
    }
    let mut runs = Vec::new();
    let mut at = start;
    let mut order = Vec::new();
    groups.sort_unstable_by_key(|(positions, _)| positions[0]);
    for (positions, _) in groups {
        if positions.len() > 1 {
            runs.push(at..at + positions.len());
        }
        at += positions.len();
        order.extend(positions);
    }
    let mut steps: Vec<Option<Step>> = section.steps.drain(start..end).map(Some).collect();
    let ordered = order
        .iter()
        .filter_map(|position| steps[position - start].take());
    let ordered: Vec<Step> = ordered.collect();
    section.steps.splice(start..start, ordered);
    (runs, end)
}

/// The arrays a step reads, then the one it writes, which a step that does not overwrite reads too.
fn arrays<'a>(
    graph: &'a Graph,
    section: &'a Section,
    step: &'a Step,
) -> impl Iterator<Item = (Home, NodeId)> {
    inputs(graph, section, step, 'a').chain([(step.home, step.node)])
}

/// The operands of one kind (a letter of `Kernel::operands`), and where they are.
pub(crate) fn inputs<'a>(
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
    slots: &[Slot],
    steps: &Range<usize>,
    live: impl Fn(Home) -> bool,
) -> Vec<Stream> {
    let name = |home: Home, node: NodeId| match home {
        Home::Slot(slot) => slots[slot].label().to_owned(),
        _ => graph[node].name.clone(),
    };
    let mut streams: Vec<Stream> = Vec::new();
    let mut index: HashMap<Home, usize> = HashMap::new();
    for step in &section.steps[steps.clone()] {
        for (home, node) in inputs(graph, section, step, 'a') {
            index.entry(home).or_insert_with(|| {
                streams.push(Stream {
                    home,
                    node,
                    name: name(home, node),
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
                name: name(step.home, step.node),
                loaded: step.mode != Mode::Write,
                stored: false,
            });
            streams.len() - 1
        });
        streams[at].stored = true;
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
        for unit in self.units() {
            match unit {
                Unit::Step(step) => {
                    homes.extend(homes_read(graph, self, step));
                    homes.insert(step.home);
                }
                Unit::Loop(found) => {
                    for step in &self.steps[found.steps.clone()] {
                        homes.extend(inputs(graph, self, step, 's').map(|(home, _)| home));
                    }
                    homes.extend(found.streams.iter().map(|stream| stream.home));
                }
            }
        }
        homes
    }
}
