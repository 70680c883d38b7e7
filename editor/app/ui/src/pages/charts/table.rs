//! A chart as the rule book prints it.
//!
//! ```text
//!            artillery points, by the target's stacking points
//!    7-12 │   1  │ 2-3 │ 4-5 │  6        lines over the columns
//!    1-6  │  2-3 │ 4-5 │  6  │  -
//!   ──────┼──────┼─────┼─────┼─────
//!  d  1   │   4  │  5  │  6  │  7
//!  i  2   │   3  │  4  │  5  │  6
//!  e  …
//! ```

use egui::{Align2, FontId, Id, Key, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use salient_document::charts::{self, ChartOp, Scope};
use salient_schema::common::Provenance;
use salient_schema::ruleset::Table;

use super::marks::{self, Sign};
use super::{ChartsPage, PageInput};
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{field, quiet, text_button};
use crate::pages::schedule::{cell_field, cell_field_id, provenance_choice, text_field};
use crate::request::Request;

/// The height of a row.
const ROW: f32 = 30.0;
/// The least width of a column.
const LEAST: f32 = 56.0;

impl ChartsPage {
    pub(super) fn table(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        ui.horizontal(|ui| {
            ui.label(RichText::new(&table.title).font(theme::strong(20.0)));
            if let Some(rule) = &table.rule {
                super::rule_links(ui, rule, &input.document.ruleset().citation, requests);
            }
        });
        // In the frame after it was asked for: the Enter that leaves one cell is not for the next.
        self.gets_focus = self.wants_focus.take();
        self.scope_switch(ui);
        ui.add_space(8.0);
        self.grid(ui, input, table, requests);
        ui.add_space(8.0);
        let writes = input.editing && self.scope == Scope::Ruleset;
        if writes {
            Self::add_to(ui, table, requests);
        }
        self.legend_of(ui, input, table);
        ui.add_space(4.0);
        if input.editing {
            self.cell_strip(ui, input, table, requests);
        }
        ui.add_space(4.0);
        ui.set_max_width(ui.available_width().min(720.0));
        self.meanings(ui, input, table, requests);
        self.constraints(ui, input, table, requests);
        self.notes(ui, input, table, requests);
        if writes {
            self.whole(ui, input, table, requests);
        }
    }

    fn legend_of(&self, ui: &mut Ui, input: &PageInput<'_>, table: &Table) {
        let mut signs = Vec::new();
        for row in 0..table.rows.len() {
            for column in 0..table.columns.len() {
                let Some(cell) = charts::cell(table, input.document.scenario(), row, column) else {
                    continue;
                };
                for sign in std::iter::once(Sign::From(cell.provenance))
                    .chain(cell.changed.map(|_| Sign::Changed))
                {
                    if !signs.contains(&sign) {
                        signs.push(sign);
                    }
                }
            }
        }
        marks::legend(ui, &signs);
    }

    fn grid(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        let colours = palette(ui);
        let ink = ui.visuals().text_color();
        let writes = input.editing && self.scope == Scope::Ruleset;
        let font = FontId::proportional(15.0);
        let width = |ui: &Ui, text: &str| {
            ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ink).size().x
        };
        let heads = table.rows.iter().chain(&table.column_finder).map(|row| row.head.as_str());
        let mut head = heads.map(|head| width(ui, head)).fold(LEAST - 20.0, f32::max) + 26.0;
        let axis = 26.0;
        // What the rows are stands upright beside them, or over their heads.
        let beside = ui.painter().layout_no_wrap(
            table.row_axis.clone(),
            FontId::proportional(14.0),
            colours.quiet,
        );
        let upright = beside.size().x <= ROW * table.rows.len() as f32;
        if !upright {
            head = head.max(beside.size().x + 14.0 - axis);
        }
        let mut widths: Vec<f32> = (0..table.columns.len())
            .map(|column| {
                let cells = table.rows.iter().chain(&table.column_finder);
                let texts = cells.filter_map(|row| row.cells.get(column)).map(String::as_str);
                let texts = texts.chain([table.columns[column].as_str()]);
                texts.map(|text| width(ui, text)).fold(LEAST - 22.0, f32::max) + 22.0
            })
            .collect();
        // What the columns are stands over them, and needs its room.
        let missing = width(ui, &table.column_axis) + 20.0 - widths.iter().sum::<f32>();
        if missing > 0.0 && !widths.is_empty() {
            let more = missing / widths.len() as f32;
            widths.iter_mut().for_each(|width| *width += more);
        }
        // Where a line over the columns repeats their heads, it is printed once.
        let repeated = table.column_finder.iter().any(|line| line.cells == table.columns);
        let lines = table.column_finder.len() + usize::from(!repeated);
        let body: f32 = widths.iter().sum();
        let size = vec2(axis + head + body, ROW * (1 + lines + table.rows.len()) as f32);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let painter = ui.painter().clone();
        painter.rect_filled(rect, 4.0, colours.card);
        let left = rect.left() + axis;
        let column_left = |column: usize| left + head + widths[..column].iter().sum::<f32>();
        let row_top = |row: usize| rect.top() + ROW * row as f32;
        let place = |row: usize, column: usize| {
            Rect::from_min_size(pos2(column_left(column), row_top(row)), vec2(widths[column], ROW))
        };
        // What rows and columns are.
        let over =
            Rect::from_min_max(pos2(left + head, rect.top()), pos2(rect.right(), rect.top() + ROW));
        painter.text(
            over.center(),
            Align2::CENTER_CENTER,
            &table.column_axis,
            FontId::proportional(14.0),
            colours.quiet,
        );
        let first = row_top(1 + lines);
        painter.rect_filled(
            Rect::from_min_max(pos2(rect.left(), row_top(1)), pos2(rect.right(), first)),
            0.0,
            colours.faint,
        );
        let middle = pos2(rect.left() + axis / 2.0, (first + rect.bottom()) / 2.0);
        if upright {
            let at = middle + vec2(-beside.size().y / 2.0, beside.size().x / 2.0);
            let turned = egui::epaint::TextShape::new(at, beside, colours.quiet)
                .with_angle(-std::f32::consts::FRAC_PI_2);
            painter.add(turned);
        } else {
            let at = pos2(rect.left() + 6.0, first - 6.0);
            painter.galley(at - vec2(0.0, beside.size().y), beside, colours.quiet);
        }
        let mut rows_over = 1;
        for (at, line) in table.column_finder.iter().enumerate() {
            let cell = Rect::from_min_size(pos2(left, row_top(rows_over)), vec2(head, ROW));
            let name = format!("{}: head of line {}", table.title, at + 1);
            let id = ("finder", &table.id, at, usize::MAX);
            if let (Some(value), _) =
                cell_field(ui, cell.shrink(1.0), id, &name, &line.head, writes)
            {
                requests.push(Request::Charts(ChartOp::SetFinder {
                    table: table.id.clone(),
                    line: at,
                    column: None,
                    value,
                }));
            }
            for (column, text) in line.cells.iter().enumerate().take(widths.len()) {
                let name = format!("{}: line {}, column {}", table.title, at + 1, column + 1);
                let id = ("finder", &table.id, at, column);
                let cell = place(rows_over, column).shrink(1.0);
                if let (Some(value), _) = cell_field(ui, cell, id, &name, text, writes) {
                    requests.push(Request::Charts(ChartOp::SetFinder {
                        table: table.id.clone(),
                        line: at,
                        column: Some(column),
                        value,
                    }));
                }
            }
            rows_over += 1;
        }
        if !repeated {
            for (column, text) in table.columns.iter().enumerate() {
                let name = format!("{}: head of column {}", table.title, column + 1);
                let cell = place(rows_over, column).shrink(1.0);
                let id = ("column head", &table.id, column);
                if let (Some(head), _) = cell_field(ui, cell, id, &name, text, writes) {
                    let table = table.id.clone();
                    requests.push(Request::Charts(ChartOp::SetColumnHead { table, column, head }));
                }
            }
        }
        for (row, line) in table.rows.iter().enumerate() {
            let at = 1 + lines + row;
            let cell = Rect::from_min_size(pos2(left, row_top(at)), vec2(head, ROW));
            let name = format!("{}: head of row {}", table.title, row + 1);
            let id = ("row head", &table.id, row);
            if let (Some(head), _) = cell_field(ui, cell.shrink(1.0), id, &name, &line.head, writes)
            {
                let table = table.id.clone();
                requests.push(Request::Charts(ChartOp::SetRowHead { table, row, head }));
            }
            for column in 0..widths.len() {
                self.cell(ui, input, table, (row, column), place(at, column), requests);
            }
        }
        let line = Stroke::new(1.0, colours.line);
        for row in 1..=lines + table.rows.len() {
            let from = if row > 1 { left } else { rect.left() };
            painter.hline(from..=rect.right(), row_top(row), line);
        }
        for column in 0..widths.len() {
            let strip = egui::Rangef::new(row_top(1), rect.bottom());
            painter.vline(column_left(column), strip, line);
        }
        let strong = Stroke::new(1.5, colours.quiet);
        painter.hline(left..=rect.right(), first, strong);
        painter.vline(left + head, egui::Rangef::new(row_top(1), rect.bottom()), strong);
        painter.rect_stroke(rect, 4.0, line, StrokeKind::Inside);
    }

    fn cell(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        (row, column): (usize, usize),
        rect: Rect,
        requests: &mut Vec<Request>,
    ) {
        let scenario = input.document.scenario();
        let Some(cell) = charts::cell(table, scenario, row, column) else { return };
        let colours = palette(ui);
        let shown = match (&cell.changed, self.scope) {
            (Some(_), Scope::Scenario) => Sign::Changed,
            _ => Sign::From(cell.provenance),
        };
        marks::background(ui.painter(), rect.shrink(0.5), shown, &colours);
        if cell.changed.is_some() && self.scope == Scope::Ruleset {
            // The ruleset's own cell shows, but this scenario does not read it.
            let corner = Rect::from_min_max(
                rect.right_top() + vec2(-12.0, 0.0),
                rect.right_top() + vec2(0.0, 12.0),
            );
            let points = vec![corner.left_top(), corner.right_top(), corner.right_bottom()];
            let ink = colours.accent;
            ui.painter().add(egui::Shape::convex_polygon(points, ink, Stroke::NONE));
        }
        if self.cell == Some((row, column)) {
            let ring = Stroke::new(1.5, colours.accent);
            ui.painter().rect_stroke(rect.shrink(1.0), 2.0, ring, StrokeKind::Inside);
        }
        let heads = (&table.rows[row].head, &table.columns[column]);
        let name = format!("{}: row {}, column {}", table.title, heads.0, heads.1);
        let key = ("cell", &table.id, row, column);
        let now = cell.reads(self.scope).to_owned();
        let id = cell_field_id(ui, key);
        if self.gets_focus == Some((row, column)) {
            self.gets_focus = None;
            ui.memory_mut(|memory| memory.request_focus(id));
            ui.scroll_to_rect(rect, None);
        }
        let (value, response) = cell_field(ui, rect.shrink(1.0), key, &name, &now, input.editing);
        if response.has_focus() {
            self.cell = Some((row, column));
        }
        if response.lost_focus()
            && ui.input(|input| input.key_pressed(Key::Enter))
            && row + 1 < table.rows.len()
        {
            self.wants_focus = Some((row + 1, column));
            ui.ctx().request_repaint();
        }
        if let Some(value) = value {
            let (table, value) = (table.id.clone(), value.trim().to_owned());
            requests.push(Request::Charts(match self.scope {
                Scope::Ruleset => ChartOp::SetCell { table, row, column, value },
                Scope::Scenario => ChartOp::OverrideCell { table, row, column, value },
            }));
        }
        let tip = match (&cell.changed, cell.provenance) {
            (Some((value, reason)), _) => {
                let reason = reason.as_deref().map(|why| format!(" {why}")).unwrap_or_default();
                format!("The ruleset says {}; this scenario reads {value}.{reason}", cell.printed)
            }
            (None, Provenance::Printed) => return,
            (None, provenance) => format!("This cell is {}.", provenance.text()),
        };
        response.on_hover_text(tip);
    }

    /// What can be done with the cell in hand.
    fn cell_strip(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        table: &Table,
        requests: &mut Vec<Request>,
    ) {
        let Some((row, column)) = self.cell else {
            quiet(ui, "Click a cell to change it. Enter goes on to the one below.");
            return;
        };
        let scenario = input.document.scenario();
        let Some(cell) = charts::cell(table, scenario, row, column) else {
            self.cell = None;
            return;
        };
        let id = Id::unique(("chart cell", &table.id, row, column));
        let of = || table.id.clone();
        let heads = format!("Row {}, column {}", table.rows[row].head, table.columns[column]);
        crate::look::widgets::card(ui, |ui| {
            ui.label(RichText::new(heads).font(theme::strong(14.0)));
            if self.scope == Scope::Scenario {
                let Some((value, reason)) = &cell.changed else {
                    quiet(
                        ui,
                        format!(
                            "As in the ruleset: {}. Write in the cell to change it here.",
                            cell.printed
                        ),
                    );
                    return;
                };
                ui.label(format!("{value} in this scenario; the ruleset says {}.", cell.printed));
                let now = reason.clone().unwrap_or_default();
                let new = field(ui, "Why", |ui| {
                    text_field(
                        ui,
                        id.with("reason"),
                        "Reason for the change",
                        "Why it is changed",
                        &now,
                        360.0,
                    )
                });
                if let Some(reason) = new {
                    requests.push(Request::Charts(ChartOp::SetCellReason {
                        table: of(),
                        row,
                        column,
                        reason: Some(reason),
                    }));
                }
                if text_button(ui, Some(Icon::Undo), "Restore the ruleset's", true).clicked() {
                    requests.push(Request::Charts(ChartOp::RestoreCell {
                        table: of(),
                        row,
                        column,
                    }));
                }
                return;
            }
            let from = field(ui, "Source", |ui| {
                provenance_choice(ui, "Source of the cell", id.with("provenance"), cell.provenance)
            });
            if let Some(provenance) = from {
                requests.push(Request::Charts(ChartOp::SetCellProvenance {
                    table: of(),
                    row,
                    column,
                    provenance,
                }));
            }
            ui.horizontal_wrapped(|ui| {
                let mut button = |ui: &mut Ui, text: &str, enabled: bool, op: ChartOp| {
                    if text_button(ui, None, text, enabled).clicked() {
                        requests.push(Request::Charts(op));
                    }
                };
                button(ui, "Row above", true, ChartOp::AddRow { table: of(), at: row });
                button(ui, "Row below", true, ChartOp::AddRow { table: of(), at: row + 1 });
                let rows = table.rows.len() > 1;
                button(ui, "Remove row", rows, ChartOp::RemoveRow { table: of(), row });
                button(ui, "Column left", true, ChartOp::AddColumn { table: of(), at: column });
                button(
                    ui,
                    "Column right",
                    true,
                    ChartOp::AddColumn { table: of(), at: column + 1 },
                );
                let columns = table.columns.len() > 1;
                button(ui, "Remove column", columns, ChartOp::RemoveColumn { table: of(), column });
            });
        });
    }
}
