//! Scenarios beside the one in front, on the same map: made of the position of a game, or with
//! nothing set up yet.

use std::path::PathBuf;

use salient_document::{Origin, SaveError, SaveOptions};
use salient_rules::keep::Kept;
use salient_schema::scenario::Scenario;

use super::{Desk, Documents, OpenDocument};
use crate::files::Purpose;
use crate::look::sentence;

impl OpenDocument {
    /// The position that is shown as a scenario of its own.
    pub fn position_to_keep(&self) -> Option<Kept> {
        if let Some(sandbox) = self.test_run.sandbox() {
            return Some(sandbox.sandbox().keep(self.document.bundle()));
        }
        let game = self.test_run.game()?;
        Some(game.play().keep(self.document.systems(), self.document.bundle()))
    }
}

impl Documents {
    /// Begins a scenario: beside the file of the one in front, or without a file where that has
    /// none.
    pub(super) fn begin_beside(
        &mut self,
        ctx: &egui::Context,
        scenario: Scenario,
        desk: &mut Desk<'_>,
    ) {
        match self.front.document.origin() {
            Origin::File(_) => {
                let name = format!("{}.json", scenario.id);
                self.front.scenario_beside = Some(scenario);
                self.ask_file(ctx, Purpose::Position, name);
            }
            Origin::Embedded => {
                let mut bundle = self.front.document.bundle().clone();
                let title = scenario.title.clone();
                bundle.scenario = scenario;
                self.open_new(bundle);
                desk.notices.good(format!("{title}. Save it under a name of its own."));
            }
        }
    }

    /// Writes the scenario that is begun, and opens it.
    pub(super) fn write_beside(&mut self, path: PathBuf, desk: &mut Desk<'_>) {
        let Some(scenario) = self.front.scenario_beside.clone() else { return };
        match self.front.document.save_beside(scenario, &path, SaveOptions::default()) {
            Ok(document) => {
                self.front.scenario_beside = None;
                let title = document.title().to_owned();
                self.open(document);
                self.remember_file(desk);
                desk.notices.good(format!("{title} is saved and open."));
            }
            Err(SaveError::Exists { .. }) => {
                let text = "There is a file of that name already. Do it once more, under another \
                            name.";
                self.trouble("The scenario was not written", text.to_owned(), desk);
            }
            Err(error) => {
                self.trouble("The scenario was not written", sentence(&error.to_string()), desk);
            }
        }
    }
}
