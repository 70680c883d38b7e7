//! A scenario made of the position of a game: what it holds and what it does not, before it is made.

use egui::{Label, RichText, TextEdit, Ui};
use salient_document::oob::id_from_words;
use salient_rules::keep::Kept;

use super::dialog;
use crate::look::sentence;
use crate::look::theme::palette;
use crate::look::widgets::{field, heading, named_text, quiet};
use crate::request::Request;
use crate::request::play::PlayRequest;

/// The dialog while it is open.
#[derive(Debug)]
pub(crate) struct KeepDialog {
    kept: Kept,
}

impl KeepDialog {
    /// About a scenario that was made of a position.
    pub fn new(kept: Kept) -> Self {
        Self { kept }
    }

    /// Shows it. Gives whether it stays open.
    pub fn show(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) -> bool {
        let title = "Keep this position as a scenario";
        let (stays, done) = dialog(ctx, title, "Make the scenario", 560.0, |ui| self.fields(ui));
        if done {
            let scenario = Box::new(self.kept.scenario.clone());
            requests.push(Request::Play(PlayRequest::KeepPosition(scenario)));
        }
        stays
    }

    fn fields(&mut self, ui: &mut Ui) -> Result<(), String> {
        let scenario = &mut self.kept.scenario;
        field(ui, "Title", |ui| {
            let text = TextEdit::singleline(&mut scenario.title).desired_width(380.0);
            named_text(ui, "Title of the scenario", text);
        });
        field(ui, "Id", |ui| {
            let text = TextEdit::singleline(&mut scenario.id).desired_width(380.0);
            named_text(ui, "Id of the scenario", text);
        });
        let is_id = id_from_words(&scenario.id, "") == scenario.id && !scenario.id.is_empty();
        quiet(ui, "Ruleset, map and orders of battle stay those of the scenario that is played.");
        heading(ui, "Kept");
        for line in self.kept.in_words() {
            ui.add(Label::new(line).wrap());
        }
        let colours = palette(ui);
        heading(ui, "Not kept");
        if self.kept.not_kept.is_empty() {
            quiet(ui, "Nothing: the new scenario begins with this very position.");
        }
        for left in &self.kept.not_kept {
            ui.add(Label::new(sentence(&left.to_string())).wrap());
        }
        for found in self.kept.refused.iter().take(5) {
            ui.add(Label::new(RichText::new(&found.message).color(colours.error)).wrap());
        }
        if !self.kept.refused.is_empty() {
            quiet(ui, "It cannot be played before this is mended.");
        }
        match is_id {
            true => Ok(()),
            false => Err("An id has small letters, digits and hyphens.".to_owned()),
        }
    }
}
