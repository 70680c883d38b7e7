//! Reading: ordinary files of a bounded length, and for references only those of the project.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::{inputs, limits, project, special};

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {}", .path.display(), self.reason())]
pub struct ReadError {
    /// The file, as it was named.
    pub path: PathBuf,
    /// What stands in the way.
    pub cause: ReadCause,
}

/// What stands in the way of reading a file.
#[derive(Debug)]
pub enum ReadCause {
    /// A folder stands there.
    Folder,
    /// What is there is no ordinary file.
    Special {
        /// What it is: `a device`, `a pipe`.
        what: &'static str,
    },
    /// It is longer than what is read.
    TooLarge {
        /// The most bytes that are read.
        most: u64,
    },
    /// A reference, or a link, leads out of the project.
    Outside {
        /// The project's folder.
        project: PathBuf,
    },
    /// It is a link that is not followed, since what is found is to be written.
    Link {
        /// Where it leads.
        target: PathBuf,
    },
    /// It is not UTF-8 text.
    NotText,
    /// More files and folders are in a folder than are looked through.
    TooMany {
        /// The most.
        most: usize,
    },
    /// The system refuses.
    System(io::Error),
}

impl ReadError {
    /// What is wrong and what to do, without the file's name: for those who have said it.
    pub fn reason(&self) -> String {
        match &self.cause {
            ReadCause::Folder => "it is a folder; name a file in it".to_owned(),
            ReadCause::Special { what } => {
                format!("it is {what}, where an ordinary file is wanted")
            }
            ReadCause::TooLarge { most } => {
                format!("it is larger than the {} MB that are read at most", most >> 20)
            }
            ReadCause::Outside { project } => format!(
                "it lies outside of the project's folder, {}; move it there, or name a folder that \
                 holds both with --project",
                project.display()
            ),
            ReadCause::Link { target } => format!(
                "it is a link to {}, which is not in the folder; name that itself to have it written",
                target.display()
            ),
            ReadCause::NotText => "it is not UTF-8 text".to_owned(),
            ReadCause::TooMany { most } => {
                format!("more than {most} files are in it; name a folder in it")
            }
            ReadCause::System(error) => match error.kind() {
                io::ErrorKind::NotFound => "there is no such file".to_owned(),
                io::ErrorKind::PermissionDenied => "you may not read it".to_owned(),
                _ => error.to_string(),
            },
        }
    }

    /// The kind of error that the system knows it as.
    pub fn kind(&self) -> io::ErrorKind {
        match &self.cause {
            ReadCause::Folder => io::ErrorKind::IsADirectory,
            ReadCause::Special { .. } => io::ErrorKind::InvalidInput,
            ReadCause::TooLarge { .. } | ReadCause::TooMany { .. } => io::ErrorKind::FileTooLarge,
            ReadCause::Outside { .. } | ReadCause::Link { .. } => io::ErrorKind::PermissionDenied,
            ReadCause::NotText => io::ErrorKind::InvalidData,
            ReadCause::System(error) => error.kind(),
        }
    }

    pub(crate) fn new(path: &Path, cause: ReadCause) -> Self {
        Self { path: path.to_owned(), cause }
    }
}

impl From<io::Error> for ReadCause {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<ReadError> for io::Error {
    /// The [reason](ReadError::reason), for callers who name the file themselves.
    fn from(error: ReadError) -> Self {
        Self::new(error.kind(), error.reason())
    }
}

/// Reads a file that the user names: an ordinary one, or what another program hands over under one
/// of the names of an open file (`/dev/stdin`, and what a shell makes of `<(…)`).
///
/// # Errors
/// What stands in the way.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<u8>, ReadError> {
    read_at_most(path, limits::FILE_BYTES)
}

/// The same, of no more than so many bytes.
///
/// # Errors
/// What stands in the way.
pub fn read_at_most(path: impl AsRef<Path>, most: u64) -> Result<Vec<u8>, ReadError> {
    let path = path.as_ref();
    let bytes = open(path).and_then(|file| {
        inputs::has_read(path, &file.metadata()?);
        bytes_of(file, most)
    });
    bytes.map_err(|cause| ReadError::new(path, cause))
}

/// The same, of what nothing is made of: it is only compared, or says what has been done.
pub(crate) fn look_at(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let bytes = open(path).and_then(|file| bytes_of(file, most));
    bytes.map_err(|cause| ReadError::new(path, cause))
}

/// Reads a file that the user names as text.
///
/// # Errors
/// What stands in the way.
pub fn read_text(path: impl AsRef<Path>) -> Result<String, ReadError> {
    let path = path.as_ref();
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| ReadError::new(path, ReadCause::NotText))
}

/// Reads the beginning of a file, all of it where it is shorter: enough to see what it is, and not
/// to make anything of it.
///
/// # Errors
/// What stands in the way.
pub fn read_head(path: impl AsRef<Path>, most: u64) -> Result<Vec<u8>, ReadError> {
    let path = path.as_ref();
    let head = open(path).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    head.map_err(|cause| ReadError::new(path, cause))
}

/// Reads a file that another one refers to: an ordinary one that lies, links followed, below the
/// [project's folder](project::folder_of) of `first`, the file that the user named.
///
/// # Errors
/// What stands in the way.
pub fn read_referred(
    first: impl AsRef<Path>,
    path: impl AsRef<Path>,
) -> Result<Vec<u8>, ReadError> {
    read_referred_at_most(first, path, limits::FILE_BYTES)
}

/// The same, of no more than so many bytes.
///
/// # Errors
/// What stands in the way.
pub fn read_referred_at_most(
    first: impl AsRef<Path>,
    path: impl AsRef<Path>,
    most: u64,
) -> Result<Vec<u8>, ReadError> {
    let path = path.as_ref();
    let inside = || {
        let project = project::folder_of(first.as_ref());
        let place = match fs::canonicalize(path) {
            // What is not there is told as outside too: nobody learns what other folders hold.
            Err(_) if !project::leads_into(path, &project) => {
                return Err(ReadCause::Outside { project });
            }
            place => place?,
        };
        if !place.starts_with(&project) {
            return Err(ReadCause::Outside { project });
        }
        let file = open_ordinary(&place)?;
        inputs::has_read(&place, &file.metadata()?);
        bytes_of(file, most)
    };
    inside().map_err(|cause| ReadError::new(path, cause))
}

/// A file that the user names, as it is.
fn open(path: &Path) -> Result<File, ReadCause> {
    if special::is_handed_over(path) { Ok(File::open(path)?) } else { open_ordinary(path) }
}

/// An ordinary file. Nothing else is opened for longer than it takes to see that: opening a pipe
/// would wait for whoever writes into it, and some devices do what they do as soon as they are
/// opened.
pub(crate) fn open_ordinary(path: &Path) -> Result<File, ReadCause> {
    refuse_special(&fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    special::without_waiting(&mut options);
    let file = options.open(path)?;
    // It may have been changed for another between the two looks.
    refuse_special(&file.metadata()?)?;
    Ok(file)
}

fn refuse_special(data: &fs::Metadata) -> Result<(), ReadCause> {
    match data.file_type() {
        kind if kind.is_file() => Ok(()),
        kind if kind.is_dir() => Err(ReadCause::Folder),
        kind => Err(ReadCause::Special { what: special::kind(kind) }),
    }
}

/// All bytes, however long the file says it is: some say 0 and never end.
fn bytes_of(file: File, most: u64) -> Result<Vec<u8>, ReadCause> {
    let says = file.metadata().map_or(0, |data| data.len());
    if says > most {
        return Err(ReadCause::TooLarge { most });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(says).unwrap_or(0));
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(ReadCause::TooLarge { most }) } else { Ok(bytes) }
}
