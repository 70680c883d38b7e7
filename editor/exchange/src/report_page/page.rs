//! What every page has: its shell, its head and its sections.

use std::fmt::Write;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use salient_art::Theme;
use salient_art::colour::{self, Rgba};
use salient_lab::view::View;
use salient_lab::{Comparison, Report};
use salient_schema::Bundle;

use crate::lettering::lettering;
use crate::report_page::basemap::Basemap;

/// What all parts of the page draw on.
pub(super) struct Page<'a> {
    pub(super) bundle: &'a Bundle,
    pub(super) report: &'a Report,
    pub(super) comparison: Option<&'a Comparison>,
    pub(super) base: Basemap<'a>,
}

/// Whose letters the page is set in.
pub(super) const LETTERING: &str = "Lettering: Barlow by Jeremy Tribby, SIL Open Font Licence 1.1.";
const STYLE: &str = include_str!("style.css");
pub(super) const SCRIPT: &str = include_str!("script.js");

/// Only what is in the page itself. The script is let in by its mark, so that words which should
/// ever slip in as a script do not run.
const POLICY: &str = "default-src 'none'; img-src data:; font-src data:; \
    style-src 'unsafe-inline'; script-src 'nonce-salient'; base-uri 'none'; form-action 'none'";

/// What every page is in: its head, its style, its body.
pub(super) fn shell(title: &str, style: String, body: Markup) -> Markup {
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
pub(super) fn side_colours(sides: usize, style: &mut String) {
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
pub(super) fn plain_style() -> String {
    let mut style = String::with_capacity(1 << 20);
    lettering(&mut style);
    style.push_str(STYLE);
    style
}

/// On a narrow screen a map is shown whole; this makes it large enough for its names.
pub(super) fn enlarge() -> Markup {
    html! { label class="enlarge" { input type="checkbox"; "Enlarge the map" } }
}

/// What was found, in the head of a page.
pub(super) fn masthead(view: &View) -> Markup {
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
pub(super) fn heading(id: &str, head: &str, lead: &str) -> Markup {
    html! {
        h2 id={ (id) "-head" } { (head) }
        p class="lead" { (lead) }
    }
}
