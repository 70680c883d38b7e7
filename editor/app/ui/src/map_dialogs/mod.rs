//! Dialogs about the map as a whole: a new one, another size, other numbers, going to a hex; and
//! about a scenario made of the position on it.

mod dialog;
mod go_to;
mod join;
mod keep;
mod new_game;
mod new_map;
mod numbering;
pub(crate) mod record;
mod renumber;
mod resize;

use std::path::PathBuf;

use salient_document::Document;
use salient_play::record::Recorded;
use salient_rules::keep::Kept;
use salient_schema::Ruleset;

use crate::request::Request;
use crate::request::command::UiCommand;
use dialog::{dialog, lost_list};

/// A dialog about the map, while it is open.
#[derive(Debug)]
enum Dialog {
    NewMap(Box<new_map::NewMapDialog>),
    Resize(Box<resize::ResizeDialog>),
    Join(Box<join::JoinDialog>),
    Renumber(Box<renumber::RenumberDialog>),
    GoTo(go_to::GoToDialog),
    Keep(Box<keep::KeepDialog>),
    Record(Box<record::RecordDialog>),
}

/// The dialog about the map that is open, if any is.
#[derive(Debug, Default)]
pub struct MapDialogs {
    open: Option<Dialog>,
}

impl MapDialogs {
    /// Opens the dialog of a command. `recent` are the files that were open lately, `rulesets` gives
    /// those that a new map may be begun with.
    pub fn open(
        &mut self,
        command: UiCommand,
        document: &Document,
        recent: &[PathBuf],
        rulesets: impl FnOnce() -> Vec<Ruleset>,
    ) {
        self.open = Some(match command {
            UiCommand::NewMap => {
                Dialog::NewMap(Box::new(new_map::NewMapDialog::new(rulesets(), document)))
            }
            UiCommand::NewGame => {
                let dialog = new_map::NewMapDialog::new(rulesets(), document);
                Dialog::NewMap(Box::new(dialog.with_own_game()))
            }
            UiCommand::ResizeMap => Dialog::Resize(Box::new(resize::ResizeDialog::new(document))),
            UiCommand::JoinBoards => {
                Dialog::Join(Box::new(join::JoinDialog::new(document, recent)))
            }
            UiCommand::RenumberMap => {
                Dialog::Renumber(Box::new(renumber::RenumberDialog::new(document)))
            }
            UiCommand::GoToHex => Dialog::GoTo(go_to::GoToDialog::default()),
            UiCommand::MoveSelected => Dialog::GoTo(go_to::GoToDialog::for_moving()),
            _ => return,
        });
    }

    /// Opens the dialog about a scenario made of a position.
    pub fn keep(&mut self, kept: Kept) {
        self.open = Some(Dialog::Keep(Box::new(keep::KeepDialog::new(kept))));
    }

    /// Opens the dialog about a rule case of what was decided.
    pub fn record(&mut self, decided: record::Decided) {
        self.open = Some(Dialog::Record(Box::new(record::RecordDialog::new(decided))));
    }

    /// Takes in what so many decisions come to as a rule case, if its dialog is open.
    pub fn recorded(&mut self, decisions: usize, recorded: Result<Recorded, String>) {
        if let Some(Dialog::Record(dialog)) = &mut self.open {
            dialog.take(decisions, recorded);
        }
    }

    /// Whether a dialog is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows the dialog that is open.
    pub fn show(&mut self, ctx: &egui::Context, document: &Document, requests: &mut Vec<Request>) {
        let Some(mut dialog) = self.open.take() else { return };
        let stays = match &mut dialog {
            Dialog::NewMap(dialog) => dialog.show(ctx, requests),
            Dialog::Resize(dialog) => dialog.show(ctx, document, requests),
            Dialog::Join(dialog) => dialog.show(ctx, document, requests),
            Dialog::Renumber(dialog) => dialog.show(ctx, document, requests),
            Dialog::GoTo(dialog) => dialog.show(ctx, document, requests),
            Dialog::Keep(dialog) => dialog.show(ctx, requests),
            Dialog::Record(dialog) => dialog.show(ctx, requests),
        };
        if stays {
            self.open = Some(dialog);
        }
    }
}
