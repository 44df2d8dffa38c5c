//! Slots: which are free, over the time line of all sections.

use super::*;

/// Slots, over the time line of all sections.
#[derive(Default)]
pub(super) struct Pool {
    pub(super) slots: Vec<Slot>,
    /// Free slots by shape, the lowest first. Looked up, never iterated.
    free: HashMap<Shape, BTreeSet<usize>>,
    /// Slots in use and the last position of it, for the current section.
    busy: BTreeSet<(usize, usize)>,
    /// New slots are local to the section.
    pub(super) local: bool,
    permanent: BTreeSet<usize>,
}

/// The last use of what lives on after its section.
pub(super) const FOREVER: usize = usize::MAX;

impl Pool {
    /// The arrays of a record, free to use; new slots are local. Names are those given before.
    pub(super) fn over(slots: Vec<Slot>) -> Self {
        let mut pool = Pool {
            slots,
            local: true,
            ..Pool::default()
        };
        for index in 0..pool.slots.len() {
            let slot = &pool.slots[index];
            if slot.recorded() && !slot.shape.is_scalar() {
                pool.give_back(index);
            }
        }
        pool
    }

    /// Nothing but kept values lives on from one section to the next.
    pub(super) fn start_section(&mut self) {
        self.release(FOREVER);
        for (_, index) in std::mem::take(&mut self.busy) {
            self.give_back(index);
        }
    }

    fn give_back(&mut self, index: usize) {
        if !self.permanent.contains(&index) {
            let shape = self.slots[index].shape.clone();
            self.free.entry(shape).or_default().insert(index);
        }
    }

    /// Frees the slots whose last use is before `now`.
    fn release(&mut self, now: usize) {
        while let Some((end, index)) = self.busy.first().copied()
            && end < now
        {
            self.busy.pop_first();
            self.give_back(index);
        }
    }

    pub(super) fn take(
        &mut self,
        shape: &Shape,
        name: &str,
        now: usize,
        end: usize,
        keep: bool,
    ) -> usize {
        self.release(now);
        let free = self.free.get_mut(shape).and_then(BTreeSet::pop_first);
        let index = free.unwrap_or_else(|| {
            self.slots.push(Slot {
                shape: shape.clone(),
                occupants: Vec::new(),
                kept: None,
                local: self.local,
                unused: false,
            });
            self.slots.len() - 1
        });
        let slot = &mut self.slots[index];
        let named = slot.local || !self.local;
        if named && slot.occupants.last().is_none_or(|last| last != name) {
            slot.occupants.push(name.to_owned());
        }
        if keep {
            slot.kept = Some(slot.occupants.len() - 1);
            self.permanent.insert(index);
        }
        self.busy.insert((end, index));
        index
    }
}
