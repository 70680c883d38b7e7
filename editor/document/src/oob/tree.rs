//! The tree of sides, formations and counters, as rows.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::common::Id;
use salient_schema::{Bundle, CounterId};

/// What a row stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A side.
    Side(Id),
    /// A formation, by the place of its order of battle and its id.
    Formation(usize, Id),
    /// A side's counters that belong to no formation.
    Loose(Id),
    /// A counter.
    Counter(CounterId),
}

impl Key {
    /// The counter's id, if it is one.
    pub fn counter(&self) -> Option<&CounterId> {
        match self {
            Self::Counter(id) => Some(id),
            _ => None,
        }
    }
}

/// What is wrong with where something stands in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The formation belongs to itself, by way of others.
    Circle,
    /// What it belongs to is not there.
    Lost,
    /// It belongs to a formation of another side.
    OtherSide,
}

/// A row of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it stands for.
    pub key: Key,
    /// How deep it lies, 0 for a side.
    pub depth: usize,
    /// The place after its last descendant.
    pub end: usize,
    /// What is wrong with its place.
    pub flaw: Option<Flaw>,
}

/// All rows, each followed by what is in it. Within a formation its counters come before the
/// formations that belong to it; either keep the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    rows: Vec<Row>,
}

impl Tree {
    /// The tree of a scenario's orders of battle. Faulty data has a place too: a formation that
    /// belongs to itself stands at the top of its side, what belongs nowhere among the loose.
    pub fn of(bundle: &Bundle) -> Self {
        Builder::new(bundle).build()
    }

    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Where something stands.
    pub fn position(&self, key: &Key) -> Option<usize> {
        self.rows.iter().position(|row| row.key == *key)
    }

    /// The counters in a row, its own included.
    pub fn counters_in(&self, at: usize) -> impl Iterator<Item = &CounterId> {
        let end = self.rows.get(at).map_or(at, |row| row.end);
        self.rows.get(at..end).unwrap_or_default().iter().filter_map(|row| row.key.counter())
    }

    /// The places of the rows that show when only these are open. A search shows what fits and
    /// what it is in, whatever is open.
    pub fn shown(
        &self,
        is_open: impl Fn(&Key) -> bool,
        fits: Option<&dyn Fn(&Key) -> bool>,
    ) -> Vec<usize> {
        let mut shown = Vec::new();
        let Some(fits) = fits else {
            let mut at = 0;
            while let Some(row) = self.rows.get(at) {
                shown.push(at);
                at = if is_open(&row.key) { at + 1 } else { row.end };
            }
            return shown;
        };
        let mut wanted = BTreeSet::new();
        let mut above: Vec<usize> = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            above.truncate(row.depth);
            above.push(at);
            if fits(&row.key) {
                wanted.extend(above.iter().copied());
            }
        }
        shown.extend(wanted);
        shown
    }
}

/// A formation's children while the tree is built.
#[derive(Default)]
struct Children {
    counters: Vec<(CounterId, Option<Flaw>)>,
    formations: Vec<(usize, Option<Flaw>)>,
}

struct Builder<'a> {
    bundle: &'a Bundle,
    sides: Vec<Id>,
    /// All formations of all files in order, by file.
    formations: Vec<(usize, &'a salient_schema::order_of_battle::Formation)>,
    of_formation: Vec<Children>,
    of_side: Vec<Children>,
    loose: Vec<Vec<(CounterId, Option<Flaw>)>>,
}

impl<'a> Builder<'a> {
    fn new(bundle: &'a Bundle) -> Self {
        let mut sides: Vec<Id> = bundle.ruleset.sides.iter().map(|side| side.id.clone()).collect();
        let mut known: BTreeSet<Id> = sides.iter().cloned().collect();
        let mut formations = Vec::new();
        for (at, oob) in bundle.orders_of_battle.iter().enumerate() {
            let of_formations = oob.formations.iter().map(|formation| &formation.side);
            for side in of_formations.chain(oob.counters.iter().map(|counter| &counter.side)) {
                if known.insert(side.clone()) {
                    sides.push(side.clone());
                }
            }
            formations.extend(oob.formations.iter().map(|formation| (at, formation)));
        }
        let of_formation = formations.iter().map(|_| Children::default()).collect();
        let of_side = sides.iter().map(|_| Children::default()).collect();
        let loose = sides.iter().map(|_| Vec::new()).collect();
        Self { bundle, sides, formations, of_formation, of_side, loose }
    }

    fn build(mut self) -> Tree {
        let mut places: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for (place, (at, formation)) in self.formations.iter().enumerate() {
            places.entry((*at, formation.id.as_str())).or_insert(place);
        }
        let side_at: BTreeMap<Id, usize> =
            self.sides.iter().cloned().enumerate().map(|(at, side)| (side, at)).collect();
        let parents: Vec<Option<usize>> = self
            .formations
            .iter()
            .map(|(at, formation)| {
                formation.parent.as_deref().and_then(|id| places.get(&(*at, id)).copied())
            })
            .collect();
        let cut = circles(&parents);
        for (place, parent) in parents.iter().enumerate() {
            let (_, formation) = self.formations[place];
            let parent = parent.filter(|_| !cut.contains(&place));
            let flaw = match parent {
                Some(parent) if self.formations[parent].1.side != formation.side => {
                    Some(Flaw::OtherSide)
                }
                Some(_) => None,
                None if cut.contains(&place) => Some(Flaw::Circle),
                None => formation.parent.as_ref().map(|_| Flaw::Lost),
            };
            let among = match (parent, side_at.get(&formation.side)) {
                (Some(parent), _) => self.of_formation.get_mut(parent),
                (None, Some(&side)) => self.of_side.get_mut(side),
                (None, None) => None,
            };
            if let Some(children) = among {
                children.formations.push((place, flaw));
            }
        }
        for (at, oob) in self.bundle.orders_of_battle.iter().enumerate() {
            for counter in &oob.counters {
                let formation = counter.formation.as_deref();
                let home = formation.and_then(|id| places.get(&(at, id)).copied());
                match home {
                    Some(home) => {
                        let other = self.formations[home].1.side != counter.side;
                        let flaw = other.then_some(Flaw::OtherSide);
                        self.of_formation[home].counters.push((counter.id.clone(), flaw));
                    }
                    None => {
                        let flaw = formation.map(|_| Flaw::Lost);
                        if let Some(&side) = side_at.get(&counter.side) {
                            self.loose[side].push((counter.id.clone(), flaw));
                        }
                    }
                }
            }
        }
        self.rows()
    }

    /// Writes the rows down. A stack of its own, since a file may nest as deep as it likes.
    fn rows(self) -> Tree {
        enum Task {
            Open(Key, usize, Option<Flaw>, Option<usize>),
            Close(usize),
        }
        let mut rows: Vec<Row> = Vec::new();
        for (side, id) in self.sides.iter().enumerate() {
            let mut tasks = vec![Task::Open(Key::Side(id.clone()), 0, None, None)];
            while let Some(task) = tasks.pop() {
                let (key, depth, flaw, place) = match task {
                    Task::Close(at) => {
                        let end = rows.len();
                        rows[at].end = end;
                        continue;
                    }
                    Task::Open(key, depth, flaw, place) => (key, depth, flaw, place),
                };
                let at = rows.len();
                let is_side = matches!(key, Key::Side(_));
                let is_loose = matches!(key, Key::Loose(_));
                rows.push(Row { key, depth, end: at + 1, flaw });
                tasks.push(Task::Close(at));
                let none = Children::default();
                let children = match place {
                    Some(place) => &self.of_formation[place],
                    None if is_side => &self.of_side[side],
                    None => &none,
                };
                // What is to come first goes onto the stack last.
                if is_side && !self.loose[side].is_empty() {
                    tasks.push(Task::Open(Key::Loose(id.clone()), depth + 1, None, None));
                }
                for &(place, flaw) in children.formations.iter().rev() {
                    let (oob, formation) = self.formations[place];
                    let key = Key::Formation(oob, formation.id.clone());
                    tasks.push(Task::Open(key, depth + 1, flaw, Some(place)));
                }
                let counters = if is_loose { &self.loose[side] } else { &children.counters };
                for (counter, flaw) in counters.iter().rev() {
                    let key = Key::Counter(counter.clone());
                    tasks.push(Task::Open(key, depth + 1, *flaw, None));
                }
            }
        }
        Tree { rows }
    }
}

/// The formations that are cut off from their parents so that no circle is left: of each circle
/// the first in the list.
fn circles(parents: &[Option<usize>]) -> BTreeSet<usize> {
    let mut cut = BTreeSet::new();
    // 0: not seen, otherwise the number of the walk that saw it.
    let mut seen = vec![0_usize; parents.len()];
    for start in 0..parents.len() {
        let mut at = start;
        while seen[at] == 0 {
            seen[at] = start + 1;
            match parents[at] {
                Some(parent) => at = parent,
                None => break,
            }
        }
        if parents[at].is_some() && seen[at] == start + 1 {
            // The walk may have ended where it met itself: go round once.
            let mut first = at;
            let mut round = at;
            let mut closed = false;
            while let Some(parent) = parents[round] {
                round = parent;
                first = first.min(round);
                if round == at {
                    closed = true;
                    break;
                }
                if cut.contains(&round) {
                    break;
                }
            }
            if closed {
                cut.insert(first);
            }
        }
    }
    cut
}
