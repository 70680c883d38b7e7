//! What the lab found, for people in the terminal.

use salient_lab::Report;
use salient_lab::view::text::{self, Limits};
use salient_lab::view::{Scenery, View};
use salient_output::report::Findings;
use salient_schema::Bundle;

/// The width of a line in characters, and how many rows of long tables are told.
const LIMITS: Limits = Limits { width: 110, rows: 8 };

/// The sections that are told, in their order. Where it happens and what else takes a picture is
/// left to the page.
const SECTIONS: [&str; 7] =
    ["points", "books", "losses", "combat", "units-met", "facts", "compared"];

/// Everything: how the games ended, how they went, what looks odd, and the comparison.
pub fn in_words(findings: Findings<'_>, bundle: Option<&Bundle>) -> String {
    let report = findings.report;
    let comparison = findings.compared.map(|(_, comparison)| comparison);
    let view = View::new(report, comparison, &Scenery::new(report, bundle));
    let mut text = head(report, &view);
    for id in SECTIONS {
        let Some(section) = view.section(id) else { continue };
        text.push('\n');
        text.push_str(&text::section(section, LIMITS));
        // Turn by turn is what a designer looks for; the page has a chart above it.
        if id == "losses" && report.played > 0 {
            text.push_str(&text::table(&salient_lab::view::turns(report), LIMITS));
        }
    }
    text
}

/// How the games ended: who wins, levels with their intervals, points, losses.
pub fn outline(report: &Report, bundle: &Bundle) -> String {
    head(report, &View::new(report, None, &Scenery::new(report, Some(bundle))))
}

fn head(report: &Report, view: &View) -> String {
    let mut text = format!("{}\n", report.subject.title);
    let mut paragraph = |words: &str| text.push_str(&text::paragraph(words, LIMITS.width));
    paragraph(&view.run.join(", "));
    paragraph("");
    paragraph(&view.headline);
    paragraph(&view.because);
    if report.played > 0 {
        for table in &view.balance {
            text.push_str(&text::table(table, LIMITS));
        }
        view.precision.iter().for_each(|said| text.push_str(&text::paragraph(said, LIMITS.width)));
        text.push('\n');
        text.push_str(&text::figures(&view.figures));
    }
    text
}
