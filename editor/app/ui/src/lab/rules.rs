//! Which rules the games have met, and which they have not.

use std::collections::BTreeMap;

use egui::{Align2, FontId, Rect, ScrollArea, Sense, Ui, pos2, vec2};
use salient_rules::Systems;
use salient_rules::rule_table::{Row, rows};

use super::Lab;
use super::charts::{per_game, percent};
use crate::look::theme::{self, palette};
use crate::look::widgets::{quiet, segments};
use crate::request::Request;
use crate::request::lab::LabSetting;
use crate::test_run::Record;

/// The least width of a column of rules, in points.
const LEAST: f32 = 430.0;
/// The height of a rule.
const ROW: f32 = 25.0;

/// A rule with what the games made of it.
struct Line<'a> {
    /// The number as the report cites it, or as the book prints it.
    number: &'a str,
    title: &'a str,
    asks: &'a str,
    /// Games in which it was met, and how often in all.
    met: Option<(u32, u64)>,
}

/// The rules of a system, kept: they are part of the program.
#[derive(Debug, Default)]
pub struct Book {
    system: String,
    rules: Vec<Row>,
}

impl Book {
    /// The rules of a record's system.
    pub fn of(&mut self, systems: Systems, record: &Record) -> &[Row] {
        let system = &record.report.subject.system;
        if self.system != *system {
            self.system.clone_from(system);
            self.rules = rows(systems, system);
        }
        &self.rules
    }
}

pub fn show(ui: &mut Ui, lab: &Lab, book: &[Row], record: &Record, requests: &mut Vec<Request>) {
    let lines = lines(book, record);
    let (met, unmet): (Vec<Line<'_>>, Vec<Line<'_>>) =
        lines.into_iter().partition(|line| line.met.is_some());
    ui.horizontal(|ui| {
        let names = [format!("Met {}", met.len()), format!("Not met {}", unmet.len())];
        let choices = [(true, names[0].as_str()), (false, names[1].as_str())];
        if let Some(met) = segments(ui, "Which rules", &choices, lab.shows_met) {
            requests.push(Request::Lab(LabSetting::RulesMet(met)));
        }
        quiet(
            ui,
            match lab.shows_met {
                true => "Rules that the games cite: in how many games, and how often a game.",
                false => {
                    "No game cites these. Some only forbid and are obeyed in silence; the others \
                     nobody has tried."
                }
            },
        );
    });
    ui.add_space(2.0);
    let shown = if lab.shows_met { met } else { unmet };
    let games = f64::from(record.report.played.max(1));
    let gap = 28.0;
    let width = ui.available_width() - 12.0;
    let across = (((width + gap) / (LEAST + gap)) as usize).clamp(1, 4);
    let down = shown.len().div_ceil(across);
    let column = (width - gap * (across - 1) as f32) / across as f32;
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink(false).id_salt("lab rules").show_rows(
        ui,
        ROW,
        down,
        |ui, rows| {
            for row in rows {
                let size = vec2(width, ROW);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                for place in 0..across {
                    // Down each column, as the book reads.
                    let Some(line) = shown.get(place * down + row) else { continue };
                    let left = rect.left() + place as f32 * (column + gap);
                    let cell = Rect::from_min_size(pos2(left, rect.top()), vec2(column, ROW));
                    show_line(ui, cell, line, games);
                }
            }
        },
    );
}

fn show_line(ui: &Ui, rect: Rect, line: &Line<'_>, games: f64) {
    let colours = palette(ui);
    let ink = ui.visuals().text_color();
    let body = FontId::proportional(14.0);
    let y = rect.center().y;
    let painter = ui.painter();
    painter.text(pos2(rect.left(), y), Align2::LEFT_CENTER, line.number, theme::strong(14.0), ink);
    let numbers = if line.met.is_some() { 116.0 } else { 0.0 };
    let title = Rect::from_min_max(
        pos2(rect.left() + 84.0, rect.top()),
        pos2(rect.right() - numbers, rect.bottom()),
    );
    painter.with_clip_rect(title).text(
        title.left_center(),
        Align2::LEFT_CENTER,
        line.title,
        body.clone(),
        colours.quiet,
    );
    if let Some((of, times)) = line.met {
        let share = f64::from(of) / games;
        painter.text(
            pos2(rect.right() - 58.0, y),
            Align2::RIGHT_CENTER,
            percent(share),
            body.clone(),
            if share < 1.0 { ink } else { colours.quiet },
        );
        let each = per_game(times as f64 / games);
        painter.text(rect.right_center(), Align2::RIGHT_CENTER, each, body, ink);
    }
    let pen = egui::Stroke::new(1.0, colours.line.gamma_multiply(0.7));
    painter.hline(rect.x_range(), rect.bottom(), pen);
    let id = ui.scope_id().with(("rule", line.number));
    let response = ui.interact(rect, id, Sense::hover());
    if !line.asks.is_empty() {
        response.on_hover_text(line.asks);
    }
}

/// Every rule of the book, and those that the games cite besides.
fn lines<'a>(book: &'a [Row], record: &'a Record) -> Vec<Line<'a>> {
    let mut met: BTreeMap<&str, (&str, u32, u64)> = BTreeMap::new();
    for rule in &record.report.rules {
        // The report names the book before the number.
        let number = rule.rule.split_once(' ').map_or(rule.rule.as_str(), |(_, number)| number);
        met.insert(number, (&rule.rule, rule.games, rule.times));
    }
    let mut lines: Vec<Line<'a>> = book
        .iter()
        .map(|rule| {
            let found = met.remove(rule.number.as_str());
            Line {
                number: found.map_or(rule.number.as_str(), |(cited, _, _)| cited),
                title: if rule.title.is_empty() { &rule.asks } else { &rule.title },
                asks: &rule.asks,
                met: found.map(|(_, games, times)| (games, times)),
            }
        })
        .collect();
    lines.extend(met.into_values().map(|(number, games, times)| Line {
        number,
        title: "",
        asks: "",
        met: Some((games, times)),
    }));
    lines
}
