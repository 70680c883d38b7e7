//! What the sides have besides units: levels such as morale, and replacements.

use egui::{Align2, Color32, FontId, RichText, ScrollArea, Ui};
use salient_lab::{ReplacementReport, Report, StandingReport};

use super::LabInput;
use super::charts::{Series, amount, cell};
use super::outcome::{colour_of, name_of};
use crate::look::colours;
use crate::look::theme::{self, palette};
use crate::test_run::Record;

/// A chart: its title, what it counts, and its lines.
pub type Chart = (String, &'static str, Vec<Series>);

/// The width of a number of the table, in points.
const NUMBER: f32 = 46.0;

/// A chart for each level that the sides have, `Morale`: a line a side. The levels of single
/// nations have no chart.
pub fn standings(runs: &[(&Record, bool)], dark: bool) -> Vec<Chart> {
    let Some((first, _)) = runs.first() else { return Vec::new() };
    let mut names: Vec<(&str, &str)> = Vec::new();
    for standing in first.report.standings.iter().filter(|standing| standing.nation.is_none()) {
        let name = (standing.level.as_str(), standing.name.as_str());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // What a system keeps a level for is what it is won by: morale comes before hexes.
    names.sort_by_key(|(level, _)| *level != "morale");
    let chart = |(level, name): (&str, &str)| {
        let mut series = Vec::new();
        for &(run, dashed) in runs {
            let of_level = |s: &&StandingReport| s.level == level && s.nation.is_none();
            for standing in run.report.standings.iter().filter(of_level) {
                let colour = side_colour(&run.report, &standing.side, dark);
                let name = name_of(&run.report, &standing.side);
                let values = standing.turns.iter().map(|turn| turn.value.mean).collect();
                let band = standing.turns.iter().map(|turn| {
                    // A level never lies beyond what was seen.
                    let (min, max) = (f64::from(turn.min), f64::from(turn.max));
                    let (mean, sd) = (turn.value.mean, turn.value.sd);
                    ((mean - sd).max(min), (mean + sd).min(max))
                });
                // Two shades over each other could not be told apart.
                let band = if dashed { Vec::new() } else { band.collect() };
                series.push(line(name, colour, values, band, dashed));
            }
        }
        (name.to_owned(), "at the end of the turn", series)
    };
    names.into_iter().map(chart).collect()
}

/// The chart of the replacements that each side spends, if any are.
pub fn replacements(runs: &[(&Record, bool)], dark: bool) -> Option<Chart> {
    let (first, _) = runs.first()?;
    if first.report.replacements.is_empty() {
        return None;
    }
    let mut series = Vec::new();
    for &(run, dashed) in runs {
        for side in &run.report.subject.sides {
            let of_side = |of: &&ReplacementReport| of.side == side.id;
            let nations: Vec<_> = run.report.replacements.iter().filter(of_side).collect();
            if nations.is_empty() {
                continue;
            }
            let turns = run.report.reached_turns().iter().map(|turn| turn.turn);
            let values = turns.map(|turn| nations.iter().map(|of| spent_on(of, turn)).sum());
            let colour = side_colour(&run.report, &side.id, dark);
            series.push(line(side.name.clone(), colour, values.collect(), Vec::new(), dashed));
        }
    }
    Some(("Replacements spent".to_owned(), "steps in the turn", series))
}

/// Steps that were spent on a turn, a game.
fn spent_on(of: &ReplacementReport, turn: u16) -> f64 {
    of.turns.iter().find(|other| other.turn == turn).map_or(0.0, |turn| turn.used.spent.mean)
}

fn side_colour(report: &Report, side: &str, dark: bool) -> Color32 {
    let place = report.subject.sides.iter().position(|other| other.id == side);
    colours::side(place.unwrap_or(0), dark)
}

fn line(
    name: String,
    colour: Color32,
    values: Vec<f64>,
    band: Vec<(f64, f64)>,
    dashed: bool,
) -> Series {
    let name = if dashed { format!("{name}, other run") } else { name };
    Series { name, colour, values, band, dashed }
}

/// Replacements by nation: what comes, what is spent on each turn, what it brings back.
pub fn table(ui: &mut Ui, input: &LabInput<'_>, report: &Report) {
    if report.replacements.is_empty() {
        return;
    }
    let colours = palette(ui);
    let ink = ui.visuals().text_color();
    ui.add_space(10.0);
    ui.label(RichText::new("Replacements, in steps a game").font(theme::strong(15.0)));
    let body = || FontId::proportional(14.0);
    // Turns on which nobody spends anything need no column.
    let turns: Vec<u16> = std::iter::once(0)
        .chain(report.turns.iter().map(|turn| turn.turn))
        .filter(|&turn| report.replacements.iter().any(|of| spent_on(of, turn) > 0.0))
        .collect();
    let number = |ui: &mut Ui, width: f32, value: f64, strong: bool| {
        let font = if strong { theme::strong(14.0) } else { body() };
        let ink = if value == 0.0 { colours.quiet.gamma_multiply(0.6) } else { ink };
        cell(ui, width, &amount(value), font, ink, Align2::RIGHT_CENTER);
    };
    ScrollArea::horizontal().id_salt("lab replacements").show(ui, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 0.0);
        ui.horizontal(|ui| {
            let head = |ui: &mut Ui, width: f32, text: &str, align| {
                cell(ui, width, text, theme::strong(13.0), colours.quiet, align)
            };
            head(ui, 170.0, "Nation", Align2::LEFT_CENTER);
            for (text, tooltip) in [
                ("Received", "Steps that come in the whole game, less those that lapse"),
                ("Spent", "Steps spent in the whole game"),
                ("Units back", "Units brought back from among the eliminated"),
            ] {
                head(ui, 78.0, text, Align2::RIGHT_CENTER).on_hover_text(tooltip);
            }
            for turn in &turns {
                let text = if *turn == 0 { "Start".to_owned() } else { turn.to_string() };
                head(ui, NUMBER, &text, Align2::RIGHT_CENTER)
                    .on_hover_text(format!("Spent on game-turn {turn}"));
            }
        });
        for of in &report.replacements {
            ui.horizontal(|ui| {
                let (dot, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), egui::Sense::hover());
                ui.painter().circle_filled(dot.center(), 4.5, colour_of(ui, report, &of.side));
                let name = called(input, report, of);
                cell(ui, 156.0, &name, body(), ink, Align2::LEFT_CENTER).on_hover_text(&name);
                number(ui, 78.0, of.whole.received.mean, false);
                number(ui, 78.0, of.whole.spent.mean, true);
                number(ui, 78.0, of.whole.returned.mean, false);
                for turn in &turns {
                    number(ui, NUMBER, spent_on(of, *turn), false);
                }
            });
        }
        ui.add_space(6.0);
    });
}

/// Whose replacements they are, and of what kind.
fn called(input: &LabInput<'_>, report: &Report, of: &ReplacementReport) -> String {
    let nations = &input.document.bundle().ruleset.nations;
    let whose = match &of.nation {
        Some(id) => nations
            .iter()
            .find(|nation| nation.id == *id)
            .map_or_else(|| id.clone(), |nation| nation.name.clone()),
        None => name_of(report, &of.side),
    };
    match &of.pool {
        Some(pool) => format!("{whose}, {}", pool.replace(['-', '_'], " ")),
        None => whose,
    }
}
