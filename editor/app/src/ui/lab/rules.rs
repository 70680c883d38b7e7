//! Which rules the games have met.

use egui::{Align, Layout, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use super::Record;
use super::charts::{amount, percent};
use super::tables::{HEAD, ROW, number, plain_head, words};
use crate::ui::theme::palette;
use crate::ui::widgets::quiet;

pub fn show(ui: &mut Ui, record: &Record) {
    let rules = &record.report.rules;
    let games = f64::from(record.report.played.max(1));
    let count = crate::cli::plural(rules.len(), "numbered rule");
    quiet(ui, format!("The games have met {count}. “salient rules” lists all, with their cases."));
    let colours = palette(ui);
    // Side by side, as each row is short.
    let across = ((ui.available_width() / 400.0) as usize).clamp(1, 4);
    let down = rules.len().div_ceil(across);
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("lab rules").show(ui, |ui| {
        ui.columns(across, |columns| {
            for (place, ui) in columns.iter_mut().enumerate() {
                let part = rules.iter().skip(place * down).take(down);
                ui.push_id(("rules", place), |ui| {
                    TableBuilder::new(ui)
                        .vscroll(false)
                        .striped(true)
                        .cell_layout(Layout::left_to_right(Align::Center))
                        .column(Column::exact(92.0))
                        .column(Column::remainder().at_least(60.0))
                        .column(Column::exact(70.0))
                        .column(Column::exact(76.0))
                        .header(HEAD, |mut row| {
                            row.col(|ui| plain_head(ui, "Rule", Align::Min));
                            row.col(|_| {});
                            row.col(|ui| plain_head(ui, "In games", Align::Max));
                            row.col(|ui| plain_head(ui, "A game", Align::Max));
                        })
                        .body(|mut body| {
                            for rule in part {
                                let share = f64::from(rule.games) / games;
                                body.row(ROW, |mut row| {
                                    row.col(|ui| words(ui, &rule.rule));
                                    row.col(|ui| {
                                        let size = vec2(ui.available_width(), 8.0);
                                        let (rect, _) =
                                            ui.allocate_exact_size(size, Sense::hover());
                                        let mut bar = rect;
                                        ui.painter().rect_filled(bar, 2.0, colours.line);
                                        bar.set_width(rect.width() * share as f32);
                                        ui.painter().rect_filled(bar, 2.0, colours.accent);
                                    });
                                    row.col(|ui| number(ui, &percent(share), false));
                                    let each = rule.times as f64 / games;
                                    row.col(|ui| number(ui, &amount(each), false));
                                });
                            }
                        });
                });
            }
        });
    });
}
