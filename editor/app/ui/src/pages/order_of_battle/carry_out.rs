//! Carrying out what the page proposes.

use std::path::Path;

use salient_document::oob::{self, Key, Refused, csv};
use salient_document::{Document, Edit};

use super::import::ImportDialog;
use super::{DeleteQuestion, Field, OrderOfBattlePage};
use crate::look::notices::Notices;
use crate::look::sentence;
use crate::pages::one_step;
use crate::request::order_of_battle::OobRequest;

impl OrderOfBattlePage {
    /// Whether it shows what a file would change.
    pub(crate) fn is_importing(&self) -> bool {
        self.import.is_some()
    }

    /// Carries out a request of the page. Files are asked for elsewhere.
    pub(crate) fn carry_out(
        &mut self,
        request: OobRequest,
        document: &mut Document,
        news: &mut Notices,
    ) {
        let bundle = document.bundle();
        let mut select: Option<Vec<Key>> = None;
        let of = |ids: Vec<String>| Some(ids.into_iter().map(Key::Counter).collect::<Vec<_>>());
        let planned: Result<(String, Vec<Edit>), Refused> = match request {
            OobRequest::AskExport | OobRequest::AskImport | OobRequest::AskPicture(..) => return,
            OobRequest::SetPicture(path) => {
                let Some((ids, face)) = self.picture_for.take() else { return };
                match document.bring_picture(&ids, &path) {
                    Ok(name) => {
                        let change = oob::Change::FacePicture(face, Some(name));
                        let bundle = document.bundle();
                        oob::change_all(bundle, &ids, &change)
                            .map(|edits| (change.name(ids.len()), edits))
                    }
                    Err(why) => {
                        news.bad(sentence(&why));
                        return;
                    }
                }
            }
            OobRequest::Export(path) => {
                export_counters(document, &path, news);
                return;
            }
            OobRequest::ReadImport(path) => {
                self.read_counters(&path, document, news);
                return;
            }
            OobRequest::Typed(field, text) => {
                self.take_text(&field, &text, document, news);
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
                    self.deleting = Some(DeleteQuestion { keys, deletion });
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
                let Some(dialog) = self.import.take() else { return };
                dialog
                    .import
                    .edits(document, delete_left_out)
                    .map(|edits| ("Read counters from CSV".to_owned(), edits))
            }
        };
        match planned {
            Ok((name, edits)) => {
                if one_step(document, name, edits, news)
                    && let Some(keys) = select
                {
                    self.select_after(keys);
                }
            }
            Err(refused) => news.bad(refused.to_string()),
        }
    }

    /// Takes what was typed into a field.
    pub(crate) fn take_text(
        &mut self,
        field: &Field,
        text: &str,
        document: &mut Document,
        news: &mut Notices,
    ) {
        match field.edits(document.bundle(), text) {
            Ok((name, edits)) => {
                let renamed = field.renamed(text);
                if one_step(document, name, edits, news)
                    && let Some((from, to)) = renamed
                {
                    self.follow(&from, to);
                }
            }
            Err(refused) => {
                news.bad(format!("{refused} “{}” was not taken.", text.trim()));
            }
        }
    }

    fn read_counters(&mut self, path: &Path, document: &Document, news: &mut Notices) {
        // A spreadsheet of counters is small; what is not, is none.
        let read = salient_files::read_at_most(path, salient_files::limits::SMALL_FILE_BYTES);
        match read {
            Ok(bytes) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let import = csv::read(document, &bytes);
                let revision = document.revision();
                let dialog = ImportDialog::new(name.unwrap_or_default(), bytes, import, revision);
                self.import = Some(dialog);
            }
            Err(error) => {
                news.bad(format!("{} was not read: {}.", path.display(), error.reason()));
            }
        }
    }
}

fn export_counters(document: &Document, path: &Path, news: &mut Notices) {
    match salient_output::write_whole(path, csv::write(document).as_bytes()) {
        Ok(()) => news.good(format!("Written: {}", path.display())),
        Err(error) => news.bad(format!("{} was not written: {error}.", path.display())),
    }
}

fn deleted_name(counters: usize) -> String {
    match counters {
        0 => "Delete formation".to_owned(),
        1 => "Delete counter".to_owned(),
        many => format!("Delete {many} counters"),
    }
}
