//! The journal of unsaved work: every committed transaction, a line each, beside the file.
//!
//! It is written when a transaction is committed and removed when the document is saved or
//! closed. So a journal that is there when a file is opened is work that a crash cut off.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use salient_files::{Fingerprint, Held};
use salient_schema::to_canonical_json;
use serde::{Deserialize, Serialize};

use crate::cut_off::end_save_of;
use crate::document::Document;
use crate::edit::Edit;
use crate::history::Step;
use crate::save::Files;

/// The version of the journal's own form: 1 had a kind of edit for each list.
const VERSION: u32 = 2;

/// What [`Document::recover`] brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// How many steps (undo and redo counted) were carried out again.
    pub steps: usize,
    /// How many lines could not be: the last one, if the crash cut it off, or what comes after a
    /// damaged one. They are kept in a copy of the journal beside it.
    pub lost: usize,
}

/// Why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There is none.
    #[error("there is no unfinished work to recover")]
    Nothing,
    /// It belongs to other contents.
    #[error(
        "the unfinished work in {} belongs to another version of the files; \
         bring that version back, or discard the work",
        .path.display()
    )]
    OtherVersion {
        /// The journal.
        path: PathBuf,
    },
    /// Its first line cannot be read.
    #[error("{} is no journal that this Salient can read: {reason}", .path.display())]
    Unreadable {
        /// The journal.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Another editor took it up in the meantime.
    #[error("another Salient is bringing back the work in {}", .path.display())]
    InUse {
        /// The journal.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("the journal {} cannot be used: {source}", .path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    salient_journal: u32,
    /// The fingerprints of what the edits start from.
    files: Vec<String>,
}

/// A line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Entry {
    /// A committed transaction. Stands in for the parts of it that were written before.
    Do { name: String, edits: Vec<Edit> },
    /// A part of a transaction that is still open; it goes on from the parts before it.
    Part { name: String, edits: Vec<Edit> },
    /// The open transaction, of which parts were written, came to nothing.
    Cancel,
    /// An undo, with the edits that it came to, since what it undoes may be older than the
    /// journal, which a save begins anew.
    Undo { edits: Vec<Edit> },
    /// A redo.
    Redo { edits: Vec<Edit> },
}

/// Whether all that was done was undone again, and all that was undone done again.
fn comes_to_nothing(entries: &[Entry]) -> bool {
    // What stands, the last first to go: whether it was done, or something older was undone.
    let mut stands: Vec<bool> = Vec::new();
    let mut parts = false;
    for entry in entries {
        match entry {
            Entry::Part { .. } => parts = true,
            Entry::Cancel => parts = false,
            Entry::Do { .. } => {
                stands.push(true);
                parts = false;
            }
            Entry::Undo { .. } if stands.last() == Some(&true) => {
                stands.pop();
            }
            Entry::Undo { .. } => stands.push(false),
            Entry::Redo { .. } if stands.last() == Some(&false) => {
                stands.pop();
            }
            Entry::Redo { .. } => stands.push(true),
        }
    }
    stands.is_empty() && !parts
}

impl Entry {
    pub fn done(name: &str, steps: &[Step]) -> Self {
        Self::Do { name: name.to_owned(), edits: edits(steps) }
    }

    pub fn part(name: &str, steps: &[Step]) -> Self {
        Self::Part { name: name.to_owned(), edits: edits(steps) }
    }

    pub fn undone(steps: &[Step]) -> Self {
        Self::Undo { edits: inverses(steps) }
    }

    pub fn redone(steps: &[Step]) -> Self {
        Self::Redo { edits: edits(steps) }
    }
}

fn edits(steps: &[Step]) -> Vec<Edit> {
    steps.iter().map(|step| step.edit.clone()).collect()
}

fn inverses(steps: &[Step]) -> Vec<Edit> {
    steps.iter().rev().map(|step| step.inverse.clone()).collect()
}

/// The journal of an open document.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    /// `None` while nothing is kept.
    path: Option<PathBuf>,
    base: Vec<Fingerprint>,
    /// Opened by the first entry, so that looking at a document leaves nothing behind; what is new
    /// begins it at once.
    file: Option<Held>,
    /// Whether the file at `path` is another run's unfinished work.
    unfinished: bool,
    /// Whether the file at `path` is this document's.
    ours: bool,
    error: Option<JournalError>,
}

impl Journal {
    /// The journal beside a document's file; none for one that is built into the program.
    pub fn beside(files: &Files) -> Self {
        let Some(path) = files.main() else { return Self::default() };
        let Some(name) = path.file_name() else { return Self::default() };
        let path = path.with_file_name(journal_name(&name.to_string_lossy()));
        Self::found(path, files.on_disk().values().map(|held| held.print.clone()).collect())
    }

    fn found(path: PathBuf, base: Vec<Fingerprint>) -> Self {
        // What another editor of the same file is writing at this moment is nobody's unfinished
        // work; ours then goes under another name.
        let places: Vec<PathBuf> = (1..=PLACES).map(|number| place(&path, number)).collect();
        let left = places.iter().find(|place| is_file(place) && !is_live(place));
        let free = places.iter().find(|place| fs::symlink_metadata(place).is_err());
        let chosen = left.or(free).unwrap_or(&path).clone();
        Self { path: Some(chosen), base, unfinished: left.is_some(), ..Self::default() }
    }

    /// Appends an entry. Whatever fails here must not keep anyone from editing, so it is only
    /// noted, and nothing more is written: a journal with a gap could not be replayed.
    pub fn write(&mut self, entry: impl FnOnce() -> Entry) {
        self.write_line(|| Some(entry()));
    }

    /// Begins the file, or appends an entry to it.
    fn write_line(&mut self, entry: impl FnOnce() -> Option<Entry>) {
        if self.error.is_some() {
            return;
        }
        let Some(path) = self.path.clone() else { return };
        if let Err(source) = self.try_write(&path, entry().as_ref()) {
            self.file = None;
            self.error = Some(JournalError::Io { path, source });
        }
    }

    fn try_write(&mut self, path: &Path, entry: Option<&Entry>) -> io::Result<()> {
        if self.file.is_none() {
            if self.unfinished {
                // Nobody asked to recover it, and nobody asked to lose it.
                fs::rename(path, free_name(path))?;
                self.unfinished = false;
            }
            let (mut file, path) = create(path)?;
            self.path = Some(path);
            self.ours = true;
            let head = Head { salient_journal: VERSION, files: letters(&self.base) };
            file.append(&line(&head)?)?;
            self.file = Some(file);
        }
        // One write a line, straight to the system: from there on a kill cannot take it back.
        if let (Some(file), Some(entry)) = (&mut self.file, entry) {
            file.append(&line(entry)?)?;
        }
        Ok(())
    }

    /// Where this document's own edits are, on the disk to the last; none where none are kept.
    pub fn at(&self) -> Option<&Path> {
        let path = self.path.as_deref().filter(|_| self.ours)?;
        if let Some(file) = &self.file {
            // A save that takes the journal away knows it by all of its bytes.
            let _ = file.file().sync_all();
        }
        Some(path)
    }

    /// Begins anew after a save: the files hold everything now.
    pub fn restart(&mut self, files: &Files) {
        self.remove();
        *self = Self::beside(files);
    }

    /// Removes the file, unless it is another run's.
    pub fn remove(&mut self) {
        self.file = None;
        if std::mem::take(&mut self.ours)
            && let Some(path) = &self.path
        {
            // One that stays is offered for recovery, which finds that it fits no longer.
            let _ = fs::remove_file(path);
        }
    }
}

/// How many editors of one file keep a journal each.
const PLACES: u32 = 9;

/// Where the journal of one of several editors of a file lies.
fn place(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{number}"));
    PathBuf::from(name)
}

/// Whether a file lies here, and no link to one: the program never makes a link.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
}

/// Whether an editor that runs is writing this journal. It holds a lock, which the system takes
/// away from whoever ends, however he ends.
fn is_live(path: &Path) -> bool {
    let Ok(file) = OpenOptions::new().append(true).open(path) else { return false };
    Held::claim(file).is_err()
}

/// An empty journal of our own at this path, or beside it where another editor was quicker.
fn create(path: &Path) -> io::Result<(Held, PathBuf)> {
    for number in 1..=PLACES {
        let place = place(path, number);
        let file = match OpenOptions::new().create_new(true).write(true).open(&place) {
            // Nobody's link leads us to another file.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !is_file(&place) {
                    continue;
                }
                OpenOptions::new().write(true).open(&place)?
            }
            made => made?,
        };
        let Ok(file) = Held::claim(file) else { continue };
        file.file().set_len(0)?;
        return Ok((file, place));
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

fn letters(prints: &[Fingerprint]) -> Vec<String> {
    prints.iter().map(Fingerprint::to_string).collect()
}

fn journal_name(name: &str) -> String {
    format!(".{name}.salient-journal")
}

fn line<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The path with the first number behind it that is not taken.
fn free_name(path: &Path) -> PathBuf {
    let mut free = path.to_owned();
    let mut number = 1;
    while fs::symlink_metadata(&free).is_ok() {
        let mut name = path.as_os_str().to_owned();
        name.push(format!("-{number}"));
        free = PathBuf::from(name);
        number += 1;
    }
    free
}

impl Document {
    /// Keeps a journal in this folder. For a document that is built into the program; one with a
    /// file has its journal beside it anyway.
    pub fn set_journal_folder(&mut self, folder: impl AsRef<Path>) {
        if self.files.main().is_some() {
            return;
        }
        let Ok(text) = to_canonical_json(self.bundle()) else { return };
        let path = folder.as_ref().join(journal_name(&self.scenario().id));
        self.journal = Journal::found(path, vec![Fingerprint::of(text.as_bytes())]);
    }

    /// Keeps a journal in this file. For a document that is built into the program or new, like
    /// [`set_journal_folder`](Self::set_journal_folder).
    pub fn set_journal_file(&mut self, path: impl AsRef<Path>) {
        if self.files.main().is_some() {
            return;
        }
        let Ok(text) = to_canonical_json(self.bundle()) else { return };
        let base = vec![Fingerprint::of(text.as_bytes())];
        self.journal = Journal::found(path.as_ref().to_owned(), base);
    }

    /// Begins the journal now instead of with the first edit. For a new document, which is work to
    /// bring back after a crash whether or not it was edited.
    pub fn begin_journal(&mut self) {
        self.journal.write_line(|| None);
    }

    /// Whether an earlier run of the editor left unsaved work on a scenario file, which opening
    /// it would find.
    pub fn has_unfinished_work(path: impl AsRef<Path>) -> bool {
        let path = path.as_ref();
        let Some(name) = path.file_name() else { return false };
        // What a save had in it that was cut off is not unfinished. What keeps it from being
        // carried out is told when the file is opened.
        drop(end_save_of(path));
        let path = path.with_file_name(journal_name(&name.to_string_lossy()));
        (1..=PLACES).map(|number| place(&path, number)).any(|at| is_file(&at) && !is_live(&at))
    }

    /// The journal of an earlier run that ended without saving, if there is one. Then either
    /// [`recover`](Self::recover) it or [`discard`](Self::discard_unfinished_work) it; editing
    /// on sets it aside under another name.
    pub fn unfinished_work(&self) -> Option<&Path> {
        self.journal.path.as_deref().filter(|_| self.journal.unfinished)
    }

    /// Carries the unfinished work out again, undo list included.
    ///
    /// # Errors
    /// The document and the journal are as they were.
    pub fn recover(&mut self) -> Result<Recovery, JournalError> {
        let path = self.unfinished_work().ok_or(JournalError::Nothing)?.to_owned();
        let io_error = |source| JournalError::Io { path: path.clone(), source };
        let bytes = salient_files::read(&path).map_err(|error| io_error(error.into()))?;
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        let head = lines.first().copied().unwrap_or_default();
        let head: Head = serde_json::from_slice(head).map_err(|error| {
            JournalError::Unreadable { path: path.clone(), reason: error.to_string() }
        })?;
        if head.salient_journal != VERSION {
            let version = head.salient_journal;
            let age = if version < VERSION { "an older" } else { "a newer" };
            let reason = format!(
                "{age} Salient wrote it, in form {version} where this one reads {VERSION}; bring \
                 the work back with that one, or discard it"
            );
            return Err(JournalError::Unreadable { path, reason });
        }
        if head.files != letters(&self.journal.base) {
            return Err(JournalError::OtherVersion { path });
        }
        let file = OpenOptions::new().append(true).open(&path).map_err(io_error)?;
        let Ok(file) = Held::claim(file) else { return Err(JournalError::InUse { path }) };

        // Set aside, or replaying would be written down as well.
        let mut journal = std::mem::take(&mut self.journal);
        let mut good = lines[0].len();
        let mut recovery = Recovery { steps: 0, lost: lines.len() - 1 };
        // The parts of a transaction that had not ended, and how far the journal reaches.
        let mut unended: Option<(String, Vec<Edit>)> = None;
        for line in &lines[1..] {
            let Ok(entry) = serde_json::from_slice(line) else { break };
            if !line.ends_with(b"\n") {
                break;
            }
            match entry {
                Entry::Part { name, edits } => {
                    unended.get_or_insert((name, Vec::new())).1.extend(edits);
                }
                Entry::Cancel => unended = None,
                entry => {
                    if !self.carry_out(&entry) {
                        break;
                    }
                    unended = None;
                    recovery.steps += 1;
                }
            }
            good += line.len();
            recovery.lost -= 1;
        }
        let mut ended = None;
        if let Some((name, edits)) = unended {
            match self.replay(&name, &edits) {
                Ok(()) => {
                    recovery.steps += 1;
                    ended = Some(Entry::Do { name, edits });
                }
                Err(_) => recovery.lost += 1,
            }
        }
        let kept = match recovery.lost {
            0 => Ok(()),
            _ => fs::copy(&path, free_name(&path)).and_then(|_| file.file().set_len(good as u64)),
        };
        journal.unfinished = false;
        journal.ours = true;
        match kept {
            Ok(()) => journal.file = Some(file),
            Err(source) => journal.error = Some(JournalError::Io { path, source }),
        }
        self.journal = journal;
        if let Some(entry) = ended {
            // From here on it is a step like any other.
            self.journal.write(|| entry);
        }
        Ok(recovery)
    }

    /// Undo and redo of what is older than the journal are not in the undo list of this run:
    /// then they are transactions of their own.
    fn carry_out(&mut self, entry: &Entry) -> bool {
        match entry {
            Entry::Do { name, edits } => self.replay(name, edits).is_ok(),
            // Kept until the transaction's end is found.
            Entry::Part { .. } | Entry::Cancel => true,
            Entry::Undo { edits } => {
                let last = self.history.last_done();
                if last.is_some_and(|last| inverses(&last.steps) == *edits) {
                    return self.undo().is_some();
                }
                self.replay("Undo", edits).is_ok()
            }
            Entry::Redo { edits: wanted } => {
                let next = self.history.next_undone();
                if next.is_some_and(|next| edits(&next.steps) == *wanted) {
                    return self.redo().is_some();
                }
                self.replay("Redo", wanted).is_ok()
            }
        }
    }

    /// Deletes unfinished work that comes to nothing, as all of it was undone again: there is
    /// nothing in it to ask about. Gives whether it was such.
    pub fn discard_undone_work(&mut self) -> bool {
        let Some(bytes) = self.unfinished_work().and_then(|path| salient_files::read(path).ok())
        else {
            return false;
        };
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let head = lines.next().and_then(|head| serde_json::from_slice::<Head>(head).ok());
        let ours = head.is_some_and(|head| {
            head.salient_journal == VERSION && head.files == letters(&self.journal.base)
        });
        let entries: Option<Vec<Entry>> =
            lines.map(|line| serde_json::from_slice(line).ok()).collect();
        ours && entries.is_some_and(|entries| comes_to_nothing(&entries))
            && self.discard_unfinished_work().is_ok()
    }

    /// Deletes the unfinished work.
    ///
    /// # Errors
    /// The file is still there.
    pub fn discard_unfinished_work(&mut self) -> Result<(), JournalError> {
        let path = self.unfinished_work().ok_or(JournalError::Nothing)?.to_owned();
        fs::remove_file(&path).map_err(|source| JournalError::Io { path, source })?;
        self.journal.unfinished = false;
        Ok(())
    }

    /// Notes edits that led to the present state from what the files hold.
    pub(crate) fn note_in_journal(&mut self, name: &str, edits: &[Edit]) {
        self.journal.write(|| Entry::Do { name: name.to_owned(), edits: edits.to_vec() });
    }

    /// Why unsaved work is not being kept, if it is not.
    pub fn journal_error(&self) -> Option<&JournalError> {
        self.journal.error.as_ref()
    }

    /// Closes the document for good: what is not saved is given up. A document that is only
    /// dropped leaves its journal behind, as a crash does.
    pub fn close(mut self) {
        self.journal.remove();
    }
}
