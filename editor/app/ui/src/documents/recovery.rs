//! Work that an earlier run of the editor left unsaved, because it was killed or the power went.
//!
//! A document with a file has its journal beside the file; the files that were open lately are
//! looked through at the start. A new document has no file yet, so a copy of what it began with
//! lies in the state folder, with its journal beside that.

use std::path::{Path, PathBuf};

use salient_document::{Document, Missing, Origin};
use salient_schema::project::{Disk, Project, ProjectPaths, open_project};
use salient_schema::{Bundle, to_canonical_json};

use super::files::names_of;
use super::{Desk, Documents};
use crate::files::questions::Question;
use crate::request::tabs::TabNumber;

/// What the copies of new documents are called, before their number.
const UNTITLED: &str = "untitled-";

impl Documents {
    /// Opens every document that was left unsaved, a tab each, and asks what to do about it.
    pub(crate) fn find_unfinished_work(&mut self, desk: &mut Desk<'_>) {
        let front = self.front.number;
        for path in desk.settings.kept.recent.clone() {
            if Document::has_unfinished_work(&path) && self.of_file(&path).is_none() {
                // One that cannot be opened any more is told about when it is asked for.
                if let (Some(mut document), _) = Document::open(self.files.systems, &path)
                    && !document.discard_undone_work()
                {
                    self.open(document);
                    self.ask_to_recover(desk);
                }
            }
        }
        for start in self.left_untitled() {
            let name = start.to_string_lossy().into_owned();
            let (Some(project), _) = open_project(&Disk, &name) else { continue };
            let mut document =
                Document::new(self.files.systems, untitled(project.bundle), Origin::Embedded);
            document.set_journal_file(journal_of(&start));
            // A new document is asked about whatever was done in it: it is nowhere else.
            if document.unfinished_work().is_some() {
                self.open(document);
                self.front.start = Some(start);
                self.ask(Question::Recover(self.front.number), desk);
            }
        }
        // The one that is asked about shows.
        self.show(
            match desk.questions.shown {
                Some(Question::Recover(number)) => number,
                _ => front,
            },
            desk,
        );
    }

    /// The copies of new documents of earlier runs.
    fn left_untitled(&self) -> Vec<PathBuf> {
        let Some(folder) = self.files.journal_folder() else { return Vec::new() };
        let mut found =
            salient_files::files_in(folder, salient_files::limits::ENTRIES).unwrap_or_default();
        found.retain(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            name.is_some_and(|name| name.starts_with(UNTITLED) && name.ends_with(".json"))
        });
        found
    }

    /// Files of a document are gone: what is open stays, and what is done in it survives a kill.
    pub(crate) fn miss_files(&mut self, number: TabNumber, gone: &[PathBuf], desk: &mut Desk<'_>) {
        let folder = self.files.journal_folder().map(Path::to_path_buf);
        let Some(open) = self.all_mut().find(|open| open.number == number) else { return };
        let title = open.document.title().to_owned();
        match open.document.miss_files(gone) {
            Missing::Files => {
                desk.notices.bad(format!(
                    "Gone from the disk: {}. All of it is still open here; saving writes it anew.",
                    names_of(gone).join(", ")
                ));
            }
            Missing::Folder => {
                open.start = folder.and_then(|folder| keep_start(&folder, &open.document));
                if let Some(start) = &open.start {
                    open.document.set_journal_file(journal_of(start));
                    open.document.begin_journal();
                }
                self.ask(Question::FolderGone { number, title }, desk);
            }
        }
    }

    /// Opens a new document that has no file yet. What is done in it survives a kill.
    pub(crate) fn open_new(&mut self, bundle: Bundle) {
        let mut document = Document::new(self.files.systems, untitled(bundle), Origin::Embedded);
        let start = self.files.journal_folder().and_then(|folder| keep_start(folder, &document));
        if let Some(start) = &start {
            document.set_journal_file(journal_of(start));
            document.begin_journal();
        }
        self.open(document);
        self.front.start = start;
    }
}

/// A bundle as a document that has no files yet.
fn untitled(mut bundle: Bundle) -> Project {
    bundle.name_parts_by_id();
    let orders_of_battle = vec!["order-of-battle.json".to_owned(); bundle.orders_of_battle.len()];
    let paths = ProjectPaths {
        scenario: "scenario.json".to_owned(),
        map: "map.json".to_owned(),
        ruleset: "ruleset.json".to_owned(),
        orders_of_battle,
        is_bundle: false,
    };
    Project { bundle, paths, texts: Default::default() }
}

/// Keeps what a new document begins with.
fn keep_start(folder: &Path, document: &Document) -> Option<PathBuf> {
    let text = to_canonical_json(document.bundle()).ok()?;
    std::fs::create_dir_all(folder).ok()?;
    for number in 1..1000 {
        let path = folder.join(format!("{UNTITLED}{number}.json"));
        match std::fs::OpenOptions::new().create_new(true).write(true).open(&path) {
            Ok(mut file) => {
                std::io::Write::write_all(&mut file, text.as_bytes()).ok()?;
                return Some(path);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(_) => return None,
        }
    }
    None
}

fn journal_of(start: &Path) -> PathBuf {
    start.with_extension("journal")
}

/// Forgets what a new document began with, once it is saved or given up.
pub fn forget_start(start: &mut Option<PathBuf>) {
    if let Some(path) = start.take() {
        // One that stays is tried and passed over at the next start.
        let _ = std::fs::remove_file(path);
    }
}
