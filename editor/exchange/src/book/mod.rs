//! A rule book ([`Book`]) as a page of HTML, as PDF and as plain text.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use salient_art::pdf;
use salient_art::printed_page::PrintedPage;
use salient_rules::book::{Book, Chapter, Point, Rule, Run, Table, Text};

use crate::lettering::lettering;
use crate::{ExportError, Exported, LossReport, NamedFile, print};

/// The style of rules, on whatever page they stand.
pub(crate) const STYLE: &str = include_str!("book.css");
/// The style of a page of rules alone.
const PAGE: &str = include_str!("page.css");

/// The page of HTML. It asks nothing of the network.
pub fn html(book: &Book, name: &str) -> Exported {
    let mut style = String::with_capacity(1 << 19);
    lettering(&mut style);
    style.push_str(PAGE);
    style.push_str(STYLE);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="Salient";
                meta name="color-scheme" content="light dark";
                title { (book.title) }
                style { (PreEscaped(style)) }
            }
            body {
                header {
                    h1 { (book.title) }
                    @for line in &book.subtitle { p class="soft" { (line) } }
                }
                nav aria-label="Contents" {
                    ol {
                        @for (at, chapter) in book.chapters.iter().enumerate() {
                            li {
                                a href={ "#chapter-" (at + 1) } {
                                    (chapter.number) " " (chapter.title)
                                }
                            }
                        }
                    }
                }
                main { (markup(book, Rank::Page)) }
                footer {
                    "Written by Salient from the ruleset’s own data. Lettering: Barlow by Jeremy \
                     Tribby, SIL Open Font Licence 1.1. This page asks nothing of the network."
                }
            }
        }
    };
    exported("book-html", format!("{name}.html"), page.into_string().into_bytes())
}

/// Only what is in the page itself.
const POLICY: &str = "default-src 'none'; font-src data:; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'";

/// The PDF.
///
/// # Errors
/// As [`print::pdf`].
pub fn pdf(book: &Book, name: &str, wishes: &print::Wishes) -> Result<Exported, ExportError> {
    let pages = pages(book, wishes)?;
    let bytes = pdf::write(&pages, &book.title).map_err(|error| ExportError::Cannot {
        what: error.to_string(),
        help: "choose another paper".to_owned(),
    })?;
    Ok(exported("book-pdf", format!("{name}.pdf"), bytes))
}

/// Its pages.
///
/// # Errors
/// A margin that no page has.
pub fn pages(book: &Book, wishes: &print::Wishes) -> Result<Vec<PrintedPage>, ExportError> {
    wishes.check()?;
    Ok(print::book::pages(book, wishes))
}

fn exported(format: &str, name: String, bytes: Vec<u8>) -> Exported {
    let losses = LossReport::new(format);
    Exported { files: vec![NamedFile { name, bytes }], losses }
}

/// Below which head the chapters stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// The title of the page.
    Page,
    /// The head of a section.
    Section,
}

/// The chapters.
pub(crate) fn markup(book: &Book, rank: Rank) -> Markup {
    html! {
        div class="book" {
            @for (at, one) in book.chapters.iter().enumerate() { (chapter(at + 1, one, rank)) }
        }
    }
}

fn chapter(number: usize, chapter: &Chapter, rank: Rank) -> Markup {
    let head = html! {
        @if !chapter.number.is_empty() { span class="number" { (chapter.number) } " " }
        (chapter.title)
    };
    html! {
        section id={ "chapter-" (number) } {
            @match rank {
                Rank::Page => h2 { (head) },
                Rank::Section => h3 { (head) },
            }
            @for one in &chapter.rules { (rule(one)) }
        }
    }
}

fn rule(rule: &Rule) -> Markup {
    html! {
        div class="numbered" {
            span class="number" { (rule.number) }
            div {
                @if !rule.title.is_empty() || !rule.text.is_empty() {
                    p {
                        @if !rule.title.is_empty() { b { (rule.title) "." } " " }
                        (text(&rule.text))
                    }
                }
                @if !rule.points.is_empty() {
                    ul class="points" { @for one in &rule.points { (point(one)) } }
                }
                @for one in &rule.tables { (table(one)) }
            }
        }
    }
}

fn point(point: &Point) -> Markup {
    let mark = if point.mark.is_empty() { "·" } else { point.mark.as_str() };
    html! {
        li class={ "depth-" (point.depth.min(4)) } {
            span class="number" { (mark) } " " span { (text(&point.text)) }
        }
    }
}

fn text(text: &Text) -> Markup {
    html! {
        @for run in text.runs() {
            @match run {
                Run::Words(words) => (words),
                Run::Rule(rule) => { " " span class="rule" { "(" (rule) ")" } }
            }
        }
    }
}

fn table(table: &Table) -> Markup {
    let columns = table.heads.len();
    let short = |at: usize| (at > 0 && table.is_short(at)).then_some("short");
    html! {
        div class="chart" {
            div class="scroll" tabindex="0" role="group" aria-label=(table.title) {
                table class="data" {
                    caption { (table.title) }
                    thead {
                        tr {
                            @for (at, head) in table.heads.iter().enumerate() {
                                th scope="col" class=[short(at)] { (head) }
                            }
                        }
                    }
                    @for group in &table.groups {
                        tbody {
                            @if !group.title.is_empty() {
                                tr {
                                    th class="group" scope="rowgroup" colspan=(columns) {
                                        (group.title)
                                    }
                                }
                            }
                            @for row in &group.rows {
                                tr {
                                    @for (at, cell) in row.iter().enumerate() {
                                        @if at == 0 { th scope="row" { (cell) } }
                                        @else { td class=[short(at)] { (cell) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if !table.key.is_empty() {
                dl { @for (cell, meaning) in &table.key { div { dt { (cell) } dd { (meaning) } } } }
            }
            @for note in &table.notes { p class="soft" { (note) } }
        }
    }
}
