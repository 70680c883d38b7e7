//! The open documents: one shows, the others wait behind their tabs. Whatever is opened, saved,
//! closed, merged or brought back is done here.
//!
//! ```text
//!  Documents ── OpenDocument: document, tools, panes, pages, inspector, test-run, lab   × tabs
//!     │           └─ apply: what is asked of the document in front
//!     └─ Files, Watch: whom to ask for files, and who looks after them
//! ```

mod beside;
pub(crate) mod cases;
mod clients;
mod commands;
mod compare;
mod edits;
mod export;
mod files;
mod leaving;
mod oob;
mod open_document;
mod problems;
mod recipe;
mod recovery;
mod requests;
mod sandbox;
mod scan;
mod set_up;
mod versions;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clients::{ClientDialog, foreign};
use files::Files;
use recovery::forget_start;
use salient_document::tools::Stamp;
use salient_document::{Document, Origin};
use salient_rules::Systems;

use crate::files::dialogs::Dialogs;
use crate::files::questions::{Question, Questions};
use crate::files::watch::Watch;
use crate::generate::GenerateDialog;
use crate::look::notices::Notices;
use crate::request::tabs::TabNumber;
use crate::settings::Settings;
pub use open_document::OpenDocument;

/// What belongs to others and is told of what is done with documents.
pub struct Desk<'a> {
    /// Questions that must be answered, and news that must be seen.
    pub questions: &'a mut Questions,
    /// News that go away by themselves.
    pub notices: &'a mut Notices,
    /// The files that were open lately.
    pub settings: &'a mut Settings,
}

/// The open documents, and their files.
pub struct Documents {
    /// The document whose tab shows.
    pub front: OpenDocument,
    /// The others, in the order of their tabs.
    parked: Vec<OpenDocument>,
    /// Where the tab that shows stands among the others.
    place: usize,
    /// The number of the next document that is opened.
    next_number: u64,
    /// The part of a map that was copied last, for all tabs.
    clipboard: Option<Arc<Stamp>>,
    files: Files,
    watch: Watch,
    /// What is being exported or imported.
    clients: Option<ClientDialog>,
    /// The set-up that is being made by rules.
    generate: Option<Box<GenerateDialog>>,
    /// Whether its dialog shows.
    generates: bool,
    /// How many pictures were exported since the start.
    pictures_drawn: usize,
}

impl Documents {
    /// Begins with a file, or the built-in scenario, and whatever an earlier run left unsaved.
    pub fn new(
        systems: Systems,
        dialogs: Box<dyn Dialogs>,
        journal_folder: Option<PathBuf>,
        file: Option<PathBuf>,
        desk: &mut Desk<'_>,
    ) -> Self {
        let mut files = Files::new(systems, dialogs, journal_folder);
        // Another client's file is imported over the built-in scenario.
        let foreign = file.as_deref().and_then(foreign);
        let (document, trouble) = files.first_document(file.clone().filter(|_| foreign.is_none()));
        desk.questions.shown = trouble;
        let mut documents = Self {
            front: OpenDocument::new(document),
            parked: Vec::new(),
            place: 0,
            next_number: 1,
            clipboard: None,
            files,
            watch: Watch::default(),
            clients: None,
            generate: None,
            generates: false,
            pictures_drawn: 0,
        };
        documents.front.is_example = documents.front.document.origin() == &Origin::Embedded;
        documents.remember_file(desk);
        documents.ask_to_recover(desk);
        documents.find_unfinished_work(desk);
        if let (Some(client), Some(file)) = (foreign, file) {
            documents.open_import(file, client, &desk.settings.kept.recent);
        }
        documents
    }

    /// Whether only one document is open.
    pub fn is_alone(&self) -> bool {
        self.parked.is_empty()
    }

    /// How many dialogs are open.
    pub fn dialogs(&self) -> usize {
        usize::from(self.clients.is_some()) + usize::from(self.generates)
    }

    /// Where the tab that shows stands, from the left.
    pub fn place(&self) -> usize {
        self.place
    }

    /// How many pictures were exported since the start.
    pub fn pictures_drawn(&self) -> usize {
        self.pictures_drawn
    }

    /// Opens a copy of the built-in scenario for the tour, which nobody minds losing.
    pub fn open_for_the_tour(&mut self) -> TabNumber {
        let number = self.open(self.files.copy_for_the_tour());
        self.front.scratch = true;
        number
    }

    /// Asks a question, once those before it are answered.
    pub fn ask(&mut self, question: Question, desk: &mut Desk<'_>) {
        desk.questions.wait(question);
        self.next_question(desk);
    }

    /// Shows the next question that waits, over the document that it is about.
    pub fn next_question(&mut self, desk: &mut Desk<'_>) {
        if let Some(number) = desk.questions.next() {
            self.show(number, desk);
        }
    }

    /// Catches up with the documents and with the clock; whether to look again at once.
    pub fn tick(&mut self, seconds: f64) -> bool {
        let again = self.front.tick(seconds);
        for open in &mut self.parked {
            // What waits behind its tab takes note of what its threads bring, no more.
            open.tick(0.0);
        }
        again
    }

    /// All open documents, in the order of their tabs.
    pub(crate) fn all(&self) -> impl Iterator<Item = &OpenDocument> {
        let (before, after) = self.parked.split_at(self.place.min(self.parked.len()));
        before.iter().chain(std::iter::once(&self.front)).chain(after)
    }

    /// All open documents, in the order of their tabs.
    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = &mut OpenDocument> {
        let place = self.place.min(self.parked.len());
        let (before, after) = self.parked.split_at_mut(place);
        before.iter_mut().chain(std::iter::once(&mut self.front)).chain(after)
    }

    /// Opens a document in a tab of its own, in front of the others.
    pub(crate) fn open(&mut self, document: Document) -> TabNumber {
        let number = self.next_number;
        self.next_number += 1;
        let mut open = OpenDocument::new(document);
        open.number = number;
        open.inspector.tab = self.front.inspector.tab;
        let place = self.place + 1;
        let old = std::mem::replace(&mut self.front, open);
        self.parked.insert(place - 1, old);
        self.place = place;
        number
    }

    /// Brings a document to the front, if it is still open.
    pub(crate) fn show(&mut self, number: TabNumber, desk: &mut Desk<'_>) {
        let Some(place) = self.all().position(|open| open.number == number) else { return };
        self.show_place(place, desk);
    }

    fn show_place(&mut self, place: usize, desk: &mut Desk<'_>) {
        if place == self.place || place > self.parked.len() {
            return;
        }
        self.front.give_up_drag(desk.notices);
        // Without the one in front, those behind it stand one place further left.
        let at = if place > self.place { place - 1 } else { place };
        let open = self.parked.remove(at);
        let old = std::mem::replace(&mut self.front, open);
        let back = if place > self.place { self.place } else { self.place - 1 };
        self.parked.insert(back, old);
        self.place = place;
    }

    /// Brings the next or the previous document to the front, around the ends.
    pub(crate) fn step_tab(&mut self, steps: isize, desk: &mut Desk<'_>) {
        let count = self.parked.len() + 1;
        let place = self.place as isize + steps;
        self.show_place(place.rem_euclid(count as isize) as usize, desk);
    }

    /// Takes a document away for good. The last one makes room for the built-in scenario.
    pub(crate) fn drop_document(&mut self, number: TabNumber, desk: &mut Desk<'_>) {
        if self.parked.is_empty() {
            if self.front.number != number {
                return;
            }
            let example = self.files.example();
            self.open(example);
        }
        let Some(place) = self.all().position(|open| open.number == number) else { return };
        if place == self.place {
            let count = self.parked.len();
            self.show_place(if place == count { place - 1 } else { place + 1 }, desk);
        }
        let Some(at) = self.parked.iter().position(|open| open.number == number) else { return };
        let mut open = self.parked.remove(at);
        if at < self.place {
            self.place -= 1;
        }
        open.test_run.stop();
        open.document.close();
        forget_start(&mut open.start);
    }

    fn move_tab(&mut self, number: TabNumber, place: usize, desk: &mut Desk<'_>) {
        let front = self.front.number;
        self.show(number, desk);
        // What shows stands at `place` among the others.
        self.place = place.min(self.parked.len());
        self.show(front, desk);
    }

    /// The open document that came from a file.
    pub(crate) fn of_file(&self, path: &Path) -> Option<TabNumber> {
        let wanted = same_file(path);
        let found = self.all().find(|open| match open.document.origin() {
            Origin::File(file) => same_file(file) == wanted,
            Origin::Embedded => false,
        });
        found.map(|open| open.number)
    }
}

/// A path by which the same file is recognised, whatever way leads to it.
fn same_file(path: &Path) -> PathBuf {
    std::fs::canonicalize(path)
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}
