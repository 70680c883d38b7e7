//! The line at the bottom: what to do next, where the pointer is, how things stand.

use egui::{Align, Color32, Label, Layout, RichText, Sense, TextStyle, Ui, vec2};
use salient_document::Document;
use salient_document::totals::Totals;
use salient_hex::grid::Hex;
use salient_schema::ruleset::Mark;

use crate::look::icons::{self, Icon};
use crate::look::theme::palette;
use crate::look::totals;
use crate::map::stacks::Standing;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::views::Tab;

/// What the line reads.
pub struct StatusInput<'a> {
    /// The document.
    pub document: &'a Document,
    /// What the tool says to do next.
    pub hint: &'a str,
    /// The hex under the pointer.
    pub hovered: Option<Hex>,
    /// Who stands where.
    pub stack: &'a [Standing],
    /// Points a hex, where a map shows.
    pub scale: Option<f32>,
    /// Whether the document has a file.
    pub has_file: bool,
    /// What each side holds.
    pub totals: &'a Totals,
}

/// What is left at the least for the hex under the pointer, in points: its number.
const HEX_LEAST: f32 = 64.0;

/// Shows the line.
pub fn show(ui: &mut Ui, input: &StatusInput<'_>, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let (text, ink) = if input.document.dirty() {
            ("Not saved", colours.warning)
        } else {
            (if input.has_file { "Saved" } else { "Unchanged" }, colours.quiet)
        };
        ui.label(RichText::new(text).color(ink));
        ui.separator();
        // In a small window, or at a large scale, the hint counts for more than figures.
        let width = ui.available_width();
        let wide = width > 760.0;
        if let Some(scale) = input.scale.filter(|_| width > 1300.0) {
            let scale = format!("{scale:.0} px a hex");
            ui.label(RichText::new(scale).color(colours.quiet));
            ui.separator();
        }
        problems(ui, input.document, requests);
        ui.separator();
        if wide {
            totals::show(ui, input.totals);
            ui.separator();
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let hex = input.hovered.map(|hex| in_words(input, hex)).unwrap_or_default();
            // The hint has all the room that it needs, but for the number of the hex.
            let room = ui.available_width();
            let left = if hex.is_empty() { 0.0 } else { HEX_LEAST };
            let font = TextStyle::Body.resolve(ui.style());
            let needed =
                ui.painter().layout_no_wrap(input.hint.to_owned(), font, Color32::PLACEHOLDER);
            let hint_room =
                (needed.size().x + 24.0).clamp(room * 0.5, (room - left).max(room * 0.5));
            let hint = RichText::new(input.hint).color(ui.visuals().text_color());
            ui.allocate_ui_with_layout(
                vec2(hint_room - 12.0, ui.available_height()),
                Layout::left_to_right(Align::Center),
                |ui| ui.add(Label::new(hint).truncate()),
            );
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(hex).color(colours.quiet)).truncate());
            });
        });
    });
}

fn problems(ui: &mut Ui, document: &Document, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    let found = document.problems();
    let (icon, ink): (Icon, Color32) = if found.count().errors > 0 {
        (Icon::Error, colours.error)
    } else if found.is_empty() {
        (Icon::Tick, colours.good)
    } else {
        (Icon::Warning, colours.warning)
    };
    let text = match found.len() {
        0 => "No problems".to_owned(),
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    };
    let label = Label::new(RichText::new(text).color(ink)).sense(Sense::click());
    if ui.add(label).on_hover_text(UiCommand::Show(Tab::Problems).tooltip()).clicked() {
        requests.push(Request::Show(Tab::Problems));
    }
    let (rect, _) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::hover());
    icons::paint(ui.painter(), rect, icon, ink);
}

/// Number, terrain, features and counters of a hex.
fn in_words(input: &StatusInput<'_>, hex: Hex) -> String {
    let document = input.document;
    let ruleset = document.ruleset();
    let mut parts = vec![document.grid().label(hex)];
    if let Some(terrain) = document.terrain_at(hex) {
        let kind = ruleset.terrain.iter().find(|kind| kind.id == *terrain);
        parts.push(kind.map_or(terrain.clone(), |kind| kind.name.clone()));
    }
    for feature in document.features_at(hex) {
        let kind = ruleset.features.iter().find(|kind| kind.id == feature.kind);
        let is_name = kind.is_some_and(|kind| kind.look.mark == Mark::Label);
        let kind = kind.map_or(feature.kind.as_str(), |kind| kind.name.as_str());
        parts.push(match &feature.name {
            // A label is nothing but its words.
            Some(name) if is_name => name.clone(),
            Some(name) => format!("{kind} {name}"),
            None => kind.to_owned(),
        });
    }
    let stack = input.stack;
    let names: Vec<&str> = stack.iter().take(4).map(|standing| standing.name(document)).collect();
    if !names.is_empty() {
        let more = if stack.len() > names.len() { " …" } else { "" };
        parts.push(format!("{}{more}", names.join(", ")));
    }
    parts.join(" · ")
}
