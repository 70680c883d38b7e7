//! What a game leaves in the books: where the sides' levels stood, turn by turn, which
//! replacements were spent, and why the game ended.
//!
//! A level is whatever the engine counts by that name: morale, hexes held, replacements left. The
//! lab knows none of them; what no system reports is not there.

use std::collections::BTreeMap;

use salient_schema::Id;
use salient_schema::event::{Fact, GameOver, LevelChange, MarkerChange, TurnEnd};
use serde::{Deserialize, Serialize};

use crate::game_report::GameReport;
use crate::statistics::{Estimate, Share, Sum};
use crate::subject::{Subject, SubjectIndex};

/// A level of a side, turn by turn: its morale, the hexes that it holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingReport {
    /// The level, `morale`.
    pub level: Id,
    /// It for people, `Hexes held`.
    pub name: String,
    /// The side.
    pub side: Id,
    /// The nation, where each has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// Where it stood at the end of each game-turn that some game came to.
    pub turns: Vec<StandingTurn>,
}

/// Where a level stood at the end of a game-turn, or of the game in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingTurn {
    /// The game-turn.
    pub turn: u16,
    /// The mean.
    pub value: Estimate,
    /// The least.
    pub min: i32,
    /// The most.
    pub max: i32,
}

/// A reason why games end, with the side that wins by it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingReport {
    /// Who wins.
    pub side: Id,
    /// Why the game ends, as the log has it: `morale`, `armistice`; `points` where the points
    /// alone decide.
    pub reason: Id,
    /// The reason for people: `morale at 0`.
    pub words: String,
    /// In how many games.
    #[serde(flatten)]
    pub share: Share,
    /// The game-turn on which those games ended.
    pub turn: Estimate,
}

/// What a side did with its replacements, or those of one of its nations, in steps a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplacementReport {
    /// The side.
    pub side: Id,
    /// The nation, where each has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// The kind of replacements, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Id>,
    /// In the whole game.
    #[serde(flatten)]
    pub whole: ReplacementUse,
    /// Turn by turn, from the set-up (turn 0); turns that no game came to are left out.
    pub turns: Vec<ReplacementTurn>,
}

/// Replacements in a game-turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplacementTurn {
    /// The game-turn; 0 for the set-up.
    pub turn: u16,
    /// What came of them, a game that came to its end.
    #[serde(flatten)]
    pub used: ReplacementUse,
}

/// Replacements, in steps a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplacementUse {
    /// Received; below 0 where they lapse.
    pub received: Estimate,
    /// Spent.
    pub spent: Estimate,
    /// Units that they brought back from among the eliminated.
    pub returned: Estimate,
}

/// A level for people.
fn level_name(level: &str) -> String {
    match level {
        "hexes" => "Hexes held".to_owned(),
        "replacements" => "Replacements left".to_owned(),
        _ => {
            let words = level.replace(['-', '_'], " ");
            let mut letters = words.chars();
            let first = letters.next().map(char::to_uppercase);
            first.into_iter().flatten().chain(letters).collect()
        }
    }
}

/// The reason why a game ends, for people: `morale at 0` for `morale`.
pub fn reason_in_words(reason: &str) -> String {
    let check = reason.strip_prefix("turn-").and_then(|rest| rest.strip_suffix("-check"));
    match (reason, check) {
        ("morale", _) => "morale at 0".to_owned(),
        ("points", _) => "the count of points".to_owned(),
        (_, Some(turn)) => format!("game-turn {turn} check"),
        _ => reason.replace('-', " "),
    }
}

/// What is told apart within a side: a level and its nation, or a nation and its pool.
fn key(first: &str, second: Option<&Id>) -> String {
    second.map_or_else(|| first.to_owned(), |second| format!("{first}/{second}"))
}

/// A key's parts.
fn parts(key: &str) -> (&str, Option<Id>) {
    key.split_once('/').map_or((key, None), |(first, second)| (first, Some(second.to_owned())))
}

/// One game's books.
#[derive(Clone, Debug, Default)]
pub(crate) struct LedgerTally {
    /// Where each level stands now, by side.
    now: BTreeMap<(usize, String), i32>,
    /// The same at the end of each turn.
    closed: BTreeMap<usize, BTreeMap<(usize, String), i32>>,
    /// By side and nation, then by turn.
    replacements: BTreeMap<(usize, String), BTreeMap<usize, ReplacementTally>>,
    /// Why the game ended.
    pub reason: Option<Id>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ReplacementTally {
    received: i64,
    spent: i64,
    returned: i64,
}

impl LedgerTally {
    /// A level changes in the midst of a turn.
    pub(crate) fn change(&mut self, index: &SubjectIndex, change: &LevelChange) {
        if let Some(side) = index.side(&change.side) {
            self.now.insert((side, key(&change.level, None)), change.to);
        }
    }

    /// A level that the kernel keeps changes: those of whole sides are levels like others.
    pub(crate) fn mark(&mut self, index: &SubjectIndex, mark: &MarkerChange) {
        let MarkerChange { marker, side, unit, formation, hex, to, .. } = mark;
        let of_a_side = unit.is_none() && formation.is_none() && hex.is_none();
        if let (true, Some(side), Some(to)) = (of_a_side, side, to)
            && let Some(side) = index.side(side)
        {
            self.now.insert((side, key(marker, None)), *to);
        }
    }

    /// A turn is over.
    pub(crate) fn turn_end(&mut self, index: &SubjectIndex, turn: usize, end: &TurnEnd) {
        for level in &end.levels {
            if let Some(side) = index.side(&level.side) {
                self.now.insert((side, key(&level.id, level.nation.as_ref())), level.value);
            }
        }
        self.close(turn);
    }

    /// The game is over, perhaps before the turn is.
    pub(crate) fn game_over(&mut self, turn: usize, over: &GameOver) {
        self.reason.clone_from(&over.reason);
        if !self.closed.contains_key(&turn) {
            self.close(turn);
        }
    }

    fn close(&mut self, turn: usize) {
        self.closed.insert(turn, self.now.clone());
    }

    /// Replacements come or are spent.
    pub(crate) fn replacements(&mut self, index: &SubjectIndex, turn: usize, fact: &Fact) {
        let Some(side) = fact.side.as_ref().and_then(|side| index.side(side)) else { return };
        let tally = self.replacement(side, fact.row.clone().into_owned(), turn);
        for &(column, value) in &fact.values {
            match column {
                "received" => tally.received += value,
                "spent" => tally.spent += value,
                "returned" => tally.returned += value,
                _ => {}
            }
        }
    }

    fn replacement(&mut self, side: usize, key: String, turn: usize) -> &mut ReplacementTally {
        self.replacements.entry((side, key)).or_default().entry(turn).or_default()
    }
}

/// The books of many games, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LedgerTotals {
    /// By turn from 0, then side, then level.
    standings: Vec<Vec<BTreeMap<String, LevelTotals>>>,
    /// By turn from 0, then side, then nation. Games in which nothing of a nation was received
    /// nor spent are not counted in the sums: the report knows how many they are.
    replacements: Vec<Vec<BTreeMap<String, ReplacementTotals>>>,
    /// The same in the whole game.
    whole: Vec<BTreeMap<String, ReplacementTotals>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LevelTotals {
    sum: Sum,
    min: i32,
    max: i32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ReplacementTotals {
    received: Sum,
    spent: Sum,
    returned: Sum,
}

impl LedgerTotals {
    /// The sums over no games.
    pub(crate) fn new(turns: usize, sides: usize) -> Self {
        Self {
            standings: vec![vec![BTreeMap::new(); sides]; turns],
            replacements: vec![vec![BTreeMap::new(); sides]; turns],
            whole: vec![BTreeMap::new(); sides],
        }
    }

    /// How many turns and sides it has.
    pub(crate) fn shape(&self) -> Vec<Vec<usize>> {
        let sides = |turns: &[Vec<_>]| turns.iter().map(Vec::len).collect();
        let spent = self.replacements.iter().map(Vec::len).collect();
        vec![sides(&self.standings), spent, vec![self.whole.len()]]
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, tally: &LedgerTally) {
        for (&turn, levels) in &tally.closed {
            let Some(sides) = self.standings.get_mut(turn) else { continue };
            for ((side, key), &value) in levels {
                let Some(totals) = sides.get_mut(*side) else { continue };
                let one = LevelTotals { sum: Sum::default(), min: value, max: value };
                let total = totals.entry(key.clone()).or_insert(one);
                total.sum.add(i64::from(value));
                total.min = total.min.min(value);
                total.max = total.max.max(value);
            }
        }
        for ((side, key), turns) in &tally.replacements {
            let mut whole = ReplacementTally::default();
            for (&turn, one) in turns {
                whole.received += one.received;
                whole.spent += one.spent;
                whole.returned += one.returned;
                let sides = self.replacements.get_mut(turn);
                if let Some(totals) = sides.and_then(|sides| sides.get_mut(*side)) {
                    totals.entry(key.clone()).or_default().add(one);
                }
            }
            if let Some(totals) = self.whole.get_mut(*side) {
                totals.entry(key.clone()).or_default().add(&whole);
            }
        }
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        let standings = self.standings.iter_mut().flatten().zip(other.standings.iter().flatten());
        for (totals, other) in standings {
            for (key, other) in other {
                match totals.get_mut(key) {
                    Some(total) => {
                        total.sum.merge(&other.sum);
                        total.min = total.min.min(other.min);
                        total.max = total.max.max(other.max);
                    }
                    None => drop(totals.insert(key.clone(), *other)),
                }
            }
        }
        let totals = self.replacements.iter_mut().flatten().chain(&mut self.whole);
        let others = other.replacements.iter().flatten().chain(&other.whole);
        for (totals, other) in totals.zip(others) {
            for (key, other) in other {
                totals.entry(key.clone()).or_default().merge(other);
            }
        }
    }

    /// Every level that was counted.
    pub(crate) fn standings(&self, subject: &Subject) -> Vec<StandingReport> {
        let keys = by_side(&self.standings);
        let reports = keys.into_iter().map(|(key, side)| {
            let (level, nation) = parts(key);
            let turns = self.standings.iter().enumerate().filter_map(|(turn, sides)| {
                let total = sides.get(side)?.get(key)?;
                let (min, max) = (total.min, total.max);
                Some(StandingTurn {
                    turn: numbered(subject, turn),
                    value: total.sum.estimate(),
                    min,
                    max,
                })
            });
            let side = subject.sides.get(side).map(|side| side.id.clone()).unwrap_or_default();
            let (level, name) = (level.to_owned(), level_name(level));
            StandingReport { level, name, side, nation, turns: turns.collect() }
        });
        reports.collect()
    }

    /// Every nation's replacements. `ended` says how many games came to the end of each turn,
    /// from 0.
    pub(crate) fn replacements(&self, subject: &Subject, ended: &[u64]) -> Vec<ReplacementReport> {
        let mut reports = Vec::new();
        for (side, whole) in self.whole.iter().enumerate() {
            for (key, total) in whole {
                let (nation, pool) = parts(key);
                let turns = self.replacements.iter().zip(ended).enumerate();
                let turns = turns.filter(|(_, (_, games))| **games > 0);
                let turns = turns.map(|(turn, (sides, &games))| {
                    let total = sides.get(side).and_then(|side| side.get(key));
                    let used = total.copied().unwrap_or_default().estimate(games);
                    ReplacementTurn { turn: numbered(subject, turn), used }
                });
                reports.push(ReplacementReport {
                    side: subject.sides.get(side).map(|side| side.id.clone()).unwrap_or_default(),
                    nation: (!nation.is_empty()).then(|| nation.to_owned()),
                    pool,
                    whole: total.estimate(ended.first().copied().unwrap_or(0)),
                    turns: turns.collect(),
                });
            }
        }
        reports
    }
}

/// Every key that occurs with its side, the keys in order.
/// The number of a game-turn from its place: the set-up stands first, and game-turns need not begin
/// with 1.
fn numbered(subject: &Subject, place: usize) -> u16 {
    let turn = place.checked_sub(1).and_then(|place| subject.turns.get(place));
    turn.map_or(0, |turn| turn.turn)
}

fn by_side<T>(turns: &[Vec<BTreeMap<String, T>>]) -> Vec<(&str, usize)> {
    let mut keys: Vec<(&str, usize)> = turns
        .iter()
        .flat_map(|sides| sides.iter().enumerate())
        .flat_map(|(side, totals)| totals.keys().map(move |key| (key.as_str(), side)))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

impl ReplacementTotals {
    fn add(&mut self, one: &ReplacementTally) {
        self.received.add(one.received);
        self.spent.add(one.spent);
        self.returned.add(one.returned);
    }

    fn merge(&mut self, other: &Self) {
        self.received.merge(&other.received);
        self.spent.merge(&other.spent);
        self.returned.merge(&other.returned);
    }

    /// The means over so many games, of which those that are not in the sums count as 0.
    fn estimate(&self, games: u64) -> ReplacementUse {
        let mean = |sum: Sum| Sum { count: sum.count.max(games), ..sum }.estimate();
        ReplacementUse {
            received: mean(self.received),
            spent: mean(self.spent),
            returned: mean(self.returned),
        }
    }
}

/// Why the games ended, the most frequent first; nothing where no log gives a reason.
pub(crate) fn endings(subject: &Subject, games: &[GameReport]) -> Vec<EndingReport> {
    if games.iter().all(|game| game.reason.is_none()) {
        return Vec::new();
    }
    let mut found: BTreeMap<(usize, &str), Sum> = BTreeMap::new();
    for game in games {
        let side = subject.sides.iter().position(|side| side.id == game.outcome.side);
        let reason = game.reason.as_deref().unwrap_or("points");
        found
            .entry((side.unwrap_or(subject.sides.len()), reason))
            .or_default()
            .add(i64::from(game.turns));
    }
    let mut endings: Vec<EndingReport> = found
        .into_iter()
        .map(|((side, reason), turns)| EndingReport {
            side: subject.sides.get(side).map(|side| side.id.clone()).unwrap_or_default(),
            reason: reason.to_owned(),
            words: reason_in_words(reason),
            share: Share::new(turns.count, games.len() as u64),
            turn: turns.estimate(),
        })
        .collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.share.count));
    endings
}
