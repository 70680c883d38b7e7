//! What looks wrong or strange about the set-up.

use egui::{Align, Label, Layout, RichText, Sense, Ui, vec2};
use salient_engine::lab::{Fact, FactKind};
use salient_schema::Severity;

use super::view::Page;
use super::{LabInput, LabSetting, Record, turns, units};
use crate::ui::icons::{self, Icon};
use crate::ui::request::Request;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::quiet;

/// Whether any finding is as bad as an error.
pub fn any_grave(record: &Record) -> bool {
    record.report.facts.iter().any(|fact| fact.severity == Severity::Error)
}

pub fn show(ui: &mut Ui, input: &LabInput<'_>, record: &Record, requests: &mut Vec<Request>) {
    let facts = &record.report.facts;
    if facts.is_empty() {
        ui.add_space(theme::GROUP_GAP);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            icons::paint(ui.painter(), rect, Icon::Tick, palette(ui).good);
            ui.label("Nothing in these games looks illegal or strange.");
        });
        return;
    }
    quiet(ui, "What a designer should look at. Click a line to go there.");
    ui.spacing_mut().item_spacing.y = 1.0;
    for fact in facts {
        row(ui, input, record, fact, requests);
    }
}

fn row(
    ui: &mut Ui,
    input: &LabInput<'_>,
    record: &Record,
    fact: &Fact,
    requests: &mut Vec<Request>,
) {
    let colours = palette(ui);
    let (icon, ink) = match fact.severity {
        Severity::Error => (Icon::Error, colours.error),
        Severity::Warning => (Icon::Warning, colours.warning),
        Severity::Note => (Icon::Note, colours.note),
    };
    let size = vec2(ui.available_width(), 30.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &fact.words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 5.0, ui.visuals().widgets.hovered.bg_fill);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let mut ui = ui.new_child(
        egui::UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center)),
    );
    let ui = &mut ui;
    let (mark, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    icons::paint(ui.painter(), mark, icon, ink);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(place) = place(fact) {
            ui.label(RichText::new(place).color(colours.accent));
        }
        if fact.of > 0 {
            let often = format!("in {} of {} games", fact.games, fact.of);
            ui.label(RichText::new(often).color(colours.quiet));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(&fact.words).truncate());
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
    } else if matches!(fact.kind, FactKind::OneSided | FactKind::LevelNeverReached) {
        requests.push(Request::Lab(LabSetting::Page(Page::Outcome)));
    }
}
