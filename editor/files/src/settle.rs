//! Carrying out a transaction that was cut off.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::record::{Put, Record, Removal, seal};
use crate::stage::{belongs_to, is_stage};
use crate::transaction::{put_one, remove_all, sync_folders};
use crate::{Fingerprint, Held, faults, folder_of, sync};

/// Bytes of a record; none of ours comes near.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// What stands behind the name of a file that a transaction held and that was not put in its
/// place, because somebody else had written there.
const UNSAVED: &str = ".salient-unsaved";

/// How a transaction that was cut off stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// There was none.
    Nothing,
    /// Somebody is carrying it out at this moment.
    InUse,
    /// It has been carried out to its end.
    Done {
        /// The files that were put in their places now.
        written: Vec<PathBuf>,
        /// Files that somebody else had changed since: they are as he left them.
        kept: Vec<Kept>,
    },
}

/// A file that was left as somebody else had made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The file.
    pub place: PathBuf,
    /// What the transaction held for it lies here.
    pub ours: PathBuf,
}

/// Why a transaction that was cut off cannot be carried out. Nothing has been changed then.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The record is none.
    #[error("{} is no record of a save that this Salient can read: {reason}; remove it", .path.display())]
    Unreadable {
        /// The record.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// What it says was not written on this machine, or has been moved.
    #[error(
        "the record {} names {}, which is not as the save left it; remove the record, and look \
         at that file",
        .path.display(), .file.display()
    )]
    Foreign {
        /// The record.
        path: PathBuf,
        /// The file.
        file: PathBuf,
    },
    /// The system refuses.
    #[error("a save of {} was cut off and cannot be carried out: {source}", .path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Carries out the transaction with this record, if it was cut off: every file that is still as it
/// was becomes new, and what was to go goes. A file that somebody else has changed since stays as
/// he left it, and what it was to be is laid beside it.
///
/// # Errors
/// It cannot be carried out; everything is as it was found.
pub fn settle(record: impl AsRef<Path>) -> Result<Settled, SettleError> {
    let at = record.as_ref();
    let unreadable = |reason: String| SettleError::Unreadable { path: at.to_owned(), reason };
    match fs::symlink_metadata(at) {
        Ok(there) if there.is_file() => {}
        Ok(_) => return Err(unreadable("it is no ordinary file".to_owned())),
        Err(_) => return Ok(Settled::Nothing),
    }
    let file = File::open(at).map_err(|error| unreadable(error.to_string()))?;
    let Some(held) = held_soon(file) else { return Ok(Settled::InUse) };
    let file = held.file();
    let same = |there: fs::Metadata| file.metadata().is_ok_and(|ours| seal(&ours) == seal(&there));
    if !fs::symlink_metadata(at).is_ok_and(same) {
        // Whoever had it came to its end just now.
        return Ok(Settled::Nothing);
    }
    let mut text = String::new();
    let read = file.take(MOST_BYTES).read_to_string(&mut text);
    read.map_err(|error| unreadable(error.to_string()))?;
    let record = Record::read(&text, folder_of(at)).map_err(|why| unreadable(why.to_owned()))?;
    check(&record, at)?;
    let settled = carry_out(&record, folder_of(at))?;
    for stage in record.stages.iter().filter(|stage| is_stage(stage) && belongs_to(stage, at)) {
        faults::step();
        let _ = fs::remove_dir_all(stage);
    }
    faults::step();
    let removed = fs::remove_file(at);
    removed.map_err(|source| SettleError::System { path: at.to_owned(), source })?;
    sync(folder_of(at));
    Ok(settled)
}

/// Locks a record, unless somebody has it locked for longer than it takes to write some files. A
/// program that this one starts just now has the lock of a process that was killed, too, until it
/// is under way.
fn held_soon(mut file: File) -> Option<Held> {
    const TRIES: u32 = 20;
    const PAUSE: Duration = Duration::from_millis(10);
    for _ in 1..TRIES {
        match Held::claim(file) {
            Ok(held) => return Some(held),
            Err(still) => file = still,
        }
        thread::sleep(PAUSE);
    }
    Held::claim(file).ok()
}

/// How a place is.
enum State {
    /// As it was: the change is still to be made.
    Old,
    /// As it is to be, or has been.
    New,
    /// As somebody else made it.
    Others,
}

/// Whether a file has its new contents.
pub(crate) fn is_done(put: &Put) -> bool {
    matches!(state(put), Ok(State::New))
}

fn state(put: &Put) -> Result<State, SettleError> {
    let now = Fingerprint::of_place(&put.place)
        .map_err(|source| SettleError::System { path: put.place.clone(), source })?;
    Ok(match now {
        Some(now) if now == put.new => State::New,
        now if now == put.old => State::Old,
        // A file that is gone is nobody's new version.
        None => State::Old,
        // It was put in its place, and somebody has changed it since.
        Some(_) if is_gone(&put.staged) => State::New,
        Some(_) => State::Others,
    })
}

fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Looks at everything before anything is touched. A record may have come with a stranger's
/// folder: it has power over that folder, and elsewhere only over files whose seals it knows.
fn check(record: &Record, at: &Path) -> Result<(), SettleError> {
    let folder = folder_of(at);
    let foreign =
        |file: &Path| Err(SettleError::Foreign { path: at.to_owned(), file: file.into() });
    for put in &record.puts {
        if matches!(state(put)?, State::New) {
            continue;
        }
        let there = fs::symlink_metadata(&put.staged);
        let sealed = there.as_ref().is_ok_and(|there| seal(there) == put.seal);
        let inside = is_inside(&put.place, folder) && is_inside(&put.staged, folder);
        let as_it_was = Fingerprint::of_place(&put.staged).ok().flatten();
        if !(sealed || inside) || as_it_was.as_ref() != Some(&put.new) {
            return foreign(&put.staged);
        }
    }
    Ok(())
}

fn carry_out(record: &Record, folder: &Path) -> Result<Settled, SettleError> {
    let (mut written, mut kept) = (Vec::new(), Vec::new());
    for put in &record.puts {
        let fail = |source| SettleError::System { path: put.place.clone(), source };
        match state(put)? {
            State::New => {}
            State::Old => {
                put_one(put).map_err(fail)?;
                written.push(put.place.clone());
            }
            State::Others => {
                let ours = free_name(&put.place);
                faults::step();
                fs::rename(&put.staged, &ours).map_err(fail)?;
                kept.push(Kept { place: put.place.clone(), ours });
            }
        }
    }
    sync_folders(record.puts.iter().map(|put| &put.place));
    remove_all(&record.removals, |Removal { path, seal: of, old, .. }| {
        let Ok(there) = fs::symlink_metadata(path) else { return false };
        (seal(&there) == *of || is_inside(path, folder))
            && Fingerprint::of_place(path).ok().flatten().as_ref() == Some(old)
    });
    Ok(Settled::Done { written, kept })
}

/// Whether a file lies in a folder or below it, whatever links lead there.
fn is_inside(file: &Path, folder: &Path) -> bool {
    let whole = |path: &Path| fs::canonicalize(path).ok();
    match (whole(folder_of(file)), whole(folder)) {
        (Some(of_file), Some(folder)) => file.file_name().is_some() && of_file.starts_with(folder),
        _ => false,
    }
}

/// A name for what a transaction held for a file.
fn free_name(place: &Path) -> PathBuf {
    let name = |number: u32| {
        let mut name = place.as_os_str().to_owned();
        name.push(UNSAVED);
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    };
    let free = (1..).map(name).find(|path| fs::symlink_metadata(path).is_err());
    free.unwrap_or_else(|| name(1))
}
