//! A report laid out once, for every form that it is shown in.
//!
//! ```text
//!                              ┌─▶ a page of HTML, which adds its charts where a section has one
//! Report ── View::new ──▶ View ┴─▶ the editor's panel
//!        ── data ──▶ tables ─────▶ CSV, a file a table
//! ```
//!
//! A [`View`] is an ordered list of [`Section`]s. A section has a sentence that says what it shows,
//! and tables of typed cells: a form writes a share, a mean or a count in its own way, but which
//! there are, what they are called and what is said of them is decided here.

mod model;
mod sections;
mod tables;
mod verdict;
pub mod words;

use crate::compare::Comparison;
use crate::report::Report;

pub use model::{
    Cell, Chart, Column, Content, Figure, Kind, Meter, Section, Sorted, Table, TableTraits, Value,
    View,
};
pub use sections::hottest;

/// What is known beside the report: of the map and the ruleset.
pub struct Scenery<'a> {
    /// A nation's name.
    pub nation: &'a dyn Fn(&str) -> String,
    /// A hex in words, with the town in it or near it, by its place in the subject's list.
    pub place: &'a dyn Fn(usize) -> String,
    /// From one hex to the next, in metres.
    pub metres_per_hex: f64,
}

impl View {
    /// Lays a report out, with how it compares to another run if that is given.
    #[must_use]
    pub fn new(report: &Report, comparison: Option<&Comparison>, scenery: &Scenery<'_>) -> Self {
        let verdict = verdict::verdict(report);
        Self {
            headline: verdict.headline,
            because: verdict.because,
            players: verdict::players(report),
            figures: verdict::figures(report),
            sections: sections::sections(report, comparison, scenery),
        }
    }
}

/// The tables of a report as data, a file each, in the order of the files. What is told by hex
/// alone is in the report's own lists.
#[must_use]
pub fn data(report: &Report) -> Vec<Table> {
    let mut data = vec![
        tables::levels(report),
        tables::games(report),
        tables::turns(report),
        tables::units(report),
        tables::towns(report),
        tables::odds(report),
    ];
    data.extend(report.tables.iter().map(|table| tables::of_system(report, table)));
    data.extend([tables::rules(report), tables::facts(report)]);
    if !report.endings.is_empty() {
        data.push(tables::endings(report));
    }
    if !report.standings.is_empty() {
        data.push(tables::standings(report));
    }
    if !report.replacements.is_empty() {
        data.push(tables::replacements(report));
    }
    data
}
