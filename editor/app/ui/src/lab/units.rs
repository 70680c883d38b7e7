//! What became of each unit.

use egui::{Align, Layout, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};
use salient_document::{Document, Selection};
use salient_lab::UnitReport;
use salient_schema::CounterId;

use super::charts::{per_game, percent};
use super::combat::side_dot;
use super::outcome::name_of;
use super::tables::{HEAD, head, number, words};
use super::{Lab, LabInput};
use crate::look::theme::palette;
use crate::look::widgets::{quiet, segments};
use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::lab::{LabSetting, UnitColumn};
use crate::request::views::Tab;
use crate::test_run::Record;

/// The height of a row: a counter is in it.
const ROW: f32 = 32.0;

/// The columns of numbers.
const COLUMNS: [(UnitColumn, &str, &str); 6] = [
    (UnitColumn::Lost, "Lost in", "In how many of the games that it was in it was removed"),
    (UnitColumn::Steps, "Steps lost", "Steps lost a game"),
    (UnitColumn::Moves, "Moves", "Moves a game"),
    (UnitColumn::Attacks, "Attacks", "Attacks a game that it took part in"),
    (UnitColumn::Defences, "Defences", "Attacks a game that it was the target of"),
    (UnitColumn::Idle, "Idle in", "In how many games it neither moved nor fought"),
];

pub fn show(
    ui: &mut Ui,
    lab: &Lab,
    input: &LabInput<'_>,
    record: &Record,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    let report = &record.report;
    let units = sorted(lab, record);
    ui.horizontal(|ui| {
        let sides = &report.subject.sides;
        let mut choices = vec![(None, "All sides")];
        choices.extend(sides.iter().enumerate().map(|(i, side)| (Some(i), side.name.as_str())));
        if let Some(side) = segments(ui, "Whose units", &choices, lab.units_of) {
            requests.push(Request::Lab(LabSetting::UnitsOf(side)));
        }
        let idle = units.iter().filter(|unit| unit.is_never_used()).count();
        let idle = match idle {
            0 => String::new(),
            n => format!(" {} never moved nor fought.", salient_output::plural(n, "unit")),
        };
        quiet(ui, format!("Numbers are a game. Click a unit to find it on the map.{idle}"));
    });
    let selected = &input.document.selection().counters;
    let mut clicked = None;
    let table = TableBuilder::new(ui)
        .id_salt("lab units")
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(200.0).clip(true))
        .column(Column::exact(110.0))
        .columns(Column::exact(104.0), COLUMNS.len())
        .column(Column::remainder());
    table
        .header(HEAD, |mut row| {
            let mut sort = |ui: &mut Ui, column, name, tooltip, align| {
                if head(ui, lab.units, column, name, tooltip, align) {
                    requests.push(Request::Lab(LabSetting::SortUnits(column)));
                }
            };
            row.col(|ui| sort(ui, UnitColumn::Name, "Unit", "By name", Align::Min));
            row.col(|ui| sort(ui, UnitColumn::Side, "Side", "By side", Align::Min));
            for (column, name, tooltip) in COLUMNS {
                row.col(|ui| sort(ui, column, name, tooltip, Align::Max));
            }
            row.col(|_| {});
        })
        .body(|body| {
            body.rows(ROW, units.len(), |mut row| {
                let Some(&unit) = units.get(row.index()) else { return };
                row.set_selected(selected.iter().any(|placed| placed.counter == unit.counter));
                row.col(|ui| name(ui, unit, counters));
                row.col(|ui| {
                    side_dot(ui, report, &unit.side);
                    words(ui, &name_of(report, &unit.side));
                });
                for (column, _, _) in COLUMNS {
                    row.col(|ui| value(ui, unit, column));
                }
                row.col(|_| {});
                let response = row.response();
                if response.clicked() {
                    clicked = Some(unit);
                }
            });
        });
    if let Some(unit) = clicked {
        find(input.document, &unit.counter, requests);
    }
}

/// Points out a counter on the map, or the list of those that are not on it.
pub fn find(document: &Document, counter: &CounterId, requests: &mut Vec<Request>) {
    match document.hex_of(counter) {
        Some(hex) => {
            requests.push(Request::GoTo(hex));
            requests.push(Request::Select(Selection::of_counter(counter.clone(), hex)));
        }
        None => requests.push(Request::Show(Tab::Units)),
    }
}

fn name(ui: &mut Ui, unit: &UnitReport, counters: &mut Counters) {
    let side = 27.0;
    let (rect, _) = ui.allocate_exact_size(vec2(side + 6.0, ROW), Sense::hover());
    let pixels = ui.pixels_per_point();
    counters.paint_one(ui.painter(), &unit.counter, 0, rect.center(), side, pixels);
    words(ui, &unit.name);
}

fn value(ui: &mut Ui, unit: &UnitReport, column: UnitColumn) {
    let present = f64::from(unit.present.max(1));
    let each = |count: u64| (per_game(count as f64 / present), count == 0);
    let (text, nothing) = match column {
        UnitColumn::Steps => each(unit.steps),
        UnitColumn::Moves => each(unit.moves),
        UnitColumn::Attacks => each(unit.attacks),
        UnitColumn::Defences => each(unit.defences),
        UnitColumn::Idle => {
            let idle = idle(unit);
            (percent(f64::from(idle) / present), idle == 0)
        }
        _ => (percent(unit.lost.share), unit.lost.count == 0),
    };
    if unit.present == 0 {
        return number(ui, "–", true);
    }
    if column == UnitColumn::Lost {
        let rect = ui.max_rect();
        let mut bar = rect.shrink2(vec2(4.0, 12.0));
        bar.set_width((bar.width() - 52.0).max(0.0));
        ui.painter().rect_filled(bar, 2.0, ui.visuals().widgets.inactive.bg_fill);
        bar.set_width(bar.width() * unit.lost.share as f32);
        ui.painter().rect_filled(bar, 2.0, palette(ui).error.gamma_multiply(0.75));
    }
    number(ui, &text, nothing);
}

fn idle(unit: &UnitReport) -> u32 {
    unit.present.saturating_sub(unit.used)
}

fn sorted<'a>(lab: &Lab, record: &'a Record) -> Vec<&'a UnitReport> {
    let report = &record.report;
    let side = lab.units_of.and_then(|side| report.subject.sides.get(side));
    let mut units: Vec<&UnitReport> =
        report.units.iter().filter(|unit| side.is_none_or(|side| unit.side == side.id)).collect();
    // Units that were in few games are compared by what they did in those.
    let each = |unit: &UnitReport, count: u64| count as f64 / f64::from(unit.present.max(1));
    units.sort_by(|a, b| {
        let by = |what: &dyn Fn(&UnitReport) -> f64| what(a).total_cmp(&what(b));
        let ordering = match lab.units.column {
            // Names are read from A to Z first.
            UnitColumn::Name => b.name.cmp(&a.name),
            UnitColumn::Side => b.side.cmp(&a.side),
            UnitColumn::Lost => by(&|unit| unit.lost.share),
            UnitColumn::Steps => by(&|unit| each(unit, unit.steps)),
            UnitColumn::Moves => by(&|unit| each(unit, unit.moves)),
            UnitColumn::Attacks => by(&|unit| each(unit, unit.attacks)),
            UnitColumn::Defences => by(&|unit| each(unit, unit.defences)),
            UnitColumn::Idle => by(&|unit| each(unit, u64::from(idle(unit)))),
        };
        lab.units.order(ordering)
    });
    units
}
