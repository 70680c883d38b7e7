//! Attacks by where the system's table was entered, after everything that shifts it.

use std::collections::BTreeMap;

use salient_schema::Id;
use salient_schema::event::TableEntry;
use serde::{Deserialize, Serialize};

use crate::subject::Subject;
use crate::tally::OddsTally;
use crate::totals::OddsTotals;

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
}

impl ColumnKey {
    pub(crate) fn new(side: usize, band: Option<usize>, entry: TableEntry) -> Self {
        let TableEntry { column, place, added } = entry;
        Self { side, place, column: column.into_owned(), band, added }
    }
}

/// Attacks of many games by where the table was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ColumnTotals {
    /// In the order of the keys.
    rows: Vec<(ColumnKey, OddsTotals)>,
    /// Games in which a side attacked at some odds, by the side's place, then by band.
    games: BTreeMap<usize, BTreeMap<usize, u32>>,
}

impl ColumnTotals {
    /// Adds a game.
    pub(crate) fn add(&mut self, tally: &BTreeMap<ColumnKey, OddsTally>) {
        let mut at: Vec<(usize, usize)> =
            tally.keys().filter_map(|key| Some((key.side, key.band?))).collect();
        at.sort_unstable();
        at.dedup();
        for (side, band) in at {
            *self.games.entry(side).or_default().entry(band).or_default() += 1;
        }
        for (key, one) in tally {
            self.row(key).add(one);
        }
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&side, bands) in &other.games {
            let games = self.games.entry(side).or_default();
            for (&band, &other) in bands {
                let total = games.entry(band).or_default();
                *total = total.saturating_add(other);
            }
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

    /// In how many games a side attacked at some odds.
    pub(crate) fn games(&self, side: usize, band: usize) -> u32 {
        self.games.get(&side).and_then(|bands| bands.get(&band)).copied().unwrap_or(0)
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
