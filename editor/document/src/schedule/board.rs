//! The chart of the schedule: a column a game-turn, a lane a formation or entry.

use std::collections::BTreeMap;

use salient_rules::Systems;
use salient_rules::schedule::{Arrivals, Fit, allowances, arrivals, entry_hexes};
use salient_schema::common::Provenance;
use salient_schema::order_of_battle::Formation;
use salient_schema::scenario::{Entry, HalfDay};
use salient_schema::words::id_in_words;
use salient_schema::{Bundle, CounterId, Id};

use super::{condition_in_words, entry_in_words};

/// How arrivals are put into lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grouping {
    /// A lane an entry.
    #[default]
    Entry,
    /// A lane a formation: the one below the army that the units belong to.
    Formation,
}

/// The chart, ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The columns, from the left.
    pub columns: Vec<Column>,
    /// The rows of the turn track below the labels.
    pub tracks: Vec<TrackRow>,
    /// The lanes, from the top, side by side.
    pub lanes: Vec<Lane>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The game-turn's number; 0 for what is there when play begins.
    pub turn: u16,
    /// Its place in the scenario's list; none for the start, and for a game-turn that the
    /// scenario lacks though something happens on it.
    pub at: Option<usize>,
    /// The label.
    pub label: String,
    /// The date.
    pub date: Option<String>,
    /// The half of the day.
    pub half: Option<HalfDay>,
    /// Weather that is fixed.
    pub weather: Option<Id>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A row of the turn track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackRow {
    /// Its name in print.
    pub name: String,
    /// The side's name.
    pub side: Option<String>,
    /// A value a column; none where there is none.
    pub values: Vec<Option<i32>>,
    /// The rule.
    pub rule: Option<String>,
    /// Where it comes from.
    pub provenance: Provenance,
    /// What it is in the data.
    pub source: TrackSource,
}

/// What a row of the turn track is in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrackSource {
    /// A track of the scenario, by its place.
    Track(usize),
    /// Constants of the ruleset; they are changed among the charts.
    Constants(Vec<Id>),
}

/// A lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The side.
    pub side: Id,
    /// The side's name.
    pub side_name: String,
    /// What it is called.
    pub name: String,
    /// What is said of it besides: the hexes of an entry, the commander's army.
    pub detail: String,
    /// What it holds.
    pub kind: LaneKind,
    /// What stands in it, from the left.
    pub items: Vec<Item>,
}

/// What a lane holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneKind {
    /// Arrivals by an entry.
    Entry(Entry),
    /// Arrivals of a formation; none for units without one.
    Formation(Option<Id>),
    /// Units that leave.
    Withdrawals,
    /// Replacement points of a nation and a pool.
    Replacements {
        /// The nation.
        nation: Option<Id>,
        /// The kind of points.
        pool: Option<Id>,
    },
}

/// Something that stands in a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The column.
    pub column: usize,
    /// What it is in the data.
    pub of: ItemOf,
    /// The units: those of the group that belong into the lane.
    pub units: Vec<CounterId>,
    /// Whether these are all units of the group.
    pub whole: bool,
    /// Replacement points.
    pub points: Option<i32>,
    /// A condition, in words.
    pub condition: Option<String>,
    /// Whether the units can stand where they come in.
    pub fit: Option<Fit>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// What an item is in the data, by its place in the scenario's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemOf {
    /// A group of reinforcements.
    Group(usize),
    /// A withdrawal.
    Withdrawal(usize),
    /// Replacement points.
    Replacement(usize),
}

impl Board {
    /// The chart of a scenario.
    pub fn new(systems: Systems, bundle: &Bundle, grouping: Grouping) -> Self {
        let columns = columns(bundle);
        let mut maker = Maker::new(systems, bundle, &columns, grouping);
        for side in &bundle.ruleset.sides {
            maker.side(&side.id, &side.name);
        }
        // A side that the ruleset does not know is a fault, and must be seen to be mended.
        for stray in maker.strays() {
            maker.side(&stray, &stray);
        }
        let lanes = maker.lanes;
        let tracks = tracks(systems, bundle, &columns);
        Self { columns, tracks, lanes }
    }

    /// The lane and the item of something.
    pub fn find(&self, of: ItemOf) -> Option<(&Lane, &Item)> {
        let mut all =
            self.lanes.iter().flat_map(|lane| lane.items.iter().map(move |it| (lane, it)));
        all.find(|(_, item)| item.of == of)
    }
}

fn columns(bundle: &Bundle) -> Vec<Column> {
    let scenario = &bundle.scenario;
    let mut columns: Vec<Column> = scenario
        .turns
        .iter()
        .enumerate()
        .map(|(at, turn)| Column {
            turn: turn.turn,
            at: Some(at),
            label: turn.label.clone(),
            date: turn.date.clone(),
            half: turn.half,
            weather: turn.weather.clone(),
            provenance: turn.provenance,
        })
        .collect();
    let named = |turn: u16, label: &str| Column {
        turn,
        at: None,
        label: label.to_owned(),
        date: None,
        half: None,
        weather: None,
        provenance: Provenance::Printed,
    };
    if scenario.replacements.iter().any(|one| one.turn == 0) {
        columns.insert(0, named(0, "At the start"));
    }
    let used = scenario.reinforcements.iter().map(|one| one.turn);
    let used = used.chain(scenario.withdrawals.iter().map(|one| one.turn));
    let mut stray: Vec<u16> =
        used.chain(scenario.replacements.iter().map(|one| one.turn)).collect();
    stray.sort_unstable();
    stray.dedup();
    stray.retain(|turn| columns.iter().all(|column| column.turn != *turn));
    columns.extend(stray.into_iter().map(|turn| named(turn, "No such game-turn")));
    columns
}

fn tracks(systems: Systems, bundle: &Bundle, columns: &[Column]) -> Vec<TrackRow> {
    let side_name = |id: &Id| {
        let known = bundle.ruleset.sides.iter().find(|side| side.id == *id);
        known.map_or_else(|| id.clone(), |side| side.name.clone())
    };
    let spread = |values: &[i32]| -> Vec<Option<i32>> {
        columns.iter().map(|column| values.get(column.at?).copied()).collect()
    };
    let mut rows: Vec<TrackRow> = bundle
        .scenario
        .tracks
        .iter()
        .enumerate()
        .map(|(at, track)| TrackRow {
            name: track.name.clone(),
            side: track.side.as_ref().map(side_name),
            values: spread(&track.values),
            rule: track.rule.clone(),
            provenance: track.provenance,
            source: TrackSource::Track(at),
        })
        .collect();
    rows.extend(allowances(systems, bundle).into_iter().map(|allowance| TrackRow {
        name: allowance.name,
        side: allowance.side.as_ref().map(side_name),
        values: spread(&allowance.values),
        rule: Some(allowance.rule),
        provenance: Provenance::Printed,
        source: TrackSource::Constants(allowance.constants),
    }));
    rows
}

/// What the making of lanes looks things up in.
struct Maker<'a> {
    bundle: &'a Bundle,
    columns: &'a [Column],
    grouping: Grouping,
    /// Counter → its lane's formation.
    formations: BTreeMap<&'a str, Option<&'a Formation>>,
    /// Group → how its arrival fits.
    fits: BTreeMap<usize, Fit>,
    lanes: Vec<Lane>,
}

impl<'a> Maker<'a> {
    fn new(
        systems: Systems,
        bundle: &'a Bundle,
        columns: &'a [Column],
        grouping: Grouping,
    ) -> Self {
        let fits = arrivals(systems, bundle)
            .into_iter()
            .flat_map(|Arrivals { groups, fit, .. }| {
                groups.into_iter().map(move |at| (at, fit.clone()))
            })
            .collect();
        let mut formations = BTreeMap::new();
        for book in &bundle.orders_of_battle {
            let known: BTreeMap<&str, &Formation> =
                book.formations.iter().map(|one| (one.id.as_str(), one)).collect();
            for counter in &book.counters {
                let own = counter.formation.as_deref().and_then(|id| known.get(id)).copied();
                formations
                    .entry(counter.id.as_str())
                    .or_insert(own.map(|own| below_top(own, &known)));
            }
        }
        Self { bundle, columns, grouping, formations, fits, lanes: Vec::new() }
    }

    fn strays(&self) -> Vec<Id> {
        let scenario = &self.bundle.scenario;
        let sides = scenario.reinforcements.iter().map(|one| &one.side);
        let sides = sides.chain(scenario.withdrawals.iter().map(|one| &one.side));
        let sides = sides.chain(scenario.replacements.iter().map(|one| &one.side));
        let known = |id: &Id| self.bundle.ruleset.sides.iter().any(|side| side.id == *id);
        let mut stray: Vec<Id> = sides.filter(|id| !known(id)).cloned().collect();
        stray.sort_unstable();
        stray.dedup();
        stray
    }

    fn column(&self, turn: u16) -> usize {
        self.columns.iter().position(|column| column.turn == turn).unwrap_or(0)
    }

    fn side(&mut self, side: &str, side_name: &str) {
        let first = self.lanes.len();
        self.arrivals(side, side_name);
        let lane = |name: String, detail: String, kind: LaneKind| Lane {
            side: side.to_owned(),
            side_name: side_name.to_owned(),
            name,
            detail,
            kind,
            items: Vec::new(),
        };
        let scenario = &self.bundle.scenario;
        let mut leaving = lane("Withdrawals".into(), String::new(), LaneKind::Withdrawals);
        for (at, one) in scenario.withdrawals.iter().enumerate().filter(|(_, one)| one.side == side)
        {
            leaving.items.push(Item {
                column: self.column(one.turn),
                of: ItemOf::Withdrawal(at),
                units: one.counters.clone(),
                whole: true,
                points: None,
                condition: None,
                fit: None,
                provenance: Provenance::Printed,
            });
        }
        if !leaving.items.is_empty() {
            self.lanes.push(leaving);
        }
        for (at, one) in
            scenario.replacements.iter().enumerate().filter(|(_, one)| one.side == side)
        {
            let kind =
                LaneKind::Replacements { nation: one.nation.clone(), pool: one.pool.clone() };
            let place = self.lanes[first..].iter().position(|lane| lane.kind == kind);
            let place = place.map(|place| place + first).unwrap_or_else(|| {
                let nation = one.nation.as_ref().map(|id| {
                    let known = self.bundle.ruleset.nations.iter().find(|one| one.id == *id);
                    known.map_or_else(|| id.clone(), |nation| nation.name.clone())
                });
                let pool = one.pool.as_deref().map(id_in_words);
                let detail = [nation, pool].into_iter().flatten().collect::<Vec<_>>().join(", ");
                self.lanes.push(lane("Replacements".into(), detail, kind));
                self.lanes.len() - 1
            });
            let column = self.column(one.turn);
            self.lanes[place].items.push(Item {
                column,
                of: ItemOf::Replacement(at),
                units: Vec::new(),
                whole: true,
                points: Some(one.points),
                condition: None,
                fit: None,
                provenance: one.provenance,
            });
        }
        for lane in &mut self.lanes[first..] {
            lane.items.sort_by_key(|item| (item.column, item.of));
        }
    }

    fn arrivals(&mut self, side: &str, side_name: &str) {
        let first = self.lanes.len();
        let groups = &self.bundle.scenario.reinforcements;
        for (at, group) in groups.iter().enumerate().filter(|(_, group)| group.side == side) {
            for (kind, name, detail, units) in self.parts(group) {
                let place = self.lanes[first..].iter().position(|lane| lane.kind == kind);
                let place = place.map_or_else(
                    || {
                        self.lanes.push(Lane {
                            side: side.to_owned(),
                            side_name: side_name.to_owned(),
                            name,
                            detail,
                            kind,
                            items: Vec::new(),
                        });
                        self.lanes.len() - 1
                    },
                    |place| place + first,
                );
                let column = self.column(group.turn);
                self.lanes[place].items.push(Item {
                    column,
                    of: ItemOf::Group(at),
                    whole: units.len() == group.counters.len(),
                    units,
                    points: None,
                    condition: group
                        .condition
                        .as_ref()
                        .map(|one| condition_in_words(self.bundle, one)),
                    fit: self.fits.get(&at).cloned(),
                    provenance: group.provenance,
                });
            }
        }
        // Entries by their letter or hex, formations by their name.
        self.lanes[first..].sort_by(|one, two| one.name.cmp(&two.name));
    }

    /// What of a group belongs into which lane.
    fn parts(
        &self,
        group: &salient_schema::scenario::Reinforcement,
    ) -> Vec<(LaneKind, String, String, Vec<CounterId>)> {
        if self.grouping == Grouping::Entry {
            let name = entry_in_words(self.bundle, &group.entry);
            let detail = match &group.entry {
                Entry::Letter(_) => entry_hexes(self.bundle, &group.entry).join(", "),
                Entry::Hexes(_) => String::new(),
                Entry::Zone(_) => match entry_hexes(self.bundle, &group.entry).len() {
                    1 => "1 hex".to_owned(),
                    count => format!("{count} hexes"),
                },
            };
            let kind = LaneKind::Entry(group.entry.clone());
            return vec![(kind, name, detail, group.counters.clone())];
        }
        let mut parts: Vec<(LaneKind, String, String, Vec<CounterId>)> = Vec::new();
        for id in &group.counters {
            let formation = self.formations.get(id.as_str()).copied().flatten();
            let kind = LaneKind::Formation(formation.map(|one| one.id.clone()));
            if let Some((.., units)) = parts.iter_mut().find(|(known, ..)| *known == kind) {
                units.push(id.clone());
                continue;
            }
            let name = formation.map_or("Without a formation", |one| one.name.as_str());
            let detail = formation.and_then(|one| one.commander.clone()).unwrap_or_default();
            parts.push((kind, name.to_owned(), detail, vec![id.clone()]));
        }
        parts
    }
}

/// The formation that a unit's lane is of: its own, or the one above it that is next to the top.
fn below_top<'a>(own: &'a Formation, known: &BTreeMap<&str, &'a Formation>) -> &'a Formation {
    let mut now = own;
    // A tree that bites its tail is a fault of the file; it ends here all the same.
    for _ in 0..known.len() {
        let Some(parent) = now.parent.as_deref().and_then(|id| known.get(id)) else { break };
        if parent.parent.is_none() {
            break;
        }
        now = parent;
    }
    now
}
