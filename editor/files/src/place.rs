//! Where a file is written or removed: where a person said, or below a folder that he named.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::{Cause, WriteError, followed};

/// Where a file is written or removed.
///
/// What a person names himself may be a link: what it points to is written. Every path is such a
/// place. Of what a program names [below](Self::below) a folder no part may be one: whoever made
/// the folder would say which file elsewhere is written or removed.
#[derive(Clone, Debug)]
pub struct Place {
    path: PathBuf,
    /// The folder that a person named, where the rest is not from him.
    folder: Option<PathBuf>,
}

impl<P: AsRef<Path>> From<P> for Place {
    /// What a person named.
    fn from(path: P) -> Self {
        Self { path: path.as_ref().to_owned(), folder: None }
    }
}

impl Place {
    /// A file, or a folder, below a folder that a person named.
    pub fn below(folder: impl AsRef<Path>, name: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref();
        Self { path: folder.join(name), folder: Some(folder.to_owned()) }
    }

    /// A path of which a person named all but the last part.
    pub fn made(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let folder = path.parent().unwrap_or(Path::new(""));
        Self { path: path.to_owned(), folder: Some(folder.to_owned()) }
    }

    /// A file below this, as a folder.
    pub fn inside(&self, name: impl AsRef<Path>) -> Self {
        let folder = self.folder.as_ref().unwrap_or(&self.path).clone();
        Self { path: self.path.join(name), folder: Some(folder) }
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder that it lies in, and those on the way there that are not there yet.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn make_folder(&self) -> Result<(), WriteError> {
        let fail = |cause| WriteError { path: self.path.clone(), cause };
        self.lead().map_err(fail)?;
        let system = |error| fail(Cause::System(error));
        match self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => fs::create_dir_all(folder).map_err(system)?,
            None => return Ok(()),
        }
        // Somebody may have put a link there meanwhile.
        self.lead().map(drop).map_err(fail)
    }

    /// Where it leads.
    pub(crate) fn lead(&self) -> Result<PathBuf, Cause> {
        let Some(folder) = &self.folder else { return followed(&self.path) };
        let name = self.path.strip_prefix(folder).map_err(|_| Cause::Outside)?;
        if name.as_os_str().is_empty() {
            return Ok(self.path.clone());
        }
        let mut part = folder.clone();
        for component in name.components() {
            let Component::Normal(name) = component else { return Err(Cause::Outside) };
            part.push(name);
            match fs::symlink_metadata(&part) {
                Ok(there) if there.file_type().is_symlink() => {
                    let target = fs::read_link(&part).map_err(Cause::System)?;
                    return Err(Cause::Link { link: part, target });
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                Err(error) => return Err(Cause::System(error)),
            }
        }
        // By its real name it lies there, too, as far as it is there already.
        let real = |path: &Path| {
            path.ancestors().find_map(|part| match part.as_os_str().is_empty() {
                true => fs::canonicalize(".").ok(),
                false => fs::canonicalize(part).ok(),
            })
        };
        match (self.path.parent().and_then(real), real(folder)) {
            (Some(parent), Some(folder)) if parent.starts_with(&folder) => Ok(self.path.clone()),
            _ => Err(Cause::Outside),
        }
    }

    /// Whether it still leads where it may.
    pub(crate) fn still_leads(&self) -> Result<(), Cause> {
        if self.folder.is_some() { self.lead().map(drop) } else { Ok(()) }
    }
}
