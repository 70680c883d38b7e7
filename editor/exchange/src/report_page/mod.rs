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
mod error;
mod facts;
mod front;
mod heat;
mod how;
mod outline;
mod page;
mod palette;
mod section;
mod set_ups;
mod skill;
mod sources;
mod table;
mod turns;

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use salient_hex::grid::HexGrid;
use salient_lab::view::{Section, View};
use salient_lab::{Comparison, Report};
use salient_schema::Bundle;

pub use set_ups::{Example, set_ups};
pub use skill::skill;

use basemap::Basemap;
pub use error::PageError;
use page::{LETTERING, Page, SCRIPT, enlarge, heading, masthead, plain_style, shell, side_colours};
use section::section;

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
