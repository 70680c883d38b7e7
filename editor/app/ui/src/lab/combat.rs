//! Attacks at each odds, artillery and aircraft.

use egui::{Align, Layout, RichText, Sense, Stroke, Ui, pos2, vec2};
use egui_extras::{Column, TableBuilder};
use salient_lab::{OddsReport, Report, TableReport};

use super::LabInput;
use super::charts::{amount, per_game, percent, two_columns};
use super::outcome::{colour_of, name_of};
use super::tables::{HEAD, ROW, number, plain_head, words};
use crate::look::theme::{self, palette};
use crate::look::widgets::quiet;
use crate::test_run::Record;

pub fn show(ui: &mut Ui, input: &LabInput<'_>, record: &Record) {
    let other = input.test_run.results().other();
    two_columns(ui, |left, right| {
        odds(left, &record.report, other.map(|other| &other.report));
        for own in &record.report.tables {
            table(right, &record.report, own);
        }
    });
}

fn odds(ui: &mut Ui, report: &Report, other: Option<&Report>) {
    let colours = palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Attacks by odds").font(theme::strong(14.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (name, colour) in [
                ("attacker eliminated", colours.error),
                ("failed", colours.line),
                ("won", colours.good),
            ] {
                ui.label(RichText::new(name).small().color(colours.quiet));
                let (rect, _) = ui.allocate_exact_size(vec2(11.0, 11.0), Sense::hover());
                ui.painter().rect_filled(rect, 2.0, colour);
            }
        });
    });
    if report.odds.is_empty() {
        quiet(ui, "No attack was made in any game.");
        return;
    }
    let games = f64::from(report.played.max(1));
    ui.push_id("odds", |ui| {
        TableBuilder::new(ui)
            .vscroll(false)
            .striped(true)
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(58.0))
            .column(Column::exact(78.0))
            .column(Column::remainder().at_least(90.0))
            .column(Column::exact(104.0))
            .column(Column::exact(104.0))
            .header(HEAD, |mut row| {
                row.col(|ui| plain_head(ui, "Odds", Align::Min));
                row.col(|ui| plain_head(ui, "A game", Align::Max));
                row.col(|ui| plain_head(ui, "How they end", Align::Min));
                row.col(|ui| plain_head(ui, "Won", Align::Max));
                row.col(|ui| plain_head(ui, "Steps lost", Align::Max));
            })
            .body(|mut body| {
                for band in &report.odds {
                    body.row(ROW, |mut row| {
                        row.col(|ui| words(ui, &band.band));
                        let of_game = band.attacks as f64 / games;
                        row.col(|ui| number(ui, &per_game(of_game), band.attacks == 0));
                        row.col(|ui| ends(ui, band, other));
                        row.col(|ui| {
                            let share = &band.won;
                            number(ui, &percent(share.share), false);
                        });
                        row.col(|ui| {
                            let each =
                                |steps: u64| amount(steps as f64 / band.attacks.max(1) as f64);
                            let text = format!(
                                "{} : {}",
                                each(band.attacker_steps),
                                each(band.defender_steps)
                            );
                            number(ui, &text, band.attacks == 0);
                        });
                    });
                }
            });
    });
    let text = "Odds: strength to strength, before dice. Steps lost: attacker to defender, an \
                attack. Whiskers: 95 % intervals.";
    ui.label(RichText::new(text).small().color(colours.quiet));
}

/// How the attacks of a band end, as one bar.
fn ends(ui: &mut Ui, band: &OddsReport, other: Option<&Report>) {
    let colours = palette(ui);
    let size = vec2(ui.available_width() - 8.0, ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let bar = rect.shrink2(vec2(4.0, 6.0));
    let all = band.attacks.max(1) as f32;
    // A handful of attacks proves little, and does not shout.
    let strength = if band.attacks < 10 { 0.45 } else { 1.0 };
    let mut left = bar.left();
    for (count, colour) in [
        (band.won.count, colours.good),
        (band.failed, colours.line),
        (band.attacker_eliminated, colours.error),
    ] {
        let right = left + bar.width() * count as f32 / all;
        let part = egui::Rect::from_x_y_ranges(left..=right, bar.y_range());
        ui.painter().rect_filled(part, 0.0, colour.gamma_multiply(strength));
        left = right;
    }
    let x = |share: f64| bar.left() + bar.width() * share as f32;
    let y = bar.center().y;
    let pen = Stroke::new(1.5, ui.visuals().text_color());
    let (low, high) = (x(band.won.low), x(band.won.high));
    ui.painter().line_segment([pos2(low, y), pos2(high, y)], pen);
    for end in [low, high] {
        ui.painter().line_segment([pos2(end, y - 3.5), pos2(end, y + 3.5)], pen);
    }
    let of_other = other.and_then(|other| {
        let band = other.odds.iter().find(|other| other.band == band.band)?;
        Some(format!(" In the other run {} are won.", percent(band.won.share)))
    });
    response.on_hover_text(format!(
        "{}: {} attacks, {} won ({} to {}), {} failed, {} with the attacker eliminated.{}",
        band.band,
        band.attacks,
        percent(band.won.share),
        percent(band.won.low),
        percent(band.won.high),
        band.failed,
        band.attacker_eliminated,
        of_other.unwrap_or_default()
    ));
}

/// One of the system's own tables.
fn table(ui: &mut Ui, report: &Report, table: &TableReport) {
    let head = &table.head;
    ui.horizontal(|ui| {
        ui.label(RichText::new(&head.title).font(theme::strong(14.0)));
    });
    if table.rows.is_empty() {
        quiet(ui, "Nothing of it in any game.");
        return;
    }
    let games = f64::from(report.played.max(1));
    ui.push_id(&head.id, |ui| {
        let mut builder = TableBuilder::new(ui)
            .vscroll(false)
            .striped(true)
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::remainder().at_least(120.0).clip(true))
            .column(Column::exact(72.0));
        for _ in &head.columns {
            builder = builder.column(Column::exact(86.0));
        }
        builder
            .header(HEAD, |mut row| {
                row.col(|ui| plain_head(ui, &head.row, Align::Min));
                row.col(|ui| plain_head(ui, "In games", Align::Max));
                for column in &head.columns {
                    row.col(|ui| plain_head(ui, &column.heading, Align::Max));
                }
            })
            .body(|mut body| {
                for line in &table.rows {
                    body.row(ROW, |mut row| {
                        row.col(|ui| match &line.side {
                            Some(side) => {
                                side_dot(ui, report, side);
                                let name = line.name.to_lowercase();
                                words(ui, &format!("{}: {name}", name_of(report, side)));
                            }
                            None => words(ui, &line.name),
                        });
                        let share = f64::from(line.games) / games;
                        row.col(|ui| number(ui, &percent(share), line.games == 0));
                        for &value in &line.values {
                            let mean = per_game(value as f64 / games);
                            let shown = if value == 0 { "–" } else { &mean };
                            row.col(|ui| number(ui, shown, value == 0));
                        }
                    });
                }
            });
    });
    let text = format!("Numbers are a game. {}", head.note);
    ui.label(RichText::new(text.trim()).small().color(palette(ui).quiet));
}

/// A dot in the colour of a side.
pub fn side_dot(ui: &mut Ui, report: &Report, side: &str) {
    ui.add_space(4.0);
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.5, colour_of(ui, report, side));
}
