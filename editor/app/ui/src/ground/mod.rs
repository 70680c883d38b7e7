//! The ground as a whole: maps begun, resized and numbered anew, going to a hex, the scan and
//! the files in which something is replaced.

mod go_to;
mod new_map;
mod numbering;
mod renumber;
mod resize;
pub mod scan;

use std::path::PathBuf;

use egui::{Id, Modal, RichText, ScrollArea, Ui};
use salient_document::reshape::{Lost, LostKind, NewMap, Reshaped, new_project};
use salient_document::{Document, Edit, Origin};
use salient_schema::Ruleset;

use super::app::{App, sentence};
use super::command::UiCommand;
use super::request::Request;
use super::theme::{self, palette};
use super::widgets::{dialog_frame, primary_button, quiet, text_button};

/// What these screens ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum GroundRequest {
    /// Begin a map with a ruleset.
    Begin(Box<NewMap>, Box<Ruleset>),
    /// Put a reshaped map in place of the old one.
    Reshape {
        /// What the undo list calls it.
        name: String,
        /// The map and the scenario.
        reshaped: Box<Reshaped>,
    },
    /// What the scan is asked for.
    Scan(scan::ScanRequest),
    /// Ask for a file to be looked through.
    AddFile,
    /// Look through all scenario files of the document's folder.
    AddFolder,
    /// Files were changed by find and replace.
    FilesReplaced {
        /// How many places.
        places: usize,
        /// What was written.
        written: Vec<PathBuf>,
    },
}

/// A dialog about the ground, while it is open.
#[derive(Debug)]
pub(super) enum Dialog {
    NewMap(Box<new_map::NewMapDialog>),
    Resize(Box<resize::ResizeDialog>),
    Renumber(Box<renumber::RenumberDialog>),
    GoTo(go_to::GoToDialog),
}

impl App {
    /// Opens the dialog of a command.
    pub(super) fn ground_command(&mut self, command: UiCommand) {
        self.give_up_drag();
        let document = &self.sheet.document;
        self.ground = Some(match command {
            UiCommand::NewMap => {
                let mut rulesets: Vec<Ruleset> = Vec::new();
                let example = self.files.example();
                let open = self.sheets().map(|sheet| &sheet.document).chain([&example]);
                for ruleset in open.map(Document::ruleset) {
                    let known = |other: &Ruleset| other.id == ruleset.id;
                    if !ruleset.terrain.is_empty() && !rulesets.iter().any(known) {
                        rulesets.push(ruleset.clone());
                    }
                }
                Dialog::NewMap(Box::new(new_map::NewMapDialog::new(rulesets, document)))
            }
            UiCommand::ResizeMap => Dialog::Resize(Box::new(resize::ResizeDialog::new(document))),
            UiCommand::RenumberMap => {
                Dialog::Renumber(Box::new(renumber::RenumberDialog::new(document)))
            }
            UiCommand::GoToHex => Dialog::GoTo(go_to::GoToDialog::default()),
            _ => return,
        });
    }

    /// Shows the dialog that is open.
    pub(super) fn ground_dialog(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) {
        let Some(mut dialog) = self.ground.take() else { return };
        let document = &self.sheet.document;
        let stays = match &mut dialog {
            Dialog::NewMap(dialog) => dialog.show(ctx, requests),
            Dialog::Resize(dialog) => dialog.show(ctx, document, requests),
            Dialog::Renumber(dialog) => dialog.show(ctx, document, requests),
            Dialog::GoTo(dialog) => dialog.show(ctx, document, requests),
        };
        if stays {
            self.ground = Some(dialog);
        }
    }

    pub(super) fn ground_request(&mut self, ctx: &egui::Context, request: GroundRequest) {
        match request {
            GroundRequest::Begin(new, ruleset) => match new_project(&new, &ruleset) {
                Ok(project) => {
                    self.open_new(project.bundle);
                    self.sheet.inspector.tab = super::inspector::Tab::Inspect;
                    self.notices.good("A new map. Save it under a name of its own.");
                }
                Err(error) => self.notices.bad(sentence(&error.to_string())),
            },
            GroundRequest::Reshape { name, reshaped } => {
                let lost = reshaped.lost.len();
                let edit: Edit = reshaped.into_edit();
                let revision = self.sheet.document.revision();
                self.carry_out(ctx, Request::Edit { name, edits: vec![edit] });
                if self.sheet.document.revision() != revision {
                    self.sheet.panes.map_mut().zoom_to_fit();
                    self.notices.good(match lost {
                        0 => "Nothing was lost.".to_owned(),
                        _ => format!("{} lost; undo brings all back.", things(lost)),
                    });
                }
            }
            GroundRequest::Scan(request) => self.scan_request(ctx, request),
            GroundRequest::AddFile => self.ask_find_file(ctx),
            GroundRequest::AddFolder => {
                if let Origin::File(path) = self.sheet.document.origin() {
                    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
                    self.sheet.inspector.find.add_folder(&folder);
                }
            }
            GroundRequest::FilesReplaced { places, written } => {
                self.notices.good(match written.len() {
                    0 => "No file was changed.".to_owned(),
                    1 => format!("{} changed in 1 file.", things(places)),
                    count => format!("{} changed in {count} files.", things(places)),
                });
            }
        }
    }
}

fn things(count: usize) -> String {
    if count == 1 { "1 thing".to_owned() } else { format!("{count} things") }
}

/// A dialog with a title, its contents, and two buttons. Gives whether it stays, and whether its
/// deed is to be done.
fn dialog(
    ctx: &egui::Context,
    name: &str,
    deed: &str,
    width: f32,
    add: impl FnOnce(&mut Ui) -> Result<(), String>,
) -> (bool, bool) {
    let room = ctx.content_rect().size();
    let (mut done, mut cancelled) = (false, false);
    let modal = Modal::new(Id::unique(("ground", name))).frame(dialog_frame(ctx)).show(ctx, |ui| {
        ui.set_width((room.x - 60.0).min(width));
        // A window that is new has less room at first, and what scrolls would grow to it.
        ui.set_max_height(room.y - 60.0);
        ui.heading(name);
        ui.add_space(theme::GAP);
        let height = (room.y - 190.0).max(120.0);
        let state = ScrollArea::vertical()
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, add)
            .inner;
        ui.add_space(theme::GROUP_GAP);
        ui.horizontal(|ui| {
            if primary_button(ui, None, deed, state.is_ok()).clicked() {
                done = true;
            }
            if text_button(ui, None, "Cancel", true).clicked() {
                cancelled = true;
            }
            if let Err(words) = &state
                && !words.is_empty()
            {
                let text = RichText::new(words).color(palette(ui).error);
                ui.add(egui::Label::new(text).wrap());
            }
        });
        let enter =
            ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
        done |= enter && state.is_ok();
    });
    let stays = !done && !cancelled && !modal.should_close();
    (stays, done)
}

/// What has no place on the new map, kind by kind, with all of it under each.
fn lost_list(ui: &mut Ui, lost: &[Lost]) {
    if lost.is_empty() {
        quiet(ui, "Everything on the map finds its place.");
        return;
    }
    ui.label(RichText::new("Lost").font(theme::strong(15.0)));
    let mut kinds: Vec<LostKind> = lost.iter().map(|lost| lost.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&Lost> = lost.iter().filter(|lost| lost.kind == kind).collect();
        let title = match of_kind.as_slice() {
            [only] => format!("{}: {only}", kind.plural()),
            many => format!("{}: {}", kind.plural(), many.len()),
        };
        if of_kind.len() == 1 {
            ui.add(egui::Label::new(title).wrap());
            continue;
        }
        egui::CollapsingHeader::new(title).id_salt(("lost", kind)).show(ui, |ui| {
            for lost in &of_kind {
                ui.add(egui::Label::new(lost.to_string()).wrap());
            }
        });
    }
}
