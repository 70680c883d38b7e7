//! How hexes are numbered: the fields, and a picture of what comes of them.

use egui::{Align2, DragValue, FontId, Sense, Stroke, TextEdit, Ui, vec2};
use salient_document::reshape::{preview, sample};
use salient_schema::map::{Grid, Orientation, Pushed};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};

use crate::look::theme::palette;
use crate::look::widgets::{field, named_text, quiet, segments, text_button};

/// The fields of a numbering, and which lines are pushed.
pub(crate) fn fields(ui: &mut Ui, grid: &mut Grid) {
    field(ui, "As in print", |ui| {
        for (name, numbering) in usual() {
            if text_button(ui, None, name, true).clicked() {
                grid.numbering = numbering;
            }
        }
    });
    let flat = grid.orientation == Orientation::FlatTopped;
    let numbering = &mut grid.numbering;
    field(ui, "Order", |ui| {
        let choices =
            [(NumberOrder::ColumnRow, "Column, row"), (NumberOrder::RowColumn, "Row, column")];
        if let Some(order) = segments(ui, "Order of the numbers", &choices, numbering.order) {
            numbering.order = order;
        }
    });
    field(ui, "Between", |ui| {
        let text =
            TextEdit::singleline(&mut numbering.separator).hint_text("nothing").desired_width(70.0);
        named_text(ui, "Between the numbers", text);
    });
    field(ui, "Columns", |ui| {
        number(ui, "Number of the first column", &mut numbering.first_column, 9999);
        let choices = [(HorizontalEdge::West, "from west"), (HorizontalEdge::East, "from east")];
        if let Some(edge) = segments(ui, "Columns from", &choices, numbering.columns_from) {
            numbering.columns_from = edge;
        }
        digits(ui, "Digits of columns", &mut numbering.column_digits);
    });
    field(ui, "Rows", |ui| {
        number(ui, "Number of the first row", &mut numbering.first_row, 9999);
        let choices = [(VerticalEdge::North, "from north"), (VerticalEdge::South, "from south")];
        if let Some(edge) = segments(ui, "Rows from", &choices, numbering.rows_from) {
            numbering.rows_from = edge;
        }
        digits(ui, "Digits of rows", &mut numbering.row_digits);
    });
    let pushed = if flat {
        [(Pushed::First, "First column"), (Pushed::Second, "Second column")]
    } else {
        [(Pushed::First, "First row"), (Pushed::Second, "Second row")]
    };
    field(ui, if flat { "Lower" } else { "Further east" }, |ui| {
        if let Some(chosen) = segments(ui, "Which are pushed", &pushed, grid.pushed) {
            grid.pushed = chosen;
        }
        quiet(ui, "and every other");
    });
}

fn number(ui: &mut Ui, name: &str, value: &mut u16, most: u16) {
    let drag = DragValue::new(value).range(0..=most).speed(0.1);
    ui.name_inputs(name, |ui| ui.add(drag));
}

fn digits(ui: &mut Ui, name: &str, value: &mut u8) {
    let drag = DragValue::new(value).range(1..=4).speed(0.02).suffix(" digits");
    ui.name_inputs(name, |ui| ui.add(drag));
}

/// The numberings that published maps have, by an example.
fn usual() -> [(&'static str, Numbering); 3] {
    let plain = Numbering {
        order: NumberOrder::ColumnRow,
        separator: String::new(),
        column_digits: 2,
        row_digits: 2,
        first_column: 1,
        first_row: 1,
        columns_from: HorizontalEdge::West,
        rows_from: VerticalEdge::North,
    };
    [
        ("0102", plain.clone()),
        (
            "3120 from east",
            Numbering {
                order: NumberOrder::RowColumn,
                columns_from: HorizontalEdge::East,
                ..plain.clone()
            },
        ),
        ("54.49", Numbering { separator: ".".to_owned(), ..plain }),
    ]
}

/// Draws the upper left corner of a map with its numbers, and says those of its corners.
pub(crate) fn picture(ui: &mut Ui, grid: &Grid) {
    let colours = palette(ui);
    let size = vec2(ui.available_width().min(420.0), 176.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let [first, east, south, last] = preview(grid);
    let words = format!("First hex {first}, last hex {last}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words.clone()));
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 6.0, colours.card);
    let scale = 52.0;
    let flat = grid.orientation == Orientation::FlatTopped;
    let radius = 0.577_35 * scale;
    let origin = rect.left_top() + vec2(40.0, 34.0);
    let ink = ui.visuals().text_color();
    for (number, [x, y]) in sample(grid, 9, 4) {
        let centre = origin + vec2(x, y) * scale;
        let corners: Vec<_> = (0..6_u8)
            .map(|corner| {
                let start = if flat { 0.0 } else { 30.0 };
                let angle = (start + 60.0 * f32::from(corner)).to_radians();
                centre + vec2(angle.cos(), angle.sin()) * radius
            })
            .collect();
        let line = Stroke::new(1.0, colours.quiet);
        painter.add(egui::Shape::closed_line(corners, line));
        painter.text(centre, Align2::CENTER_CENTER, number, FontId::proportional(13.0), ink);
    }
    let corners = format!("Corners: {first} and {east} above, {south} and {last} below.");
    quiet(ui, corners);
}
