//! The tables of the report, drawn.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{
    Align, Align2, CollapsingHeader, Id, Layout, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo,
    pos2, vec2,
};
use egui_extras::{Column as Sizes, TableBuilder, TableRow};
use salient_lab::view::{About, Cell, Column, Content, Kind, Row, Sorted, Table, words};

use super::cells::{self, BAR, CHART, GAP, METER};
use super::{Lab, LabInput, turns};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{icon_button, quiet};
use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::lab::LabSetting;
use crate::test_run::Record;

/// The height of a line of the head.
const HEAD_LINE: f32 = 19.0;
/// The height of a row.
const ROW: f32 = 26.0;
/// The same with a counter in it.
const COUNTER_ROW: f32 = 32.0;
/// The room of the button that plays a game again.
const WATCH: f32 = 44.0;
/// How wide a heading may be beyond what stands below it: the most that there is room for.
const HEADINGS: [f32; 3] = [104.0, 72.0, 44.0];
/// How many rows of a tall table show at once where it stands among others.
const MOST_ROWS: usize = 12;

/// What each table is sorted by, by its name: the column's place, and whether the most is first.
pub type Sorting = BTreeMap<String, (usize, bool)>;

/// A table that is shown.
pub struct Shown<'a> {
    /// The table.
    pub table: &'a Table,
    /// The same of the run that this one is held against.
    pub other: Option<&'a Table>,
    /// Only rows about this side.
    pub side: Option<&'a str>,
    /// Whether it has the page to itself, and scrolls; otherwise it is as tall as it is.
    pub scrolls: bool,
}

/// What tables read beside themselves.
pub struct Reads<'a> {
    /// The lab.
    pub lab: &'a Lab,
    /// The document and the test-run.
    pub input: &'a LabInput<'a>,
    /// The run that is shown.
    pub record: &'a Record,
}

/// A table or a remark of a section; its charts are drawn by those who know them.
pub fn content(ui: &mut Ui, reads: &Reads<'_>, content: &Content, requests: &mut Vec<Request>) {
    match content {
        Content::Table(table) => among_others(ui, reads, table, requests),
        // Opened by whoever wants it.
        Content::Fold(summary, table) => {
            CollapsingHeader::new(summary)
                .id_salt(("lab fold", &table.id))
                .show(ui, |ui| among_others(ui, reads, table, requests));
        }
        Content::Note(note) => {
            quiet(ui, note);
        }
        Content::Facts(_) | Content::Chart(_) => {}
    }
}

/// A table with its heading and its remarks, among other things.
fn among_others(ui: &mut Ui, reads: &Reads<'_>, table: &Table, requests: &mut Vec<Request>) {
    if !table.title.is_empty() {
        ui.add_space(theme::GAP);
        ui.label(egui::RichText::new(&table.title).font(theme::strong(14.0)));
    }
    if !table.lead.is_empty() {
        quiet(ui, words::capital(&table.lead));
    }
    let other = reads.input.test_run.results().other();
    let other = other.and_then(|other| other.view.table(&table.id));
    Shown { table, other, side: None, scrolls: false }.show(ui, reads, None, requests);
    if !table.note.is_empty() {
        quiet(ui, &table.note);
    }
}

impl Shown<'_> {
    /// Draws the table. Clicks lead to what a row is about.
    pub fn show(
        &self,
        ui: &mut Ui,
        reads: &Reads<'_>,
        mut counters: Option<&mut Counters>,
        requests: &mut Vec<Request>,
    ) {
        let Reads { lab, input, record } = *reads;
        let version = input.test_run.results().version();
        let sorting = lab.sorting.get(&self.table.id).copied();
        let rows = self.rows(sorting);
        let about =
            |what: fn(&About) -> bool| rows.iter().any(|row| row.about.as_ref().is_some_and(what));
        let watched = about(|about| matches!(about, About::Game(_)));
        let pictured = counters.is_some() && about(|about| matches!(about, About::Counter(_)));
        let before = if watched { WATCH } else { 0.0 };
        let room = ui.available_width();
        let whole =
            |columns: &[Width<'_>]| before + columns.iter().map(|column| column.width).sum::<f32>();
        // Headings are in few lines where there is room, in many before anything is left out.
        let mut columns = self.widths(ui, version, pictured, HEADINGS[0]);
        for heading in HEADINGS {
            if whole(&columns) > room {
                columns = self.widths(ui, version, pictured, heading);
            }
        }
        if whole(&columns) > room {
            columns.retain(|column| !column.column.minor);
        }
        let lines = columns.iter().map(|column| column.head.len()).max().unwrap_or(1);
        let height = if pictured { COUNTER_ROW } else { ROW };
        let fresh = watched
            && input.test_run.fresh(input.document).is_some()
            && !input.test_run.is_running();
        let wide = whole(&columns).max(room);
        let reach: Vec<f64> = columns.iter().map(|column| self.reach(column)).collect();
        // Where it stands among other things it scrolls by itself only when it is long.
        let tall = self.table.traits.tall && rows.len() > MOST_ROWS;
        let scrolls = self.scrolls || tall;
        let mut draw = |ui: &mut Ui| {
            ui.set_min_width(wide);
            // Their room is in the widths of the columns.
            ui.spacing_mut().item_spacing.x = 0.0;
            let mut builder = TableBuilder::new(ui)
                .id_salt(("lab", &self.table.id))
                .striped(true)
                .vscroll(scrolls)
                .sense(Sense::click())
                .cell_layout(Layout::left_to_right(Align::Center));
            if !self.scrolls {
                builder = builder.max_scroll_height(height * MOST_ROWS as f32);
            }
            if watched {
                builder = builder.column(Sizes::exact(before));
            }
            for column in &columns {
                builder = builder.column(Sizes::exact(column.width));
            }
            builder
                .column(Sizes::remainder())
                .header(lines as f32 * HEAD_LINE + 8.0, |mut row| {
                    if watched {
                        row.col(|_| {});
                    }
                    for column in &columns {
                        row.col(|ui| self.head(ui, column, sorting, requests));
                    }
                    row.col(|_| {});
                })
                .body(|mut body| {
                    let mut fill = |mut row: TableRow<'_, '_>, at: usize| {
                        let Some(line) = rows.get(at) else { return };
                        row.set_selected(is_selected(input, line));
                        if watched {
                            row.col(|ui| watch(ui, line, record, fresh, requests));
                        }
                        let other = self.other_row(line);
                        for (column, &reach) in columns.iter().zip(&reach) {
                            let Some(cell) = line.cells.get(column.at) else { continue };
                            let other = other.and_then(|other| other.cells.get(column.at));
                            row.col(|ui| {
                                if let (true, Some(counters), Some(About::Counter(id))) =
                                    (column.pictured, counters.as_deref_mut(), &line.about)
                                {
                                    let size = vec2(33.0, COUNTER_ROW);
                                    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                                    let pixels = ui.pixels_per_point();
                                    let centre = rect.center();
                                    counters.paint_one(
                                        ui.painter(),
                                        salient_art::counter_art::Shown::new(id, 0),
                                        centre,
                                        27.0,
                                        pixels,
                                    );
                                }
                                let kind = column.column.kind;
                                cells::show(ui, &record.report, kind, cell, other, reach);
                            });
                        }
                        row.col(|_| {});
                        if row.response().clicked() {
                            go_to(input, record, line, requests);
                        }
                    };
                    if scrolls {
                        body.rows(height, rows.len(), |row| {
                            let at = row.index();
                            fill(row, at);
                        });
                    } else {
                        (0..rows.len()).for_each(|at| body.row(height, |row| fill(row, at)));
                    }
                });
        };
        if wide > room {
            ScrollArea::horizontal().id_salt(("lab wide", &self.table.id)).show(ui, |ui| draw(ui));
        } else {
            ui.push_id(("lab table", &self.table.id), |ui| draw(ui));
        }
    }

    /// The rows that show, in their order.
    fn rows(&self, sorting: Option<(usize, bool)>) -> Vec<&Row> {
        let of_side =
            |row: &&Row| self.side.is_none_or(|side| row.side().is_some_and(|other| other == side));
        let mut rows: Vec<&Row> = self.table.seen().filter(of_side).collect();
        if let Some((column, falling)) = sorting {
            rows.sort_by(|a, b| {
                let order = match (a.cells.get(column), b.cells.get(column)) {
                    (Some(a), Some(b)) => compare(a, b),
                    _ => Ordering::Equal,
                };
                if falling { order.reverse() } else { order }
            });
        }
        rows
    }

    /// The row of the other run that is about the same.
    fn other_row(&self, row: &Row) -> Option<&Row> {
        let (at, ..) = self.table.headed().next()?;
        let name = &row.cells.get(at)?.value;
        self.other?.rows.iter().find(|other| other.cells.get(at).is_some_and(|c| c.value == *name))
    }

    /// How far the differences of a column reach to either side. Where none is clear there is twice
    /// the room, lest what may be nothing fill the whole chart.
    fn reach(&self, column: &Width<'_>) -> f64 {
        let cells = self.table.seen().filter_map(|row| row.cells.get(column.at));
        let found: Vec<_> = cells.filter_map(cells::difference).collect();
        let ends = found.iter().map(|d| d.low.abs().max(d.high.abs()));
        let room = if found.iter().any(|d| d.clear) { 1.0 } else { 2.0 };
        room * ends.fold(1e-6, f64::max)
    }

    /// The columns with what they need, measured once for all rows.
    fn widths(&self, ui: &Ui, version: u64, pictured: bool, heading: f32) -> Vec<Width<'_>> {
        let scale = (ui.pixels_per_point() * 100.0) as u32;
        let rows = self.table.rows.len();
        let id = Id::unique(("lab widths", &self.table.id, version, rows, scale));
        let kept = ui.data(|data| data.get_temp::<Arc<Vec<f32>>>(id));
        let widths = kept.unwrap_or_else(|| {
            let columns = self.table.headed();
            let widths =
                Arc::new(columns.map(|(at, column, _)| self.widest(ui, at, column)).collect());
            ui.data_mut(|data| data.insert_temp(id, Arc::clone(&widths)));
            widths
        });
        let first = self.table.headed().map(|(at, ..)| at).next();
        let columns = self.table.headed().zip(widths.iter());
        columns
            .map(|((at, column, name), &cells)| {
                let head = lines(ui, name, cells.max(heading));
                let head_width =
                    head.iter().map(|line| cells::measure(ui, line, true)).fold(0.0, f32::max);
                let sorts = if self.table.traits.sorts { 14.0 } else { 0.0 };
                let pictured = pictured && Some(at) == first;
                let picture = if pictured { 37.0 } else { 0.0 };
                let width = (cells + picture).max(head_width + sorts) + GAP;
                Width { at, column, heading: name, head, width, pictured }
            })
            .collect()
    }

    fn widest(&self, ui: &Ui, at: usize, column: &Column) -> f32 {
        let cells = || self.table.seen().filter_map(|row| row.cells.get(at));
        // What is widest is among the longest in letters.
        let mut said: Vec<(usize, String, bool)> = cells()
            .map(|cell| {
                let text = cells::text(column.kind, cell);
                (text.chars().count(), text, cells::is_strong(column.kind, cell))
            })
            .collect();
        said.sort_by(|a, b| b.cmp(a));
        said.dedup();
        let measured = said.iter().take(16);
        let text = measured.map(|(_, text, strong)| cells::measure(ui, text, *strong));
        let text = text.fold(0.0, f32::max) + 4.0;
        let dot = if cells().any(|cell| cell.side.is_some()) { 16.0 } else { 0.0 };
        let meter = if cells().any(|cell| cell.meter.is_some()) { METER + 8.0 } else { 0.0 };
        match column.kind {
            Kind::Bar => BAR,
            Kind::Difference => CHART + text + 12.0,
            _ => text + dot + meter,
        }
    }

    fn head(
        &self,
        ui: &mut Ui,
        column: &Width<'_>,
        sorting: Option<(usize, bool)>,
        requests: &mut Vec<Request>,
    ) {
        let colours = palette(ui);
        let sorts = self.table.traits.sorts;
        let sense = if sorts { Sense::click() } else { Sense::hover() };
        let size = vec2(ui.available_width(), ui.available_height());
        let (rect, response) = ui.allocate_exact_size(size, sense);
        let now = match (sorting, column.column.sorted) {
            (Some((at, falling)), _) => (at == column.at).then_some(falling),
            (None, Some(sorted)) => Some(sorted == Sorted::Descending),
            (None, None) => None,
        };
        if sorts {
            let name = format!("Sort by {}", column.heading);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, now.is_some(), &name));
        }
        let on = now.filter(|_| sorts);
        let ink = match on.is_some() || (sorts && response.hovered()) {
            true => ui.visuals().text_color(),
            false => colours.quiet,
        };
        let right = cells::is_right(column.column.kind);
        let mut end = rect.left() + 4.0;
        for (nth, line) in column.head.iter().rev().enumerate() {
            let y = rect.bottom() - 4.0 - HEAD_LINE * (nth as f32 + 0.5);
            let (at, anchor) = match right {
                true => (pos2(rect.right() - GAP / 2.0, y), Align2::RIGHT_CENTER),
                false => (pos2(rect.left() + 4.0, y), Align2::LEFT_CENTER),
            };
            let drawn = ui.painter().text(at, anchor, line, theme::strong(14.0), ink);
            if nth == 0 {
                end = if right { drawn.left() - 9.0 } else { drawn.right() + 9.0 };
            }
        }
        if let Some(falling) = on {
            let arrow = if falling { Icon::Down } else { Icon::Up };
            let centre = pos2(end, rect.bottom() - 4.0 - HEAD_LINE * 0.5);
            let place = Rect::from_center_size(centre, vec2(11.0, 11.0));
            icons::paint(ui.painter(), place, arrow, colours.accent);
        }
        if sorts && response.clicked() {
            requests.push(Request::Lab(LabSetting::Sort {
                table: self.table.id.clone(),
                column: column.at,
                // Most first; by the same column again, the other way round.
                falling: now.is_none_or(|falling| !falling),
            }));
        }
        if !column.column.hint.is_empty() {
            response.on_hover_text(column.column.hint);
        }
    }
}

/// A column with the room that it takes.
struct Width<'a> {
    at: usize,
    column: &'a Column,
    heading: &'a str,
    head: Vec<String>,
    width: f32,
    /// Whether a counter stands before its words.
    pictured: bool,
}

/// A heading in lines about as wide as what stands below it.
fn lines(ui: &Ui, heading: &str, widest: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in heading.split(' ') {
        match lines.last_mut() {
            Some(line) if cells::measure(ui, &format!("{line} {word}"), true) <= widest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn compare(a: &Cell, b: &Cell) -> Ordering {
    match (a.order(), b.order()) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        // Words are read from A to Z first.
        (None, None) => b.value.in_words().cmp(&a.value.in_words()),
    }
}

/// Whether what a row is about is selected on the map.
fn is_selected(input: &LabInput<'_>, row: &Row) -> bool {
    let selection = input.document.selection();
    match &row.about {
        Some(About::Counter(id)) => selection.counters.iter().any(|placed| placed.counter == *id),
        Some(About::Hex(hex)) => {
            let hex = input.document.grid().parse(hex);
            hex.is_some() && hex == selection.hex
        }
        _ => false,
    }
}

/// Plays a game of the run again.
fn watch(ui: &mut Ui, row: &Row, record: &Record, fresh: bool, requests: &mut Vec<Request>) {
    let Some(About::Game(place)) = row.about else { return };
    let Some(game) = record.report.games.get(place) else { return };
    ui.add_space(10.0);
    let name = format!("Watch game {}", game.game + 1);
    if icon_button(ui, Icon::Play, &name, fresh).clicked() {
        requests.push(Request::Watch(place));
    }
}

/// Goes to what a row is about.
fn go_to(input: &LabInput<'_>, record: &Record, row: &Row, requests: &mut Vec<Request>) {
    match &row.about {
        Some(About::Counter(counter)) => super::units::find(input.document, counter, requests),
        Some(About::Hex(hex)) => {
            requests.extend(input.document.grid().parse(hex).map(Request::GoTo));
        }
        Some(About::Turn(turn)) => turns::go_to_turn(*turn, record, requests),
        Some(About::Game(_) | About::Rule(_)) | None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salient_lab::view::Value;

    #[test]
    fn rows_are_in_the_order_of_numbers_and_then_of_words() {
        let cell = |number: i64| Cell::new(Value::Whole(number));
        assert_eq!(compare(&cell(9), &cell(10)), Ordering::Less);
        assert_eq!(compare(&cell(1).ranked(5.0), &cell(9).ranked(2.0)), Ordering::Greater);
        assert_eq!(compare(&cell(0), &Cell::new(Value::None)), Ordering::Greater);
        assert_eq!(compare(&Cell::from("a"), &Cell::from("b")), Ordering::Greater);
    }
}
