//! What looks wrong or strange about the set-up.

use egui::{Align, Label, Layout, RichText, Sense, Ui, vec2};
use salient_lab::{Fact, FactKind};
use salient_schema::Severity;

use super::{LabInput, turns, units};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::quiet;
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
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut kinds: Vec<FactKind> = Vec::new();
    for fact in facts {
        if !kinds.contains(&fact.kind) {
            kinds.push(fact.kind);
        }
    }
    let gap = 28.0;
    let across = if ui.available_width() > 1080.0 { 2 } else { 1 };
    let width = (ui.available_width() - 12.0 - gap * (across - 1) as f32) / across as f32;
    for kind in kinds {
        let of_kind: Vec<&Fact> = facts.iter().filter(|fact| fact.kind == kind).collect();
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            let name = format!("{} ({})", name_of(kind), of_kind.len());
            ui.label(RichText::new(name).font(theme::strong(14.0)));
            quiet(ui, meaning_of(kind));
        });
        for facts in of_kind.chunks(across) {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                for fact in facts {
                    row(ui, width, input, record, fact, requests);
                }
            });
        }
    }
}

fn name_of(kind: FactKind) -> &'static str {
    match kind {
        FactKind::OverstackedSetUp => "Stacks too high at the start",
        FactKind::LostAtOnce => "Lost on the first turn",
        FactKind::OneSided => "One-sided",
        FactKind::LevelNeverReached => "Levels never reached",
        FactKind::UnitNeverUsed => "Units never used",
        FactKind::UnitNeverSeen => "Units never seen",
        FactKind::ReinforcementDisplaced => "Reinforcements displaced",
        FactKind::TownNeverContested => "Towns never contested",
        FactKind::Overstacked => "Stacks too high",
        FactKind::QuietTurn => "Quiet turns",
        FactKind::PhaseMissing => "Phases left out",
    }
}

/// What a designer may make of it.
fn meaning_of(kind: FactKind) -> &'static str {
    match kind {
        FactKind::OverstackedSetUp => "Units are removed before anyone moves. Spread them out.",
        FactKind::LostAtOnce => "They have no chance. Is that meant?",
        FactKind::OneSided => "The players may not enjoy it.",
        FactKind::LevelNeverReached => "Is it out of reach for good play too?",
        FactKind::UnitNeverUsed => "They neither move nor fight.",
        FactKind::UnitNeverSeen => "They are set up or scheduled, and never come onto the map.",
        FactKind::ReinforcementDisplaced => "Their entry hex is barred.",
        FactKind::TownNeverContested => "Nobody takes them or fights for them.",
        FactKind::Overstacked => "A player has to remove units of his own.",
        FactKind::QuietTurn => "No attack is made in any game.",
        FactKind::PhaseMissing => "The engine lacks their rules.",
    }
}

fn row(
    ui: &mut Ui,
    width: f32,
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
    let size = vec2(width, 27.0);
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
    ui.spacing_mut().item_spacing.x = 8.0;
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
