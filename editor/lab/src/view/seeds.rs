//! What came of each seed, and whether they lie farther apart than chance alone puts them.

use super::model::{Cell, Column, Content, Figure, Kind, Row, Section, Table, TableTraits, Value};
use super::tables::side_name;
use super::words;
use crate::report::Report;
use crate::seeds::{BetweenSeeds, SeedsReport};

/// `4.2 percentage points apart in German wins, where chance alone puts them 4.7 apart`.
fn apart(report: &Report, of: &BetweenSeeds) -> String {
    let (scale, unit, what) = match of.side.as_deref() {
        Some(side) => (100.0, "percentage points", format!("{} wins", side_name(report, side))),
        None => (1.0, "points", "their means".to_owned()),
    };
    format!(
        "{} {unit} apart in {what}, where chance alone puts them {} apart",
        words::number(of.found * scale, 1),
        words::number(of.by_chance * scale, 1)
    )
}

/// What is told first of the seeds.
pub(super) fn figure(report: &Report) -> Option<Figure> {
    let of = report.seeds.as_ref()?;
    let first = of.wins.first()?;
    let side = first.side.as_deref().map_or("", |side| side_name(report, side));
    Some(Figure {
        name: format!("Between {}", words::plural(of.seeds.len() as u64, "seed")),
        value: format!("{side} wins ±{} %", words::number(first.found * 100.0, 1)),
        more: format!("chance alone makes ±{} %", words::number(first.by_chance * 100.0, 1)),
    })
}

/// The section about the seeds; nothing where there is one.
pub(super) fn section(report: &Report) -> Option<Section> {
    let of = report.seeds.as_ref()?;
    let all = || of.wins.iter().chain(&of.points);
    let lead = if of.wins.is_empty() && of.points.is_none() {
        "Too few games were played to compare the seeds.".to_owned()
    } else if all().all(BetweenSeeds::is_chance) {
        "The seeds differ no more than chance alone makes them: all their games may be read as \
         one run, and none of their own numbers is worth more than its interval."
            .to_owned()
    } else {
        "The seeds differ by more than chance alone makes them in 99 of 100 runs: play more seeds \
         before you rest anything on these numbers."
            .to_owned()
    };
    let mut said: Vec<String> = of
        .wins
        .iter()
        // The wins of two sides are each other's rest.
        .take(if of.wins.len() == 2 { 1 } else { of.wins.len() })
        .map(|wins| apart(report, wins))
        .collect();
    said.extend(of.points.as_ref().map(|points| apart(report, points)));
    let mut content = Vec::new();
    if !said.is_empty() {
        content.push(Content::Note(format!(
            "The seeds lie {} (standard deviation between the seeds, and standard error of one of \
             them).",
            words::list(&said)
        )));
    }
    content.push(Content::Table(table(report, of)));
    let title = "How much hangs on the seed";
    Some(Section { id: "seeds", name: "Seeds", title, lead, content })
}

/// Each seed.
pub(super) fn table(report: &Report, of: &SeedsReport) -> Table {
    let mut columns =
        vec![Column::new("Seed", Kind::Head, "seed"), Column::new("Games", Kind::Number, "games")];
    for side in &report.subject.sides {
        let data = format!("{0}_wins,{0}_share,{0}_low,{0}_high", side.id);
        columns.push(Column::new(format!("{} wins", side.name), Kind::Uncertain, &data));
    }
    let data = "points,points_sd,points_low,points_high";
    let head = format!("{}, on the mean", report.subject.points_head());
    columns.push(Column::new(head, Kind::Number, data));
    columns.push(Column::seen("95\u{a0}% interval", Kind::Number));
    let rows = of.seeds.iter().map(|seed| {
        let mut cells: Vec<Cell> = vec![
            Cell::from(seed.seed.to_string().as_str()).ranked(seed.seed as f64),
            seed.games.into(),
        ];
        let wins = seed.wins.iter().zip(&report.subject.sides);
        cells.extend(wins.map(|(wins, side)| Cell::from(*wins).ranked(wins.share).of(&side.id)));
        cells.push(Cell::new(Value::from(seed.points)).ranked(seed.points.mean));
        cells.push(Value::Interval(seed.points).into());
        Row::from(cells)
    });
    Table {
        title: "Each seed".to_owned(),
        label: "Table of the seeds".to_owned(),
        caption: "What came of each seed, with 95 % intervals".to_owned(),
        rows: rows.collect(),
        traits: TableTraits { sorts: true, ..TableTraits::default() },
        ..Table::new("seeds", columns)
    }
}
