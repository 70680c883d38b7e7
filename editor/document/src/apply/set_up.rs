//! Edits of the set-up: counters on the map, entry by entry.

use salient_schema::scenario::Placement;
use salient_schema::{CounterId, Id};

use super::State;
use crate::changes::Touched;
use crate::edit::{Edit, EditError, Item, List, Listed};
use crate::index::CounterUse;

impl State {
    /// What takes a counter out of the group that its owner places, or from among the eliminated,
    /// if every one of it is used and that is where one is: whoever sets it up in a hex has placed it.
    pub(super) fn free_edit(&self, counter: &str) -> Option<Edit> {
        let count = usize::from(self.counter(counter).ok()?.count);
        if self.index.uses(counter).len() < count {
            return None;
        }
        let free = self.bundle.scenario.setup.free.iter().enumerate();
        let mut with = free.filter_map(|(at, group)| {
            let place = group.counters.iter().position(|id| id == counter)?;
            Some((at, place, group))
        });
        let Some((at, place, group)) = with.next() else {
            // Nor is it eliminated then.
            let eliminated = &self.bundle.scenario.setup.eliminated;
            let at = eliminated.iter().position(|id| id == counter);
            return match at {
                Some(at) => Some(Edit::cut(List::Eliminated, at, 1)),
                None => Edit::onto_map(&self.bundle.scenario, counter),
            };
        };
        let mut without = group.clone();
        without.counters.remove(place);
        Some(Edit::splice(List::Free, at, 1, vec![without]))
    }

    /// Placing a counter, as a splice.
    pub(super) fn place_edit(
        &self,
        counter: &str,
        hex: &str,
        index: Option<usize>,
        face: Option<u8>,
    ) -> Result<Edit, EditError> {
        self.parse_hex(hex)?;
        let count = self.counter(counter)?.count;
        let uses = self.index.uses(counter);
        if uses.len() >= usize::from(count) {
            let counter = counter.to_owned();
            return Err(EditError::CounterUsed { counter, place: self.uses_in_words(uses) });
        }
        let face = face.unwrap_or(0);
        self.check_face(counter, face)?;
        self.put_edit(entry(hex, counter, face), hex, index.unwrap_or(0))
    }

    /// Taking a counter from a hex, as a splice; with an entry of it alone, to be put elsewhere.
    pub(super) fn take_edit(
        &self,
        counter: &str,
        hex: &str,
    ) -> Result<(Edit, Placement), EditError> {
        let (at, place) = self.placed(counter, hex)?;
        let old = &self.bundle.scenario.setup.placements[at];
        let mut rest = old.clone();
        let counter = rest.counters.remove(place);
        let alone = Placement { counters: vec![counter], ..old.clone() };
        let rest = if rest.counters.is_empty() { Vec::new() } else { vec![rest] };
        Ok((Edit::splice(List::Placements, at, 1, rest), alone))
    }

    /// Putting an entry into a stack at a place counted from the top, as a splice.
    pub(super) fn put_edit(
        &self,
        entry: Placement,
        hex: &str,
        index: usize,
    ) -> Result<Edit, EditError> {
        let to = self.parse_hex(hex)?;
        let placements = &self.bundle.scenario.setup.placements;
        let entry = Placement { hex: hex.to_owned(), ..entry };

        let mut start = 0;
        // Where an entry of its own would go: before the entry that begins at `index`.
        let mut own = None;
        let mut split = None;
        let mut last = None;
        for at in self.index.placements.at(to) {
            let there = &placements[at];
            let end = start + there.counters.len();
            if (start..=end).contains(&index) && alike(there, &entry) {
                let mut joined = there.clone();
                joined.counters.splice(index - start..index - start, entry.counters);
                return Ok(Edit::splice(List::Placements, at, 1, vec![joined]));
            }
            if start < index && index < end {
                split = Some((at, index - start));
            }
            if start == index && own.is_none() {
                own = Some(at);
            }
            start = end;
            last = Some(at);
        }
        if index > start {
            return Err(EditError::BeyondEnd { list: "the stack", at: index, len: start });
        }
        if let Some((at, within)) = split {
            let mut above = placements[at].clone();
            let below = Placement { counters: above.counters.split_off(within), ..above.clone() };
            let insert = vec![above, entry, below];
            return Ok(Edit::splice(List::Placements, at, 1, insert));
        }
        let at = own
            .or(last.map(|at| at + 1))
            .or_else(|| self.index.placements.before(to, |_| true).map(|at| at + 1));
        Ok(Edit::splice(List::Placements, at.unwrap_or(0), 0, vec![entry]))
    }

    /// Turning a counter to another face, as a splice.
    pub(super) fn turn_edit(&self, counter: &str, hex: &str, face: u8) -> Result<Edit, EditError> {
        self.check_face(counter, face)?;
        self.change_edit(counter, hex, |entry| {
            if entry.face.unwrap_or(0) != face {
                entry.face = (face > 0).then_some(face);
            }
        })
    }

    /// Saying how a counter begins, as a splice.
    pub(super) fn states_edit(
        &self,
        counter: &str,
        hex: &str,
        states: Vec<Id>,
        carried_by: Option<CounterId>,
    ) -> Result<Edit, EditError> {
        if let Some(carrier) = &carried_by {
            self.placed(carrier, hex)?;
            if carrier == counter {
                return Err(EditError::CarriesItself { counter: counter.to_owned() });
            }
        }
        self.change_edit(counter, hex, |entry| {
            entry.states = states;
            entry.carried_by = carried_by;
        })
    }

    /// What a counter in a hex carries, from the top of the stack.
    pub(super) fn loads(&self, carrier: &str, hex: &str) -> Result<Vec<CounterId>, EditError> {
        let at = self.parse_hex(hex)?;
        let placements = &self.bundle.scenario.setup.placements;
        let there = self.index.placements.at(at).map(|at| &placements[at]);
        let carried = there.filter(|entry| entry.carried_by.as_deref() == Some(carrier));
        let loads = carried.flat_map(|entry| &entry.counters);
        Ok(loads.filter(|load| *load != carrier).cloned().collect())
    }

    /// Changing what is said of a counter in a hex, as a splice: nothing where it is said already.
    pub(super) fn change_edit(
        &self,
        counter: &str,
        hex: &str,
        change: impl FnOnce(&mut Placement),
    ) -> Result<Edit, EditError> {
        let (at, place) = self.placed(counter, hex)?;
        let placements = &self.bundle.scenario.setup.placements;
        let there = &placements[at];
        let part =
            |counters: &[CounterId]| Placement { counters: counters.to_vec(), ..there.clone() };
        let mut changed = part(&there.counters[place..=place]);
        let before = changed.clone();
        change(&mut changed);
        if changed == before {
            return Ok(Edit::cut(List::Placements, at, 0));
        }
        // Neighbours that it is alike now take it in, so that changing to and fro leaves no trace.
        let first = at - usize::from(at > 0 && placements[at - 1].hex == there.hex);
        let end =
            (at + 1 + usize::from(placements.get(at + 1).is_some_and(|p| p.hex == there.hex)))
                .min(placements.len());
        let pieces = placements[first..at]
            .iter()
            .cloned()
            .chain([part(&there.counters[..place]), changed, part(&there.counters[place + 1..])])
            .chain(placements[at + 1..end].iter().cloned());
        let mut insert: Vec<Placement> = Vec::new();
        for piece in pieces.filter(|piece| !piece.counters.is_empty()) {
            match insert.last_mut() {
                Some(above) if alike(above, &piece) => {
                    above.counters.extend(piece.counters);
                }
                _ => insert.push(piece),
            }
        }
        Ok(trimmed(first, &placements[first..end], insert))
    }

    pub(super) fn touched_by_splice(
        &self,
        at: usize,
        remove: usize,
        insert: &[Item],
    ) -> Vec<Touched> {
        let placements = &self.bundle.scenario.setup.placements;
        let mut touched: Vec<_> = placements
            .iter()
            .skip(at)
            .take(remove)
            .chain(insert.iter().filter_map(Placement::of))
            .map(|item| self.grid.parse(&item.hex).map_or(Touched::StraySetUp, Touched::Stack))
            .collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// The entry that a counter in a hex stands in, and its place there.
    fn placed(&self, counter: &str, hex: &str) -> Result<(usize, usize), EditError> {
        let at = self.parse_hex(hex)?;
        let placements = &self.bundle.scenario.setup.placements;
        self.index
            .placements
            .at(at)
            .find_map(|at| {
                let place = placements[at].counters.iter().position(|other| other == counter)?;
                Some((at, place))
            })
            .ok_or_else(|| EditError::CounterNotThere {
                counter: counter.to_owned(),
                hex: hex.to_owned(),
            })
    }

    pub(super) fn uses_in_words(&self, uses: &[CounterUse]) -> String {
        let words = uses.iter().map(|usage| match usage {
            CounterUse::Hex(Some(hex)) => format!("it stands in {}", self.grid.label(*hex)),
            CounterUse::Hex(None) => "it is set up in a hex that is not on the map".to_owned(),
            CounterUse::Zone(zone) => format!("its owner places it in {zone}"),
            CounterUse::Arrives(turn) => format!("it arrives on game-turn {turn}"),
            CounterUse::Eliminated => "it begins among the eliminated".to_owned(),
            CounterUse::OffMap => "it begins off the map".to_owned(),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

fn entry(hex: &str, counter: &str, face: u8) -> Placement {
    Placement {
        hex: hex.to_owned(),
        counters: vec![counter.to_owned()],
        face: (face > 0).then_some(face),
        facing: None,
        carried_by: None,
        states: Vec::new(),
    }
}

/// Whether an entry can take in the counters of another.
fn alike(there: &Placement, entry: &Placement) -> bool {
    there.face.unwrap_or(0) == entry.face.unwrap_or(0)
        && there.facing == entry.facing
        && there.carried_by == entry.carried_by
        && there.states == entry.states
}

/// The splice from old entries to new ones, without what they have in common at either end.
fn trimmed(at: usize, old: &[Placement], mut new: Vec<Placement>) -> Edit {
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail =
        old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(o, n)| o == n).count();
    let insert = new.drain(head..new.len() - tail).collect();
    Edit::splice(List::Placements, at + head, old.len() - head - tail, insert)
}
