//! Carrying out what the page proposes.

use std::path::PathBuf;

use salient_document::Edit;
use salient_document::oob::{self, Key, Refused, csv};

use super::import::ImportDialog;
use super::{DeleteQuestion, OobRequest};
use crate::app::{App, sentence};
use crate::dialogs::FileQuestion;
use crate::files::Purpose;
use crate::pane::View;

impl App {
    /// Takes what is being typed on the page as if its field had been left: before a command,
    /// and when the page is left.
    pub(crate) fn finish_typing(&mut self) {
        if let Some((field, text)) = self.sheet.pages.order_of_battle.take_typed() {
            self.oob_typed(&super::Field::clone(&field), &text);
        }
    }

    /// What is typed is not lost when the page goes out of sight.
    pub(crate) fn leave_order_of_battle(&mut self) {
        if !self.sheet.panes.shows(View::OrderOfBattle) {
            self.finish_typing();
        }
    }

    /// Whether Delete means what is selected on the page.
    pub(crate) fn oob_can_delete(&self) -> bool {
        self.sheet.panes.focused().view == View::OrderOfBattle
            && !self.sheet.pages.order_of_battle.selected.is_empty()
    }

    /// Deletes what is selected on the page.
    pub(crate) fn oob_delete_selected(&mut self, ctx: &egui::Context) {
        let keys = self.sheet.pages.order_of_battle.selected_keys();
        self.oob_request(ctx, OobRequest::AskDelete(keys));
    }

    /// Carries out a request of the page.
    pub(crate) fn oob_request(&mut self, ctx: &egui::Context, request: OobRequest) {
        match &request {
            OobRequest::AskExport => {
                let name = format!("{}-counters.csv", self.sheet.document.scenario().id);
                self.ask_file(ctx, Purpose::Counters, FileQuestion::Counters { name });
                return;
            }
            OobRequest::Export(path) => {
                self.export_counters(path.clone());
                return;
            }
            _ if !self.sheet.is_editing() => return,
            _ => {}
        }
        let document = &self.sheet.document;
        let bundle = document.bundle();
        let mut select: Option<Vec<Key>> = None;
        let of = |ids: Vec<String>| Some(ids.into_iter().map(Key::Counter).collect::<Vec<_>>());
        let planned: Result<(String, Vec<Edit>), Refused> = match request {
            OobRequest::AskExport | OobRequest::Export(_) => return,
            OobRequest::AskImport => {
                self.ask_file(ctx, Purpose::ReadCounters, FileQuestion::ReadCounters);
                return;
            }
            OobRequest::ReadImport(path) => {
                self.read_counters(&path);
                return;
            }
            OobRequest::Typed(field, text) => {
                self.oob_typed(&field, &text);
                return;
            }
            OobRequest::Change(ids, change) => {
                if let oob::Change::Id(id) = &change {
                    select = of(vec![id.clone()]);
                }
                oob::change_all(bundle, &ids, &change).map(|edits| (change.name(ids.len()), edits))
            }
            OobRequest::ChangeFormation(at, id, change) => {
                oob::change_formation(bundle, at, &id, &change)
                    .map(|edits| ("Change formation".to_owned(), edits))
            }
            OobRequest::AddCounter(beside) => {
                oob::add_counter(bundle, &beside).map(|(id, edits)| {
                    select = of(vec![id]);
                    ("Add counter".to_owned(), edits)
                })
            }
            OobRequest::AddFormation(within) => {
                oob::add_formation(bundle, &within).map(|(key, edits)| {
                    select = Some(vec![key]);
                    ("Add formation".to_owned(), edits)
                })
            }
            OobRequest::Duplicate(keys) => oob::duplicate(bundle, &keys).map(|(copies, edits)| {
                select = Some(copies);
                ("Duplicate".to_owned(), edits)
            }),
            OobRequest::Split(counter, stay) => {
                oob::split_counter(bundle, &counter, stay).map(|(id, edits)| {
                    select = of(vec![counter.clone(), id]);
                    ("Split counter".to_owned(), edits)
                })
            }
            OobRequest::Move(keys, to) => {
                let name = match keys.as_slice() {
                    [_] => "Move in the order of battle".to_owned(),
                    keys => format!("Move {} rows in the order of battle", keys.len()),
                };
                oob::move_to(bundle, &keys, &to).map(|edits| (name, edits))
            }
            OobRequest::AskDelete(keys) => match oob::delete(bundle, &keys, true) {
                Ok(deletion) if deletion.uses.is_empty() && deletion.formations == 0 => {
                    Ok((deleted_name(deletion.counters.len()), deletion.edits))
                }
                Ok(deletion) => {
                    self.sheet.pages.order_of_battle.deleting =
                        Some(DeleteQuestion { keys, deletion });
                    return;
                }
                Err(refused) => Err(refused),
            },
            OobRequest::Delete(keys, with_contents) => oob::delete(bundle, &keys, with_contents)
                .map(|deletion| (deleted_name(deletion.counters.len()), deletion.edits)),
            OobRequest::Renumber(ids, series) => oob::renumber(bundle, &ids, &series)
                .map(|edits| (format!("Number {} counters", ids.len()), edits)),
            OobRequest::AddSeries(like, many, series) => {
                oob::add_series(bundle, &like, many, &series).map(|(ids, edits)| {
                    select = of(ids);
                    (format!("Add a series of {many}"), edits)
                })
            }
            OobRequest::Import(delete_left_out) => {
                let Some(dialog) = self.sheet.pages.order_of_battle.import.take() else { return };
                dialog
                    .import
                    .edits(document, delete_left_out)
                    .map(|edits| ("Read counters from CSV".to_owned(), edits))
            }
        };
        match planned {
            Ok((name, edits)) => {
                if self.oob_step(name, edits)
                    && let Some(keys) = select
                {
                    self.sheet.pages.order_of_battle.select_after(keys);
                }
            }
            Err(refused) => self.notices.bad(refused.to_string()),
        }
    }

    fn oob_typed(&mut self, field: &super::Field, text: &str) {
        if !self.sheet.is_editing() {
            return;
        }
        match field.edits(self.sheet.document.bundle(), text) {
            Ok((name, edits)) => {
                let renamed = field.renamed(text);
                if self.oob_step(name, edits)
                    && let Some((from, to)) = renamed
                {
                    self.sheet.pages.order_of_battle.follow(&from, to);
                }
            }
            Err(refused) => {
                self.notices.bad(format!("{refused} “{}” was not taken.", text.trim()));
            }
        }
    }

    /// Does edits as one step of undo. Gives whether they were done.
    fn oob_step(&mut self, name: String, edits: Vec<Edit>) -> bool {
        if edits.is_empty() {
            return true;
        }
        self.sheet.document.begin(name);
        for edit in edits {
            if let Err(error) = self.sheet.document.apply(edit) {
                self.notices.bad(sentence(&error.to_string()));
                self.sheet.document.cancel();
                return false;
            }
        }
        self.sheet.document.commit();
        true
    }

    fn export_counters(&mut self, path: PathBuf) {
        let text = csv::write(&self.sheet.document);
        match std::fs::write(&path, text) {
            Ok(()) => self.notices.good(format!("Written: {}", path.display())),
            Err(error) => self.notices.bad(format!("{} was not written: {error}.", path.display())),
        }
    }

    fn read_counters(&mut self, path: &std::path::Path) {
        // A spreadsheet of counters is small; what is not, is none.
        const MOST_BYTES: u64 = 64 << 20;
        let size = std::fs::metadata(path).map(|about| about.len());
        let read = match size {
            Ok(size) if size > MOST_BYTES => {
                Err(format!("{} is larger than 64 MB.", path.display()))
            }
            _ => std::fs::read(path)
                .map_err(|error| format!("{} was not read: {error}.", path.display())),
        };
        match read {
            Ok(bytes) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let import = csv::read(&self.sheet.document, &bytes);
                let revision = self.sheet.document.revision();
                let dialog = ImportDialog::new(name.unwrap_or_default(), bytes, import, revision);
                self.sheet.pages.order_of_battle.import = Some(dialog);
                self.sheet.panes.show(View::OrderOfBattle);
            }
            Err(reason) => self.notices.bad(reason),
        }
    }
}

fn deleted_name(counters: usize) -> String {
    match counters {
        0 => "Delete formation".to_owned(),
        1 => "Delete counter".to_owned(),
        many => format!("Delete {many} counters"),
    }
}
