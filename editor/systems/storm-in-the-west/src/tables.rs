//! The charts, compiled: combat results (SW 13.28), armistice (S1.7), bombing (S3.26).

use salient_schema::{Bundle, Diagnostic};

use salient_rules::Roles;
use salient_rules::chart::{Chart, DieTable};
use salient_rules::odds::OddsBand;

use crate::roles;

/// The combat results table.
#[derive(Clone, Debug, Default)]
pub struct Crt {
    /// What the columns are, from the left.
    pub columns: Vec<Column>,
    /// Loss points of attacker and defender, by the modified die.
    losses: DieTable<(u8, u8)>,
}

/// A column: its head, and the odds.
#[derive(Clone, Debug)]
pub struct Column {
    pub head: String,
    pub odds: Odds,
}

/// Odds: so many to one, or one to so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    pub attacker: i32,
    pub defender: i32,
}

impl Odds {
    /// The odds of factors, fractions to the defender's good (SW 13.10, 13.11).
    pub fn of(attacker: i32, defender: i32) -> Self {
        let defender = defender.max(1);
        if attacker >= defender {
            Self { attacker: attacker / defender, defender: 1 }
        } else {
            let attacker = attacker.max(1);
            Self { attacker: 1, defender: (defender + attacker - 1) / attacker }
        }
    }

    /// How good they are for the attacker: 0 for even ones, 1 for 2:1, -1 for 1:2.
    pub fn rank(self) -> i32 {
        self.attacker - self.defender
    }
}

impl std::fmt::Display for Odds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.attacker, self.defender)
    }
}

impl Crt {
    /// The column that odds are resolved on (SW 13.12): none where they are worse than the
    /// first, the last where they are better than that.
    pub fn column(&self, odds: Odds) -> Option<usize> {
        self.columns.iter().rposition(|column| column.odds.rank() <= odds.rank())
    }

    /// Odds multiples beyond the last column (SW 16.8).
    pub fn beyond(&self, odds: Odds) -> i32 {
        self.columns.last().map_or(0, |last| (odds.rank() - last.odds.rank()).max(0))
    }

    /// Loss points of attacker and defender.
    pub fn read(&self, row: i32, column: usize) -> (u8, u8) {
        self.losses.read(row, column)
    }
}

pub fn crt(bundle: &Bundle, roles: &Roles<'_>, found: &mut Vec<Diagnostic>) -> Crt {
    let Some(chart) = Chart::of_role(bundle, roles, "combat-results", "SW 13.28", found) else {
        return Crt::default();
    };
    let column = |head: &str| Some(Column { head: head.to_owned(), odds: odds(head)? });
    let rises = |columns: &[Column]| columns.is_sorted_by_key(|column| column.odds.rank());
    let columns = chart.heads(column, rises, "columns of rising odds, such as 3:1", found);
    let losses = DieTable::new(chart.rows(columns.len(), losses, found));
    Crt { columns, losses }
}

/// The columns of the combat results table as bands of odds; the usual bands where it has none.
pub fn odds_bands(bundle: &Bundle) -> Vec<OddsBand> {
    let crt = crt(bundle, &roles::of(bundle), &mut Vec::new());
    let part = |factor: i32| factor.unsigned_abs();
    let columns: Vec<(u32, u32)> = crt
        .columns
        .iter()
        .map(|column| (part(column.odds.attacker), part(column.odds.defender)))
        .collect();
    if columns.is_empty() { OddsBand::usual() } else { OddsBand::of_columns(&columns) }
}

/// `3:1`.
pub fn odds(text: &str) -> Option<Odds> {
    let (attacker, defender) = text.split_once(':')?;
    let (attacker, defender) = (attacker.trim().parse().ok()?, defender.trim().parse().ok()?);
    let whole = (attacker == 1 || defender == 1)
        && (1..=100).contains(&attacker)
        && (1..=100).contains(&defender);
    whole.then_some(Odds { attacker, defender })
}

/// `2/3`.
fn losses(text: &str) -> Option<(u8, u8)> {
    let (attacker, defender) = text.split_once('/')?;
    let steps = |text: &str| text.trim().parse().ok().filter(|steps: &u8| *steps <= 100);
    Some((steps(attacker)?, steps(defender)?))
}

/// The most that the armistice die may show, by game-turn.
pub fn armistice(
    bundle: &Bundle,
    roles: &Roles<'_>,
    found: &mut Vec<Diagnostic>,
) -> Vec<(u16, u8)> {
    let Some(chart) = Chart::of_role(bundle, roles, "armistice-table", "SW S1.7", found) else {
        return Vec::new();
    };
    // `1-3`, or `1` alone: the die ends play at that or less.
    let most = |cell: &str| cell.rsplit('-').next().and_then(|text| text.trim().parse().ok());
    let rows = chart.rows(1, most, found);
    let turn = |(head, cells): (i32, Vec<u8>)| Some((u16::try_from(head).ok()?, *cells.first()?));
    rows.into_iter().filter_map(turn).collect()
}

/// What each die of a bombing table does; `-` for nothing.
pub fn bombing(
    bundle: &Bundle,
    roles: &Roles<'_>,
    role: &str,
    found: &mut Vec<Diagnostic>,
) -> [u8; 6] {
    let mut out = [0; 6];
    let Some(chart) = Chart::of_role(bundle, roles, role, "SW S3.26", found) else { return out };
    let cell =
        |cell: &str| if cell == "-" { Some(0) } else { cell.parse().ok().filter(|n| *n <= 20) };
    for (die, cells) in chart.rows(1, cell, found) {
        let place = usize::try_from(die - 1).ok().and_then(|place| out.get_mut(place));
        if let (Some(place), Some(&steps)) = (place, cells.first()) {
            *place = steps;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_round_to_the_defenders_good() {
        // The rule book's own examples (SW 13.10, 13.11).
        assert_eq!(Odds::of(26, 7).to_string(), "3:1");
        assert_eq!(Odds::of(5, 11).to_string(), "1:3");
        assert_eq!(Odds::of(7, 7).to_string(), "1:1");
        assert_eq!(Odds::of(0, 3).to_string(), "1:3");
    }

    #[test]
    fn odds_find_their_column() {
        let column = |text: &str| Column { head: text.to_owned(), odds: odds(text).unwrap() };
        let columns = ["1:2", "1:1", "2:1", "3:1"].map(column).into();
        let crt = Crt { columns, losses: DieTable::default() };
        assert_eq!(crt.column(Odds::of(1, 3)), None);
        assert_eq!(crt.column(Odds::of(5, 9)), Some(0));
        assert_eq!(crt.column(Odds::of(26, 7)), Some(3));
        assert_eq!(crt.column(Odds::of(90, 7)), Some(3));
        assert_eq!(crt.beyond(Odds::of(35, 7)), 2);
    }
}
