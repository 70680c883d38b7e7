//! Which towns are taken, how often and when.

use egui::{Align, Layout, Sense, Ui};
use egui_extras::{Column, TableBuilder};
use salient_lab::TownReport;

use super::charts::{amount, percent};
use super::tables::{HEAD, ROW, head, number, words};
use super::{Lab, LabInput};
use crate::look::colours;
use crate::look::widgets::quiet;
use crate::request::Request;
use crate::request::lab::{LabSetting, PlaceColumn};
use crate::test_run::Record;

pub fn show(
    ui: &mut Ui,
    lab: &Lab,
    input: &LabInput<'_>,
    record: &Record,
    requests: &mut Vec<Request>,
) {
    let report = &record.report;
    if report.towns.is_empty() {
        quiet(ui, "There is no town on the map that could change hands.");
        return;
    }
    let mut towns: Vec<&TownReport> = report.towns.iter().collect();
    let last = |town: &TownReport, side: usize| town.last.get(side).copied().unwrap_or(0);
    towns.sort_by(|a, b| {
        lab.places.order(match lab.places.column {
            PlaceColumn::Name => called(b).cmp(&called(a)),
            PlaceColumn::Taken => a.taken.share.total_cmp(&b.taken.share),
            PlaceColumn::First => a.first.mean.total_cmp(&b.first.mean),
            PlaceColumn::Last(side) => last(a, side).cmp(&last(b, side)),
        })
    });
    quiet(ui, "Who takes which town, and when. Click one to see it on the map.");
    let games = f64::from(report.played.max(1));
    let dark = ui.visuals().dark_mode;
    let selected = input.document.selection().hex;
    let grid = input.document.grid();
    TableBuilder::new(ui)
        .id_salt("lab places")
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(250.0).clip(true))
        .column(Column::exact(110.0))
        .columns(Column::exact(210.0), report.subject.sides.len())
        .column(Column::exact(130.0))
        .column(Column::remainder())
        .header(HEAD, |mut row| {
            let mut sort = |ui: &mut Ui, column, name: &str, tooltip: &str, align| {
                if head(ui, lab.places, column, name, tooltip, align) {
                    requests.push(Request::Lab(LabSetting::SortPlaces(column)));
                }
            };
            row.col(|ui| sort(ui, PlaceColumn::Name, "Town", "By name", Align::Min));
            let tooltip = "In how many games it changed hands";
            row.col(|ui| sort(ui, PlaceColumn::Taken, "Taken in", tooltip, Align::Max));
            for (place, side) in report.subject.sides.iter().enumerate() {
                let name = format!("{} took it last", side.name);
                let tooltip = "In how many games that side was the last to take it";
                row.col(|ui| sort(ui, PlaceColumn::Last(place), &name, tooltip, Align::Max));
            }
            let tooltip = "The turn on which it first changes hands, on the mean";
            row.col(|ui| sort(ui, PlaceColumn::First, "First on turn", tooltip, Align::Max));
            row.col(|_| {});
        })
        .body(|body| {
            body.rows(ROW, towns.len(), |mut row| {
                let Some(&town) = towns.get(row.index()) else { return };
                let hex = grid.parse(&town.hex);
                row.set_selected(hex.is_some() && hex == selected);
                row.col(|ui| words(ui, &called(town)));
                row.col(|ui| number(ui, &percent(town.taken.share), town.taken.count == 0));
                for side in 0..report.subject.sides.len() {
                    let count = last(town, side);
                    let share = f64::from(count) / games;
                    row.col(|ui| {
                        let rect = ui.max_rect();
                        let mut bar = rect.shrink2(egui::vec2(4.0, 9.0));
                        bar.min.x += 24.0;
                        bar.max.x -= 56.0;
                        ui.painter().rect_filled(bar, 2.0, ui.visuals().widgets.inactive.bg_fill);
                        bar.set_width(bar.width() * share as f32);
                        ui.painter().rect_filled(bar, 2.0, colours::side(side, dark));
                        number(ui, &percent(share), count == 0);
                    });
                }
                row.col(|ui| match town.first.games {
                    0 => number(ui, "–", true),
                    _ => number(ui, &amount(town.first.mean), false),
                });
                row.col(|_| {});
                if row.response().clicked()
                    && let Some(hex) = hex
                {
                    requests.push(Request::GoTo(hex));
                }
            });
        });
}

fn called(town: &TownReport) -> String {
    match &town.name {
        Some(name) => format!("{name} ({})", town.hex),
        None => town.hex.clone(),
    }
}
