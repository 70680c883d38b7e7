//! How the game goes, turn by turn.

use egui::{Label, RichText, Ui, vec2};
use salient_lab::view::Content;
use salient_lab::{Estimate, Report, SideName, TurnReport, TurnSide};

use super::charts::{ByTurn, Series};
use super::levels;
use super::tables::{self, Reads};
use crate::look::colours;
use crate::look::theme;
use crate::look::widgets::quiet;
use crate::request::Request;
use crate::request::lab::{LabSetting, Overlay};
use crate::test_run::Record;

/// The least width of a chart, in points.
const LEAST: f32 = 270.0;

pub fn show(ui: &mut Ui, reads: &Reads<'_>, requests: &mut Vec<Request>) {
    let Reads { lab, input, record } = *reads;
    let report = &record.report;
    if report.turns.is_empty() {
        quiet(ui, "No game came to the end of a turn.");
        return;
    }
    let other = input.test_run.results().other();
    let labels: Vec<(u16, String)> =
        report.turns.iter().map(|turn| (turn.turn, turn.label.clone())).collect();
    let shown = report.front.get(lab.turn()).filter(|_| lab.overlay() == Overlay::Front);
    let turn = shown.and_then(|front| labels.iter().position(|(turn, _)| *turn == front.turn));

    let mut runs = vec![(record, false)];
    runs.extend(other.map(|other| (other, true)));
    let dark = ui.visuals().dark_mode;
    let ink = ui.visuals().text_color();
    let points = runs.iter().map(|&(run, dashed)| {
        of(run.report.reached_turns(), "Mean", ink, dashed, f64::MIN, |turn| Some(&turn.points))
    });
    let by_side = |what: fn(&TurnSide) -> &Estimate| {
        let mut series = Vec::new();
        for &(run, dashed) in &runs {
            for (place, side) in run.report.subject.sides.iter().enumerate() {
                let colour = colours::side(place, dark);
                // Nobody loses less than nothing, however wide the spread.
                series.push(of(
                    run.report.reached_turns(),
                    &side.name,
                    colour,
                    dashed,
                    0.0,
                    |turn| turn.sides.iter().find(|other| other.side == side.id).map(what),
                ));
            }
        }
        series
    };
    let points_title = report.subject.points_name("points");
    let mut charts = vec![(points_title, "at the end of the turn", points.collect::<Vec<_>>())];
    charts.extend(sources(report, dark));
    charts.extend(levels::standings(&runs, dark));
    charts.extend([
        ("Losses".to_owned(), "steps lost in the turn", by_side(|side| &side.steps)),
        ("Towns".to_owned(), "taken in the turn", by_side(|side| &side.towns)),
        ("Attacks".to_owned(), "made in the turn", by_side(|side| &side.attacks)),
    ]);
    charts.extend(levels::replacements(&runs, dark));

    let gap = 22.0;
    let width = ui.available_width();
    let across = (((width + gap) / (LEAST + gap)) as usize).clamp(1, charts.len());
    let across = if across == 3 && charts.len() == 4 { 2 } else { across };
    let down = charts.len().div_ceil(across);
    let chart = vec2(
        (width - gap * (across - 1) as f32) / across as f32,
        ((ui.available_height() - 24.0) / down as f32).max(150.0),
    );
    let mut charts = charts.into_iter();
    for _ in 0..down {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (title, unit, series) in charts.by_ref().take(across) {
                ui.allocate_ui(chart, |ui| {
                    ui.vertical(|ui| {
                        ui.set_width(chart.x);
                        let by_turn = ByTurn {
                            title: &title,
                            unit,
                            turns: &labels,
                            series,
                            turn,
                            named: false,
                        };
                        if let Some(turn) = by_turn.show(ui, chart.y) {
                            go_to_turn(report.turns[turn].turn, record, requests);
                        }
                    });
                });
            }
        });
    }
    quiet(
        ui,
        "Shaded: the mean and one standard deviation to either side. Click a turn to see its \
         front line on the map.",
    );
    let notes = record.view.section("points").into_iter().flat_map(|section| &section.content);
    for note in notes.filter(|content| matches!(content, Content::Note(_))) {
        tables::content(ui, reads, note, requests);
    }
    // The numbers under the charts. Towns and endings have pages of their own.
    let sections = ["sources", "kinds", "losses", "levels"].into_iter();
    for section in sections.filter_map(|id| record.view.section(id)) {
        // What the charts do not say.
        if matches!(section.id, "sources" | "kinds") {
            ui.add_space(theme::GROUP_GAP);
            ui.label(RichText::new(section.title).font(theme::strong(15.0)));
            ui.add(Label::new(&section.lead).wrap());
        }
        for content in &section.content {
            match content {
                Content::Table(table) if matches!(table.id.as_str(), "towns" | "endings") => {}
                content => tables::content(ui, reads, content, requests),
            }
        }
    }
}

/// What the points of each side are made of: a line a source.
fn sources(report: &Report, dark: bool) -> Vec<levels::Chart> {
    let of_side = |side: &SideName| {
        let wholes = report.sources.iter().filter(|of| of.side == side.id && of.is_whole());
        let series = wholes.enumerate().map(|(place, source)| Series {
            name: source.head.name.clone(),
            colour: colours::part(place, dark),
            values: source.turns.iter().map(|turn| turn.points.mean).collect(),
            band: Vec::new(),
            dashed: false,
        });
        let series: Vec<Series> = series.collect();
        (!series.is_empty()).then(|| (format!("{} points by source", side.name), "", series))
    };
    report.subject.sides.iter().filter_map(of_side).collect()
}

/// Shows the front line of a game-turn on the map.
pub fn go_to_turn(turn: u16, record: &Record, requests: &mut Vec<Request>) {
    if let Some(place) = record.report.front.iter().position(|front| front.turn == turn) {
        requests.push(Request::Lab(LabSetting::Overlay(Overlay::Front)));
        requests.push(Request::Lab(LabSetting::Turn(place)));
    }
}

fn of<'a>(
    turns: &'a [TurnReport],
    name: &str,
    colour: egui::Color32,
    dashed: bool,
    least: f64,
    what: impl Fn(&'a TurnReport) -> Option<&'a Estimate>,
) -> Series {
    let estimates: Vec<&Estimate> = turns.iter().filter_map(what).collect();
    let values = estimates.iter().map(|estimate| estimate.mean).collect();
    // Two shades over each other could not be told apart.
    let band = match dashed {
        true => Vec::new(),
        false => estimates.iter().map(|e| ((e.mean - e.sd).max(least), e.mean + e.sd)).collect(),
    };
    let name = if dashed { format!("{name}, other run") } else { name.to_owned() };
    Series { name, colour, values, band, dashed }
}
