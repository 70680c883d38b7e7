//! Closing documents and the window: nothing is lost without a question.

use salient_document::{Document, Origin, SaveOptions};
use salient_rules::Systems;
use salient_schema::Project;

use super::files::names_of;
use super::recovery::forget_start;
use super::{Desk, Documents, OpenDocument};
use crate::files::questions::{Next, Question, Reply};
use crate::request::tabs::TabNumber;

impl Documents {
    /// Closes a document, after a question if it is not saved.
    pub(crate) fn close(&mut self, ctx: &egui::Context, number: TabNumber, desk: &mut Desk<'_>) {
        let Some(open) = self.all().find(|open| open.number == number) else { return };
        if open.unsaved() || open.loses_sandbox() {
            self.show(number, desk);
            desk.questions.shown = Some(self.unsaved_question(Next::Close(number)));
        } else {
            self.go_on(ctx, Next::Close(number), desk);
        }
    }

    /// Closes the window once every document that is not saved has been asked about.
    pub(crate) fn quit(&mut self, ctx: &egui::Context, desk: &mut Desk<'_>) {
        let lost = self.lost().next().map(|open| open.number);
        match lost {
            Some(number) => {
                self.show(number, desk);
                desk.questions.shown = Some(self.unsaved_question(Next::Quit));
            }
            None => {
                self.files.may_close = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// What closing the window would lose, of all that was not given up.
    fn lost(&self) -> impl Iterator<Item = &OpenDocument> {
        let given_up = &self.files.given_up;
        let loses = |open: &&OpenDocument| open.unsaved() || open.loses_sandbox();
        self.all().filter(loses).filter(|open| !given_up.contains(&open.number))
    }

    /// The question about the document in front, with the files that saving would write.
    fn unsaved_question(&self, next: Next) -> Question {
        if !self.front.unsaved() {
            return Question::Sandbox { next };
        }
        let files = names_of(&self.front.document.files_to_write());
        Question::Unsaved { next, files }
    }

    /// How many documents are yet to be asked about before the window closes.
    pub(crate) fn unsaved(&self) -> usize {
        self.lost().count()
    }

    pub(crate) fn go_on(&mut self, ctx: &egui::Context, next: Next, desk: &mut Desk<'_>) {
        match next {
            Next::Quit => self.quit(ctx, desk),
            Next::Close(number) => self.drop_document(number, desk),
        }
    }

    /// What was answered when asked about changes that are not saved.
    pub(crate) fn leave(
        &mut self,
        ctx: &egui::Context,
        next: Next,
        reply: Reply,
        desk: &mut Desk<'_>,
    ) {
        match reply {
            Reply::Yes => {
                self.files.after_save = Some(next);
                self.save(ctx, SaveOptions::default(), desk);
            }
            Reply::No => {
                if next == Next::Quit {
                    self.files.given_up.insert(self.front.number);
                }
                self.go_on(ctx, next, desk);
            }
            Reply::Cancel | Reply::Mine => self.stay(),
        }
    }

    /// Nothing is left after all.
    pub(crate) fn stay(&mut self) {
        self.files.after_save = None;
        self.files.given_up.clear();
    }

    /// Keeps the window open while there is something to lose.
    pub(crate) fn guard_closing(&mut self, ctx: &egui::Context, desk: &mut Desk<'_>) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        if asked && !self.files.may_close && self.unsaved() > 0 {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.files.given_up.clear();
            self.quit(ctx, desk);
        }
    }

    /// The window is closed and whatever was to be asked has been.
    pub(crate) fn leave_for_good(&mut self) {
        let may_close = self.files.may_close;
        for open in self.all_mut() {
            open.test_run.stop();
            // A window that the system ends without asking leaves its journals, as a crash does.
            if may_close || !open.unsaved() {
                let placeholder = Document::new(Systems::NONE, Project::empty(), Origin::Embedded);
                std::mem::replace(&mut open.document, placeholder).close();
                forget_start(&mut open.start);
            }
        }
    }
}
