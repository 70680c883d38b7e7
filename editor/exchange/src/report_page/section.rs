//! A section of the page.

use maud::{Markup, html};
use salient_lab::view::{Content, Section, Table};

use super::page::heading;
use super::table;

/// A section as the view lays it out; `colour` gives the colour of a side.
pub(super) fn section(section: &Section, colour: &dyn Fn(&str) -> String) -> Markup {
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
