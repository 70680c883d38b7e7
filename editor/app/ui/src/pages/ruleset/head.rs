//! The ruleset itself: its title, where it is kept, and a copy of its own for this document.

use egui::{Id, RichText, Ui};
use salient_document::{Edit, Origin};

use super::fields::WORDS;
use crate::look::icons::Icon;
use crate::look::theme;
use crate::look::widgets::{card, field, heading, quiet, text_button, text_field};
use crate::pages::PageInput;
use crate::request::Request;
use crate::request::command::UiCommand;

/// Shows title, file and notes.
pub fn show(ui: &mut Ui, id: Id, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let ruleset = document.ruleset();
    ui.label(RichText::new(&ruleset.title).font(theme::strong(20.0)));
    ui.add_enabled_ui(input.editing, |ui| {
        card(ui, |ui| {
            let title = field(ui, "Title", |ui| {
                let (name, hint) = ("Title of the ruleset", "What a reader calls it");
                text_field(ui, id.with("title"), name, hint, &ruleset.title, WORDS)
            });
            if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
                let title = title.trim().to_owned();
                requests.push(Request::edit(Edit::SetRulesetTitle { title }));
            }
            field(ui, "Rules", |ui| {
                quiet(ui, format!("{}, cited as {}", ruleset.id, ruleset.citation));
            });
            if let Some(publisher) = &ruleset.publisher {
                field(ui, "Published", |ui| quiet(ui, publisher.clone()));
            }
        });
        heading(ui, "A ruleset of its own");
        card(ui, |ui| {
            quiet(ui, where_kept(input));
            if text_button(ui, Some(Icon::Copy), "Copy the ruleset", true).clicked() {
                requests.push(Request::Command(UiCommand::CopyRuleset));
            }
        });
    });
    if !ruleset.notes.is_empty() {
        heading(ui, "Notes");
        card(ui, |ui| {
            for note in &ruleset.notes {
                ui.label(note);
                ui.add_space(4.0);
            }
        });
    }
}

/// Where the ruleset is kept, and who else reads it.
fn where_kept(input: &PageInput<'_>) -> String {
    let document = input.document;
    let paths = document.paths();
    let files = "The copy has a title of its own and is written beside the scenario, with a map \
                 and orders of battle that are made for it.";
    if document.has_copied_ruleset() {
        return "This document has a copy of its own. It is written to new files beside the \
                scenario when you save; the files that it came from stay as they are."
            .to_owned();
    }
    match document.origin() {
        Origin::Embedded => {
            "It is built into Salient. Saved under a name of its own, this document has a \
             ruleset of its own beside it."
                .to_owned()
        }
        Origin::File(_) if paths.is_bundle => {
            "It is in the same file as the scenario, and nobody else reads it.".to_owned()
        }
        Origin::File(_) => format!(
            "It is in {}. Every scenario that refers to that file sees what is changed here; \
             what is called otherwise is followed in this document only. {files}",
            salient_files::visible(&paths.ruleset)
        ),
    }
}
