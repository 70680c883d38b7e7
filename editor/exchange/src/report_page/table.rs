//! Sections and their tables, as the view lays them out.

use maud::{Markup, html};
use salient_lab::Share;
use salient_lab::view::{Cell, Chart, Column, Content, Kind, Section, Sorted, Table, Value, words};

use super::balance::lane;
use super::chart::{Scale, percent};
use super::facts::facts;
use super::{Page, comparison, heading};

impl Page<'_> {
    /// A section with its head.
    pub(super) fn section(&self, section: &Section) -> Markup {
        html! {
            (heading(section.id, section.title, &section.lead))
            @for content in &section.content {
                @match content {
                    Content::Note(note) => { p class="note" { (note) } }
                    Content::Table(table) => { (self.table(table)) }
                    Content::Fold(summary, table) => {
                        details class="fold" { summary { (summary) } (self.table(table)) }
                    }
                    Content::Facts(part) => { (facts(part)) }
                    Content::Chart(chart) => { (self.chart(*chart)) }
                }
            }
        }
    }

    fn chart(&self, chart: Chart) -> Markup {
        match chart {
            Chart::Points => self.points_chart(),
            Chart::Sources => self.source_bars(),
            Chart::Turns => self.turn_bars(),
            Chart::Heat => self.heat(),
            Chart::Front => self.front(),
            Chart::Command => self.command_to_copy(),
        }
    }

    /// A table; one with a title of its own stands apart.
    fn table(&self, table: &Table) -> Markup {
        let note = html! { @if !table.note.is_empty() { p class="note" { (table.note) } } };
        if table.title.is_empty() {
            return html! {
                @if table.traits.search { (self.search()) }
                (self.grid(table))
                (note)
            };
        }
        html! {
            div class="chart" {
                h3 { (table.title) }
                @if !table.lead.is_empty() { p class="note" { (with_code(&table.lead)) } }
                (self.grid(table))
                (note)
            }
        }
    }

    /// What the script finds rows by.
    fn search(&self) -> Markup {
        html! {
            div class="tools" hidden {
                label { "Side "
                    select id="unit-side" {
                        option value="" { "both" }
                        @for side in &self.report.subject.sides {
                            option value=(side.id) { (side.name) }
                        }
                    }
                }
                label { "Find " input id="unit-search" type="search" placeholder="88/3" autocomplete="off"; }
                span id="unit-count" class="soft" role="status" {}
            }
        }
    }

    fn grid(&self, table: &Table) -> Markup {
        grid(table, &|side| self.side_colour(side))
    }
}

/// A table; `colour` gives the colour of a side.
pub(super) fn grid(table: &Table, colour: &dyn Fn(&str) -> String) -> Markup {
    let shown: Vec<(usize, &Column, &str)> = table.headed().collect();
    let lane = shown.iter().find(|(_, column, _)| column.kind == Kind::Difference);
    let scale = lane.map(|(at, ..)| comparison::scale(table, *at));
    let bars = table.columns.iter().any(|column| column.kind == Kind::Bar);
    html! {
        div class={ "scroll" @if table.traits.tall { " tall" } } tabindex="0" role="group"
            aria-label=(table.label)
        {
            table class={ "data" @if bars { " odds" } @if scale.is_some() { " comparison" } } id=[table.traits.search.then_some("units")]
                data-sort[table.traits.sorts]
            {
                @if !table.caption.is_empty() {
                    caption class="visually-hidden" { (table.caption) }
                }
                thead {
                    tr {
                        @for (_, column, heading) in &shown {
                            @if let (Kind::Difference, Some(scale)) = (column.kind, &scale) {
                                (comparison::head(heading, scale))
                            } @else { th scope="col" class=[head_class(column.kind)]
                                aria-sort=[column.sorted.map(sort_name)]
                                title=[Some(column.hint).filter(|hint| !hint.is_empty())]
                            {
                                @if let Some(side) = &column.side { (key(side, colour)) }
                                (heading)
                            } }
                        }
                    }
                }
                tbody {
                    @for row in table.seen() {
                        // For those who look for one side's.
                        tr data-side=[row.side().filter(|_| table.traits.search)] {
                            @for (at, column, _) in &shown {
                                @if let Some(cell) = row.cells.get(*at) {
                                    @if let (Value::Difference(found, of), Some(scale)) = (&cell.value, &scale) {
                                        (comparison::difference(found.as_ref(), *of, scale))
                                    } @else { (self::cell(column.kind, cell, colour)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A side's colour as a small square.
fn key(side: &str, colour: &dyn Fn(&str) -> String) -> Markup {
    html! { i class="key" style={ "background:" (colour(side)) } {} }
}

fn cell(kind: Kind, cell: &Cell, colour: &dyn Fn(&str) -> String) -> Markup {
    let inner = html! {
        @if let Some(side) = &cell.side { (key(side, colour)) }
        (value(kind, &cell.value))
        @if let Some(meter) = &cell.meter {
            span class="meter" {
                @match &meter.side {
                    Some(side) => {
                        i style={ "--c:" (colour(side)) ";width:" (percent(meter.share)) } {}
                    }
                    None => { i style={ "width:" (percent(meter.share)) } {} }
                }
            }
        }
    };
    match kind {
        Kind::Head => html! { th scope="row" class="nowrap" data-v=[cell.rank] { (inner) } },
        Kind::LongHead => html! { th scope="row" data-v=[cell.rank] { (inner) } },
        Kind::Words | Kind::Code => html! { td data-v=[cell.rank] { (inner) } },
        Kind::Short => html! { td class="nowrap" data-v=[cell.rank] { (inner) } },
        Kind::Soft => html! { td class="soft" data-v=[cell.rank] { (inner) } },
        Kind::Number | Kind::Uncertain | Kind::Spread | Kind::Difference => {
            html! { td class="num" data-v=[cell.rank] { (inner) } }
        }
        Kind::Bar => html! { td class="lane wide" data-v=[cell.rank] { (inner) } },
    }
}

fn head_class(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Number | Kind::Uncertain | Kind::Spread | Kind::Difference => Some("num"),
        Kind::Bar => Some("wide"),
        Kind::Soft => Some("nowrap"),
        Kind::Head | Kind::LongHead | Kind::Words | Kind::Short | Kind::Code => None,
    }
}

fn sort_name(sorted: Sorted) -> &'static str {
    match sorted {
        Sorted::Ascending => "ascending",
        Sorted::Descending => "descending",
    }
}

/// What is in a cell.
fn value(kind: Kind, value: &Value) -> Markup {
    match (kind, value) {
        (Kind::Bar, Value::Share(share)) => bar(share),
        (Kind::Uncertain, Value::Share(share)) => html! {
            b { (words::share(share)) } " " span class="soft" { (words::share_interval(share)) }
        },
        (Kind::Uncertain, Value::Estimate(estimate)) => html! {
            b { (words::mean(estimate)) } " "
            span class="soft" { "± " (words::number(estimate.sd, 1)) }
        },
        (Kind::Spread, Value::Estimate(estimate)) => html! {
            (words::mean(estimate)) " "
            span class="soft" { "± " (words::number(estimate.sd, 1)) }
        },
        (Kind::Code, Value::Words(code)) => html! { code { (code) } },
        (_, Value::Name(name, tag)) => html! {
            b { (name) }
            @if let Some(tag) = tag { " " span class="tag" { (tag) } }
        },
        (_, Value::Turn(turn, label)) => html! { (turn) " " span class="soft" { (label) } },
        (_, value) => html! { (value.in_words()) },
    }
}

/// A share on a scale from none to all.
fn bar(share: &Share) -> Markup {
    lane(share, &Scale::around([0.0, 100.0], 4), "var(--good)")
}

/// Words in which what stands between backticks is code.
fn with_code(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
