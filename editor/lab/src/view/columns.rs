//! Attacks by where the system's table was entered, as tables.

use std::collections::BTreeMap;

use super::model::{Cell, Column, Kind, Row, Table, TableTraits, Value};
use super::tables::{played, side_name};
use super::words;
use crate::columns::ColumnReport;
use crate::report::Report;
use crate::statistics::{Fraction, Share};

const SORTS: TableTraits = TableTraits { sorts: true, tall: false, search: false };

/// Rows that are alike in what a key says of them, added up, in the report's order.
fn added_up<K: PartialEq>(
    report: &Report,
    key: impl Fn(&ColumnReport) -> K,
) -> Vec<(ColumnReport, Vec<&ColumnReport>)> {
    let mut sums: Vec<(K, ColumnReport, Vec<&ColumnReport>)> = Vec::new();
    for row in &report.columns {
        let of = key(row);
        match sums.iter_mut().find(|(known, ..)| *known == of) {
            Some((_, sum, rows)) => {
                sum.add(row);
                rows.push(row);
            }
            None => sums.push((of, row.clone(), vec![row])),
        }
    }
    sums.into_iter().map(|(_, sum, rows)| (sum, rows)).collect()
}

/// Every row, for files.
pub(super) fn data(report: &Report) -> Table {
    let heads = [
        "side",
        "column",
        "odds",
        "added",
        "attacks",
        "won",
        "failed",
        "attacker_eliminated",
        "attacker_steps",
        "defender_steps",
    ];
    let columns = heads.into_iter().map(|head| Column::data(Kind::Words, head)).collect();
    let row = |row: &ColumnReport| -> Vec<Cell> {
        vec![
            (&row.side).into(),
            (&row.column).into(),
            row.odds.as_ref().into(),
            row.added.into(),
            row.attacks.into(),
            row.won.into(),
            row.failed.into(),
            row.attacker_eliminated.into(),
            row.attacker_steps.into(),
            row.defender_steps.into(),
        ]
    };
    Table {
        rows: report.columns.iter().map(row).map(Row::from).collect(),
        ..Table::new("columns", columns)
    }
}

/// What was added to the dice on the mean, with the least and the most.
fn added(rows: &[&ColumnReport]) -> Cell {
    let rolled = || rows.iter().filter_map(|row| Some((row.added?, row.attacks)));
    let (Some(least), Some(most)) =
        (rolled().map(|(added, _)| added).min(), rolled().map(|(added, _)| added).max())
    else {
        return Cell::new(Value::None);
    };
    let attacks: u64 = rolled().map(|(_, attacks)| attacks).sum();
    let sum: f64 = rolled().map(|(added, attacks)| f64::from(added) * attacks as f64).sum();
    let mean = sum / attacks.max(1) as f64;
    let signed = |value: i32| words::signed(value.into(), 0);
    let said = if least == most {
        signed(least)
    } else {
        format!("{} ({} to {})", words::signed(mean, 1), signed(least), signed(most))
    };
    Cell::from(said.as_str()).ranked(mean)
}

/// What came of attacks, for people.
fn outcome_columns() -> Vec<Column> {
    vec![
        Column::seen("Attacks a game", Kind::Number),
        Column::seen("Success, with the 95\u{a0}% interval", Kind::Bar).minor(),
        Column::seen("Succeed", Kind::Uncertain),
        Column::seen("Fail", Kind::Number).minor(),
        Column::seen("Attacker eliminated", Kind::Number),
        Column::seen("Attacker’s steps an attack", Kind::Number),
        Column::seen("Defender’s steps an attack", Kind::Number),
    ]
}

fn outcome(report: &Report, of: &ColumnReport, most: u64) -> Vec<Cell> {
    let attacks = of.attacks.max(1) as f64;
    let won = Share::new(of.won, of.attacks);
    let part = |count: u64| {
        let part = Fraction::of(count as f64, attacks);
        Cell::new(Value::Part(count, part, 0)).ranked(part.share())
    };
    let steps = |steps: u64| {
        Cell::new(Value::Rate(steps as i64, attacks, 2)).ranked(steps as f64 / attacks)
    };
    vec![
        Cell::new(Value::Rate(of.attacks as i64, played(report), 1))
            .ranked(of.attacks as f64)
            .metered(of.attacks as f64 / most.max(1) as f64, None),
        Cell::from(won).ranked(won.share),
        Cell::from(won).ranked(won.share),
        part(of.failed),
        part(of.attacker_eliminated),
        steps(of.attacker_steps),
        steps(of.defender_steps),
    ]
}

/// For people: by side and column.
pub(super) fn by_column(report: &Report) -> Table {
    let sums = added_up(report, |row| (row.side.clone(), row.column.clone()));
    let most = sums.iter().map(|(sum, _)| sum.attacks).max().unwrap_or(1);
    let mut columns = vec![
        Column::seen("Side", Kind::Short),
        Column::seen("Column", Kind::Head),
        Column::seen("Added to the dice", Kind::Number)
            .hint("In all, to the attacker’s good: on the mean, and from the least to the most"),
    ];
    columns.extend(outcome_columns());
    let row = |(place, (sum, rows)): (usize, &(ColumnReport, Vec<&ColumnReport>))| {
        let mut cells = vec![
            Cell::from(side_name(report, &sum.side)).of(&sum.side),
            Cell::new(Value::Name(sum.column.clone(), None)).ranked(place as f64),
            added(rows),
        ];
        cells.extend(outcome(report, sum, most));
        Row::from(cells)
    };
    Table {
        title: "Attacks by the column that was read".to_owned(),
        label: "Table of attacks by column".to_owned(),
        caption: "Attacks by where the table was entered, after everything that shifts it"
            .to_owned(),
        lead: "Where the table that settles an attack was entered, after supply, terrain, support \
               and everything else."
            .to_owned(),
        note: if report.columns.iter().any(|row| row.with_dice) {
            "This system reads no columns: the last value that the result is read by stands here, \
             with the dice in it. What is to be hoped for is in the table by raw odds."
                .to_owned()
        } else {
            String::new()
        },
        rows: sums.iter().enumerate().map(row).collect(),
        traits: SORTS,
        ..Table::new("attacks-by-column", columns)
    }
}

/// For people: by side, column and what was added to the dice; nothing where that is always the
/// same.
pub(super) fn by_added(report: &Report) -> Option<Table> {
    let first = report.columns.first()?.added;
    if report.columns.iter().all(|row| row.added == first) {
        return None;
    }
    let mut sums = added_up(report, |row| (row.side.clone(), row.column.clone(), row.added));
    let place: BTreeMap<(String, String), usize> = sums
        .iter()
        .enumerate()
        .rev()
        .map(|(at, (sum, _))| ((sum.side.clone(), sum.column.clone()), at))
        .collect();
    sums.sort_by_key(|(sum, _)| {
        (place.get(&(sum.side.clone(), sum.column.clone())).copied(), sum.added)
    });
    let most = sums.iter().map(|(sum, _)| sum.attacks).max().unwrap_or(1);
    let mut columns = vec![
        Column::seen("Side", Kind::Short),
        Column::seen("Column", Kind::Head),
        Column::seen("Added to the dice", Kind::Number),
    ];
    columns.extend(outcome_columns());
    let row = |(place, (sum, _)): (usize, &(ColumnReport, Vec<&ColumnReport>))| {
        let said = sum.added.map(|added| words::signed(added.into(), 0));
        let mut cells = vec![
            Cell::from(side_name(report, &sum.side)).of(&sum.side),
            Cell::new(Value::Name(sum.column.clone(), None)).ranked(place as f64),
            Cell::new(said.as_deref().map_or(Value::None, Value::from))
                .ranked(sum.added.unwrap_or(0).into()),
        ];
        cells.extend(outcome(report, sum, most));
        Row::from(cells)
    };
    Some(Table {
        label: "Table of attacks by column and what was added to the dice".to_owned(),
        caption: "Attacks by column and by what was added to the dice in all".to_owned(),
        rows: sums.iter().enumerate().map(row).collect(),
        traits: TableTraits { tall: true, ..SORTS },
        ..Table::new("attacks-by-column-and-dice", columns)
    })
}

/// For people: in which columns attacks at the same raw odds were settled; nothing where each
/// odds have one column of their own.
pub(super) fn from_odds(report: &Report) -> Option<Table> {
    let cells = added_up(report, |row| (row.side.clone(), row.odds.clone(), row.column.clone()));
    let mut rows = added_up(report, |row| (row.side.clone(), row.odds.clone()));
    rows.retain(|(sum, _)| sum.odds.is_some());
    if rows.is_empty() || rows.len() >= cells.len() {
        return None;
    }
    let band = |sum: &ColumnReport| {
        let odds = &report.subject.odds;
        let side = report.subject.sides.iter().position(|side| side.id == sum.side);
        (side, odds.iter().position(|band| Some(&band.name) == sum.odds.as_ref()))
    };
    rows.sort_by_key(|(sum, _)| band(sum));
    // The columns in their order, whichever side read them.
    let mut heads: Vec<&str> = Vec::new();
    for side in &report.subject.sides {
        let mut at = 0;
        for row in report.columns.iter().filter(|row| row.side == side.id) {
            match heads.iter().position(|head| *head == row.column) {
                Some(known) => at = at.max(known + 1),
                None => {
                    heads.insert(at, &row.column);
                    at += 1;
                }
            }
        }
    }
    let mut columns = vec![
        Column::seen("Side", Kind::Short),
        Column::seen("Raw odds", Kind::Head),
        Column::seen("Attacks a game", Kind::Number),
    ];
    columns.extend(heads.iter().map(|head| Column::seen(*head, Kind::Number)));
    let row = |(place, (sum, rows)): (usize, &(ColumnReport, Vec<&ColumnReport>))| {
        let mut cells = vec![
            Cell::from(side_name(report, &sum.side)).of(&sum.side),
            Cell::new(Value::Name(sum.odds.clone().unwrap_or_default(), None)).ranked(place as f64),
            Cell::new(Value::Rate(sum.attacks as i64, played(report), 1))
                .ranked(sum.attacks as f64),
        ];
        cells.extend(heads.iter().map(|head| {
            let here = rows.iter().filter(|row| row.column == *head);
            let here: u64 = here.map(|row| row.attacks).sum();
            let part = Fraction::of(here as f64, sum.attacks as f64);
            Cell::new(Value::PartOrNone(here, part)).ranked(part.share())
        }));
        Row::from(cells)
    };
    Some(Table {
        label: "Table of raw odds and columns".to_owned(),
        caption: "Of the attacks at the same raw odds, how many were settled in each column"
            .to_owned(),
        rows: rows.iter().enumerate().map(row).collect(),
        traits: SORTS,
        ..Table::new("columns-by-odds", columns)
    })
}
