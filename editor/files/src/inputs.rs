//! What a command has read it does not write over.
//!
//! A command holds [`Inputs`] while it works. Whatever it reads meanwhile, and what is [noted] to
//! belong to that, no writer replaces or removes, however the path is written and whatever links
//! lead there; unless [it still is what was read](Expected::Was), as a change in place has it, or is
//! [updated](update_in_place) by what is asked for.
//!
//! [noted]: note_input

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use crate::{Cause, Expected, Place, WriteError, examine, refuse_cut_off, special};

/// What is not written over as long as this is held: what the thread that holds it reads, and what
/// threads read that hold none.
#[derive(Debug)]
pub struct Inputs {
    known: Shared,
    before: Option<Shared>,
}

type Shared = Arc<Mutex<Known>>;

/// What was read.
#[derive(Debug)]
struct Known {
    /// Whether what is read from now on belongs to it.
    grows: bool,
    /// As it was named, and not looked at yet: most commands never ask.
    named: BTreeSet<PathBuf>,
    /// By real names.
    real: BTreeSet<PathBuf>,
    /// By what the system knows them by, which tells other names of a file as well.
    ids: BTreeSet<FileId>,
}

impl Default for Known {
    fn default() -> Self {
        let (named, real) = (BTreeSet::new(), BTreeSet::new());
        Self { grows: true, named, real, ids: BTreeSet::new() }
    }
}

thread_local! {
    static OWN: RefCell<Option<Shared>> = const { RefCell::new(None) };
}

/// All that are held.
static ALL: Mutex<Vec<Weak<Mutex<Known>>>> = Mutex::new(Vec::new());

impl Inputs {
    /// From now on, what is read is not written over.
    #[must_use = "it holds as long as this does"]
    pub fn hold() -> Self {
        let known = Shared::default();
        enlist(&known);
        let before = OWN.replace(Some(Arc::clone(&known)));
        Self { known, before }
    }

    /// From now on, these files are not written over by any thread that holds nothing itself: those
    /// of the documents that are open in a window, where much else is read and written.
    #[must_use = "it holds as long as this does"]
    pub fn these(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let mut known = Known { grows: false, ..Known::default() };
        for file in files {
            if let Ok(data) = fs::metadata(&file) {
                known.note(file.as_ref(), &data);
            }
        }
        let known = Arc::new(Mutex::new(known));
        enlist(&known);
        Self { known, before: None }
    }
}

fn enlist(known: &Shared) {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|held| held.strong_count() > 0);
    all.push(Arc::downgrade(known));
}

impl Drop for Inputs {
    fn drop(&mut self) {
        let ours = |own: &Shared| Arc::ptr_eq(own, &self.known);
        if OWN.with_borrow(|own| own.as_ref().is_some_and(ours)) {
            OWN.set(self.before.take());
        }
    }
}

/// Notes a file that belongs to what was read, although nobody has read it: a map's scan, a board
/// that it was joined of.
pub fn note_input(path: impl AsRef<Path>) {
    let path = path.as_ref();
    // A file that is not there cannot be lost.
    if let Ok(data) = fs::metadata(path) {
        has_read(path, &data);
    }
}

/// From now on, a file that was read may be written over all the same: what is written goes on from
/// it, and that is what was asked for.
pub fn update_in_place(path: impl AsRef<Path>) {
    let path = path.as_ref();
    each(|known| {
        let Ok(real) = fs::canonicalize(path) else { return };
        known.look_at_names();
        known.real.remove(&real);
        if let Some(id) = fs::metadata(path).ok().as_ref().and_then(id_of) {
            known.ids.remove(&id);
        }
    });
}

/// Refuses a name for a result before there is one: what the command has read, and what else
/// stands in the way of writing there.
///
/// # Errors
/// What stands in the way.
pub fn check_output(place: impl Into<Place>) -> Result<(), WriteError> {
    let place = place.into();
    if special::is_standard_output(place.path()) {
        return Ok(());
    }
    let checked =
        examine(&place, &Expected::Anything).and_then(|(there, _)| refuse_cut_off(&there));
    checked.map_err(|cause| WriteError { path: place.path().to_owned(), cause })
}

/// A file has been read.
pub(crate) fn has_read(path: &Path, data: &Metadata) {
    each(|known| {
        if known.grows {
            known.note(path, data);
        }
    });
}

/// Refuses to write over, or to remove, what was read.
pub(crate) fn refuse(place: &Path, expected: &Expected) -> Result<(), Cause> {
    if matches!(expected, Expected::Was(_)) {
        return Ok(());
    }
    let Ok(there) = fs::symlink_metadata(place) else { return Ok(()) };
    let mut is_known = false;
    each(|known| is_known |= known.holds(place, &there));
    if is_known { Err(Cause::Input) } else { Ok(()) }
}

/// Does something with what counts for this thread.
fn each(mut act: impl FnMut(&mut Known)) {
    let mut act = |known: &Shared| act(&mut known.lock().unwrap_or_else(PoisonError::into_inner));
    let own = OWN.with_borrow(Clone::clone);
    match own {
        Some(own) => act(&own),
        // It works for somebody: for whom is not known.
        None => {
            let all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
            let held: Vec<Shared> = all.iter().filter_map(Weak::upgrade).collect();
            drop(all);
            held.iter().for_each(act);
        }
    }
}

impl Known {
    fn note(&mut self, path: &Path, data: &Metadata) {
        self.ids.extend(id_of(data));
        if !self.named.contains(path) {
            self.named.insert(path.to_owned());
        }
    }

    fn holds(&mut self, place: &Path, there: &Metadata) -> bool {
        if id_of(there).is_some_and(|id| self.ids.contains(&id)) {
            return true;
        }
        self.look_at_names();
        fs::canonicalize(place).is_ok_and(|real| self.real.contains(&real))
    }

    fn look_at_names(&mut self) {
        let named = std::mem::take(&mut self.named);
        self.real.extend(named.into_iter().filter_map(|path| fs::canonicalize(path).ok()));
    }
}

/// The disk, the number of the file there, and when it was made: once a file is gone, its number is
/// given to the next.
type FileId = (u64, u64, Option<SystemTime>);

#[cfg(unix)]
fn id_of(data: &Metadata) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    Some((data.dev(), data.ino(), data.created().ok()))
}

#[cfg(not(unix))]
fn id_of(_: &Metadata) -> Option<FileId> {
    None
}
