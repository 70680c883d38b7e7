//! Closing documents and the window: nothing is lost without a question.

use salient_rules::Systems;
use salient_document::{Document, Origin, SaveOptions};
use salient_schema::Project;

use super::app::App;
use super::questions::{Next, Question, Reply};
use super::recovery::forget_start;
use super::tabs::SheetNumber;

impl App {
    /// Closes a document, after a question if it is not saved.
    pub(super) fn close_sheet(&mut self, ctx: &egui::Context, number: SheetNumber) {
        let Some(sheet) = self.sheets().find(|sheet| sheet.number == number) else { return };
        if sheet.unsaved() {
            self.show_sheet(number);
            self.question = Some(Question::Unsaved(Next::Close(number)));
        } else {
            self.go_on(ctx, Next::Close(number));
        }
    }

    /// Closes the window once every document that is not saved has been asked about.
    pub(super) fn quit(&mut self, ctx: &egui::Context) {
        let given_up = &self.files.given_up;
        let lost =
            |sheet: &&super::sheet::Sheet| sheet.unsaved() && !given_up.contains(&sheet.number);
        let lost = self.sheets().find(lost).map(|sheet| sheet.number);
        match lost {
            Some(number) => {
                self.show_sheet(number);
                self.question = Some(Question::Unsaved(Next::Quit));
            }
            None => {
                self.files.may_close = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// How many documents are yet to be asked about before the window closes.
    pub(super) fn unsaved(&self) -> usize {
        let given_up = &self.files.given_up;
        self.sheets().filter(|sheet| sheet.unsaved() && !given_up.contains(&sheet.number)).count()
    }

    pub(super) fn go_on(&mut self, ctx: &egui::Context, next: Next) {
        match next {
            Next::Quit => self.quit(ctx),
            Next::Close(number) => self.drop_sheet(number),
        }
    }

    /// What was answered when asked about changes that are not saved.
    pub(super) fn leave(&mut self, ctx: &egui::Context, next: Next, reply: Reply) {
        match reply {
            Reply::Yes => {
                self.files.after_save = Some(next);
                self.save(ctx, SaveOptions::default());
            }
            Reply::No => {
                if next == Next::Quit {
                    self.files.given_up.insert(self.sheet.number);
                }
                self.go_on(ctx, next);
            }
            Reply::Cancel | Reply::Mine => self.stay(),
        }
    }

    /// Nothing is left after all.
    pub(super) fn stay(&mut self) {
        self.files.after_save = None;
        self.files.given_up.clear();
    }

    /// Keeps the window open while there is something to lose.
    pub(super) fn guard_closing(&mut self, ctx: &egui::Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        if asked && !self.files.may_close && self.unsaved() > 0 {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.files.given_up.clear();
            self.quit(ctx);
        }
    }

    /// The window is closed and whatever was to be asked has been.
    pub(super) fn leave_for_good(&mut self) {
        let may_close = self.files.may_close;
        for sheet in self.sheets_mut() {
            sheet.test_run.stop();
            // A window that the system ends without asking leaves its journals, as a crash does.
            if may_close || !sheet.unsaved() {
                let placeholder = Document::new(Systems::NONE, Project::empty(), Origin::Embedded);
                std::mem::replace(&mut sheet.document, placeholder).close();
                forget_start(&mut sheet.start);
            }
        }
    }
}
