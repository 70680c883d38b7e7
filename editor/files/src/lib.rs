//! Reading and writing files with care: nothing else in Salient opens any.
//!
//! # Reading
//!
//! - **Bounded**: [`read()`] takes no more than the [limits] allow, whatever a file says of its
//!   length, and opens nothing but ordinary files: no device, no pipe that nobody writes into.
//! - **Where it may**: what a file refers to ([`read_referred`]) lies below the
//!   [project's folder](project_of), links followed. A stranger's scenario leads nowhere else.
//! - **Folders** are looked through by [`walk()`], which takes nothing twice.
//! - **Names may be anything**: [`text_of`] gives a text for each, and [`path_of`] the path again.
//!   [`visible()`] shows a text to people without the characters that a terminal would obey.
//!
//! # Writing: whole or not at all
//!
//! [`write()`] puts the bytes into a temporary file beside the target, on the disk, and renames it
//! there. Whoever is killed, at whatever moment, leaves the target as it was or as it is to be,
//! never half of either. What is too large for the memory is put together piece by piece
//! ([`write_with`]). Several files that belong together change in a [`Transaction`], which has
//! one moment at which all of them change; one that was cut off is [settled](settle) at the next
//! start, and [told](cut_off_about) to whoever only reads: no file that it is about is written before.
//! A folder of [`Results`] appears whole, and has a list of the files that belong to it.
//! What was read before is written only [if it still is the same](write_if).
//!
//! - **The temporary is our own**: created anew under a name that nobody can guess, so that no
//!   link lies in wait there. One that a killed run left behind is cleared by the next one that
//!   writes into the folder.
//! - **What the target is stays**: its rights are the old ones; a symbolic link stays a link, and
//!   what it points to is written, even if that is not there yet. Only a hard link is parted from
//!   its other names, as by every rename.
//! - **Nobody else says what is written**: that is true of paths that a person names. Of what a
//!   program names [below](Place::below) a folder no part may be a link, and the real folder lies
//!   in the one that was named; so with all [`Results`], with what they replace and remove.
//! - **What was read is kept**: as long as [`Inputs`] are held, nothing that was read is replaced or
//!   removed, unless in place, which is when it must still be what was read.
//! - **A read-only file is refused**, although a rename would get past it: whoever made it so
//!   meant it.
//! - **Devices, pipes and sockets are refused** rather than replaced, but for standard output
//!   under its names (`/dev/stdout`), which is written to.

mod cut_off;
#[cfg(feature = "faults")]
pub mod faults;
#[cfg(not(feature = "faults"))]
mod faults {
    //! Nobody ends the process here.

    pub(crate) fn step() {}
}
mod fingerprint;
mod held;
mod inputs;
pub mod limits;
mod names;
mod place;
mod project;
mod read;
mod record;
mod results;
mod settle;
#[cfg(unix)]
mod special;
mod stage;
mod stale;
mod transaction;
mod visible;
mod walk;
#[cfg(not(unix))]
mod special {
    //! Systems where no file is special.

    pub(crate) fn is_standard_output(_: &std::path::Path) -> bool {
        false
    }

    pub(crate) fn is_handed_over(_: &std::path::Path) -> bool {
        false
    }

    pub(crate) fn most_written() -> Option<u64> {
        None
    }

    pub(crate) fn without_waiting(_: &mut std::fs::OpenOptions) {}

    pub(crate) fn kind(_: std::fs::FileType) -> &'static str {
        "no ordinary file"
    }
}

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

pub use cut_off::{CutOff, cut_off_about, cut_off_in, is_one_place};
pub use fingerprint::Fingerprint;
pub use held::Held;
pub use inputs::{Inputs, check_output, note_input, update_in_place};
pub use names::{path_of, portable, text_of};
pub use place::Place;
pub use project::{folder_of as project_of, name_project};
pub use read::{
    ReadCause, ReadError, read, read_at_most, read_head, read_referred, read_referred_at_most,
    read_text,
};
pub use results::{LIST, Results, files_of, holds};
pub use settle::{Kept, SettleError, Settled, settle};
pub use transaction::{Expected, Transaction};
pub use visible::{Visible, visible};
pub use walk::{ToWrite, Walked, files_below, files_in, folders_in, walk, walk_to_write};

/// How the name of a temporary file begins. Folders that are watched or listed may leave such
/// files out.
pub const TEMPORARY_PREFIX: &str = ".salient-";

/// How the name of a temporary file ends.
pub const TEMPORARY_SUFFIX: &str = ".tmp";

/// Bytes that are gathered before they are written.
const PIECE: usize = 64 << 10;

/// How many links may lead to one another.
const MOST_LINKS: usize = 40;

/// Why a file was not written. It is then as it was.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {}", .path.display(), self.reason())]
pub struct WriteError {
    /// The file, as it was named.
    pub path: PathBuf,
    /// What stands in the way.
    pub cause: Cause,
}

/// What stands in the way of a file.
#[derive(Debug)]
pub enum Cause {
    /// The path ends in `..` or is empty.
    NoName,
    /// A folder stands there.
    Folder,
    /// The file that is there is read-only.
    ReadOnly,
    /// What is there is no ordinary file.
    Special {
        /// What it is: `a device`, `a pipe`.
        what: &'static str,
    },
    /// Links that lead in a circle.
    Links,
    /// The folder for it is not there.
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The name leads out of the folder that it is for.
    Outside,
    /// A part of a name that nobody named is a link.
    Link {
        /// The link.
        link: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// It is among what was read, and would be lost.
    Input,
    /// The name is one that Windows keeps for a device.
    Reserved {
        /// The part of the name.
        name: String,
    },
    /// It is longer than the files that this process may write.
    TooLong {
        /// The most bytes.
        most: u64,
    },
    /// Somebody wrote it since it was read.
    Changed,
    /// Another Salient is writing the same files at this moment.
    InUse,
    /// A transaction before was cut off and cannot be carried out.
    Unsettled(String),
    /// A transaction that is about the file was cut off, and is to be carried out first.
    CutOff(Box<CutOff>),
    /// The system refuses.
    System(io::Error),
}

impl WriteError {
    /// What is wrong and what to do, without the file's name: for those who have said it.
    pub fn reason(&self) -> String {
        match &self.cause {
            Cause::NoName => "the path names no file; give a file name".to_owned(),
            Cause::Folder => "it is a folder; give a file name in it".to_owned(),
            Cause::ReadOnly => {
                "it is read-only; allow writing to it, or choose another name".to_owned()
            }
            Cause::Special { what } => {
                format!("it is {what}, which a file cannot replace; choose another name")
            }
            Cause::Links => "its links lead in a circle; choose another name".to_owned(),
            Cause::NoFolder { folder } => {
                format!("there is no folder {}; make it first", folder.display())
            }
            Cause::Outside => {
                "the name leads out of the folder; change the id that it is made of".to_owned()
            }
            Cause::Link { link, target } => format!(
                "{} is a link to {}, and nothing is written or removed through links that nobody \
                 named; remove the link, or choose another folder",
                link.display(),
                target.display()
            ),
            Cause::Input => {
                "it is among the files that this is made of, which would be lost; choose another \
                 name"
                    .to_owned()
            }
            Cause::Reserved { name } => format!(
                "Windows keeps the name {name} for a device, and no file there can have it; change \
                 the id that it is made of"
            ),
            Cause::TooLong { most } => format!(
                "it would be longer than the {most} bytes that this process may write; raise that \
                 limit (`ulimit -f`)"
            ),
            Cause::Changed => {
                "it has been changed meanwhile by somebody else, whose version stays; do it again"
                    .to_owned()
            }
            Cause::InUse => {
                "another Salient is writing here at this moment; wait for it to end".to_owned()
            }
            Cause::Unsettled(reason) => reason.clone(),
            Cause::CutOff(cut_off) => cut_off.to_string(),
            Cause::System(error) => match error.kind() {
                io::ErrorKind::PermissionDenied => {
                    format!("{error}; allow writing in its folder, or choose another")
                }
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    format!("{error}; make room on the disk, or choose another")
                }
                _ => error.to_string(),
            },
        }
    }

    /// The kind of error that the system knows it as.
    pub fn kind(&self) -> io::ErrorKind {
        match &self.cause {
            Cause::NoName
            | Cause::Outside
            | Cause::Link { .. }
            | Cause::Input
            | Cause::Reserved { .. }
            | Cause::Special { .. }
            | Cause::Links => io::ErrorKind::InvalidInput,
            Cause::TooLong { .. } => io::ErrorKind::FileTooLarge,
            Cause::Folder => io::ErrorKind::IsADirectory,
            Cause::ReadOnly => io::ErrorKind::PermissionDenied,
            Cause::NoFolder { .. } => io::ErrorKind::NotFound,
            Cause::Changed | Cause::InUse | Cause::Unsettled(_) | Cause::CutOff(_) => {
                io::ErrorKind::ResourceBusy
            }
            Cause::System(error) => error.kind(),
        }
    }
}

impl From<WriteError> for io::Error {
    /// The [reason](WriteError::reason), for callers who name the file themselves.
    fn from(error: WriteError) -> Self {
        Self::new(error.kind(), error.reason())
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// What stands in the way; the file is then as it was.
pub fn write(place: impl Into<Place>, bytes: impl AsRef<[u8]>) -> Result<(), WriteError> {
    prepare(place, bytes)?.commit()
}

/// Writes a file whole or not at all, if it still is what it was when it was read.
///
/// # Errors
/// [`Cause::Changed`] where it is not, or what else stands in the way; the file is then as it was.
pub fn write_if(
    place: impl Into<Place>,
    bytes: impl AsRef<[u8]>,
    expected: &Expected,
) -> Result<(), WriteError> {
    prepare_if(place.into(), bytes.as_ref(), expected)?.commit()
}

/// Writes a file whole or not at all, of which `content` writes piece after piece: for what is too
/// large to be held in memory. Where `content` fails, there was no writing; only what goes to
/// standard output cannot be taken back.
///
/// # Errors
/// What stands in the way, or what `content` says; the file is then as it was.
pub fn write_with(
    place: impl Into<Place>,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let (place, expected) = (place.into(), Expected::Anything);
    let done = match special::is_standard_output(place.path()) {
        true => write_pieces(&mut io::stdout().lock(), content).map_err(Cause::System),
        false => beside(&place, &expected, |file| write_pieces(file, content))
            .and_then(|(temporary, there)| put_in_place(temporary, &there, &place, &expected)),
    };
    done.map_err(|cause| WriteError { path: place.path().to_owned(), cause })
}

/// Puts the bytes of a file on the disk beside it, to be put in its place later.
///
/// # Errors
/// What stands in the way.
pub fn prepare(place: impl Into<Place>, bytes: impl AsRef<[u8]>) -> Result<Prepared, WriteError> {
    prepare_if(place.into(), bytes.as_ref(), &Expected::Anything)
}

fn prepare_if(place: Place, bytes: &[u8], expected: &Expected) -> Result<Prepared, WriteError> {
    let ready = match special::is_standard_output(place.path()) {
        true => Ok(Ready::Output(bytes.to_vec())),
        false => beside(&place, expected, |file| write_bytes(file, bytes))
            .map(|(temporary, there)| Ready::Temporary(temporary, there)),
    };
    match ready {
        Ok(ready) => Ok(Prepared { place, ready, expected: expected.clone() }),
        Err(cause) => Err(WriteError { path: place.path().to_owned(), cause }),
    }
}

/// A file that needs only to be put in its place. Dropped, it leaves nothing behind.
#[derive(Debug)]
#[must_use = "it is not in its place until it is committed"]
pub struct Prepared {
    place: Place,
    ready: Ready,
    expected: Expected,
}

#[derive(Debug)]
enum Ready {
    /// A temporary file, and where it goes.
    Temporary(NamedTempFile, PathBuf),
    /// What goes to standard output.
    Output(Vec<u8>),
}

impl Prepared {
    /// Puts the file in its place, for good: also when the power fails the next moment.
    ///
    /// # Errors
    /// What stands in the way; the file is then as it was.
    pub fn commit(self) -> Result<(), WriteError> {
        let done = match self.ready {
            Ready::Temporary(temporary, there) => {
                put_in_place(temporary, &there, &self.place, &self.expected)
            }
            Ready::Output(bytes) => {
                let mut output = io::stdout().lock();
                let written = output.write_all(&bytes).and_then(|()| output.flush());
                written.map_err(Cause::System)
            }
        };
        done.map_err(|cause| WriteError { path: self.place.path().to_owned(), cause })
    }
}

fn put_in_place(
    temporary: NamedTempFile,
    there: &Path,
    place: &Place,
    expected: &Expected,
) -> Result<(), Cause> {
    faults::step();
    // As late as can be: what is between this look and the renaming is a moment.
    place.still_leads()?;
    let persisted = match expected {
        Expected::Anything => temporary.persist(there),
        // The system itself sees to it that none has been made there.
        Expected::Was(None) => temporary.persist_noclobber(there),
        Expected::Was(Some(was)) => {
            let now = Fingerprint::of_place(there).map_err(Cause::System)?;
            if now.as_ref() != Some(was) {
                return Err(Cause::Changed);
            }
            temporary.persist(there)
        }
    };
    persisted.map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => Cause::Changed,
        _ => Cause::System(error.error),
    })?;
    faults::step();
    sync(folder_of(there));
    Ok(())
}

/// A temporary file with its content beside the place that the path leads to, and that place.
fn beside(
    place: &Place,
    expected: &Expected,
    content: impl FnOnce(&mut Content<'_>) -> io::Result<()>,
) -> Result<(NamedTempFile, PathBuf), Cause> {
    let (there, rights) = examine(place, expected)?;
    let folder = folder_of(&there);
    refuse_cut_off(&there)?;
    stale::clear(folder);
    let temporary = temporary_in(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Cause::NoFolder { folder: folder.to_owned() },
        _ => Cause::System(error),
    })?;
    hold(temporary.as_file());
    fill(temporary.as_file(), content, rights)?;
    Ok((temporary, there))
}

/// Refuses a file that a change is about which was cut off.
fn refuse_cut_off(there: &Path) -> Result<(), Cause> {
    let mut cut_off = cut_off_in(folder_of(there)).into_iter();
    match cut_off.find(|cut_off| cut_off.is_about(there)) {
        Some(cut_off) => Err(Cause::CutOff(Box::new(cut_off))),
        None => Ok(()),
    }
}

/// Where a place leads, and the rights of the file there, unless it must not be written.
fn examine(
    place: &Place,
    expected: &Expected,
) -> Result<(PathBuf, Option<fs::Permissions>), Cause> {
    let there = place.lead()?;
    if there.file_name().is_none() {
        return Err(Cause::NoName);
    }
    let rights = match fs::symlink_metadata(&there) {
        Ok(old) if old.is_dir() => return Err(Cause::Folder),
        Ok(old) if !old.is_file() => {
            return Err(Cause::Special { what: special::kind(old.file_type()) });
        }
        Ok(old) if old.permissions().readonly() => return Err(Cause::ReadOnly),
        Ok(old) => Some(old.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Cause::System(error)),
    };
    inputs::refuse(&there, expected)?;
    Ok((there, rights))
}

/// Held as long as the file is open: whoever clears up sees that it is in use. Where files cannot
/// be locked, nothing is cleared either.
fn hold(file: &File) {
    let _ = file.try_lock();
}

/// Fills a new file, to the disk.
fn fill(
    file: &File,
    content: impl FnOnce(&mut Content<'_>) -> io::Result<()>,
    rights: Option<fs::Permissions>,
) -> Result<(), Cause> {
    faults::step();
    let most = special::most_written();
    let mut filling = Content { file, written: 0, most };
    if let Err(error) = content(&mut filling) {
        return Err(match (error.kind(), most) {
            (io::ErrorKind::FileTooLarge, Some(most)) => Cause::TooLong { most },
            _ => Cause::System(error),
        });
    }
    let rest = || {
        if let Some(rights) = rights {
            faults::step();
            file.set_permissions(rights)?;
        }
        faults::step();
        file.sync_all()
    };
    rest().map_err(Cause::System)
}

/// Bytes as the content of a file.
fn write_bytes(file: &mut Content<'_>, bytes: &[u8]) -> io::Result<()> {
    // A test may end the process between two halves.
    let half = if cfg!(feature = "faults") { bytes.len() / 2 } else { bytes.len() };
    let (one, other) = bytes.split_at(half);
    file.file_write(one)?;
    if !other.is_empty() {
        faults::step();
        file.file_write(other)?;
    }
    Ok(())
}

/// What `content` writes piece after piece, in large ones.
fn write_pieces(
    out: &mut dyn Write,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(PIECE, out);
    content(&mut out)?;
    out.flush()
}

/// A file that is being filled. Every piece is a step that changes the disk.
struct Content<'f> {
    file: &'f File,
    written: u64,
    /// Where one byte more would end the process.
    most: Option<u64>,
}

impl Content<'_> {
    fn file_write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        if self.most.is_some_and(|most| self.written > most) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.file.write_all(bytes)
    }
}

impl Write for Content<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        faults::step();
        self.file_write(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A new file of our own.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Temporary files are private; this one becomes an ordinary file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    faults::step();
    builder.tempfile_in(folder)
}

/// Where a path leads: a link stays a link, and what it points to is written.
fn followed(path: &Path) -> Result<PathBuf, Cause> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            Ok(target) => place = folder_of(&place).join(target),
            // No link, or nothing there.
            Err(_) => return Ok(place),
        }
    }
    Err(Cause::Links)
}

/// The folder that a file lies in.
fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the names in a folder last through a power cut, where the system can.
fn sync(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        // Folders cannot be synced everywhere, and the files themselves are safe already.
        let _ = folder.sync_all();
    }
}
