//! A table of results, compiled: where its columns and rows begin, and what each cell does.

use salient_schema::results::{Losses, Outcome, SideResult};
use salient_schema::rules_of_play::{ColumnBy, Dice, Rounding};
use salient_schema::ruleset::Table;
use salient_schema::{Code, Diagnostic};

use crate::numbers::Reader;
use crate::state::StateRef;

/// A table of results.
#[derive(Debug)]
pub struct Chart {
    /// Heads of the columns, from the left.
    pub heads: Vec<String>,
    /// What the columns are, in print.
    pub axis: String,
    columns: Columns,
    /// The least sum of the dice of each row that has one of its own, rising, with its place.
    rows: Vec<(i32, usize)>,
    /// By row and column.
    cells: Vec<Cell>,
}

#[derive(Debug)]
enum Columns {
    /// Odds, the attackers' part first.
    Odds(Vec<(i64, i64)>),
    /// The least number of each.
    Numbers(Vec<i32>),
}

/// A cell of a table of results.
#[derive(Clone, Debug)]
pub struct Cell {
    /// As it is printed.
    pub code: String,
    /// What it does.
    pub outcome: Outcome,
    /// What happens to the attackers and to the defenders, with their states found.
    pub fates: [Fate; 2],
}

/// What happens to a side, or to some of its units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fate {
    /// What they lose together.
    pub losses: Losses,
    /// By how many hexes each retreats, and whether it is a rout.
    pub retreat: Option<(u8, bool)>,
    /// The modifier of the morale check that each makes.
    pub check: Option<i8>,
    /// The states that each takes.
    pub states: Vec<StateRef>,
}

/// Where a table is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// In a column.
    Column(usize),
    /// Below the first one.
    Worse,
}

impl Chart {
    /// The table that a kind of combat or fire names; none where something is wrong with it, which is
    /// then found.
    pub fn read(reader: &mut Reader<'_>, id: &str, by: ColumnBy, pointer: &str) -> Option<Self> {
        let bundle = reader.bundle;
        let place = bundle.ruleset.tables.iter().position(|table| table.id == id);
        let Some(place) = place else {
            reader.dangling(pointer, "chart", id);
            return None;
        };
        let table = &bundle.ruleset.tables[place];
        let before = reader.found.len();
        let at = format!("/ruleset/tables/{place}");
        let columns = columns(reader, table, by, &at);
        let rows = rows(reader, table, &at);
        let (high, wide) = (table.rows.len(), table.columns.len());
        if high == 0 || wide == 0 {
            let text = "a table of results has rows and columns";
            reader.found.push(Diagnostic::error(Code::Rule, text).pointer(at.clone()));
        }
        let mut cells = Vec::with_capacity(high * wide);
        for row in 0..high {
            for column in 0..wide {
                let head = &table.rows[row].head;
                let changed =
                    bundle.scenario.cell_override(&table.id, head, &table.columns[column]);
                let (code, pointer) = match changed {
                    Some((place, code)) => (code, format!("/scenario/overrides/{place}/value")),
                    None => {
                        let code = table.cell(row, column).unwrap_or("-");
                        (code, format!("{at}/rows/{row}/cells/{column}"))
                    }
                };
                cells.extend(cell(reader, table, code, &pointer));
            }
        }
        (reader.found.len() == before).then(|| Self {
            heads: table.columns.clone(),
            axis: table.column_axis.clone(),
            columns,
            rows,
            cells,
        })
    }

    /// The place of the last column.
    pub fn last(&self) -> usize {
        self.heads.len().saturating_sub(1)
    }

    /// The column of odds.
    pub fn by_odds(&self, attack: i32, defence: i32, rounding: Rounding) -> Entry {
        let Columns::Odds(odds) = &self.columns else { return Entry::Worse };
        if defence <= 0 {
            return Entry::Column(self.last());
        }
        by_odds(odds, (attack.max(0).into(), defence.into()), rounding)
    }

    /// The column of a number: the last whose head is no more.
    pub fn by_number(&self, number: i32) -> Entry {
        let Columns::Numbers(least) = &self.columns else { return Entry::Worse };
        match least.iter().rposition(|&least| least <= number) {
            Some(column) => Entry::Column(column),
            None => Entry::Worse,
        }
    }

    /// The cell of a sum of dice in a column: sums below the first row or above the last read there.
    pub fn cell(&self, dice: i32, column: usize) -> Option<&Cell> {
        let at = self.rows.iter().rposition(|&(least, _)| least <= dice).unwrap_or(0);
        let &(_, row) = self.rows.get(at)?;
        self.cells.get(row * self.heads.len() + column.min(self.last()))
    }

    /// What each sum of dice comes to in a column, with the number of its throws; in the order of
    /// the sums.
    pub fn throws<'a, 't>(
        &'a self,
        throws: &'t Throws,
        column: usize,
        added: i32,
    ) -> impl Iterator<Item = (&'a Cell, u64)> + use<'a, 't> {
        let sums = throws.ways.iter().zip(0..).filter(|(ways, _)| **ways > 0);
        sums.filter_map(move |(&ways, sum)| Some((self.cell(sum + added, column)?, ways)))
    }

    /// Every result in a column with the number of its throws; in the order of the rows.
    pub fn chances<'a>(
        &'a self,
        throws: &Throws,
        column: usize,
        added: i32,
    ) -> Vec<(&'a Cell, u64)> {
        let mut out: Vec<(&Cell, u64)> = Vec::new();
        for (cell, ways) in self.throws(throws, column, added) {
            match out.iter_mut().find(|(one, _)| one.outcome == cell.outcome) {
                Some((_, sofar)) => *sofar += ways,
                None => out.push((cell, ways)),
            }
        }
        out
    }
}

/// In how many throws of some dice each sum comes.
#[derive(Clone, Debug)]
pub struct Throws {
    /// By the sum.
    ways: Vec<u64>,
}

impl Throws {
    /// Of these dice, as many of them and of their faces as a ruleset may have.
    pub fn of(dice: Dice) -> Self {
        let mut ways = vec![1_u64];
        let faces = usize::from(dice.faces.min(100));
        for _ in 0..dice.number.min(6) {
            let mut next = vec![0_u64; ways.len() + faces];
            for (sum, &count) in ways.iter().enumerate() {
                for face in 1..=faces {
                    next[sum + face] = next[sum + face].saturating_add(count);
                }
            }
            ways = next;
        }
        Self { ways }
    }

    /// How many throws there are.
    pub fn all(&self) -> u64 {
        self.ways.iter().fold(0, |sum, &ways| sum.saturating_add(ways))
    }
}

fn cell(reader: &mut Reader<'_>, table: &Table, code: &str, pointer: &str) -> Option<Cell> {
    let outcome = match table.outcome(code) {
        Ok(outcome) => outcome,
        Err(wrong) => {
            let wrong = Diagnostic::error(Code::Rule, wrong.to_string());
            reader.found.push(wrong.pointer(pointer));
            return None;
        }
    };
    let attacker = Fate::of(reader, &outcome.attacker, pointer)?;
    let defender = Fate::of(reader, &outcome.defender, pointer)?;
    Some(Cell { code: code.to_owned(), fates: [attacker, defender], outcome })
}

impl Fate {
    /// What a cell says of a side; none where it names a state that is not there.
    pub fn of(reader: &mut Reader<'_>, side: &SideResult, pointer: &str) -> Option<Self> {
        let mut states = Vec::new();
        for id in &side.states {
            match StateRef::find(reader.play, id) {
                Some(state @ StateRef::Own(_)) => states.push(state),
                _ => {
                    let text = format!("there is no state '{id}' that a result may bring");
                    let wrong = Diagnostic::error(Code::DanglingReference, text);
                    reader.found.push(wrong.pointer(pointer));
                    return None;
                }
            }
        }
        let retreat = side.retreat.map(|retreat| (retreat.hexes, retreat.rout));
        Some(Self { losses: side.losses, retreat, check: side.check, states })
    }

    /// Whether nothing happens.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

fn columns(reader: &mut Reader<'_>, table: &Table, by: ColumnBy, at: &str) -> Columns {
    let mut wrong = |place: usize, text: String| {
        let pointer = format!("{at}/columns/{place}");
        reader.found.push(Diagnostic::error(Code::Rule, text).pointer(pointer));
    };
    if by == ColumnBy::Odds {
        let mut odds: Vec<(i64, i64)> = Vec::new();
        for (place, head) in table.columns.iter().enumerate() {
            let Some((a, d)) = odds_of(head).map(|(a, d)| (i64::from(a), i64::from(d))) else {
                wrong(place, format!("'{head}' is no odds such as 3:1"));
                continue;
            };
            if odds.last().is_some_and(|&(la, ld)| a * ld <= la * d) {
                wrong(place, format!("the odds {head} are not better than those before"));
            }
            odds.push((a, d));
        }
        return Columns::Odds(odds);
    }
    let mut numbers: Vec<i32> = Vec::new();
    for (place, head) in table.columns.iter().enumerate() {
        let Some((least, _)) = range_of(head) else {
            wrong(place, format!("'{head}' is no number such as 4, or range such as 4-6"));
            continue;
        };
        if numbers.last().is_some_and(|&last| least <= last) {
            wrong(place, format!("{head} is not more than the column before"));
        }
        numbers.push(least);
    }
    Columns::Numbers(numbers)
}

fn rows(reader: &mut Reader<'_>, table: &Table, at: &str) -> Vec<(i32, usize)> {
    let mut rows = Vec::new();
    for (place, row) in table.rows.iter().enumerate() {
        match range_of(&row.head) {
            Some((least, _)) => rows.push((least, place)),
            None => {
                let text = format!("'{}' is no number such as 4, or range such as 4-6", row.head);
                let pointer = format!("{at}/rows/{place}/head");
                reader.found.push(Diagnostic::error(Code::Rule, text).pointer(pointer));
            }
        }
    }
    rows.sort_unstable();
    for two in rows.windows(2) {
        if two[0].0 == two[1].0 {
            let text = format!("two rows are for {}", two[0].0);
            let pointer = format!("{at}/rows/{}/head", two[1].1);
            reader.found.push(Diagnostic::error(Code::Rule, text).pointer(pointer));
        }
    }
    rows
}

/// The odds of a column's head: `3:1`, `3-1`, `1 to 2`, `7:1+`.
pub fn odds_of(head: &str) -> Option<(u32, u32)> {
    let (attack, rest) = number(head.trim())?;
    let rest = rest.trim_start();
    let rest = ["to", ":", "-", "–", "/"].iter().find_map(|mark| rest.strip_prefix(mark))?;
    let (defence, rest) = number(rest.trim_start())?;
    let is_odds = attack > 0 && defence > 0 && is_open(rest);
    is_odds.then_some((attack.unsigned_abs(), defence.unsigned_abs()))
}

/// The least and the most of a head: `4`, `+2`, `2-3`, `5 or more`, `-4 or less`.
fn range_of(head: &str) -> Option<(i32, i32)> {
    let head = head.trim();
    let below = ["≤", "<="].iter().find_map(|mark| head.strip_prefix(mark));
    let (first, rest) = signed(below.unwrap_or(head).trim_start())?;
    let rest = rest.trim_start();
    if below.is_some() || matches!(rest, "or less" | "or fewer" | "−" | "-") {
        return Some((i32::MIN, first));
    }
    if is_open(rest) {
        return Some((first, first));
    }
    let rest = ["to", "–", "-", "…", ","]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark))
        .map(str::trim)?;
    let (last, rest) = signed(rest)?;
    (is_open(rest) && first <= last).then_some((first, last))
}

/// Whether nothing stands behind a number but that it may be more.
fn is_open(rest: &str) -> bool {
    matches!(rest.trim(), "" | "+" | "or more" | "and more")
}

fn signed(text: &str) -> Option<(i32, &str)> {
    let minus = text.strip_prefix('-').or_else(|| text.strip_prefix('−'));
    let plus = text.strip_prefix('+');
    let (found, rest) = number(minus.or(plus).unwrap_or(text))?;
    Some((if minus.is_some() { -found } else { found }, rest))
}

fn number(text: &str) -> Option<(i32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let found: i32 = text[..digits].parse().ok()?;
    (found <= 10_000).then_some((found, &text[digits..]))
}

/// The column of odds among others, which rise.
fn by_odds(columns: &[(i64, i64)], (attack, defence): (i64, i64), rounding: Rounding) -> Entry {
    let reaches = |&(a, d): &(i64, i64)| attack * d >= a * defence;
    let Some(below) = columns.iter().rposition(reaches) else {
        // Worse than the first, unless rounding makes them as good.
        let is_as_good = columns.first().is_some_and(|&first| {
            let whole = whole((attack, defence), rounding);
            whole.0 * first.1 >= first.0 * whole.1
        });
        return if is_as_good { Entry::Column(0) } else { Entry::Worse };
    };
    let Some(&(ha, hd)) = columns.get(below + 1) else { return Entry::Column(below) };
    let (la, ld) = columns[below];
    let is_exact = attack * ld == la * defence;
    let up = !is_exact
        && match rounding {
            Rounding::Defender => false,
            Rounding::Attacker => true,
            // From the middle between the two, of so many to one, or one to so many.
            Rounding::Nearest if attack >= defence => {
                attack * 2 * ld * hd > defence * (la * hd + ha * ld)
            }
            Rounding::Nearest => defence * 2 * la * ha < attack * (ld * ha + hd * la),
        };
    Entry::Column(below + usize::from(up))
}

/// Odds of so many to one, or one to so many.
fn whole((attack, defence): (i64, i64), rounding: Rounding) -> (i64, i64) {
    if attack <= 0 {
        return (0, 1);
    }
    if attack >= defence {
        let down = attack / defence;
        let up = match rounding {
            Rounding::Defender => false,
            Rounding::Attacker => attack % defence != 0,
            Rounding::Nearest => 2 * (attack % defence) > defence,
        };
        return (down + i64::from(up), 1);
    }
    let down = defence / attack;
    let up = match rounding {
        Rounding::Defender => defence % attack != 0,
        Rounding::Attacker => false,
        Rounding::Nearest => 2 * (defence % attack) >= attack,
    };
    (1, down + i64::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [(i64, i64); 6] = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (4, 1)];

    #[test]
    fn odds_are_rounded_in_the_columns_that_there_are() {
        use Rounding::{Attacker, Defender, Nearest};
        // Strengths, rounding, column.
        let cases = [
            ((5, 11), Defender, Some(0)),
            ((5, 11), Attacker, Some(1)),
            ((5, 11), Nearest, Some(1)),
            ((2, 5), Nearest, Some(0)),
            ((26, 7), Defender, Some(4)),
            ((26, 7), Attacker, Some(5)),
            ((26, 7), Nearest, Some(5)),
            ((3, 1), Nearest, Some(4)),
            ((3, 2), Attacker, Some(3)),
            ((90, 1), Defender, Some(5)),
            ((2, 7), Defender, None),
            ((2, 7), Attacker, Some(0)),
            ((1, 4), Attacker, None),
            ((2, 7), Nearest, None),
            ((3, 10), Nearest, Some(0)),
            ((0, 3), Attacker, None),
        ];
        for (strengths, rounding, column) in cases {
            let expected = column.map_or(Entry::Worse, Entry::Column);
            assert_eq!(by_odds(&COLUMNS, strengths, rounding), expected, "{strengths:?}");
        }
    }

    #[test]
    fn heads_are_read_as_they_are_printed() {
        for (head, odds) in [("3:1", (3, 1)), ("1-2", (1, 2)), ("7:1+", (7, 1)), ("3 to 2", (3, 2))]
        {
            assert_eq!(odds_of(head), Some(odds), "{head}");
        }
        assert_eq!((odds_of("0:1"), odds_of("three"), odds_of("3")), (None, None, None));
        let ranges = [
            ("4", (4, 4)),
            ("+2", (2, 2)),
            ("−3", (-3, -3)),
            ("2-3", (2, 3)),
            ("-3 to -1", (-3, -1)),
            ("12 or more", (12, 12)),
            ("-4 or less", (i32::MIN, -4)),
        ];
        for (head, range) in ranges {
            assert_eq!(range_of(head), Some(range), "{head}");
        }
        assert_eq!((range_of("3-2"), range_of("few")), (None, None));
    }

    #[test]
    fn every_throw_is_counted() {
        let throws = Throws::of(Dice { number: 2, faces: 6 });
        let Throws { ways } = &throws;
        assert_eq!((ways[2], ways[7], ways[12], throws.all()), (1, 6, 1, 36));
    }
}
