//! Two runs side by side.

use egui::{Align, Align2, FontId, Layout, RichText, Sense, Ui, vec2};
use salient_lab as lab;
use salient_lab::{Comparison, Estimate, Share};

use super::LabInput;
use super::charts::{Difference, amount, cell, percent, two_columns};
use super::outcome::name_of;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{primary_button, quiet, text_button};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::test_run::{Against, Record};

/// Widths of the columns, in points.
const NAME: f32 = 186.0;
const VALUE: f32 = 62.0;
const CHANGE: f32 = 132.0;

pub fn show(ui: &mut Ui, input: &LabInput<'_>, record: &Record, requests: &mut Vec<Request>) {
    let results = input.test_run.results();
    match (results.comparison(), results.other()) {
        (Some(comparison), Some(other)) => {
            side_by_side(ui, comparison, record, other, requests, input)
        }
        _ => choose(ui, input, requests),
    }
}

/// Against what?
fn choose(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let before = input.test_run.results().has_before();
    ui.add_space(theme::GAP);
    ui.label(RichText::new("What did it change?").font(theme::strong(17.0)));
    let text = if before {
        "Put this run beside the one before your last edits, or beside another scenario file."
    } else {
        "Change something in the scenario and run again: the lab then shows the difference by \
         itself. Or put this run beside another scenario file now."
    };
    quiet(ui, text);
    ui.add_space(theme::GAP);
    ui.horizontal(|ui| {
        if before {
            let name = UiCommand::CompareBefore.text();
            if primary_button(ui, Some(Icon::Undo), name, true).clicked() {
                requests.push(Request::Command(UiCommand::CompareBefore));
            }
        }
        let running = input.test_run.is_running();
        let name = UiCommand::CompareFile.text();
        if text_button(ui, Some(Icon::Open), name, !running).clicked() {
            requests.push(Request::Command(UiCommand::CompareFile));
        }
    });
}

fn side_by_side(
    ui: &mut Ui,
    comparison: &Comparison,
    record: &Record,
    other: &Record,
    requests: &mut Vec<Request>,
    input: &LabInput<'_>,
) {
    let colours = palette(ui);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            others(ui, input, requests);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let (icon, ink) = if comparison.distinguishable {
                    (Icon::Flip, colours.accent)
                } else {
                    (Icon::Note, colours.quiet)
                };
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                crate::look::icons::paint(ui.painter(), rect, icon, ink);
                // The numbers of the other sentences stand in the table.
                let mut words = comparison.words.iter();
                let first = words.next().map_or("", String::as_str);
                ui.label(RichText::new(first).font(theme::strong(16.0)));
                let second = RichText::new(words.next().map_or("", String::as_str));
                ui.add(egui::Label::new(second.color(colours.quiet)).truncate());
            });
        });
    });
    ui.add_space(2.0);
    let names = names(record, other, input);
    two_columns(ui, |left, right| {
        shares(left, comparison, record, &names);
        means(right, comparison, record, &names);
    });
}

/// What else the run could be held against.
fn others(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let results = input.test_run.results();
    let running = input.test_run.is_running();
    let name = UiCommand::CompareFile.text();
    if text_button(ui, Some(Icon::Open), name, !running).clicked() {
        requests.push(Request::Command(UiCommand::CompareFile));
    }
    if results.against() != Against::Before && results.has_before() {
        let name = UiCommand::CompareBefore.text();
        if text_button(ui, Some(Icon::Undo), name, true).clicked() {
            requests.push(Request::Command(UiCommand::CompareBefore));
        }
    }
}

/// What the two columns are called.
fn names(record: &Record, other: &Record, input: &LabInput<'_>) -> [String; 2] {
    match input.test_run.results().against() {
        Against::File => [other.name.clone(), "This one".to_owned()],
        _ => [other.name.clone(), record.name.clone()],
    }
}

fn head(ui: &mut Ui, what: &str, names: &[String; 2], change: &str) {
    let quiet = palette(ui).quiet;
    let font = theme::strong(14.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        cell(ui, NAME, what, font.clone(), quiet, Align2::LEFT_CENTER);
        for name in names {
            let response = cell(ui, VALUE, name, font.clone(), quiet, Align2::RIGHT_CENTER);
            response.on_hover_text(name);
        }
        let room = (ui.available_width() - CHANGE - 16.0).max(70.0);
        cell(ui, room, "", font.clone(), quiet, Align2::LEFT_CENTER);
        cell(ui, CHANGE, change, font, quiet, Align2::LEFT_CENTER);
    });
}

/// A line of the tables.
struct Line<'a> {
    name: &'a str,
    values: [String; 2],
    difference: Option<lab::Difference>,
    reach: f64,
    in_words: &'a dyn Fn(f64) -> String,
}

impl Line<'_> {
    fn show(&self, ui: &mut Ui) {
        let colours = palette(ui);
        let ink = ui.visuals().text_color();
        let body = FontId::proportional(15.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            cell(ui, NAME, self.name, body.clone(), ink, Align2::LEFT_CENTER);
            for value in &self.values {
                cell(ui, VALUE, value, body.clone(), ink, Align2::RIGHT_CENTER);
            }
            let room = (ui.available_width() - CHANGE - 16.0).max(70.0);
            let size = vec2(room, ui.spacing().interact_size.y);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            let Some(difference) = self.difference else {
                cell(ui, CHANGE, "too few games", body, colours.quiet, Align2::LEFT_CENTER);
                return;
            };
            let chart = Difference {
                value: difference.value,
                interval: (difference.low, difference.high),
                reach: self.reach,
            };
            chart.paint(ui, rect.shrink2(vec2(4.0, 6.0)));
            let say = |value: f64| signed(value, self.in_words);
            let text = format!(
                "{} ({} to {})",
                say(difference.value),
                say(difference.low),
                say(difference.high)
            );
            response.on_hover_text(&text);
            let (font, ink) = match difference.clear {
                true => (theme::strong(15.0), ink),
                false => (body, colours.quiet),
            };
            let text = if difference.clear {
                say(difference.value)
            } else {
                format!("{}, maybe chance", say(difference.value))
            };
            cell(ui, CHANGE, &text, font, ink, Align2::LEFT_CENTER);
        });
    }
}

/// A difference says its sign.
fn signed(value: f64, in_words: &dyn Fn(f64) -> String) -> String {
    let text = in_words(value.abs());
    if text.trim_end_matches(" %") == "0" {
        return text;
    }
    if value < 0.0 { format!("−{text}") } else { format!("+{text}") }
}

fn reach<'a>(differences: impl Iterator<Item = &'a Option<lab::Difference>>) -> f64 {
    differences.flatten().map(|d| d.low.abs().max(d.high.abs())).fold(0.0, f64::max).max(1e-6)
}

fn shares(ui: &mut Ui, comparison: &Comparison, record: &Record, names: &[String; 2]) {
    let values = |first: &Share, second: &Share| [percent(first.share), percent(second.share)];
    let wins = comparison.wins.iter().map(|win| &win.value.difference);
    let levels = comparison.levels.iter().map(|level| &level.share.difference);
    let reach = reach(wins.chain(levels));
    ui.spacing_mut().item_spacing.y = 2.0;
    head(ui, "Who wins", names, "Change");
    let points = |share: f64| percent(share);
    for win in &comparison.wins {
        Line {
            name: &format!("{} wins", name_of(&record.report, &win.side)),
            values: values(&win.value.first, &win.value.second),
            difference: win.value.difference,
            reach,
            in_words: &points,
        }
        .show(ui);
    }
    ui.add_space(theme::GAP);
    for level in &comparison.levels {
        Line {
            name: &level.level,
            values: values(&level.share.first, &level.share.second),
            difference: level.share.difference,
            reach,
            in_words: &points,
        }
        .show(ui);
    }
}

fn means(ui: &mut Ui, comparison: &Comparison, record: &Record, names: &[String; 2]) {
    let values = |first: &Estimate, second: &Estimate| [amount(first.mean), amount(second.mean)];
    ui.spacing_mut().item_spacing.y = 2.0;
    head(ui, "A game", names, "Change");
    let in_words = |value: f64| amount(value);
    if let Some(points) = &comparison.points {
        let of = record.report.subject.counted_for.as_deref();
        let name = of.map_or("Victory points".to_owned(), |of| {
            format!("{} points", name_of(&record.report, of))
        });
        Line {
            name: &name,
            values: values(&points.first, &points.second),
            difference: points.difference,
            reach: reach(std::iter::once(&points.difference)),
            in_words: &in_words,
        }
        .show(ui);
    }
    let losses = comparison.steps.iter().chain(&comparison.units);
    let reach_of_losses = reach(losses.map(|losses| &losses.value.difference));
    for (what, sides) in [("steps lost", &comparison.steps), ("units lost", &comparison.units)] {
        for side in sides {
            Line {
                name: &format!("{} {what}", name_of(&record.report, &side.side)),
                values: values(&side.value.first, &side.value.second),
                difference: side.value.difference,
                reach: reach_of_losses,
                in_words: &in_words,
            }
            .show(ui);
        }
    }
    // The towns that differ most, of those that do.
    let mut towns: Vec<_> = comparison
        .towns
        .iter()
        .filter(|town| town.taken.difference.is_some_and(|difference| difference.clear))
        .collect();
    towns.sort_by(|a, b| {
        let size =
            |town: &lab::TownDifference| town.taken.difference.map_or(0.0, |d| d.value.abs());
        size(b).total_cmp(&size(a))
    });
    if towns.is_empty() {
        return;
    }
    ui.add_space(theme::GAP);
    let reach_of_towns = reach(towns.iter().map(|town| &town.taken.difference));
    head(ui, "Towns taken", names, "Change");
    let points = |share: f64| percent(share);
    for town in towns.into_iter().take(8) {
        let name =
            town.name.as_ref().map_or(town.hex.clone(), |name| format!("{name} ({})", town.hex));
        Line {
            name: &name,
            values: [percent(town.taken.first.share), percent(town.taken.second.share)],
            difference: town.taken.difference,
            reach: reach_of_towns,
            in_words: &points,
        }
        .show(ui);
    }
}
