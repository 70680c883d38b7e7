//! What falls on the last game-turn, when nobody is left to answer: of the games that come to it. A
//! game that a side wins before is over for what was done, and not because time is up.

use salient_schema::Id;
use serde::{Deserialize, Serialize};

use crate::statistics::{Estimate, Share, Sum};
use crate::subject::Subject;
use crate::tally::Tally;

/// What falls on the scenario's last game-turn, of the games that come to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndReport {
    /// How many game-turns they take.
    pub turns: Estimate,
    /// By how much the points change on the last one; of games of one turn nothing.
    pub points: Estimate,
    /// How many points there are at the end.
    pub all_points: Estimate,
    /// Games in which a quarter of them or more came, or went, on the last game-turn.
    pub point_dashes: Share,
    /// The towns that each side has taken.
    pub towns: Vec<LastTaken>,
}

/// The towns that a side has taken and still holds at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastTaken {
    /// The side.
    pub side: Id,
    /// Those that it took at any time, a game.
    pub all: Estimate,
    /// Those of them that it took on the last game-turn.
    pub on_last_turn: Estimate,
    /// Games in which a quarter of them or more was taken on the last game-turn.
    pub dashes: Share,
}

/// What falls on the last game-turn of many games, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EndTotals {
    turns: Sum,
    points: Sum,
    all_points: Sum,
    point_dashes: u32,
    /// By side.
    towns: Vec<TakenTotals>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TakenTotals {
    all: Sum,
    on_last_turn: Sum,
    dashes: u32,
}

/// Whether so many of the towns are a dash: a quarter or more.
fn is_dash(on_last_turn: i64, all: i64) -> bool {
    on_last_turn > 0 && on_last_turn * 4 >= all
}

impl EndTotals {
    /// The sums over no games.
    pub(crate) fn new(sides: usize) -> Self {
        Self { towns: vec![TakenTotals::default(); sides], ..Self::default() }
    }

    /// How many sides it has.
    pub(crate) fn sides(&self) -> usize {
        self.towns.len()
    }

    /// Adds a game that is over.
    pub(crate) fn add(&mut self, tally: &Tally<'_>) {
        let last = tally.turn();
        if last + 1 < tally.turns.len() {
            return;
        }
        let points = |turn: usize| tally.turns.get(turn).and_then(|turn| turn.points);
        let Some(end) = points(last).filter(|_| last > 0) else { return };
        self.turns.add(last as i64);
        self.all_points.add(end.into());
        if let Some(before) = points(last - 1) {
            let (end, change) = (i64::from(end), i64::from(end) - i64::from(before));
            self.points.add(change);
            let most = end.abs().max((end - change).abs());
            self.point_dashes += u32::from(is_dash(change.abs(), most));
        }
        for (side, total) in self.towns.iter_mut().enumerate() {
            let held = || tally.towns.iter().filter(|town| town.last == Some(side));
            let (all, at_last) =
                (held().count() as i64, held().filter(|town| town.last_on == last).count() as i64);
            total.all.add(all);
            total.on_last_turn.add(at_last);
            total.dashes += u32::from(is_dash(at_last, all));
        }
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.turns.merge(&other.turns);
        self.points.merge(&other.points);
        self.all_points.merge(&other.all_points);
        self.point_dashes = self.point_dashes.saturating_add(other.point_dashes);
        for (total, other) in self.towns.iter_mut().zip(&other.towns) {
            total.all.merge(&other.all);
            total.on_last_turn.merge(&other.on_last_turn);
            total.dashes = total.dashes.saturating_add(other.dashes);
        }
    }

    /// What a report says of it; nothing where no game came to the last game-turn.
    pub(crate) fn report(&self, subject: &Subject) -> Option<EndReport> {
        let towns = subject.sides.iter().zip(&self.towns).map(|(side, total)| LastTaken {
            side: side.id.clone(),
            all: total.all.estimate(),
            on_last_turn: total.on_last_turn.estimate(),
            dashes: Share::new(total.dashes.into(), total.all.count),
        });
        (self.turns.count > 0).then(|| EndReport {
            turns: self.turns.estimate(),
            points: self.points.estimate(),
            all_points: self.all_points.estimate(),
            point_dashes: Share::new(self.point_dashes.into(), self.points.count),
            towns: towns.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::is_dash;

    #[test]
    fn a_quarter_is_a_dash() {
        assert!(!is_dash(0, 0) && !is_dash(0, 3));
        assert!(!is_dash(1, 5));
        assert!(is_dash(1, 4) && is_dash(1, 1));
    }
}
