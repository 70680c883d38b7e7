//! What is done when somebody else saved the file of an open document.

use salient_document::{MergeError, SaveOptions};

use super::files::names_of;
use super::{Desk, Documents};
use crate::files::questions::Question;
use crate::files::watch::Changed;
use crate::look::sentence;
use crate::request::tabs::TabNumber;
use crate::request::views::Tab;

/// The news of a merge.
const PUT_TOGETHER: &str = "Both versions are put together. Undo takes it back.";

/// How the two versions of a document become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Both are put together.
    Merge,
    /// The files as they are.
    Theirs,
    /// The document as it is.
    Ours,
}

impl Documents {
    /// Looks after the files of all documents, and asks about those that somebody else saved.
    pub(crate) fn watch_files(&mut self, ctx: &egui::Context, desk: &mut Desk<'_>) {
        let files = self
            .all()
            .map(|open| (open.number, open.document.watched_files()))
            .filter(|(_, files)| !files.is_empty())
            .collect();
        self.watch.look_after(ctx, files);
        for Changed { number, paths, gone, .. } in self.watch.noticed() {
            if !gone.is_empty() {
                self.miss_files(number, &gone, desk);
                continue;
            }
            let asked = |question: &Question| matches!(question, Question::Changed { number: other, .. } if *other == number);
            if desk.questions.all().any(asked) {
                continue;
            }
            let names = names_of(&paths);
            let dirty = self.all().any(|open| open.number == number && open.document.dirty());
            self.ask(Question::Changed { number, names, dirty, saving: false }, desk);
        }
    }

    /// Makes one of the two versions.
    pub(crate) fn settle_versions(
        &mut self,
        ctx: &egui::Context,
        number: TabNumber,
        way: Way,
        saving: bool,
        desk: &mut Desk<'_>,
    ) {
        self.show(number, desk);
        if self.front.number != number {
            return;
        }
        self.front.test_run.end_game();
        self.front.give_up_drag(desk.notices);
        let document = &mut self.front.document;
        let done = match way {
            Way::Ours => document.keep_ours().map(|()| None),
            Way::Theirs => document.load_theirs().map(|()| None),
            Way::Merge => document.look_at_merge().and_then(|merge| {
                if !merge.conflicts.is_empty() {
                    return Ok(Some(merge));
                }
                document.merge(&merge, &[]).map(|()| None)
            }),
        };
        self.tell_of_cut_off_save(desk);
        match done {
            Ok(Some(merge)) => {
                self.front.versions.merge_files(&merge, saving);
                self.front.inspector.tab = Tab::History;
                // What was to come after saving is not waited for: the panel leaves all else free.
                self.stay();
            }
            Ok(None) => {
                desk.notices.good(match way {
                    Way::Merge => PUT_TOGETHER,
                    Way::Theirs => "The changed file is loaded. Undo takes it back.",
                    Way::Ours => "Your version stays. Saving writes over the file.",
                });
                self.after_versions(ctx, saving && way != Way::Theirs, desk);
            }
            Err(error) => self.left_as_they_are(&error, desk),
        }
    }

    /// Makes one of the document and the version that is being put together with it.
    pub(super) fn put_together(&mut self, ctx: &egui::Context, desk: &mut Desk<'_>) {
        let versions = &self.front.versions;
        let Some(merging) = versions.merging() else { return };
        let Some((merge, choices)) = merging.ready(&self.front.document) else { return };
        let saving = merging.saving();
        self.front.test_run.end_game();
        self.front.give_up_drag(desk.notices);
        match self.front.document.merge(&merge, &choices) {
            Ok(()) => {
                self.front.versions.end_merge();
                desk.notices.good(PUT_TOGETHER);
                self.after_versions(ctx, saving, desk);
            }
            Err(error) => self.left_as_they_are(&error, desk),
        }
    }

    fn left_as_they_are(&mut self, error: &MergeError, desk: &mut Desk<'_>) {
        let title = "The two versions were left as they are";
        self.trouble(title, sentence(&error.to_string()), desk);
    }

    fn after_versions(&mut self, ctx: &egui::Context, saving: bool, desk: &mut Desk<'_>) {
        if saving {
            self.save(ctx, SaveOptions::default(), desk);
        }
    }
}
