//! Charts of a ruleset, read by hand: a row and a column, shifts, and dice that find either.

use salient_schema::ruleset::Table;
use salient_schema::{Bundle, Id};
use serde::{Deserialize, Serialize};

use super::Refused;
use super::act::Dice;

/// How a chart was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The chart.
    pub chart: Id,
    /// The head of the row.
    pub row: String,
    /// The head of the column.
    pub column: String,
    /// By how many columns it was shifted: to the left below 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shift: i32,
    /// What stands there, with what the scenario changes.
    pub result: String,
    /// The attack that it was read for, in words: strengths and what shifts the column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<String>,
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

/// The heads at the left of a chart, or those over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Rows.
    Rows,
    /// Columns.
    Columns,
}

/// How a row or column is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// By its place.
    At(usize),
    /// By the dice.
    ByDice,
}

impl Reading {
    /// Reads a chart of a bundle. A shift moves the column, as far as the chart goes.
    ///
    /// # Errors
    /// The chart is not there, or has no such row or column, or none for these dice.
    pub fn of(
        bundle: &Bundle,
        chart: &str,
        row: &Head,
        column: &Head,
        shift: i32,
        dice: Option<&Dice>,
    ) -> Result<Self, Refused> {
        let table = bundle.ruleset.tables.iter().find(|table| table.id == chart);
        let missing = || Refused::new(format!("the ruleset has no chart '{chart}'"));
        let table = table.ok_or_else(missing)?;
        let rows: Vec<&str> = table.rows.iter().map(|row| row.head.as_str()).collect();
        let columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
        let find = |heads: &[&str], head: &Head, what: &str| match (head, dice) {
            (Head::At(at), _) if *at < heads.len() => Ok(*at),
            (Head::At(_), _) => Err(Refused::new(format!("the chart has no such {what}"))),
            (Head::ByDice, None) => Err(Refused::new(format!("choose a {what}"))),
            (Head::ByDice, Some(dice)) => head_of(heads, dice.total()).ok_or_else(|| {
                let total = dice.total();
                Refused::new(format!("the chart has no {what} for {total}: choose one by hand"))
            }),
        };
        let row = find(&rows, row, "row")?;
        let column = find(&columns, column, "column")? as i64 + i64::from(shift);
        let column = column.clamp(0, columns.len().max(1) as i64 - 1) as usize;
        let (Some(row), Some(column)) = (rows.get(row), columns.get(column)) else {
            return Err(Refused::new("the chart has no rows or columns"));
        };
        let result = table.read_in(&bundle.scenario, row, column).unwrap_or("-");
        Ok(Self {
            chart: chart.to_owned(),
            row: (*row).to_owned(),
            column: (*column).to_owned(),
            shift,
            result: result.to_owned(),
            attack: None,
        })
    }

    /// How it was read, in a line.
    pub fn in_words(&self, bundle: &Bundle) -> String {
        let Self { chart, row, column, shift, result, attack } = self;
        let table = bundle.ruleset.tables.iter().find(|table| table.id == *chart);
        let title = table.map_or(chart.as_str(), |table| table.title.as_str());
        let shift = match shift {
            0 => String::new(),
            1 => ", shifted 1 column to the right".to_owned(),
            -1 => ", shifted 1 column to the left".to_owned(),
            right @ 2.. => format!(", shifted {right} columns to the right"),
            left => format!(", shifted {} columns to the left", left.unsigned_abs()),
        };
        let attack = attack.as_ref().map_or_else(String::new, |attack| format!("{attack}; "));
        let meaning = table.and_then(|table| table.meaning_of(result, &bundle.ruleset));
        let meaning = meaning.map_or_else(String::new, |meaning| format!(" ({meaning})"));
        format!("{attack}{title}, row {row}, column {column}{shift}: {result}{meaning}")
    }
}

/// Where a chart has its die, if its heads say so.
pub fn axis_of_die(table: &Table) -> Option<Axis> {
    let is_die = |axis: &str| {
        let axis = axis.to_lowercase();
        let mut words = axis.split(|sign: char| !sign.is_alphanumeric());
        words.any(|word| matches!(word, "die" | "dice" | "roll" | "d6" | "1d6" | "2d6" | "d10"))
    };
    match (is_die(&table.row_axis), is_die(&table.column_axis)) {
        (true, _) => Some(Axis::Rows),
        (false, true) => Some(Axis::Columns),
        (false, false) => None,
    }
}

/// The head that a number means: `4`, `2-3`, `2–3`, `6+`, `≤1`, `≥ 12`.
pub fn head_of(heads: &[&str], number: i32) -> Option<usize> {
    heads
        .iter()
        .position(|head| meant(head).is_some_and(|(least, most)| (least..=most).contains(&number)))
}

/// The numbers that a head means.
fn meant(head: &str) -> Option<(i32, i32)> {
    let head = head.trim().replace(['\u{2212}'], "-");
    let number = |text: &str| text.trim().parse::<i32>().ok();
    if let Some(one) = number(&head) {
        return Some((one, one));
    }
    if let Some(rest) =
        head.strip_prefix(['\u{2264}', '<']).map(|rest| rest.trim_start_matches('='))
    {
        return Some((i32::MIN, number(rest)?));
    }
    if let Some(rest) =
        head.strip_prefix(['\u{2265}', '>']).map(|rest| rest.trim_start_matches('='))
    {
        return Some((number(rest)?, i32::MAX));
    }
    if let Some(rest) = head.strip_suffix('+') {
        return Some((number(rest)?, i32::MAX));
    }
    // A dash that is no sign: the first behind a digit.
    let dash = head.char_indices().skip(1).find(|(_, sign)| matches!(sign, '-' | '\u{2013}'))?;
    let (least, most) = (head.get(..dash.0)?, head.get(dash.0 + dash.1.len_utf8()..)?);
    Some((number(least)?, number(most)?))
}
