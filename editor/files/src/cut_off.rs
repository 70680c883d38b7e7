//! Changes of several files that were cut off, seen from the files: who reads them is told, who
//! writes them ends the change first.
//!
//! As with SQLite's hot journal, only a writer rolls a change forward: a reader may not be able to
//! write, and may be looking at a stranger's folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::read::open_ordinary;
use crate::record::Record;
use crate::results::RECORD;
use crate::settle::{MOST_BYTES, is_done};
use crate::stage::{is_stage, record_of};
use crate::{Fingerprint, Held, folder_of, followed, text_of};

/// A change of several files that was cut off: some are new already, others still old.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// The record of what is intended.
    pub record: PathBuf,
    /// All files that it gives new contents.
    pub files: Vec<PathBuf>,
    /// Those among them that have not got theirs.
    pub waiting: Vec<PathBuf>,
    /// Files that are to go and are still there.
    pub leaving: Vec<PathBuf>,
}

impl CutOff {
    /// Whether it is about a file, or about the one that a link leads to.
    pub fn is_about(&self, file: impl AsRef<Path>) -> bool {
        let place = place_of(file.as_ref());
        place.is_some() && self.files.iter().any(|file| whole(file) == place)
    }
}

impl fmt::Display for CutOff {
    /// What has happened and what to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |files: &[PathBuf]| {
            let shown: Vec<String> = files.iter().take(4).map(|file| text_of(file)).collect();
            let more = files.len() - shown.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{more}", shown.join(", "))
        };
        let name = self.record.file_name().unwrap_or_default().to_string_lossy();
        write!(f, "a save of {} was cut off; ", list(&self.files))?;
        if !self.waiting.is_empty() {
            write!(f, "not written yet: {}; ", list(&self.waiting))?;
        }
        if !self.leaving.is_empty() {
            write!(f, "not removed yet: {}; ", list(&self.leaving))?;
        }
        if name.starts_with(RECORD) {
            return f.write_str("do again what wrote these files, which ends it");
        }
        let first = self.files.first().map(|file| text_of(file)).unwrap_or_default();
        write!(f, "open the scenario in the editor, or run `salient fmt {first}`, which ends it")
    }
}

/// The changes of several files that were cut off and have to do with files in a folder. What
/// somebody carries out at this moment is not among them.
pub fn cut_off_in(folder: impl AsRef<Path>) -> Vec<CutOff> {
    each_once(found_in(folder.as_ref()))
}

/// The changes of several files that were cut off and are about some of these files. To carry one
/// out before its files are written, [settle](crate::settle) its record.
pub fn cut_off_about(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Vec<CutOff> {
    let places = files.into_iter().filter_map(|file| followed(file.as_ref()).ok());
    let places: Vec<PathBuf> = places.collect();
    let folders: BTreeSet<&Path> = places.iter().map(|place| folder_of(place)).collect();
    let found = folders.into_iter().flat_map(found_in);
    each_once(found.filter(|cut_off| places.iter().any(|place| cut_off.is_about(place))))
}

/// What the stages in a folder lead to: one record once for each of its stages.
fn found_in(folder: &Path) -> impl Iterator<Item = CutOff> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let stages = entries.map(|entry| entry.path()).filter(|path| is_stage(path));
    stages.filter_map(|stage| of_record(&record_of(&stage)?, &stage))
}

/// Sorted by their records.
fn each_once(found: impl Iterator<Item = CutOff>) -> Vec<CutOff> {
    let by_record: BTreeMap<PathBuf, CutOff> =
        found.map(|cut_off| (cut_off.record.clone(), cut_off)).collect();
    by_record.into_values().collect()
}

/// What a record says, if it is that of this stage and there is something left to do.
fn of_record(at: &Path, stage: &Path) -> Option<CutOff> {
    if !fs::symlink_metadata(at).is_ok_and(|there| there.is_file()) {
        return None;
    }
    let held = Held::share(open_ordinary(at).ok()?).ok()?;
    let mut text = String::new();
    held.file().take(MOST_BYTES).read_to_string(&mut text).ok()?;
    let record = Record::read(&text, folder_of(at)).ok()?;
    let stage = whole(stage)?;
    if !record.stages.iter().any(|of| whole(of).as_ref() == Some(&stage)) {
        return None;
    }
    let files: Vec<PathBuf> = record.puts.iter().map(|put| put.place.clone()).collect();
    let waiting = record.puts.iter().filter(|put| !is_done(put));
    let waiting: Vec<PathBuf> = waiting.map(|put| put.place.clone()).collect();
    let leaving = record.removals.iter().filter(|gone| {
        Fingerprint::of_place(&gone.path).ok().flatten().as_ref() == Some(&gone.old)
    });
    let leaving: Vec<PathBuf> = leaving.map(|gone| gone.path.clone()).collect();
    let is_over = waiting.is_empty() && leaving.is_empty();
    (!is_over).then(|| CutOff { record: at.to_owned(), files, waiting, leaving })
}

/// Whether two paths lead to one place, however they are written: a file, or where one can be.
pub fn is_one_place(one: impl AsRef<Path>, other: impl AsRef<Path>) -> bool {
    let one = place_of(one.as_ref());
    one.is_some() && one == place_of(other.as_ref())
}

/// Where a path leads to, links followed, by the real name of its folder.
fn place_of(path: &Path) -> Option<PathBuf> {
    followed(path).ok().and_then(|place| whole(&place))
}

/// A path by the real name of its folder.
fn whole(path: &Path) -> Option<PathBuf> {
    Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?))
}
