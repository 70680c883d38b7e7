//! The cells of the report's tables, drawn.

use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use salient_lab::view::{Cell, Kind, Value, words};
use salient_lab::{Difference, Report};

use super::charts::{self, ShareBar};
use super::outcome::colour_of;
use crate::look::theme::{self, palette};

/// The room between columns.
pub const GAP: f32 = 16.0;
/// The width of a small bar beside a number.
pub const METER: f32 = 54.0;
/// The width of a bar with whiskers.
pub const BAR: f32 = 120.0;
/// The width of the chart of a difference.
pub const CHART: f32 = 150.0;

/// Draws a cell into what its column has room for. `other` is the same cell of the other run;
/// `reach` is the difference at either end of the chart.
pub fn show(
    ui: &mut Ui,
    report: &Report,
    kind: Kind,
    cell: &Cell,
    other: Option<&Cell>,
    reach: f64,
) {
    let said = text(kind, cell);
    // Whatever stands before it, a counter, keeps its room.
    let rect = Rect::from_min_max(pos2(ui.cursor().left(), ui.max_rect().top()), ui.max_rect().max);
    let response = ui.allocate_rect(rect, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    match (kind, &cell.value) {
        (Kind::Bar, _) => bar(ui, rect, cell, other),
        (Kind::Difference, _) => of_difference(ui, rect, cell, reach),
        _ if is_right(kind) => number(ui, report, rect, kind, cell),
        _ => name(ui, report, rect, kind, cell),
    }
    if let Some(more) = pointed_at(kind, cell, other) {
        response.on_hover_text(more);
    }
}

/// What a cell says when one points at it, beyond what stands in it.
fn pointed_at(kind: Kind, cell: &Cell, other: Option<&Cell>) -> Option<String> {
    let beside = other.and_then(|other| match &other.value {
        Value::Share(share) => Some(format!("; in the other run {}", words::share(share))),
        _ => None,
    });
    match (kind, &cell.value) {
        (_, Value::Share(share)) => Some(format!(
            "{} of {}, {} with 95 % confidence{}",
            words::count(share.count),
            words::count(share.of),
            words::share_interval(share),
            beside.unwrap_or_default()
        )),
        (_, Value::Difference(Some(found), of)) => {
            let [value, interval] = words::difference(found, *of);
            Some(format!("{value} ({interval})"))
        }
        (_, Value::Estimate(estimate)) => words::mean_interval(estimate)
            .map(|interval| format!("{interval} with 95 % confidence")),
        _ => None,
    }
}

/// The difference in a cell.
pub fn difference(cell: &Cell) -> Option<Difference> {
    match cell.value {
        Value::Difference(found, _) => found,
        _ => None,
    }
}

/// Whether cells of a kind stand at the right of their column.
pub fn is_right(kind: Kind) -> bool {
    matches!(kind, Kind::Number | Kind::Uncertain | Kind::Spread)
}

/// How wide words are.
pub fn measure(ui: &Ui, text: &str, strong: bool) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font(strong), egui::Color32::PLACEHOLDER).size().x
}

/// Whether a cell's words stand out.
pub fn is_strong(kind: Kind, cell: &Cell) -> bool {
    matches!(cell.value, Value::Name(..))
        || kind == Kind::Uncertain
        || difference(cell).is_some_and(|found| found.clear)
}

/// All that a cell says, in one line.
pub fn text(kind: Kind, cell: &Cell) -> String {
    let [value, more] = parts(kind, &cell.value);
    if more.is_empty() { value } else { format!("{value}  {more}") }
}

fn font(strong: bool) -> FontId {
    if strong { theme::strong(14.0) } else { FontId::proportional(14.0) }
}

/// A value, and what says how sure it is.
fn parts(kind: Kind, value: &Value) -> [String; 2] {
    match (kind, value) {
        (Kind::Uncertain, Value::Share(share)) => {
            [words::share(share), words::share_interval(share)]
        }
        (Kind::Uncertain | Kind::Spread, Value::Estimate(estimate)) => {
            [words::mean(estimate), format!("± {}", words::number(estimate.sd, 1))]
        }
        (Kind::Difference, Value::Difference(Some(found), of)) => {
            let [value, _] = words::difference(found, *of);
            match found.clear {
                true => [value, String::new()],
                // That nothing differs needs no chance to explain it.
                false if found.value == 0.0 => ["no difference".to_owned(), String::new()],
                false => [value, "maybe chance".to_owned()],
            }
        }
        (_, Value::Name(name, Some(tag))) => [name.clone(), (*tag).to_owned()],
        (_, Value::Turn(turn, label)) => [turn.to_string(), label.clone()],
        (_, value) => [value.in_words(), String::new()],
    }
}

/// A share as a bar with whiskers, with a mark where the other run's stands.
fn bar(ui: &Ui, rect: Rect, cell: &Cell, other: Option<&Cell>) {
    let Value::Share(share) = &cell.value else { return };
    let other = other.and_then(|other| match &other.value {
        Value::Share(share) => Some(share.share),
        _ => None,
    });
    let bar = ShareBar {
        share: share.share,
        interval: (share.low, share.high),
        other,
        most: 1.0,
        colour: palette(ui).good,
    };
    bar.paint(ui, rect.shrink2(vec2(4.0, 7.0)));
}

/// A difference on an axis whose middle is none, with its words behind.
fn of_difference(ui: &Ui, rect: Rect, cell: &Cell, reach: f64) {
    let chart = Rect::from_min_size(rect.min, vec2(CHART, rect.height()));
    if let Some(found) = difference(cell) {
        let drawn =
            charts::Difference { value: found.value, interval: (found.low, found.high), reach };
        drawn.paint(ui, chart.shrink2(vec2(8.0, 6.0)));
    }
    let words = Rect::from_min_max(pos2(chart.right(), rect.top()), rect.max);
    in_line(ui, words, Kind::Difference, cell);
}

/// A number at the right of its column, with its small bar at the left.
fn number(ui: &Ui, report: &Report, rect: Rect, kind: Kind, cell: &Cell) {
    let colours = palette(ui);
    let [value, more] = parts(kind, &cell.value);
    let painter = ui.painter().with_clip_rect(rect);
    let y = rect.center().y;
    let mut right = rect.right() - GAP / 2.0;
    if !more.is_empty() {
        let at = pos2(right, y);
        let drawn = painter.text(at, Align2::RIGHT_CENTER, &more, font(false), colours.quiet);
        right = drawn.left() - 6.0;
    }
    let ink = ink(ui, kind, cell, &value);
    let font = font(is_strong(kind, cell));
    painter.text(pos2(right, y), Align2::RIGHT_CENTER, &value, font, ink);
    if let Some(meter) = &cell.meter {
        let bar = Rect::from_min_size(pos2(rect.left() + 4.0, y - 4.0), vec2(METER, 8.0));
        ui.painter().rect_filled(bar, 2.0, ui.visuals().widgets.inactive.bg_fill);
        let full = Rect::from_min_size(bar.min, vec2(METER * meter.share as f32, 8.0));
        let colour = meter.side.as_ref().map(|side| colour_of(ui, report, side));
        ui.painter().rect_filled(full, 2.0, colour.unwrap_or(colours.accent));
    }
}

/// Words at the left of their column, behind a dot in the side's colour.
fn name(ui: &Ui, report: &Report, rect: Rect, kind: Kind, cell: &Cell) {
    let mut rect = rect;
    if let Some(side) = &cell.side {
        let centre = pos2(rect.left() + 9.0, rect.center().y);
        ui.painter().circle_filled(centre, 4.5, colour_of(ui, report, side));
        rect.min.x += 16.0;
    }
    in_line(ui, rect, kind, cell);
}

fn in_line(ui: &Ui, rect: Rect, kind: Kind, cell: &Cell) {
    let [value, more] = parts(kind, &cell.value);
    let painter = ui.painter().with_clip_rect(rect);
    let y = rect.center().y;
    let ink = ink(ui, kind, cell, &value);
    let font_of = font(is_strong(kind, cell));
    let at = pos2(rect.left() + 4.0, y);
    let drawn = painter.text(at, Align2::LEFT_CENTER, &value, font_of, ink);
    if !more.is_empty() {
        let at = pos2(drawn.right() + 6.0, y);
        painter.text(at, Align2::LEFT_CENTER, &more, font(false), palette(ui).quiet);
    }
}

/// Nothing is told more quietly than something.
fn ink(ui: &Ui, kind: Kind, cell: &Cell, value: &str) -> egui::Color32 {
    let quiet = palette(ui).quiet;
    let nothing = matches!(cell.value, Value::None | Value::Empty | Value::Difference(None, _))
        || value == "–"
        || value == "0";
    match kind {
        _ if nothing => quiet.gamma_multiply(0.6),
        Kind::Soft => quiet,
        _ => ui.visuals().text_color(),
    }
}
