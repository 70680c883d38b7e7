//! Every game, to be watched again.

use egui::{Align, Layout, Ui};
use egui_extras::{Column, TableBuilder};
use salient_lab::{GameReport, reason_in_words};

use super::charts::amount;
use super::combat::side_dot;
use super::tables::{HEAD, ROW, head, number, plain_head, words};
use super::{Lab, LabInput};
use crate::look::icons::Icon;
use crate::look::widgets::{icon_button, quiet};
use crate::request::Request;
use crate::request::lab::{GameColumn, LabSetting};
use crate::test_run::Record;

pub fn show(
    ui: &mut Ui,
    lab: &Lab,
    input: &LabInput<'_>,
    record: &Record,
    requests: &mut Vec<Request>,
) {
    let report = &record.report;
    let fresh = input.test_run.fresh(input.document).is_some() && !input.test_run.is_running();
    quiet(
        ui,
        "Play a game again on the map and watch how it came to that: the same dice, the same moves.",
    );
    let lost = |game: &GameReport, side: usize| {
        report.subject.sides.get(side).map_or(0, |side| {
            game.losses.iter().find(|losses| losses.side == side.id).map_or(0, |l| l.steps)
        })
    };
    let mut games: Vec<(usize, &GameReport)> = report.games.iter().enumerate().collect();
    games.sort_by(|(_, a), (_, b)| {
        let ordering = match lab.games.column {
            GameColumn::Number => a.game.cmp(&b.game),
            GameColumn::Points => a.outcome.points.cmp(&b.outcome.points),
            GameColumn::Turns => a.turns.cmp(&b.turns),
            GameColumn::Losses(side) => lost(a, side).cmp(&lost(b, side)),
        };
        lab.games.order(ordering)
    });
    TableBuilder::new(ui)
        .id_salt("lab games")
        .striped(true)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(64.0))
        .column(Column::exact(80.0))
        .column(Column::exact(if report.endings.is_empty() { 250.0 } else { 340.0 }).clip(true))
        .column(Column::exact(90.0))
        .column(Column::exact(90.0))
        .columns(Column::exact(150.0), report.subject.sides.len())
        .column(Column::remainder())
        .header(HEAD, |mut row| {
            let mut sort = |ui: &mut Ui, column, name: &str, tooltip: &str, align| {
                if head(ui, lab.games, column, name, tooltip, align) {
                    requests.push(Request::Lab(LabSetting::SortGames(column)));
                }
            };
            row.col(|ui| plain_head(ui, "Watch", Align::Min));
            row.col(|ui| {
                sort(ui, GameColumn::Number, "Game", "In the order of the run", Align::Max)
            });
            row.col(|ui| plain_head(ui, "How it ended", Align::Min));
            row.col(|ui| sort(ui, GameColumn::Points, "Points", "By victory points", Align::Max));
            row.col(|ui| sort(ui, GameColumn::Turns, "Turns", "By length", Align::Max));
            for (place, side) in report.subject.sides.iter().enumerate() {
                let name = format!("{} steps lost", side.name);
                let column = GameColumn::Losses(place);
                row.col(|ui| sort(ui, column, &name, "Steps lost in the game", Align::Max));
            }
            row.col(|_| {});
        })
        .body(|body| {
            body.rows(ROW + 2.0, games.len(), |mut row| {
                let Some(&(place, game)) = games.get(row.index()) else { return };
                row.col(|ui| {
                    ui.add_space(10.0);
                    let name = format!("Watch game {}", game.game + 1);
                    if icon_button(ui, Icon::Play, &name, fresh).clicked() {
                        requests.push(Request::Watch(place));
                    }
                });
                row.col(|ui| number(ui, &(game.game + 1).to_string(), false));
                row.col(|ui| {
                    side_dot(ui, report, &game.outcome.side);
                    match &game.reason {
                        Some(reason) => words(
                            ui,
                            &format!("{}: {}", game.outcome.level, reason_in_words(reason)),
                        ),
                        None => words(ui, &game.outcome.level),
                    }
                });
                let points = amount(f64::from(game.outcome.points));
                row.col(|ui| number(ui, &points, false));
                row.col(|ui| number(ui, &game.turns.to_string(), false));
                for side in 0..report.subject.sides.len() {
                    row.col(|ui| number(ui, &lost(game, side).to_string(), false));
                }
                row.col(|_| {});
            });
        });
}
