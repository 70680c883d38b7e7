//! A test-run's report as one page of HTML that needs nothing else.
//!
//! The page answers first what was asked, whether the scenario is balanced, and then shows what
//! the answer rests on. No request leaves it: pictures, lettering and script are inside, and its
//! own policy forbids the rest. Everything can be read without the script; with it, tables sort,
//! the front line plays, and hexes tell about themselves. Data never becomes markup: `maud`
//! escapes every word that is put in.

mod balance;
mod basemap;
mod chart;
mod comparison;
mod facts;
mod front;
mod heat;
mod how;
mod outline;
mod palette;
mod set_ups;
mod skill;
mod sources;
mod table;
mod turns;

use std::fmt::Write;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use salient_hex::grid::HexGrid;
use salient_lab::view::{Content, Section, Table, View};
use salient_lab::{Comparison, Report};
use salient_schema::Bundle;
use thiserror::Error;

pub use set_ups::{Example, set_ups};
pub use skill::skill;

use crate::lettering::lettering;
use basemap::Basemap;
use salient_art::Theme;
use salient_art::colour::{self, Rgba};
use salient_art::png::RenderError;

/// Why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// The map could not be painted.
    #[error("the map cannot be painted: {0}")]
    Render(#[from] RenderError),
    /// The map's picture could not be written.
    #[error("the map's picture cannot be written: {0}")]
    Picture(#[from] png::EncodingError),
    /// The report is about another map.
    #[error(
        "the report has {report} hexes and the scenario's map {map}: it is of another scenario"
    )]
    Foreign {
        /// Hexes of the report.
        report: usize,
        /// Hexes of the map.
        map: usize,
    },
}

/// Writes the report of a run of this scenario as a page of HTML, with how it compares to
/// another run if that is given.
///
/// # Errors
/// When the report is of another scenario, or its map too large to paint.
pub fn report(
    bundle: &Bundle,
    report: &Report,
    comparison: Option<&Comparison>,
) -> Result<String, PageError> {
    let grid = HexGrid::new(&bundle.map.grid);
    if report.subject.hexes.len() != grid.len() || grid.is_empty() {
        return Err(PageError::Foreign { report: report.subject.hexes.len(), map: grid.len() });
    }
    let page = Page { bundle, report, comparison, base: Basemap::new(bundle, &grid)? };
    Ok(page.whole().into_string())
}

/// What all parts of the page draw on.
struct Page<'a> {
    bundle: &'a Bundle,
    report: &'a Report,
    comparison: Option<&'a Comparison>,
    base: Basemap<'a>,
}

/// Whose letters the page is set in.
const LETTERING: &str = "Lettering: Barlow by Jeremy Tribby, SIL Open Font Licence 1.1.";
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Only what is in the page itself. The script is let in by its mark, so that words which should
/// ever slip in as a script do not run.
const POLICY: &str = "default-src 'none'; img-src data:; font-src data:; \
    style-src 'unsafe-inline'; script-src 'nonce-salient'; base-uri 'none'; form-action 'none'";

impl Page<'_> {
    fn whole(&self) -> Markup {
        let title = &self.report.subject.title;
        let view = View::new(self.report, self.comparison, &self.base.scenery);
        let sections: &[Section] = &view.sections;
        let body = html! {
            a class="skip" href="#balance" { "To the result" }
            header class="masthead" id="balance" { (self.first_screen(&view)) }
            nav aria-label="Contents" {
                ul {
                    li { a href="#balance" { "Balance" } }
                    @for section in sections {
                        li { a href={ "#" (section.id) } { (section.name) } }
                    }
                }
            }
            main {
                @for section in sections {
                    section id=(section.id) aria-labelledby={ (section.id) "-head" } {
                        (self.section(section))
                    }
                }
            }
            footer {
                "Written by Salient. " (self.report.subject.system) " · "
                (self.report.subject.scenario) " · fingerprint "
                (self.report.subject.fingerprint) ". " (LETTERING)
            }
            script type="application/json" id="hexes" { (PreEscaped(self.hex_data())) }
            script nonce="salient" { (PreEscaped(SCRIPT)) }
        };
        shell(&format!("{title}: test-run"), self.style(), body)
    }

    /// The style with what depends on the report: lettering, colours of sides, the map, and
    /// which turn of the front shows.
    fn style(&self) -> String {
        let mut style = plain_style();
        side_colours(self.report.subject.sides.len(), &mut style);
        let _ = write!(style, ".map>.base{{background-image:url({})}}", self.base.picture);
        for turn in 0..self.report.front.len() {
            let _ = write!(
                style,
                "#front-map:has(#front-{turn}:checked) .turn-{turn}{{display:revert}}"
            );
        }
        style
    }

    /// A side's name.
    fn side<'b>(&'b self, id: &'b str) -> &'b str {
        let sides = &self.report.subject.sides;
        sides.iter().find(|side| side.id == id).map_or(id, |side| &side.name)
    }

    /// A side's colour.
    fn side_colour(&self, id: &str) -> String {
        let place = self.report.subject.sides.iter().position(|side| side.id == id);
        place.map_or_else(|| "var(--soft)".to_owned(), |place| format!("var(--s{place})"))
    }

    /// The colour of a level of victory: its side's, the fuller the further it is from the
    /// levels of other sides.
    fn level_colour(&self, number: usize) -> String {
        let levels = &self.report.levels;
        let Some(level) = levels.get(number) else { return "var(--soft)".to_owned() };
        let own = levels.iter().filter(|other| other.side == level.side).count();
        let away = levels
            .iter()
            .enumerate()
            .filter(|(_, other)| other.side != level.side)
            .map(|(other, _)| number.abs_diff(other))
            .min()
            .unwrap_or(own);
        let full = 34 + 66 * away.min(own) / own.max(1);
        format!("color-mix(in oklab,{} {full}%,var(--paper))", self.side_colour(&level.side))
    }
}

/// What every page is in: its head, its style, its body.
fn shell(title: &str, style: String, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="Salient";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    }
}

/// The colours of so many sides, by light and by night.
fn side_colours(sides: usize, style: &mut String) {
    let theme = Theme::default();
    let colours = |change: fn(Rgba) -> Rgba| {
        (0..sides)
            .map(|side| format!("--s{side}:{};", colour::css(change(theme.side(side)))))
            .collect::<String>()
    };
    let (light, dark) = (colours(|side| side), colours(|side| colour::lighter(side, 0.27)));
    // Writing to a string cannot fail.
    let _ = write!(
        style,
        ":root{{{light}}}\
         @media (prefers-color-scheme:dark){{:root{{{dark}}}}}\
         @media print{{:root{{{light}}}}}"
    );
}

/// The style with its lettering.
fn plain_style() -> String {
    let mut style = String::with_capacity(1 << 20);
    lettering(&mut style);
    style.push_str(STYLE);
    style
}

/// On a narrow screen a map is shown whole; this makes it large enough for its names.
fn enlarge() -> Markup {
    html! { label class="enlarge" { input type="checkbox"; "Enlarge the map" } }
}

/// What was found, in the head of a page.
fn masthead(view: &View) -> Markup {
    html! {
        header class="masthead" {
            h1 { (view.title) }
            p class="kicker" {
                @for (number, part) in view.run.iter().enumerate() {
                    span { @if number == 0 { b { (part) } } @else { (part) } }
                }
            }
            p class="verdict" { (view.headline) }
            p { (view.because) }
        }
    }
}

/// The head of a section with the sentence that says what it shows.
fn heading(id: &str, head: &str, lead: &str) -> Markup {
    html! {
        h2 id={ (id) "-head" } { (head) }
        p class="lead" { (lead) }
    }
}

/// A section as the view lays it out; `colour` gives the colour of a side.
fn section(section: &Section, colour: &dyn Fn(&str) -> String) -> Markup {
    let titled = |of: &Table| {
        html! {
            div class="chart" {
                @if !of.title.is_empty() { h3 { (of.title) } }
                (table::grid(of, colour))
            }
        }
    };
    html! {
        (heading(section.id, section.title, &section.lead))
        @for content in &section.content {
            @match content {
                Content::Note(note) => { p class="note" { (note) } }
                Content::Table(of) => { (titled(of)) }
                Content::Fold(summary, of) => {
                    details class="fold" { summary { (summary) } (titled(of)) }
                }
                // Charts belong to a run's own page.
                Content::Facts(_) | Content::Chart(_) => {}
            }
        }
    }
}
