//! A report laid out once, for every form that it is shown in.
//!
//! ```text
//!                              ┌─▶ a page of HTML, which adds its charts where a section has one
//! Report ── View::new ──▶ View ┼─▶ the editor's panel
//!                              └─▶ the command line's text
//!        ── data ──▶ tables ─────▶ CSV, a file a table
//! ```
//!
//! A [`View`] is an ordered list of [`Section`]s. A section has a sentence that says what it shows,
//! and tables of typed cells: a form writes a share, a mean or a count in its own way, but which
//! there are, what they are called and what is said of them is decided here.

mod columns;
mod compared;
mod facts;
mod model;
mod resources;
mod scenery;
mod sections;
mod seeds;
mod sources;
mod tables;
pub mod text;
mod verdict;
pub use crate::words;

use crate::compare::Comparison;
use crate::report::Report;

pub use compared::{compared, compared_data};
pub use model::{
    About, Cell, Chart, Column, Content, FactGroup, FactLine, FactPart, Figure, Kind, Meter, Row,
    Section, Sorted, Table, TableTraits, Value, View,
};
pub use scenery::Scenery;
pub use sections::hottest;
pub use tables::games;

impl View {
    /// Lays a report out, with how it compares to another run if that is given.
    #[must_use]
    pub fn new(report: &Report, comparison: Option<&Comparison>, scenery: &Scenery) -> Self {
        let verdict = verdict::verdict(report);
        Self {
            title: report.subject.title.clone(),
            headline: verdict.headline,
            because: verdict::with_what_is_not_played(verdict.because, &report.subject),
            run: verdict::run(report),
            balance: vec![tables::wins(report), tables::levels(report)],
            precision: verdict::precision(report),
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
    if !report.columns.is_empty() {
        data.push(columns::data(report));
    }
    if !report.resources.is_empty() {
        data.push(resources::resources(report));
    }
    if let Some(of) = &report.seeds {
        data.push(seeds::table(report, of));
    }
    if !report.endings.is_empty() {
        data.push(tables::endings(report));
    }
    if !report.standings.is_empty() {
        data.push(tables::standings(report));
    }
    if !report.replacements.is_empty() {
        data.push(tables::replacements(report));
    }
    data.extend(sources::data(report));
    data
}
