//! Charts and dice of the sandbox: which row, which column, what is rolled.

use egui::{ComboBox, DragValue, Ui};
use salient_document::Document;
use salient_play::sandbox::{Head, MOST_DICE, MOST_FACES};

use super::SandboxGame;
use crate::look::icons::Icon;
use crate::look::widgets::{field, heading, primary_button, quiet};
use crate::request::Request;
use crate::request::sandbox::{ChartSetting, SandboxRequest};

/// How wide a choice is, in points.
const WIDTH: f32 = 190.0;

/// Shows what can be rolled and read.
pub(super) fn show(
    ui: &mut Ui,
    document: &Document,
    game: &SandboxGame,
    requests: &mut Vec<Request>,
) {
    heading(ui, "Dice and charts");
    let mut set = |setting| {
        requests.push(Request::Sandbox(SandboxRequest::Chart(setting)));
    };
    let tables = &document.ruleset().tables;
    let charts = &game.charts;
    let chart = charts.chart.and_then(|at| tables.get(at));
    field(ui, "Chart", |ui| {
        let now = chart.map_or("None, dice alone", |chart| chart.title.as_str());
        ui.name_inputs("Chart", |ui| {
            ComboBox::from_id_salt("chart").selected_text(now).width(WIDTH).show_ui(ui, |ui| {
                if ui.selectable_label(charts.chart.is_none(), "None, dice alone").clicked() {
                    set(ChartSetting::Chart(None));
                }
                for (at, table) in tables.iter().enumerate() {
                    if ui.selectable_label(charts.chart == Some(at), &table.title).clicked() {
                        set(ChartSetting::Chart(Some(at)));
                    }
                }
            })
        });
    });
    if let Some(chart) = chart {
        let rows: Vec<&str> = chart.rows.iter().map(|row| row.head.as_str()).collect();
        let columns: Vec<&str> = chart.columns.iter().map(String::as_str).collect();
        if let Some(head) = head(ui, ("Row", &chart.row_axis), &rows, &charts.row) {
            set(ChartSetting::Row(head));
        }
        if let Some(head) = head(ui, ("Column", &chart.column_axis), &columns, &charts.column) {
            set(ChartSetting::Column(head));
        }
        field(ui, "Shift", |ui| {
            let mut shift = charts.shift;
            let drag = DragValue::new(&mut shift).range(-50..=50).speed(0.05);
            if ui.name_inputs("Column shift", |ui| ui.add(drag)).changed() {
                set(ChartSetting::Shift(shift));
            }
            quiet(ui, "columns to the right; − is left");
        });
    }
    if charts.rolls() {
        field(ui, "Dice", |ui| {
            let (mut dice, mut faces) = (charts.dice, charts.faces);
            let mut modifier = charts.modifier;
            let drag = DragValue::new(&mut dice).range(1..=MOST_DICE).speed(0.05);
            if ui.name_inputs("Number of dice", |ui| ui.add(drag)).changed() {
                set(ChartSetting::Dice(dice));
            }
            let drag = DragValue::new(&mut faces).range(2..=MOST_FACES).speed(0.05).prefix("d");
            if ui.name_inputs("Faces of a die", |ui| ui.add(drag)).changed() {
                set(ChartSetting::Faces(faces));
            }
            quiet(ui, "and");
            let drag = DragValue::new(&mut modifier).range(-100..=100).speed(0.05);
            if ui.name_inputs("Die-roll modifier", |ui| ui.add(drag)).changed() {
                set(ChartSetting::Modifier(modifier));
            }
        });
    }
    let text = match (charts.rolls(), chart.is_some()) {
        (true, true) => "Roll on the chart",
        (true, false) => "Roll",
        (false, _) => "Read the chart",
    };
    if primary_button(ui, Some(Icon::Games), text, true).clicked() {
        requests.push(Request::Sandbox(SandboxRequest::Roll));
    }
}

/// How a row or column is found; the new way if another is chosen.
fn head(ui: &mut Ui, (name, axis): (&str, &str), heads: &[&str], now: &Head) -> Option<Head> {
    let words = |head: &Head| match head {
        Head::ByDice => "by the dice".to_owned(),
        Head::At(at) => heads.get(*at).copied().unwrap_or_default().to_owned(),
    };
    let mut chosen = None;
    field(ui, name, |ui| {
        ui.name_inputs(format!("{name}: {axis}"), |ui| {
            ComboBox::from_id_salt(name).selected_text(words(now)).width(WIDTH).show_ui(ui, |ui| {
                let all = (0..heads.len()).map(Head::At);
                for head in std::iter::once(Head::ByDice).chain(all) {
                    if ui.selectable_label(head == *now, words(&head)).clicked() {
                        chosen = Some(head);
                    }
                }
            })
        });
    });
    chosen
}
