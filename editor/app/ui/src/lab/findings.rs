//! What looks wrong or strange about the set-up.

use egui::{Align, Label, Layout, RichText, Sense, Ui, vec2};
use salient_lab::view::{Content, FactLine};
use salient_lab::{Fact, FactKind};
use salient_schema::Severity;

use super::{LabInput, turns, units};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{heading, quiet};
use crate::request::Request;
use crate::request::lab::{LabSetting, Page};
use crate::test_run::Record;

/// Whether any finding is as bad as an error.
pub fn any_grave(record: &Record) -> bool {
    record.report.facts.iter().any(|fact| fact.severity == Severity::Error)
}

/// How many findings are more than worth knowing.
pub fn count(record: &Record) -> usize {
    record.report.facts.iter().filter(|fact| fact.severity != Severity::Note).count()
}

pub fn show(ui: &mut Ui, input: &LabInput<'_>, record: &Record, requests: &mut Vec<Request>) {
    let Some(section) = record.view.section("facts") else { return };
    let parts = section.content.iter().filter_map(|content| match content {
        Content::Facts(part) => Some(part),
        _ => None,
    });
    if record.report.facts.is_empty() {
        ui.add_space(theme::GROUP_GAP);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            icons::paint(ui.painter(), rect, Icon::Tick, palette(ui).good);
            ui.label(&section.lead);
        });
        return;
    }
    ui.spacing_mut().item_spacing.y = 1.0;
    let gap = 28.0;
    let across = if ui.available_width() > 1080.0 { 2 } else { 1 };
    let width = (ui.available_width() - 12.0 - gap * (across - 1) as f32) / across as f32;
    for part in parts {
        heading(ui, part.title);
        quiet(ui, &part.lead);
        for group in &part.groups {
            ui.add_space(2.0);
            ui.horizontal_wrapped(|ui| {
                let name = format!("{} ({})", group.name, group.facts.len());
                ui.label(RichText::new(name).font(theme::strong(14.0)));
                quiet(ui, group.advice);
            });
            for facts in group.facts.chunks(across) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = gap;
                    for told in facts {
                        row(ui, width, input, record, told, requests);
                    }
                });
            }
        }
    }
}

fn row(
    ui: &mut Ui,
    width: f32,
    input: &LabInput<'_>,
    record: &Record,
    told: &FactLine,
    requests: &mut Vec<Request>,
) {
    let Some(fact) = record.report.facts.get(told.fact) else { return };
    let colours = palette(ui);
    let (icon, ink) = match fact.severity {
        Severity::Error => (Icon::Error, colours.error),
        Severity::Warning => (Icon::Warning, colours.warning),
        Severity::Note => (Icon::Note, colours.note),
    };
    let size = vec2(width, 27.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &told.words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 5.0, ui.visuals().widgets.hovered.bg_fill);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let mut ui = ui.new_child(
        egui::UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center)),
    );
    let ui = &mut ui;
    ui.spacing_mut().item_spacing.x = 8.0;
    let (mark, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    icons::paint(ui.painter(), mark, icon, ink);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(place) = place(fact) {
            ui.label(RichText::new(place).color(colours.accent));
        }
        if fact.of > 0 {
            ui.label(RichText::new(&told.games).color(colours.quiet));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(&told.words).truncate());
        });
    });
    if response.clicked() {
        go_to(input, record, fact, requests);
    }
}

/// Where a fact leads, in a word or two.
fn place(fact: &Fact) -> Option<String> {
    if let Some(hex) = &fact.hex {
        return Some(hex.clone());
    }
    if fact.unit.is_some() {
        return Some("the unit".to_owned());
    }
    fact.turn.map(|turn| format!("turn {turn}"))
}

fn go_to(input: &LabInput<'_>, record: &Record, fact: &Fact, requests: &mut Vec<Request>) {
    let grid = input.document.grid();
    if let Some(unit) = &fact.unit {
        let of_report = record.report.units.iter().find(|other| other.unit == *unit);
        let counter = of_report.map_or(unit, |unit| &unit.counter);
        if input.document.hex_of(counter).is_some() || fact.hex.is_none() {
            return units::find(input.document, counter, requests);
        }
    }
    if let Some(hex) = fact.hex.as_ref().and_then(|hex| grid.parse(hex)) {
        requests.push(Request::GoTo(hex));
    } else if let Some(turn) = fact.turn {
        requests.push(Request::Lab(LabSetting::Page(Page::Turns)));
        turns::go_to_turn(turn, record, requests);
    } else if matches!(
        fact.kind,
        FactKind::OneSided | FactKind::LevelNeverReached | FactKind::LastTurnPoints
    ) {
        requests.push(Request::Lab(LabSetting::Page(Page::Outcome)));
    }
}
