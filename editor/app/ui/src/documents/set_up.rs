//! Set-ups that a system's rules make: the dialog, and what it asks for.

use std::path::{Path, PathBuf};

use egui::Context;
use salient_document::template;
use salient_output::plural;
use salient_output::set_up::{self, Record};

use super::files::{Heard, with_ending};
use super::{Desk, Documents};
use crate::files::Purpose;
use crate::generate::{GenerateDialog, Taken};
use crate::look::sentence;

impl Documents {
    /// Begins a set-up, or goes on with the one that was closed.
    pub(super) fn open_generator(&mut self) {
        let open = self.front.document.bundle().clone();
        match &mut self.generate {
            Some(dialog) => dialog.look_at(open),
            none => *none = GenerateDialog::new(self.files.systems, open).map(Box::new),
        }
        self.generates = self.generate.is_some();
    }

    /// Shows the dialog about a set-up, if it is open.
    pub(crate) fn generate_dialog(&mut self, ctx: &Context, desk: &mut Desk<'_>) {
        let Some(dialog) = self.generate.as_mut().filter(|_| self.generates) else { return };
        match dialog.show(ctx) {
            Taken::Nothing => {}
            // A click beside it is a slip: what was answered is there when it is opened again.
            Taken::Close => self.generates = false,
            Taken::AskFolder => self.ask_file(ctx, Purpose::SetUpInto, String::new()),
            Taken::AskReport => {
                self.ask_file(ctx, Purpose::SetUpsReport, "set-ups.html".to_owned());
            }
            Taken::AskEarlier => self.ask_file(ctx, Purpose::EarlierSetUp, String::new()),
            Taken::Open => {
                if let Some((made, _)) = dialog.made() {
                    self.generates = false;
                    let mut bundle = made.bundle.clone();
                    template::furnish(self.files.systems, &mut bundle);
                    self.open_new(bundle);
                    desk.notices.good("Generated. Save it under a name of its own.");
                }
            }
        }
    }

    /// Writes the set-up into a new folder in this one, and opens it.
    pub(super) fn write_set_up(&mut self, chosen: PathBuf, desk: &mut Desk<'_>) {
        let Some(dialog) = &self.generate else { return };
        let Some(((made, record), folder)) = dialog.made().zip(dialog.place(chosen)) else {
            return;
        };
        let made = std::sync::Arc::unwrap_or_clone(made);
        let name = salient_files::portable(&made.bundle.scenario.id);
        let scenario = folder.join(format!("{name}.json"));
        match set_up::save(made, &record, &folder) {
            Ok(written) => {
                self.generates = false;
                let files = plural(written.len(), "file");
                desk.notices.good(format!("Generated: {files} in {}", folder.display()));
                self.open_file(&scenario, desk);
            }
            Err(error) => self.trouble("Not written", sentence(&error.to_string()), desk),
        }
    }

    /// Writes how many set-ups spread.
    pub(super) fn write_set_ups(&mut self, ctx: &Context, path: PathBuf) {
        let Some(reported) = self.generate.as_ref().and_then(|dialog| dialog.reported()) else {
            return;
        };
        let path = with_ending(path, "html");
        // Drawing the map of a web page takes a while.
        self.files.elsewhere(ctx, move || {
            let written = salient_output::report::write_set_ups(&path, reported.as_set_ups());
            Heard::Report(written.map_err(|error| format!("{error:#}")))
        });
    }

    /// Goes on from an earlier set-up.
    pub(super) fn read_set_up(&mut self, path: &Path, desk: &mut Desk<'_>) {
        let Some(dialog) = &mut self.generate else { return };
        let read = Record::read(path).map_err(|error| sentence(&error.to_string()));
        if let Err(reason) = read.and_then(|record| dialog.go_on_from(record)) {
            self.trouble("Not read", reason, desk);
        }
    }
}
