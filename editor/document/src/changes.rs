//! What changed since when, so that a screen repaints only what was touched.

use std::collections::VecDeque;

use salient_hex::grid::{Hex, Side};

/// Something that an edit touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touched {
    /// The base terrain of a hex.
    Terrain(Hex),
    /// The base terrain of hexes side by side: the westernmost, and how many.
    TerrainRun(Hex, u16),
    /// The terrain palette.
    Palette,
    /// The heights of hexes side by side: the westernmost, and how many.
    ElevationRun(Hex, u16),
    /// Whether the map has heights, and their palette.
    Elevation,
    /// The features of a hex.
    Features(Hex),
    /// What runs along a hexside.
    Hexside(Side),
    /// A border line, by its place in the map's list.
    Line(usize),
    /// The list of border lines: places shift.
    Lines,
    /// A path, by its place in the map's list.
    Path(usize),
    /// The list of paths: places shift.
    Paths,
    /// A zone, by its place in the map's list.
    Zone(usize),
    /// The list of zones: places shift.
    Zones,
    /// The scan.
    Scan,
    /// The whole map.
    Map,
    /// The counters in a hex.
    Stack(Hex),
    /// The set-up's entries whose hex cannot be read.
    StraySetUp,
    /// Title, id and notes of the scenario.
    ScenarioText,
    /// Title and notes of the map.
    MapText,
    /// A counter's print, by the places of its order of battle and of itself.
    Counter(usize, usize),
    /// The list of counters of an order of battle: places shift.
    CounterList(usize),
    /// The formations of an order of battle.
    Formations(usize),
    /// A whole order of battle.
    OrderOfBattle(usize),
    /// Groups of counters that their owner places himself.
    Free,
    /// Who controls which zones when play begins.
    Control,
    /// Counters that are out of play when it begins.
    Eliminated,
    /// What artillery does before play.
    Missions,
    /// The game-turns.
    Turns,
    /// The reinforcement schedule.
    Schedule,
    /// The withdrawals.
    Withdrawals,
    /// The replacement points.
    Replacements,
    /// Values by game-turn.
    Tracks,
    /// Scores and pools as play begins.
    Levels,
    /// What formations are told to take.
    Orders,
    /// Numbers of the ruleset that the scenario changes.
    Overrides,
    /// How the game is won.
    Victory,
    /// Where play begins in the midst of a game.
    Start,
    /// Optional rules.
    OptionalRules,
    /// The whole scenario.
    Scenario,
    /// The whole ruleset.
    Ruleset,
    /// A chart, by its place in the ruleset.
    Table(usize),
    /// A constant, by its place in the ruleset.
    Constant(usize),
}

/// Everything that changed since a revision, each thing once and in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Too much changed to tell: look at everything again. The lists are then empty.
    pub everything: bool,
    /// Hexes with other base terrain.
    pub terrain: Vec<Hex>,
    /// Hexes with other heights.
    pub elevation: Vec<Hex>,
    /// Hexes with other features.
    pub features: Vec<Hex>,
    /// Hexsides along which something else runs.
    pub hexsides: Vec<Side>,
    /// Hexes with other counters.
    pub stacks: Vec<Hex>,
    /// The border lines changed.
    pub lines: bool,
    /// A path changed.
    pub paths: bool,
    /// A zone changed.
    pub zones: bool,
    /// The scan, or how it lies.
    pub scan: bool,
    /// A title or a note changed.
    pub texts: bool,
    /// What is printed on a counter changed, or the counters or formations themselves.
    pub counters: bool,
    /// What its owner places himself changed, or what begins eliminated.
    pub free: bool,
    /// Who controls which zones changed.
    pub control: bool,
    /// Game-turns, or what comes and goes on them.
    pub schedule: bool,
    /// Charts, constants or overrides changed.
    pub rules: bool,
    /// Victory conditions, starting levels or optional rules changed.
    pub scenario: bool,
}

impl Changes {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn everything() -> Self {
        Self { everything: true, ..Self::default() }
    }
}

/// How many things the log keeps, the last revision aside, which it always keeps. A screen asks
/// every frame, so it never sees more than a few revisions at a time.
const LOG_LENGTH: usize = 1 << 16;

/// The revision counter and what each revision touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangeLog {
    revision: u64,
    /// Revisions after this one are wholly in the log.
    complete_after: u64,
    entries: VecDeque<(u64, Vec<Touched>)>,
    /// How many things the entries hold.
    length: usize,
}

impl ChangeLog {
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Starts a new revision that touched these.
    pub fn record(&mut self, touched: impl IntoIterator<Item = Touched>) {
        self.revision += 1;
        let touched: Vec<Touched> = touched.into_iter().collect();
        self.length += touched.len();
        self.entries.push_back((self.revision, touched));
        while self.length > LOG_LENGTH && self.entries.len() > 1 {
            if let Some((revision, touched)) = self.entries.pop_front() {
                self.complete_after = revision;
                self.length -= touched.len();
            }
        }
    }

    /// All that was touched since a revision, in the order of the edits; none if the log does
    /// not reach back so far.
    fn touched(&self, revision: u64) -> Option<impl Iterator<Item = Touched>> {
        if revision < self.complete_after {
            return None;
        }
        let first = self.entries.partition_point(|&(r, _)| r <= revision);
        Some(self.entries.range(first..).flat_map(|(_, touched)| touched.iter().copied()))
    }

    pub fn touched_since(&self, revision: u64) -> Option<Vec<Touched>> {
        let mut touched: Vec<_> = self.touched(revision)?.collect();
        touched.sort_unstable();
        touched.dedup();
        Some(touched)
    }

    pub fn since(&self, revision: u64) -> Changes {
        let Some(touched) = self.touched(revision) else { return Changes::everything() };
        let mut changes = Changes::default();
        for touched in touched {
            match touched {
                Touched::Terrain(hex) => changes.terrain.push(hex),
                Touched::TerrainRun(hex, count) => changes.terrain.extend(run(hex, count)),
                // A glyph by itself shows nowhere.
                Touched::Palette => {}
                Touched::ElevationRun(hex, count) => changes.elevation.extend(run(hex, count)),
                // All heights come or go: too many to list.
                Touched::Elevation | Touched::Map | Touched::Scenario | Touched::Ruleset => {
                    return Changes::everything();
                }
                Touched::Features(hex) => changes.features.push(hex),
                Touched::Hexside(side) => changes.hexsides.push(side),
                Touched::Line(_) | Touched::Lines => changes.lines = true,
                Touched::Path(_) | Touched::Paths => changes.paths = true,
                Touched::Zone(_) | Touched::Zones => changes.zones = true,
                Touched::Scan => changes.scan = true,
                Touched::Stack(hex) => changes.stacks.push(hex),
                Touched::StraySetUp => {}
                Touched::ScenarioText | Touched::MapText => changes.texts = true,
                Touched::Counter(..)
                | Touched::CounterList(_)
                | Touched::Formations(_)
                | Touched::OrderOfBattle(_) => changes.counters = true,
                Touched::Free | Touched::Eliminated => changes.free = true,
                Touched::Control => changes.control = true,
                Touched::Turns
                | Touched::Schedule
                | Touched::Withdrawals
                | Touched::Replacements
                | Touched::Tracks => changes.schedule = true,
                Touched::Table(_) | Touched::Constant(_) | Touched::Overrides => {
                    changes.rules = true;
                }
                Touched::Victory
                | Touched::Start
                | Touched::Levels
                | Touched::Orders
                | Touched::Missions
                | Touched::OptionalRules => {
                    changes.scenario = true;
                }
            }
        }
        let Changes { terrain, elevation, features, stacks, .. } = &mut changes;
        for hexes in [terrain, elevation, features, stacks] {
            hexes.sort_unstable();
            hexes.dedup();
        }
        changes.hexsides.sort_unstable();
        changes.hexsides.dedup();
        changes
    }
}

fn run(first: Hex, count: u16) -> impl Iterator<Item = Hex> {
    (first.0..).take(usize::from(count)).map(Hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_each_touched_thing_once() {
        let mut log = ChangeLog::default();
        log.record([Touched::Terrain(Hex(4))]);
        let seen = log.revision();
        log.record([Touched::Terrain(Hex(9)), Touched::Stack(Hex(2))]);
        log.record([Touched::Terrain(Hex(7)), Touched::TerrainRun(Hex(8), 3)]);
        let changes = log.since(seen);
        assert_eq!(changes.terrain, [Hex(7), Hex(8), Hex(9), Hex(10)]);
        assert_eq!(changes.stacks, [Hex(2)]);
        assert_eq!(log.touched_since(seen).unwrap().len(), 4);
        assert!(log.since(log.revision()).is_empty());
    }

    #[test]
    fn gives_up_on_more_than_it_keeps_but_never_on_the_last() {
        let mut log = ChangeLog::default();
        log.record([Touched::Lines]);
        let count = LOG_LENGTH as u32 + 5;
        log.record((0..count).map(|i| Touched::Terrain(Hex(2 * i))));
        assert!(log.since(0).everything);
        assert_eq!(log.touched_since(0), None);
        assert_eq!(log.since(1).terrain.len(), count as usize);
        log.record([Touched::Lines]);
        assert!(log.since(1).everything);
        assert!(log.since(2).lines);
    }
}
