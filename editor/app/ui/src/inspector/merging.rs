//! A version that is put together with the document: what both changed, one by one, with both
//! sides shown and the places on the map.

use egui::{ComboBox, Label, RichText, ScrollArea, Ui};
use salient_document::commits::Commit;
use salient_document::{Choice, Conflict};

use super::InspectorInput;
use crate::look::names::with_names;
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, heading, primary_button, quiet, segments, text_button};
use crate::request::Request;
use crate::request::versions::{Began, VersionsRequest};
use crate::versions::Merging;

/// So much of the panel the conflicts take, with the undo list below them.
const SHARE: f32 = 0.6;

/// The merge under way, if there is one.
pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let Some(merging) = input.versions.merging() else { return };
    let ask = |request| Request::Versions(request);
    heading(ui, &format!("Put together with {}", merging.name()));
    if merging.other().is_some() {
        began(ui, input, merging, requests);
    }
    let looked = merging.looked(input.document);
    let ready = matches!(looked, Some(Ok(_)));
    match looked {
        None => {
            quiet(ui, "Looking…");
        }
        Some(Err(error)) => {
            ui.add(Label::new(RichText::new(error).color(palette(ui).error)).wrap());
        }
        Some(Ok(looked)) => {
            let conflicts = &looked.merge.conflicts;
            let text = match (conflicts.len(), looked.merge.brings_anything) {
                (_, false) => "It has nothing that is not here already.".to_owned(),
                (0, true) => "No two changes meet: all of both can be kept.".to_owned(),
                (1, _) => "Both have one thing otherwise. All else is put together.".to_owned(),
                (count, _) => {
                    format!("Both have {count} things otherwise. All else is put together.")
                }
            };
            ui.add(Label::new(RichText::new(text).font(theme::strong(15.0))).wrap());
            if !conflicts.is_empty() {
                ui.horizontal(|ui| {
                    if text_button(ui, None, "All as mine", true).clicked() {
                        requests.push(ask(VersionsRequest::ChooseAll(Choice::Ours)));
                    }
                    if text_button(ui, None, "All as theirs", true).clicked() {
                        requests.push(ask(VersionsRequest::ChooseAll(Choice::Theirs)));
                    }
                });
            }
            let height = ui.available_height() * SHARE;
            let area = ScrollArea::vertical().id_salt("conflicts").max_height(height);
            area.auto_shrink([false, true]).show(ui, |ui| {
                for (number, conflict) in conflicts.iter().enumerate() {
                    conflict_ui(ui, number, conflict, (input, merging), requests);
                }
            });
        }
    }
    ui.horizontal(|ui| {
        if primary_button(ui, None, "Put together", ready).clicked() {
            requests.push(ask(VersionsRequest::PutTogether));
        }
        let leave = text_button(ui, None, "Not now", true);
        if leave.on_hover_text("Leave the document as it is").clicked() {
            requests.push(ask(VersionsRequest::EndMerge));
        }
    });
    if merging.saving() {
        quiet(ui, "It is saved afterwards.");
    }
    ui.add_space(theme::GAP);
}

/// What both began with: what only one of them changed since is no question.
fn began(ui: &mut Ui, input: &InspectorInput<'_>, merging: &Merging, requests: &mut Vec<Request>) {
    let commits: &[Commit] = match input.versions.commits(input.document) {
        Some(Ok(commits)) => commits,
        _ => &[],
    };
    let mut offered = vec![Began::Unknown, Began::Saved];
    if matches!(merging.other(), Some(crate::request::versions::Other::Commit(_))) {
        offered.insert(1, Began::Common);
    }
    offered.extend(commits.iter().cloned().map(Began::Commit));
    quiet(ui, "Both began with");
    ui.name_inputs("Both began with", |ui| {
        ComboBox::from_id_salt("began")
            .selected_text(merging.began().name())
            .width(ui.available_width() - 8.0)
            .truncate()
            .show_ui(ui, |ui| {
                for began in offered {
                    let chosen = *merging.began() == began;
                    if ui.selectable_label(chosen, began.name()).clicked() {
                        requests.push(Request::Versions(VersionsRequest::Began(began)));
                    }
                }
            })
    });
}

fn conflict_ui(
    ui: &mut Ui,
    number: usize,
    conflict: &Conflict,
    (input, merging): (&InspectorInput<'_>, &Merging),
    requests: &mut Vec<Request>,
) {
    let choice = merging.choice(conflict);
    card(ui, |ui| {
        let what = sentence(&with_names(input.document, &conflict.what));
        let what = what.trim_end_matches('.');
        ui.add(Label::new(RichText::new(what).font(theme::strong(15.0))).wrap());
        for (whose, value, of) in
            [("Mine", &conflict.ours, Choice::Ours), ("Theirs", &conflict.theirs, Choice::Theirs)]
        {
            let ink = if choice == of { palette(ui).ink } else { palette(ui).quiet };
            let text = RichText::new(format!("{whose}: {value}")).color(ink);
            ui.add(Label::new(text).wrap());
        }
        ui.horizontal(|ui| {
            let name = format!("{}. {what}", number + 1);
            let choices = [(Choice::Ours, "Mine"), (Choice::Theirs, "Theirs")];
            ui.push_id(number, |ui| {
                if let Some(chosen) = segments(ui, &name, &choices, choice) {
                    let chosen = VersionsRequest::Choose(conflict.path.clone(), chosen);
                    requests.push(Request::Versions(chosen));
                }
            });
            let grid = input.document.grid();
            for hex in conflict.hexes.iter().take(2) {
                if let Some(place) = grid.parse(hex)
                    && text_button(ui, None, &format!("Show {hex}"), true).clicked()
                {
                    requests.push(Request::GoTo(place));
                }
            }
        });
    });
}
