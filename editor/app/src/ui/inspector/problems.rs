//! What is wrong, and where.

use egui::{
    Align, Label, Layout, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, vec2,
};
use salient_document::Document;
use salient_schema::{Diagnostic, Severity};

use crate::ui::command::UiCommand;
use crate::ui::icons::{self, Icon};
use crate::ui::request::Request;
use crate::ui::theme::palette;
use crate::ui::widgets::{quiet, text_button};

/// How many are listed; whoever has more mends the first ones first.
const LISTED: usize = 300;

pub fn show(ui: &mut Ui, document: &Document, requests: &mut Vec<Request>) {
    let problems = document.problems();
    if problems.is_empty() {
        all_is_well(ui, document);
        return;
    }
    ui.horizontal(|ui| {
        ui.label(crate::cli::count_in_words(problems));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if text_button(ui, None, UiCommand::NextProblem.text(), true).clicked() {
                requests.push(Request::Command(UiCommand::NextProblem));
            }
        });
    });
    ScrollArea::vertical().auto_shrink(false).id_salt("problems").show(ui, |ui| {
        for (place, problem) in problems.iter().take(LISTED).enumerate() {
            let selected = document.selection().problem.as_ref() == Some(problem);
            if row(ui, place, problem, selected) {
                requests.push(Request::ShowProblem(place));
            }
        }
        if problems.len() > LISTED {
            quiet(ui, format!("… and {} more", problems.len() - LISTED));
        }
    });
}

fn all_is_well(ui: &mut Ui, document: &Document) {
    let colours = palette(ui);
    ui.add_space(40.0);
    ui.vertical_centered(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(44.0, 44.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 22.0, colours.good.gamma_multiply(0.18));
        icons::paint(ui.painter(), rect.shrink(12.0), Icon::Tick, colours.good);
        ui.add_space(8.0);
        ui.heading("No problems");
        quiet(
            ui,
            format!(
                "Map, order of battle and set-up agree with each other and with {}.",
                document.ruleset().title
            ),
        );
    });
}

/// The icon and colour of a severity.
pub fn mark(ui: &Ui, severity: Severity) -> (Icon, egui::Color32) {
    let colours = palette(ui);
    match severity {
        Severity::Error => (Icon::Error, colours.error),
        Severity::Warning => (Icon::Warning, colours.warning),
        Severity::Note => (Icon::Note, colours.note),
    }
}

/// A row; whether it was clicked.
fn row(ui: &mut Ui, place: usize, problem: &Diagnostic, selected: bool) -> bool {
    let colours = palette(ui);
    let (icon, ink) = mark(ui, problem.severity);
    let builder = UiBuilder::new().id_salt(("problem", place)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let response = ui.response();
        let fill = if selected {
            colours.accent.gamma_multiply(0.22)
        } else if response.hovered() {
            ui.visuals().widgets.hovered.bg_fill.gamma_multiply(0.6)
        } else {
            egui::Color32::TRANSPARENT
        };
        egui::Frame::new().fill(fill).corner_radius(6).inner_margin(8).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 20.0), Sense::hover());
                icons::paint(ui.painter(), rect, icon, ink);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.add(Label::new(&problem.message).wrap());
                    if let Some(help) = &problem.help {
                        quiet(ui, help.as_str());
                    }
                    let place = where_it_is(problem);
                    if !place.is_empty() {
                        ui.label(RichText::new(place).small().color(colours.quiet));
                    }
                });
            });
        });
    });
    let response = shown.response;
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, selected, format!("Problem: {}", problem.message))
    });
    response.clicked()
}

/// Rule, hex, counter and file, as far as they are known.
fn where_it_is(problem: &Diagnostic) -> String {
    let place = &problem.place;
    let file = place.file.as_ref().map(|file| file.rsplit('/').next().unwrap_or(file).to_owned());
    [
        problem.rule.clone(),
        place.hex.as_ref().map(|hex| format!("hex {hex}")),
        place.counter.clone(),
        file,
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(" · ")
}
