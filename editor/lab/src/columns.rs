//! Attacks by where the system's table was entered, after everything that shifts it.

use std::collections::BTreeMap;

use salient_schema::Id;
use salient_schema::event::TableEntry;
use serde::{Deserialize, Serialize};

use crate::counts::{OddsTally, OddsTotals};
use crate::subject::Subject;

/// Attacks of a side at the same odds that were settled in the same column with as much added to
/// the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnReport {
    /// Who attacked.
    pub side: Id,
    /// The column as the table prints it, or the last value that the result is read by.
    pub column: String,
    /// The odds of the strengths before anything else, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// What was added to the dice in all, where any was rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added: Option<i32>,
    /// Whether the dice are in the column already: it says how attacks ended, not what was to be
    /// hoped for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_dice: bool,
    /// Attacks.
    pub attacks: u64,
    /// Attacks that succeeded.
    pub won: u64,
    /// Attacks that failed.
    pub failed: u64,
    /// Attacks in which the attacker was eliminated.
    pub attacker_eliminated: u64,
    /// Steps that the attackers lost.
    pub attacker_steps: u64,
    /// Steps that the defenders lost.
    pub defender_steps: u64,
}

impl ColumnReport {
    /// Adds the attacks of another row.
    pub(crate) fn add(&mut self, other: &Self) {
        for (total, other) in [
            (&mut self.attacks, other.attacks),
            (&mut self.won, other.won),
            (&mut self.failed, other.failed),
            (&mut self.attacker_eliminated, other.attacker_eliminated),
            (&mut self.attacker_steps, other.attacker_steps),
            (&mut self.defender_steps, other.defender_steps),
        ] {
            *total = total.saturating_add(other);
        }
    }
}

/// What attacks are told apart by. The order of its parts is that of the report's rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ColumnKey {
    /// The attacker's place.
    pub side: usize,
    /// The column's place, the poorest for the attacker first.
    pub place: i32,
    /// The column.
    pub column: String,
    /// The band of the odds.
    pub band: Option<usize>,
    /// What was added to the dice.
    pub added: Option<i32>,
    /// Whether the dice are in the column already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_dice: bool,
}

impl ColumnKey {
    pub(crate) fn new(side: usize, band: Option<usize>, entry: TableEntry) -> Self {
        let TableEntry { column, place, added, with_dice } = entry;
        Self { side, place, column: column.into_owned(), band, added, with_dice }
    }

    fn chance(&self) -> Chance {
        match self.with_dice {
            true => Chance::Odds(self.band),
            false => Chance::Column(self.column.clone(), self.added),
        }
    }
}

/// What an attacker knows of his chances before the dice fall.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Chance {
    /// The odds of the strengths, by their band.
    Odds(Option<usize>),
    /// The column, with what is added to the dice.
    Column(String, Option<i32>),
}

/// Attacks of a side with the same chances.
#[derive(Clone, Debug)]
pub(crate) struct Chances {
    pub side: usize,
    pub chance: Chance,
    /// Games in which it made any.
    pub games: u32,
    pub total: OddsTotals,
}

/// Attacks of many games by where the table was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ColumnTotals {
    /// In the order of the keys.
    rows: Vec<(ColumnKey, OddsTotals)>,
    /// Games in which a side attacked with some chances, in order.
    games: Vec<(usize, Chance, u32)>,
}

impl ColumnTotals {
    /// Adds a game.
    pub(crate) fn add(&mut self, tally: &BTreeMap<ColumnKey, OddsTally>) {
        let mut at: Vec<(usize, Chance)> =
            tally.keys().map(|key| (key.side, key.chance())).collect();
        at.sort_unstable();
        at.dedup();
        for (side, chance) in at {
            *self.games_mut(side, &chance) += 1;
        }
        for (key, one) in tally {
            self.row(key).add(one);
        }
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (side, chance, other) in &other.games {
            let games = self.games_mut(*side, chance);
            *games = games.saturating_add(*other);
        }
        for (key, other) in &other.rows {
            self.row(key).merge(other);
        }
    }

    fn row(&mut self, key: &ColumnKey) -> &mut OddsTotals {
        let place = match self.rows.binary_search_by(|(known, _)| known.cmp(key)) {
            Ok(place) => place,
            Err(place) => {
                self.rows.insert(place, (key.clone(), OddsTotals::default()));
                place
            }
        };
        &mut self.rows[place].1
    }

    fn games_mut(&mut self, side: usize, chance: &Chance) -> &mut u32 {
        let known = self.games.binary_search_by(|(s, c, _)| (s, c).cmp(&(&side, chance)));
        let place = known.unwrap_or_else(|place| {
            self.games.insert(place, (side, chance.clone(), 0));
            place
        });
        &mut self.games[place].2
    }

    /// The attacks of each side by their chances.
    pub(crate) fn chances(&self) -> Vec<Chances> {
        let all = self.games.iter().map(|(side, chance, games)| Chances {
            side: *side,
            chance: chance.clone(),
            games: *games,
            total: OddsTotals::default(),
        });
        let mut all: Vec<Chances> = all.collect();
        for (key, total) in &self.rows {
            let of = (key.side, key.chance());
            if let Some(sum) = all.iter_mut().find(|sum| (sum.side, &sum.chance) == (of.0, &of.1)) {
                sum.total.merge(total);
            }
        }
        all
    }

    /// The rows of a report.
    pub(crate) fn report(&self, subject: &Subject) -> Vec<ColumnReport> {
        let row = |(key, total): &(ColumnKey, OddsTotals)| {
            let band = key.band.and_then(|band| subject.odds.get(band));
            Some(ColumnReport {
                side: subject.sides.get(key.side)?.id.clone(),
                column: key.column.clone(),
                odds: band.map(|band| band.name.clone()),
                added: key.added,
                with_dice: key.with_dice,
                attacks: total.attacks(),
                won: total.won,
                failed: total.failed,
                attacker_eliminated: total.attacker_eliminated,
                attacker_steps: total.attacker_steps,
                defender_steps: total.defender_steps,
            })
        };
        self.rows.iter().filter_map(row).collect()
    }
}
