//! The tab "Recipe": what the map is made of, and making it anew.

mod ask;
mod layers;
mod points;
mod rules;

use std::path::Path;

use egui::{Color32, RichText, ScrollArea, TextEdit, Ui};
use salient_document::Document;
use salient_hex::grid::HexGrid;
use salient_output::plural;
use salient_schema::{Diagnostic, Severity};

use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    card, full_button, heading, icon_button, named_text, progress, quiet, text_button,
};
use crate::recipe::{OpenRecipe, RecipeState};
use crate::request::Request;
use crate::request::map::RecipeRequest;
use ask::{ask, set};

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct RecipeTab {
    /// The recipe itself.
    pub state: RecipeState,
    points: points::Points,
    rules: rules::NewRule,
    /// Why the changes by hand are to be kept, as far as it is typed.
    reason: String,
}

/// The most findings, and the most changes by hand, that are listed.
const MOST: usize = 50;

impl RecipeTab {
    /// Shows the tab.
    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let editing = input.test_run.lets_edit();
        ScrollArea::vertical().auto_shrink(false).id_salt("recipe").show(ui, |ui| {
            if !editing {
                quiet(ui, "A test-run is shown; go back to editing to work with the recipe.");
                return;
            }
            if let Some(trouble) = &self.state.trouble {
                let text = RichText::new(trouble).color(palette(ui).error);
                ui.add(egui::Label::new(text).wrap());
            }
            let picked = self.state.picked;
            let pick = self.state.pick;
            let Some(open) = &mut self.state.open else {
                none(ui, input.document, requests);
                return;
            };
            head(ui, open, requests);
            build(ui, open, requests);
            outcome(ui, open, input.document, requests);
            by_hand(ui, open, input.document, &mut self.reason, requests);
            self.points.show(ui, open, input.document, picked, pick, requests);
            layers::show(ui, open, requests);
            rules::show(ui, open, input.document, &mut self.rules, requests);
        });
    }

    /// What it shows on the map: where the control points are, and where the fit has them.
    pub fn marks(
        &mut self,
        ui: &Ui,
        view: egui::Rect,
        camera: &crate::map::camera::Camera,
        grid: &HexGrid,
    ) {
        let picked = self.state.picked;
        if let Some(open) = &mut self.state.open {
            points::marks(ui, view, camera, open, picked.map(|hex| grid.centre(hex)));
        }
    }
}

/// What is offered while no recipe is open: first the one that lies beside the map, else a new one.
fn none(ui: &mut Ui, document: &Document, requests: &mut Vec<Request>) {
    quiet(
        ui,
        "A recipe makes a map from geographic data: control points say where it lies, layers of \
         towns, coasts and rivers become terrain, features and hexsides.",
    );
    ui.add_space(theme::GAP);
    let is_there = Path::new(&document.paths().map).with_file_name("recipe.json").exists();
    let open = (Icon::Open, "Open the map's recipe…", RecipeRequest::Ask);
    let make = (Icon::List, "Make a recipe for this map", RecipeRequest::Begin);
    let offered = if is_there { [open, make] } else { [make, open] };
    for (at, (icon, words, wanted)) in offered.into_iter().enumerate() {
        if full_button(ui, Some(icon), words, true, at == 0).clicked() {
            requests.push(ask(wanted));
        }
    }
}

fn head(ui: &mut Ui, open: &OpenRecipe, requests: &mut Vec<Request>) {
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let name = open.path.file_name().unwrap_or_default().to_string_lossy();
            let text = RichText::new(name).font(theme::strong(15.0));
            ui.add(egui::Label::new(text).truncate());
            let right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(right, |ui| {
                if icon_button(ui, Icon::Close, "Close the recipe", true).clicked() {
                    requests.push(ask(RecipeRequest::Close));
                }
                let can = open.can_take_back();
                if icon_button(ui, Icon::Undo, "Take back the recipe's last change", can).clicked()
                {
                    requests.push(ask(RecipeRequest::TakeBack));
                }
            });
        });
        quiet(ui, &open.recipe.title);
        quiet(ui, "Saved together with the map.");
    });
}

fn build(ui: &mut Ui, open: &OpenRecipe, requests: &mut Vec<Request>) {
    match open.progress() {
        Some((share, is_first)) => {
            let text = if is_first { "Looking what it makes…" } else { "Building…" };
            progress(ui, share, text);
            if text_button(ui, Some(Icon::Stop), "Stop building", true).clicked() {
                requests.push(ask(RecipeRequest::Stop));
            }
        }
        None => {
            if full_button(ui, Some(Icon::Play), "Build the map", true, true).clicked() {
                requests.push(ask(RecipeRequest::Build));
            }
        }
    }
}

fn outcome(ui: &mut Ui, open: &OpenRecipe, document: &Document, requests: &mut Vec<Request>) {
    let Some(outcome) = &open.outcome else { return };
    heading(ui, "The last build");
    match (&outcome.report, outcome.changed) {
        (None, _) => quiet(ui, "Nothing was built: mend this first."),
        (Some(_), true) => quiet(ui, "It is on the map."),
        (Some(_), false) => quiet(ui, "The map has nothing else by it."),
    };
    for found in outcome.found.iter().take(MOST) {
        finding(ui, found, document, requests);
    }
    if let more @ 1.. = outcome.found.len().saturating_sub(MOST) {
        quiet(ui, format!("and {more} more"));
    }
    if let Some(report) = &outcome.report {
        egui::CollapsingHeader::new("Report").id_salt("report of the build").show(ui, |ui| {
            for line in report.lines().filter(|line| !line.is_empty()) {
                // A line that begins with the number of a hex, or tells of one, leads there.
                let hex = line
                    .split(|c: char| !c.is_alphanumeric())
                    .find_map(|word| document.grid().parse(word));
                match hex.filter(|_| line.starts_with("  ")) {
                    Some(hex) => {
                        if ui.link(line.trim_start()).clicked() {
                            requests.push(Request::GoTo(hex));
                        }
                    }
                    None => drop(ui.label(line)),
                }
            }
        });
    }
}

fn finding(ui: &mut Ui, found: &Diagnostic, document: &Document, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    let ink = match found.severity {
        Severity::Error => colours.error,
        Severity::Warning => colours.warning,
        Severity::Note => colours.quiet,
    };
    let hex = found.place.hex.as_ref().and_then(|hex| document.grid().parse(hex));
    match hex {
        Some(hex) => {
            let text = RichText::new(&found.message).color(ink);
            if ui.link(text).clicked() {
                requests.push(Request::GoTo(hex));
            }
        }
        None => {
            ui.add(egui::Label::new(RichText::new(&found.message).color(ink)).wrap());
        }
    }
    if let Some(help) = &found.help {
        quiet(ui, help);
    }
}

fn by_hand(
    ui: &mut Ui,
    open: &mut OpenRecipe,
    document: &Document,
    reason: &mut String,
    requests: &mut Vec<Request>,
) {
    if !open.was_built() {
        return;
    }
    heading(ui, "Changed by hand since");
    let changes = open.by_hand(document);
    if changes.is_empty() {
        quiet(ui, "Nothing: the map is what the recipe makes.");
        return;
    }
    quiet(ui, format!("{}. Building leaves them as they are.", plural(changes.len(), "change")));
    for change in changes.iter().take(MOST) {
        let text = format!("{}: {}", change.hex, change.in_words());
        if ui.link(RichText::new(text).color(ink(ui))).clicked() {
            requests.extend(document.grid().parse(&change.hex).map(Request::GoTo));
        }
    }
    if let more @ 1.. = changes.len().saturating_sub(MOST) {
        quiet(ui, format!("and {more} more"));
    }
    let field = TextEdit::singleline(reason).hint_text("Why").desired_width(f32::INFINITY);
    named_text(ui, "Reason of the corrections", field);
    let ready = !reason.trim().is_empty();
    if full_button(ui, Some(Icon::Tick), "Put them into the recipe", ready, false).clicked() {
        requests.push(ask(RecipeRequest::Correct(reason.trim().to_owned())));
        reason.clear();
    }
}

fn ink(ui: &Ui) -> Color32 {
    ui.visuals().text_color()
}
