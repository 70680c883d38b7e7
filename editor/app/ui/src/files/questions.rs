//! What is asked before something is lost, and what is told.

use std::collections::VecDeque;
use std::path::PathBuf;

use egui::{Id, Key, Label, Modal, Modifiers, ScrollArea, TextEdit, Ui};
use salient_document::OwnParts;

use super::Purpose;
use super::copy::CopyQuestion;
use crate::look::theme;
use crate::look::widgets::{caret_to_end, dialog_frame, primary_button, quiet, text_button};
use crate::request::tabs::TabNumber;

/// So many of those who use a file are named.
const SHOWN_USERS: usize = 4;

/// What follows once a document may be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Close the window.
    Quit,
    /// Close a document.
    Close(TabNumber),
}

/// A question, or news that must be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// There are changes that are not saved.
    Unsaved {
        /// What follows.
        next: Next,
        /// The files that saving writes.
        files: Vec<String>,
    },
    /// What was done in the sandbox is in no file.
    Sandbox {
        /// What follows.
        next: Next,
    },
    /// Saving writes files that other scenarios use.
    Shared {
        /// The files, each with those who use it.
        files: Vec<(String, Vec<String>)>,
    },
    /// An earlier run ended without saving this document.
    Recover(TabNumber),
    /// Somebody else saved the files of a document.
    Changed {
        /// The document.
        number: TabNumber,
        /// What the files are called.
        names: Vec<String>,
        /// Whether the document has changes of its own.
        dirty: bool,
        /// Whether it was about to be saved.
        saving: bool,
    },
    /// Files on the disk are in the way.
    Overwrite {
        /// Where to save; where the document came from if left out.
        path: Option<PathBuf>,
        /// What gets files of its own there.
        own: OwnParts,
        /// What is in the way.
        reason: String,
    },
    /// A scenario is saved under another name: what goes along with it.
    Copy(Box<CopyQuestion>),
    /// A document could not be saved where it is.
    NotSaved {
        /// Why.
        reason: String,
    },
    /// The folder that a document came from is not there any more.
    FolderGone {
        /// The document.
        number: TabNumber,
        /// What it is called.
        title: String,
    },
    /// A file is wanted, and the desktop has no dialog for that.
    Path(Purpose),
    /// Something went wrong.
    Trouble {
        /// What.
        title: String,
        /// In detail.
        text: String,
    },
    /// Whether to take the tour, at the first start.
    Tour,
    /// What Salient is.
    About,
}

/// What is asked, one question at a time.
#[derive(Debug, Default)]
pub struct Questions {
    /// The one that shows.
    pub shown: Option<Question>,
    /// Those that wait for it to be answered.
    waiting: VecDeque<Question>,
    /// The path that is being typed, where the desktop has no dialog for files.
    pub typed: String,
    /// What is to go along with a scenario that is saved under another name.
    pub own: OwnParts,
}

impl Questions {
    /// Puts a question behind those that wait.
    pub fn wait(&mut self, question: Question) {
        self.waiting.push_back(question);
    }

    /// Shows the next one that waits, once the last is answered. Gives the document that is to be
    /// seen behind it, if it is about one.
    pub fn next(&mut self) -> Option<TabNumber> {
        if self.shown.is_some() {
            return None;
        }
        self.shown = Some(self.waiting.pop_front()?);
        match self.shown {
            Some(Question::Recover(number) | Question::Changed { number, .. }) => Some(number),
            _ => None,
        }
    }

    /// The one that shows and those that wait.
    pub fn all(&self) -> impl Iterator<Item = &Question> {
        self.shown.iter().chain(&self.waiting)
    }
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// What is asked for: save, bring back, overwrite.
    Yes,
    /// The other way: leave without saving, throw away, save elsewhere.
    No,
    /// A third way: what is here stays as it is.
    Mine,
    /// None of these.
    Cancel,
}

/// Shows a question; its answer once it is given.
pub fn show(
    ctx: &egui::Context,
    question: &Question,
    title: &str,
    (typed, own): (&mut String, &mut OwnParts),
) -> Option<Reply> {
    let modal = Modal::new(Id::unique("question")).frame(dialog_frame(ctx)).show(ctx, |ui| {
        let room = ctx.content_rect().width() - 80.0;
        ui.set_max_width(room.min(500.0));
        ui.set_min_width(room.min(400.0));
        match question {
            Question::Unsaved { files, .. } => {
                let text = match files.as_slice() {
                    [] => "What is not saved is lost.".to_owned(),
                    files => {
                        format!("Saving writes {}. What is not saved is lost.", files.join(", "))
                    }
                };
                let title = format!("Save the changes to {title}?");
                ask(ui, &title, &text, ["Save", "Don't save", "Cancel"])
            }
            Question::Sandbox { .. } => ask(
                ui,
                &format!("Save the sandbox of {title}?"),
                "What was done in it is in no file, and is lost with the document.",
                ["Save…", "Don't save", "Cancel"],
            ),
            Question::Shared { files } => {
                let uses = |(file, users): &(String, Vec<String>)| {
                    let more = users.len().saturating_sub(SHOWN_USERS);
                    let shown: Vec<&str> =
                        users.iter().take(SHOWN_USERS).map(String::as_str).collect();
                    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                    format!("{file} is also used by {}{more}.", shown.join(", "))
                };
                let lines: Vec<String> = files.iter().map(uses).collect();
                let text = format!(
                    "{}\n\nSaving changes it for them, too. A copy of its own lies beside this \
                     scenario and belongs to it alone.",
                    lines.join("\n")
                );
                let names = ["Save for all", "Make my own copy", "Cancel"];
                ask(ui, "Other scenarios use what you changed", &text, names)
            }
            Question::Recover(_) => ask(
                ui,
                "Bring unsaved changes back?",
                &format!("Salient ended last time before {title} was saved."),
                ["Bring back", "Throw away", "Decide later"],
            ),
            Question::Changed { names, dirty, .. } => changed(ui, title, names, *dirty),
            Question::Overwrite { reason, .. } => {
                ui.heading("Overwrite?");
                ui.add_space(4.0);
                ui.add(Label::new(reason).wrap());
                // What a slip of the Enter key does is never to write over something.
                let overwrite = ("Overwrite", Reply::Yes);
                let elsewhere = ("Save elsewhere…", Reply::No);
                answers(ui, &[elsewhere, overwrite, ("Cancel", Reply::Cancel)])
            }
            Question::Copy(copy) => {
                copy.show(ui, title, own);
                answers(ui, &[("Save", Reply::Yes), ("Cancel", Reply::Cancel)])
            }
            Question::NotSaved { reason } => {
                ask(ui, "Not saved", reason, ["Save elsewhere…", "Try again", "Cancel"])
            }
            Question::FolderGone { title, .. } => {
                let text = format!(
                    "Somebody deleted or moved the folder of {title}. All of it is still open \
                     here, with its undo list, and is kept safe meanwhile."
                );
                ui.heading("The folder of this scenario is gone");
                ui.add_space(4.0);
                ui.add(Label::new(text).wrap());
                answers(ui, &[("Save elsewhere…", Reply::Yes), ("Later", Reply::Cancel)])
            }
            Question::Path(purpose) => {
                let (title, yes) = purpose.typed();
                ui.heading(title);
                let field = TextEdit::singleline(typed).desired_width(f32::INFINITY);
                let field = ui.name_inputs("Path", |ui| ui.add(field));
                if !field.has_focus() {
                    // What is typed goes on where the path ends.
                    caret_to_end(ui, &field, typed);
                    field.request_focus();
                }
                quiet(ui, "This desktop has no dialog for files, so the path is typed here.");
                answers(ui, &[(yes, Reply::Yes), ("Cancel", Reply::Cancel)])
            }
            Question::Trouble { title, text } => message(ui, title, |ui| {
                ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                    ui.add(Label::new(text).wrap().selectable(true));
                });
            }),
            Question::Tour => {
                ui.heading("Welcome to Salient");
                ui.add_space(4.0);
                let text = "A tour of three minutes shows how a map is painted, a set-up is made \
                            and tested, and a picture is taken home. It works on a copy; Help \
                            brings it back at any time.";
                ui.add(Label::new(text).wrap());
                answers(ui, &[("Take the tour", Reply::Yes), ("Not now", Reply::Cancel)])
            }
            Question::About => message(ui, "Salient", |ui| {
                ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
                quiet(
                    ui,
                    "Scenario editor and map-data toolchain for hex wargames of the First World \
                     War. Typeface: Barlow by Jeremy Tribby, under the SIL Open Font Licence.",
                );
            }),
        }
    });
    modal.inner.or_else(|| modal.should_close().then_some(Reply::Cancel))
}

fn ask(ui: &mut Ui, title: &str, text: &str, names: [&str; 3]) -> Option<Reply> {
    ui.heading(title);
    ui.add_space(4.0);
    ui.add(Label::new(text).wrap());
    let [yes, no, cancel] = names;
    answers(ui, &[(yes, Reply::Yes), (no, Reply::No), (cancel, Reply::Cancel)])
}

fn changed(ui: &mut Ui, title: &str, names: &[String], dirty: bool) -> Option<Reply> {
    ui.heading("Another program saved this file");
    ui.add_space(4.0);
    let names = names.join(", ");
    if dirty {
        let text = format!(
            "{names} changed since {title} was opened or saved here, and so did your version. Both \
             can be put together; what both changed is shown to you first."
        );
        ui.add(Label::new(text).wrap());
        let load = ("Load the file's", Reply::No);
        let later = ("Later", Reply::Cancel);
        answers(ui, &[("Put together", Reply::Yes), load, ("Keep mine", Reply::Mine), later])
    } else {
        let text = format!("{names} changed since {title} was opened. You have changed nothing.");
        ui.add(Label::new(text).wrap());
        let later = ("Later", Reply::Cancel);
        answers(ui, &[("Load it", Reply::Yes), ("Keep mine", Reply::Mine), later])
    }
}

/// Buttons in a row, the first for the next step; Enter means that one.
fn answers(ui: &mut Ui, answers: &[(&str, Reply)]) -> Option<Reply> {
    ui.add_space(theme::GROUP_GAP);
    let mut reply = None;
    ui.horizontal_wrapped(|ui| {
        for (place, (name, means)) in answers.iter().enumerate() {
            let clicked = match place {
                0 => primary_button(ui, None, name, true).clicked(),
                _ => text_button(ui, None, name, true).clicked(),
            };
            if clicked {
                reply = Some(*means);
            }
        }
    });
    if reply.is_none() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        reply = answers.first().map(|(_, means)| *means);
    }
    reply
}

fn message(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) -> Option<Reply> {
    ui.heading(title);
    ui.add_space(4.0);
    add(ui);
    answers(ui, &[("Close", Reply::Cancel)])
}
