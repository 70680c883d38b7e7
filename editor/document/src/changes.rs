//! What changed since when, so that a screen repaints only what was touched.

use std::collections::VecDeque;

use salient_engine::grid::{Hex, Side};

/// Something that an edit touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touched {
    /// The base terrain of a hex.
    Terrain(Hex),
    /// The terrain palette.
    Palette,
    /// The features of a hex.
    Features(Hex),
    /// What runs along a hexside.
    Hexside(Side),
    /// The border lines.
    Lines,
    /// A zone, by its place in the map's list.
    Zone(usize),
    /// The counters in a hex.
    Stack(Hex),
    /// The set-up's entries whose hex cannot be read.
    StraySetUp,
    /// Title and notes of the scenario.
    ScenarioText,
    /// Title and notes of the map.
    MapText,
    /// A counter's print, by the places of its order of battle and of itself.
    Counter(usize, usize),
    /// The labels of the game-turns.
    Turns,
    /// The reinforcement schedule.
    Schedule,
}

/// Everything that changed since a revision, each thing once and in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Too much changed to tell: look at everything again. The lists are then empty.
    pub everything: bool,
    /// Hexes with other base terrain.
    pub terrain: Vec<Hex>,
    /// Hexes with other features.
    pub features: Vec<Hex>,
    /// Hexsides along which something else runs.
    pub hexsides: Vec<Side>,
    /// Hexes with other counters.
    pub stacks: Vec<Hex>,
    /// The border lines changed.
    pub lines: bool,
    /// A zone changed.
    pub zones: bool,
    /// A title or a note changed.
    pub texts: bool,
    /// What is printed on a counter changed.
    pub counters: bool,
    /// Game-turns or the reinforcement schedule changed.
    pub schedule: bool,
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

/// How many entries the log keeps. A screen asks every frame, so a bulk edit larger than this
/// is the only way to run past it, and then all is repainted anyway.
const LOG_LENGTH: usize = 1 << 16;

/// The revision counter and what each revision touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangeLog {
    revision: u64,
    /// Revisions after this one are wholly in the log.
    complete_after: u64,
    entries: VecDeque<(u64, Touched)>,
}

impl ChangeLog {
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Starts a new revision that touched these.
    pub fn record(&mut self, touched: &[Touched]) {
        self.revision += 1;
        self.entries.extend(touched.iter().map(|&touched| (self.revision, touched)));
        while self.entries.len() > LOG_LENGTH {
            if let Some((revision, _)) = self.entries.pop_front() {
                self.complete_after = revision;
            }
        }
    }

    pub fn since(&self, revision: u64) -> Changes {
        if revision < self.complete_after {
            return Changes::everything();
        }
        let mut changes = Changes::default();
        let first = self.entries.partition_point(|&(r, _)| r <= revision);
        for &(_, touched) in self.entries.range(first..) {
            match touched {
                Touched::Terrain(hex) => changes.terrain.push(hex),
                // A glyph by itself shows nowhere.
                Touched::Palette => {}
                Touched::Features(hex) => changes.features.push(hex),
                Touched::Hexside(side) => changes.hexsides.push(side),
                Touched::Lines => changes.lines = true,
                Touched::Zone(_) => changes.zones = true,
                Touched::Stack(hex) => changes.stacks.push(hex),
                Touched::StraySetUp => {}
                Touched::ScenarioText | Touched::MapText => changes.texts = true,
                Touched::Counter(..) => changes.counters = true,
                Touched::Turns | Touched::Schedule => changes.schedule = true,
            }
        }
        for hexes in [&mut changes.terrain, &mut changes.features, &mut changes.stacks] {
            hexes.sort_unstable();
            hexes.dedup();
        }
        changes.hexsides.sort_unstable();
        changes.hexsides.dedup();
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_each_touched_thing_once() {
        let mut log = ChangeLog::default();
        log.record(&[Touched::Terrain(Hex(4))]);
        let seen = log.revision();
        log.record(&[Touched::Terrain(Hex(9)), Touched::Stack(Hex(2))]);
        log.record(&[Touched::Terrain(Hex(7)), Touched::Terrain(Hex(9))]);
        let changes = log.since(seen);
        assert_eq!(changes.terrain, [Hex(7), Hex(9)]);
        assert_eq!(changes.stacks, [Hex(2)]);
        assert!(log.since(log.revision()).is_empty());
    }

    #[test]
    fn gives_up_on_more_than_it_keeps() {
        let mut log = ChangeLog::default();
        let all: Vec<_> = (0..LOG_LENGTH as u32 + 5).map(|i| Touched::Terrain(Hex(i))).collect();
        log.record(&all);
        assert!(log.since(0).everything);
        let seen = log.revision();
        log.record(&[Touched::Lines]);
        assert!(log.since(seen).lines);
    }
}
