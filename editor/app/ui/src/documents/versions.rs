//! What is done when somebody else saved the file of an open document.

use egui::{Id, Modal, RichText, ScrollArea, Ui};
use salient_document::{Choice, Conflict, Merge, SaveOptions};

use super::files::names_of;
use super::{Desk, Documents};
use crate::files::questions::Question;
use crate::files::watch::Changed;
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, dialog_frame, primary_button, quiet, segments, text_button};
use crate::request::tabs::TabNumber;

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

/// The conflicts of a merge, and what is chosen in each.
#[derive(Clone, Debug)]
pub struct MergeDialog {
    number: TabNumber,
    merge: Merge,
    choices: Vec<Choice>,
    /// Whether it is saved afterwards.
    saving: bool,
}

/// What was answered.
enum Answer {
    Merge,
    Cancel,
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
                let choices = vec![Choice::Ours; merge.conflicts.len()];
                self.merging = Some(MergeDialog { number, merge, choices, saving });
            }
            Ok(None) => {
                desk.notices.good(match way {
                    Way::Merge => "Both versions are put together. Undo takes it back.",
                    Way::Theirs => "The changed file is loaded. Undo takes it back.",
                    Way::Ours => "Your version stays. Saving writes over the file.",
                });
                self.after_versions(ctx, saving && way != Way::Theirs, desk);
            }
            Err(error) => self.ask(
                Question::Trouble {
                    title: "The two versions were left as they are".to_owned(),
                    text: sentence(&error.to_string()),
                },
                desk,
            ),
        }
    }

    fn after_versions(&mut self, ctx: &egui::Context, saving: bool, desk: &mut Desk<'_>) {
        if saving {
            self.save(ctx, SaveOptions::default(), desk);
        }
    }

    /// Shows the conflicts of a merge, if there is one under way.
    pub(crate) fn merge_dialog(&mut self, ctx: &egui::Context, desk: &mut Desk<'_>) {
        let Some(mut dialog) = self.merging.take() else { return };
        match dialog.show(ctx) {
            None => self.merging = Some(dialog),
            Some(Answer::Cancel) => self.stay(),
            Some(Answer::Merge) => {
                self.show(dialog.number, desk);
                if self.front.number != dialog.number {
                    return;
                }
                match self.front.document.merge(&dialog.merge, &dialog.choices) {
                    Ok(()) => {
                        desk.notices.good("Both versions are put together. Undo takes it back.");
                        self.after_versions(ctx, dialog.saving, desk);
                    }
                    Err(error) => self.ask(
                        Question::Trouble {
                            title: "The two versions were left as they are".to_owned(),
                            text: sentence(&error.to_string()),
                        },
                        desk,
                    ),
                }
            }
        }
    }
}

impl MergeDialog {
    fn show(&mut self, ctx: &egui::Context) -> Option<Answer> {
        let room = ctx.content_rect().size();
        let modal = Modal::new(Id::unique("merge")).frame(dialog_frame(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 60.0).min(640.0));
            let count = self.merge.conflicts.len();
            ui.heading("Both of you changed the same");
            quiet(
                ui,
                match count {
                    1 => "One thing differs. Everything else is put together.".to_owned(),
                    count => format!("{count} things differ. Everything else is put together."),
                },
            );
            ui.horizontal(|ui| {
                if text_button(ui, None, "All as in mine", true).clicked() {
                    self.choices.fill(Choice::Ours);
                }
                if text_button(ui, None, "All as in the file", true).clicked() {
                    self.choices.fill(Choice::Theirs);
                }
            });
            ui.add_space(theme::GAP);
            let height = (room.y - 290.0).clamp(80.0, 420.0);
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                let conflicts = self.merge.conflicts.iter().zip(&mut self.choices);
                for (number, (conflict, choice)) in conflicts.enumerate() {
                    conflict_ui(ui, number, conflict, choice);
                }
            });
            ui.add_space(theme::GROUP_GAP);
            ui.horizontal(|ui| {
                let merge = primary_button(ui, None, "Put together", true).clicked();
                let cancel = text_button(ui, None, "Decide later", true).clicked();
                match (merge, cancel) {
                    (true, _) => Some(Answer::Merge),
                    (_, true) => Some(Answer::Cancel),
                    _ => None,
                }
            })
            .inner
        });
        let closed = modal.should_close();
        modal.inner.or_else(|| closed.then_some(Answer::Cancel))
    }
}

fn conflict_ui(ui: &mut Ui, number: usize, conflict: &Conflict, choice: &mut Choice) {
    card(ui, |ui| {
        let mut what = conflict.what.clone();
        if let Some(first) = what.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        ui.label(RichText::new(&what).font(theme::strong(15.0)));
        for (whose, value, of) in [
            ("Mine", &conflict.ours, Choice::Ours),
            ("The file's", &conflict.theirs, Choice::Theirs),
        ] {
            let ink = if *choice == of { palette(ui).ink } else { palette(ui).quiet };
            let text = RichText::new(format!("{whose}: {value}")).color(ink);
            ui.add(egui::Label::new(text).wrap());
        }
        let name = format!("{}. {what}", number + 1);
        let choices = [(Choice::Ours, "Mine"), (Choice::Theirs, "The file's")];
        ui.push_id(number, |ui| {
            if let Some(chosen) = segments(ui, &name, &choices, *choice) {
                *choice = chosen;
            }
        });
    });
}
