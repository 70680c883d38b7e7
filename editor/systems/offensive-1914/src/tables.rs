//! 1914 9.9, 10.1, 10.2, 7.2.4: the combat results table and the tables of checks.

use std::fmt;

use salient_rules::Roles;
use salient_rules::chart::Chart;
use salient_rules::odds::OddsBand;
use salient_schema::{Bundle, Diagnostic};

use crate::roles::{COMBAT_RESULTS, ROLES};

/// What one side suffers by the combat results table (1914 9.9.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suffered {
    /// `E`: every force loses a level of effectiveness.
    pub level: bool,
    /// `+3`: what is added to the dice of its checks.
    pub check: i8,
    /// `s`: strength reductions.
    pub reductions: u8,
    /// `1` and `2`: hexes of a black retreat; only a defender's.
    pub retreat: u8,
    /// `j`: the white retreat, of one hex when the attacker alone is intense; only a defender's.
    pub white: bool,
}

impl Suffered {
    /// Reads half a cell, its words in any order: `+3 j`, `E -1 s`, `+4 1`; `-` for no effect.
    pub fn parse(text: &str) -> Option<Self> {
        let mut out = Self::default();
        for word in text.split_whitespace() {
            match word {
                "-" => {}
                "E" => out.level = true,
                "s" => out.reductions += 1,
                "j" => out.white = true,
                // Circled in print: a number without a sign is a retreat.
                "1" => out.retreat = 1,
                "2" => out.retreat = 2,
                _ => {
                    let number: i8 = signed(word)?.try_into().ok()?;
                    out.check = Some(number).filter(|number| number.abs() < 20)?;
                }
            }
        }
        Some(out)
    }
}

/// As a cell has it, its parts apart: `E +3 s 1`.
impl fmt::Display for Suffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        if self.level {
            parts.push("E".to_owned());
        }
        if self.check != 0 {
            parts.push(format!("{:+}", self.check));
        }
        parts.extend((0..self.reductions).map(|_| "s".to_owned()));
        if self.retreat > 0 {
            parts.push(self.retreat.to_string());
        }
        if self.white {
            parts.push("j".to_owned());
        }
        if parts.is_empty() {
            parts.push("-".to_owned());
        }
        f.write_str(&parts.join(" "))
    }
}

/// A number with its sign, whichever minus it has.
fn signed(word: &str) -> Option<i32> {
    let word = word.replace('\u{2212}', "-");
    word.starts_with(['+', '-']).then(|| word.parse().ok()).flatten()
}

/// What a cell says of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CombatResult {
    pub attacker: Suffered,
    pub defender: Suffered,
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {}", self.attacker, self.defender)
    }
}

impl CombatResult {
    /// Reads a cell: `+3/+3j`.
    pub fn parse(text: &str) -> Option<Self> {
        let (attacker, defender) = text.split_once('/')?;
        let attacker = Suffered::parse(attacker)?;
        let defender = Suffered::parse(defender)?;
        (attacker.retreat == 0 && !attacker.white).then_some(Self { attacker, defender })
    }
}

/// Odds as a column is headed: attacker against defender, one of them 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio {
    pub attacker: i32,
    pub defender: i32,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.attacker, self.defender)
    }
}

impl Ratio {
    /// Reads a head: `3:1`.
    pub fn parse(text: &str) -> Option<Self> {
        let (attacker, defender) = text.split_once(':')?;
        let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=99).contains(n));
        let ratio = Self { attacker: side(attacker)?, defender: side(defender)? };
        (ratio.attacker == 1 || ratio.defender == 1).then_some(ratio)
    }
}

/// The combat results table: columns of odds, a row for each white die as modified and black die.
#[derive(Clone, Debug)]
pub struct CombatTable {
    /// From the worst to the best for the attacker.
    pub columns: Vec<Ratio>,
    /// The white dice of the rows, rising.
    whites: Vec<i32>,
    /// By white die, black die, column.
    cells: Vec<CombatResult>,
}

impl CombatTable {
    /// The table that fills a role: rows are headed by both dice, `2-3`.
    pub fn of_role(
        bundle: &Bundle,
        roles: &Roles<'_>,
        role: &str,
        rule: &'static str,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let chart = Chart::of_role(bundle, roles, role, rule, found)?;
        let before = found.len();
        let rises = |all: &[Ratio]| {
            all.is_sorted_by(|a, b| a.attacker * b.defender < b.attacker * a.defender)
        };
        let columns = chart.heads(Ratio::parse, rises, "rising odds such as 3:1", found);
        let mut rows: Vec<((i32, i32), Vec<CombatResult>)> = Vec::new();
        for (i, row) in chart.table.rows.iter().enumerate() {
            let dice = row.head.rsplit_once('-').and_then(|(white, black)| {
                let white = white.trim().trim_end_matches('-').parse().ok()?;
                Some((white, black.trim().parse().ok().filter(|die| (1..=6).contains(die))?))
            });
            let cells: Option<Vec<CombatResult>> = (0..columns.len())
                .map(|column| chart.cell(i, column).and_then(CombatResult::parse))
                .collect();
            match (dice, cells) {
                (Some(dice), Some(cells)) => rows.push((dice, cells)),
                _ => found.push(chart.wrong(
                    &format!("/rows/{i}"),
                    "a white die, a black die and a result such as +3/+3j a column",
                )),
            }
        }
        if found.len() > before {
            return None;
        }
        rows.sort_by_key(|(dice, _)| *dice);
        let mut whites: Vec<i32> = rows.iter().map(|((white, _), _)| *white).collect();
        whites.dedup();
        let runs_on = whites.windows(2).all(|two| two[1] - two[0] == 1);
        let whole = whites.iter().all(|white| {
            (1..=6)
                .all(|black| rows.iter().filter(|(dice, _)| *dice == (*white, black)).count() == 1)
        });
        if whites.is_empty() || !runs_on || !whole {
            found.push(chart.wrong("/rows", "a row for every white die with every black die"));
            return None;
        }
        let cells = rows.into_iter().flat_map(|(_, cells)| cells).collect();
        Some(Self { columns, whites, cells })
    }

    /// What the lab counts attacks by: a band a column, those of the usual kind where there is no
    /// table.
    pub fn bands(bundle: &Bundle) -> Vec<OddsBand> {
        let roles = Roles::filled(&ROLES, bundle).ok();
        let table = roles.and_then(|roles| {
            Self::of_role(bundle, &roles, COMBAT_RESULTS, "1914 9.9", &mut Vec::new())
        });
        let columns = table.map(|table| table.columns).unwrap_or_default();
        let whole = |ratio: &Ratio| (ratio.attacker.unsigned_abs(), ratio.defender.unsigned_abs());
        let columns: Vec<(u32, u32)> = columns.iter().map(whole).collect();
        if columns.is_empty() { OddsBand::usual() } else { OddsBand::of_columns(&columns) }
    }

    /// A table with nothing in it but columns.
    #[cfg(test)]
    pub fn of_columns(columns: Vec<Ratio>) -> Self {
        Self { columns, whites: Vec::new(), cells: Vec::new() }
    }

    /// What two dice do on a column: a white die beyond the rows reads the nearest.
    pub fn result(&self, white: i32, black: u8, column: usize) -> CombatResult {
        let (Some(first), Some(last)) = (self.whites.first(), self.whites.last()) else {
            return CombatResult::default();
        };
        let row =
            (white.clamp(*first, *last) - first) as usize * 6 + usize::from(black.clamp(1, 6)) - 1;
        let column = column.min(self.columns.len().saturating_sub(1));
        self.cells.get(row * self.columns.len() + column).copied().unwrap_or_default()
    }
}

/// The artillery table: the enemy's artillery against one's own division-equivalents (1914 10.1.2).
#[derive(Clone, Debug)]
pub struct ArtilleryTable {
    /// The least artillery of each column.
    columns: Vec<i32>,
    /// By division-equivalents in quarters, what is added to one's checks.
    rows: Vec<(i32, Vec<i32>)>,
}

impl ArtilleryTable {
    /// The table that fills a role: rows by division-equivalents in quarters.
    pub fn of_role(
        bundle: &Bundle,
        roles: &Roles<'_>,
        role: &str,
        rule: &'static str,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let chart = Chart::of_role(bundle, roles, role, rule, found)?;
        let before = found.len();
        let rises = |columns: &[i32]| columns.is_sorted_by(|one, next| one < next);
        let columns = chart.heads(|head| head.parse().ok(), rises, "rising artillery", found);
        let number = |text: &str| text.replace('\u{2212}', "-").parse().ok();
        let mut rows = chart.rows(columns.len(), number, found);
        rows.sort_by_key(|(quarters, _)| *quarters);
        (found.len() == before).then_some(Self { columns, rows })
    }

    /// What so much artillery of the enemy's adds to the checks of so many quarters of a division:
    /// the column and row that do not exceed them, else the first.
    pub fn check(&self, artillery: i32, quarters: i32) -> i32 {
        let column = self.columns.partition_point(|least| *least <= artillery).saturating_sub(1);
        let row = self.rows.partition_point(|(least, _)| *least <= quarters).saturating_sub(1);
        self.rows.get(row).and_then(|(_, cells)| cells.get(column)).copied().unwrap_or_default()
    }
}

/// What a failed check costs (1914 10.2.1, 7.2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Failure {
    /// Levels of effectiveness.
    pub levels: u8,
    /// Strength reductions.
    pub reductions: u8,
    /// Hexes of retreat.
    pub retreat: u8,
    /// Whether a prepared attack is lost (1914 7.2.4).
    pub unprepares: bool,
}

impl Failure {
    /// Reads a cell: `-`, `1E`, `3E s 1`, `2E PA`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut out = Self::default();
        if text.trim() == "-" {
            return Some(out);
        }
        for word in text.split_whitespace() {
            match word {
                "s" => out.reductions += 1,
                "PA" => out.unprepares = true,
                "1" => out.retreat = 1,
                "2" => out.retreat = 2,
                _ => out.levels = word.strip_suffix('E')?.parse().ok().filter(|n| *n < 7)?,
            }
        }
        Some(out)
    }
}

/// A table of failures by the amount by which a check was failed, a column for each sort of unit.
#[derive(Clone, Debug)]
pub struct FailureTable {
    columns: usize,
    /// By the least amount of each row, rising.
    rows: Vec<(i32, Vec<Failure>)>,
}

impl FailureTable {
    /// The table that fills a role: rows by the least amount, so many columns.
    pub fn of_role(
        bundle: &Bundle,
        roles: &Roles<'_>,
        (role, rule): (&str, &'static str),
        columns: usize,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let chart = Chart::of_role(bundle, roles, role, rule, found)?;
        let before = found.len();
        if chart.table.columns.len() != columns {
            found.push(chart.wrong("/columns", &format!("{columns} columns")));
        }
        let mut rows = chart.rows(columns, Failure::parse, found);
        rows.sort_by_key(|(amount, _)| *amount);
        (found.len() == before).then_some(Self { columns, rows })
    }

    /// What failing by so much costs.
    pub fn failed(&self, by: i32, column: usize) -> Failure {
        let row = self.rows.partition_point(|(least, _)| *least <= by);
        let row = row.checked_sub(1).and_then(|row| self.rows.get(row));
        let column = column.min(self.columns.saturating_sub(1));
        row.and_then(|(_, cells)| cells.get(column)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use super::*;

    #[test]
    fn cells_read_as_they_are_printed() {
        let cell = CombatResult::parse("+3 / +3 j").unwrap();
        assert_eq!((cell.attacker.check, cell.defender.check, cell.defender.white), (3, 3, true));
        let cell = CombatResult::parse("-1 / E +4 1").unwrap();
        assert_eq!((cell.attacker.check, cell.defender.check, cell.defender.retreat), (-1, 4, 1));
        assert!(cell.defender.level);
        let cell = CombatResult::parse("+3 s / s").unwrap();
        assert_eq!((cell.attacker.reductions, cell.defender.reductions), (1, 1));
        for text in ["+3 / +3 j", "-1 / +4 1", "+3 s / s", "E +1 s s / E -2 2 j", "- / -"] {
            assert_eq!(CombatResult::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(["", "3", "+3 / x", "j / +1"].map(CombatResult::parse), [None; 4]);
        assert_eq!(Failure::parse("3E s 2").unwrap().retreat, 2);
        assert_eq!(Ratio::parse("2:3"), None);
    }
}
