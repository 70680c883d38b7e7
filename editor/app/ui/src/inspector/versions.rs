//! What changed since another version: a list that leads to the places.

use egui::{ComboBox, Label, RichText, ScrollArea, Sense, Ui};
use salient_document::{Change, ChangeKind, Origin};

use super::{InspectorInput, merging};
use crate::look::icons::{self, Icon};
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{heading, quiet, text_button};
use crate::request::Request;
use crate::request::versions::{Other, VersionsRequest};

/// So much of the panel the list takes, with the undo list below it.
const SHARE: f32 = 0.55;

/// Shows what the document can be compared with, and what changed.
pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let versions = input.versions;
    if versions.merging().is_some() {
        merging::show(ui, input, requests);
        return;
    }
    let has_file = matches!(input.document.origin(), Origin::File(_));
    let ask = |request| Request::Versions(request);
    heading(ui, "Compare with");
    ui.horizontal_wrapped(|ui| {
        let saved = text_button(ui, None, "The last save", has_file);
        if saved.on_hover_text("What changed since the files were saved").clicked() {
            requests.push(ask(VersionsRequest::Compare(Other::Saved)));
        }
        let file = text_button(ui, None, "A file…", true);
        if file.on_hover_text("What changed from another scenario file").clicked() {
            requests.push(ask(VersionsRequest::AskFile));
        }
        let commit = text_button(ui, None, "A commit…", has_file);
        if commit.on_hover_text("What changed since a commit of the git repository").clicked() {
            requests.push(ask(VersionsRequest::ListCommits));
        }
    });
    match versions.commits(input.document) {
        None => {}
        Some(Err(error)) => {
            ui.add(Label::new(RichText::new(error).color(palette(ui).error)).wrap());
        }
        Some(Ok([])) => {
            quiet(ui, "No commit has this scenario.");
        }
        Some(Ok(commits)) => {
            ui.name_inputs("Commit", |ui| {
                ComboBox::from_id_salt("commit")
                    .selected_text("Choose a commit")
                    .width(ui.available_width() - 8.0)
                    .show_ui(ui, |ui| {
                        for commit in commits {
                            let text = format!("{}  {}", commit.date, commit.subject);
                            if ui.selectable_label(false, text).clicked() {
                                let other = Other::Commit(commit.clone());
                                requests.push(ask(VersionsRequest::Compare(other)));
                            }
                        }
                    })
            });
        }
    }
    let Some(other) = versions.other() else { return };
    ui.add_space(theme::GAP);
    for cut_off in versions.version().map(|version| version.cut_off.as_slice()).unwrap_or_default()
    {
        let text = sentence(&cut_off.to_string());
        ui.add(Label::new(RichText::new(text).color(palette(ui).warning)).wrap());
    }
    match versions.compared(input.document) {
        None => {
            quiet(ui, "Comparing…");
        }
        Some(Err(error)) => {
            ui.add(Label::new(RichText::new(error).color(palette(ui).error)).wrap());
        }
        Some(Ok(found)) => {
            let title = match found.changes.len() {
                0 => format!("Nothing differs from {}", other.name()),
                count => {
                    format!("{} since {}", salient_output::plural(count, "change"), other.name())
                }
            };
            ui.add(Label::new(RichText::new(title).font(theme::strong(15.0))).wrap());
            let height = ui.available_height() * SHARE;
            let area = ScrollArea::vertical().id_salt("changes").max_height(height);
            area.auto_shrink([false, true]).show_rows(ui, 24.0, found.changes.len(), |ui, rows| {
                for change in found.changes.get(rows).unwrap_or_default() {
                    row(ui, input, change, requests);
                }
            });
        }
    }
    let read = versions.version().is_some();
    let plays = read && !input.test_run.is_running();
    ui.horizontal_wrapped(|ui| {
        if *other != Other::Saved {
            let merge = text_button(ui, None, "Put together…", read);
            if merge.on_hover_text("Take its changes over, one by one where both differ").clicked()
            {
                requests.push(ask(VersionsRequest::Merge));
            }
        }
        let run = text_button(ui, Some(Icon::Play), "Run both", plays);
        if run.on_hover_text("Play the test-run's games with both, side by side").clicked() {
            requests.push(ask(VersionsRequest::RunBeside));
        }
        if text_button(ui, Some(Icon::Close), "End the comparison", true).clicked() {
            requests.push(ask(VersionsRequest::Stop));
        }
    });
}

/// A change; a click leads to its place.
fn row(ui: &mut Ui, input: &InspectorInput<'_>, change: &Change, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    let (icon, ink) = match change.kind {
        ChangeKind::Added => (Icon::Plus, colours.good),
        ChangeKind::Removed => (Icon::Remove, colours.error),
        ChangeKind::Moved => (Icon::Straight, colours.accent),
        ChangeKind::Changed => (Icon::Note, colours.warning),
    };
    // Where a counter went is of more use than where it was.
    let place = match change.kind {
        ChangeKind::Moved => change.hexes.last(),
        _ => change.hexes.first(),
    };
    let place = place.and_then(|label| input.document.grid().parse(label));
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(16.0), Sense::hover());
        icons::paint(ui.painter(), rect, icon, ink);
        let sense = if place.is_some() { Sense::click() } else { Sense::hover() };
        // The typeface has no arrows.
        let text = change.text.replace('→', "to");
        let row = ui.add(Label::new(&text).truncate().sense(sense));
        if row.on_hover_text(&text).clicked()
            && let Some(hex) = place
        {
            requests.push(Request::GoTo(hex));
        }
    });
}
