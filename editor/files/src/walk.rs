//! Looking through folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::read::{ReadCause, ReadError};
use crate::{Place, limits, project, special};

/// Folders that hold no data of anyone's.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// What lies below some paths.
#[derive(Debug, Default)]
pub struct Walked {
    /// The files, sorted.
    pub files: BTreeSet<PathBuf>,
    /// What cannot be looked at, in the order in which it was met.
    pub unreadable: Vec<ReadError>,
}

/// What lies below some paths and is to be written.
#[derive(Debug, Default)]
pub struct ToWrite {
    /// The files, sorted, each with where it is to be written.
    pub files: BTreeMap<PathBuf, Place>,
    /// What cannot be looked at, in the order in which it was met.
    pub unreadable: Vec<ReadError>,
}

/// The files with an ending that paths name: files as they are, whatever their ending, folders
/// with all below them. What begins with a dot is left out, and so are folders that builds fill.
///
/// Each file and folder is taken once, whatever links lead to it: by its own name if it has one
/// below the path, else by that of the first link. Links that lead out of the project are not
/// followed, and nothing is opened that is no ordinary file; both are told.
pub fn walk(paths: &[PathBuf], ending: &str) -> Walked {
    let Walk { found, unreadable, .. } = Walk::through(paths, ending, true);
    Walked { files: found.into_keys().collect(), unreadable }
}

/// The same files, to be written: of a folder that is named only what lies in it by its own name.
/// A link there that leads to anything else is told of, and not followed.
pub fn walk_to_write(paths: &[PathBuf], ending: &str) -> ToWrite {
    let Walk { found, unreadable, .. } = Walk::through(paths, ending, false);
    let place = |(path, top): (PathBuf, Option<PathBuf>)| {
        let place = match top.and_then(|top| Some((path.strip_prefix(&top).ok()?.to_owned(), top)))
        {
            Some((name, top)) => Place::below(top, name),
            None => Place::from(&path),
        };
        (path, place)
    };
    ToWrite { files: found.into_iter().map(place).collect(), unreadable }
}

struct Walk<'a> {
    ending: &'a str,
    /// Whether links are followed.
    follows: bool,
    /// The files, each with the folder that was named, where it was met in one by its own name.
    found: BTreeMap<PathBuf, Option<PathBuf>>,
    unreadable: Vec<ReadError>,
    /// The real names of what has been met.
    seen: BTreeSet<PathBuf>,
    /// How much may still be met.
    left: usize,
}

impl<'a> Walk<'a> {
    fn through(paths: &[PathBuf], ending: &'a str, follows: bool) -> Self {
        let (found, unreadable, seen) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        let mut walk = Self { ending, follows, found, unreadable, seen, left: limits::WALKED };
        let mut links = Vec::new();
        for path in paths {
            walk.named(path, &mut links);
        }
        for link in links {
            walk.pass_by(&link);
        }
        walk
    }

    /// Takes what a path names. Links that are not followed are gathered.
    fn named(&mut self, path: &Path, passed: &mut Vec<PathBuf>) {
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => {
                let mut links = Vec::new();
                self.folder(path, &mut links);
                if !self.follows {
                    passed.append(&mut links);
                    return;
                }
                let project = project::folder_of(&path.join("any"));
                // What has a name of its own comes first.
                while !links.is_empty() {
                    for link in std::mem::take(&mut links) {
                        self.link(&link, &project, &mut links);
                    }
                }
            }
            Ok(_) => {
                if !self.follows {
                    self.seen.extend(fs::canonicalize(path));
                }
                self.found.insert(path.to_owned(), None);
            }
            Err(error) => self.complain(path, error),
        }
    }

    /// A link that is not followed: what it leads to has been met, or is told of.
    fn pass_by(&mut self, link: &Path) {
        match fs::canonicalize(link).and_then(|real| Ok((fs::metadata(&real)?, real))) {
            Ok((data, _)) if !data.is_dir() && !self.is_wanted(link) => {}
            Ok((_, real)) if self.seen.contains(&real) => {}
            Ok((_, target)) => self.complain(link, ReadCause::Link { target }),
            Err(error) if self.is_wanted(link) => self.complain(link, error),
            // A link to nothing, of a name that is nobody's.
            Err(_) => {}
        }
    }

    fn folder(&mut self, top: &Path, links: &mut Vec<PathBuf>) {
        // A list, since folders may lie in each other deeper than calls.
        let mut open = vec![top.to_owned()];
        while let Some(folder) = open.pop() {
            let real = match fs::canonicalize(&folder) {
                Ok(real) => real,
                Err(error) => {
                    self.complain(&folder, error);
                    continue;
                }
            };
            if !self.seen.insert(real.clone()) {
                continue;
            }
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) => {
                    self.complain(&folder, error);
                    continue;
                }
            };
            for entry in entries {
                let Some(left) = self.left.checked_sub(1) else {
                    self.complain(top, ReadCause::TooMany { most: limits::WALKED });
                    return;
                };
                self.left = left;
                match entry.and_then(|entry| Ok((entry.file_type()?, entry))) {
                    Ok((_, entry)) if is_skipped(&entry) => {}
                    Ok((kind, entry)) if kind.is_dir() => open.push(entry.path()),
                    Ok((kind, entry)) if kind.is_symlink() => links.push(entry.path()),
                    Ok((kind, entry)) => {
                        self.file(&entry.path(), kind, real.join(entry.file_name()), top)
                    }
                    Err(error) => self.complain(&folder, error),
                }
            }
        }
    }

    fn file(&mut self, path: &Path, kind: fs::FileType, real: PathBuf, top: &Path) {
        if !self.is_wanted(path) || !self.seen.insert(real) {
            return;
        }
        if kind.is_file() {
            let top = (!self.follows).then(|| top.to_owned());
            self.found.entry(path.to_owned()).or_insert(top);
        } else {
            self.complain(path, ReadCause::Special { what: special::kind(kind) });
        }
    }

    fn link(&mut self, link: &Path, project: &Path, links: &mut Vec<PathBuf>) {
        let target = fs::canonicalize(link).and_then(|real| Ok((fs::metadata(&real)?, real)));
        match target {
            Ok((data, _)) if !data.is_dir() && !self.is_wanted(link) => {}
            Ok((_, real)) if !real.starts_with(project) => {
                self.complain(link, ReadCause::Outside { project: project.to_owned() });
            }
            Ok((data, _)) if data.is_dir() => self.folder(link, links),
            Ok((data, real)) => self.file(link, data.file_type(), real, link),
            Err(error) if self.is_wanted(link) => self.complain(link, error),
            // A link to nothing, of a name that is nobody's.
            Err(_) => {}
        }
    }

    fn is_wanted(&self, path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == self.ending)
    }

    fn complain(&mut self, path: &Path, cause: impl Into<ReadCause>) {
        self.unreadable.push(ReadError::new(path, cause.into()));
    }
}

fn is_skipped(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    name.as_encoded_bytes().starts_with(b".") || SKIPPED.iter().any(|skipped| name == *skipped)
}

/// The ordinary files below a folder with their names from there, `/` between, sorted; at most `most`.
/// Links are not followed.
///
/// # Errors
/// A folder cannot be looked at, or they are more.
pub fn files_below(
    top: impl AsRef<Path>,
    most: usize,
) -> Result<Vec<(String, PathBuf)>, ReadError> {
    let top = top.as_ref();
    let mut files = Vec::new();
    let mut open = vec![(String::new(), top.to_owned())];
    while let Some((prefix, folder)) = open.pop() {
        let complain = |error: std::io::Error| ReadError::new(&folder, error.into());
        for entry in fs::read_dir(&folder).map_err(complain)? {
            let entry = entry.map_err(complain)?;
            let kind = entry.file_type().map_err(complain)?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if kind.is_dir() {
                open.push((format!("{name}/"), entry.path()));
            } else if kind.is_file() {
                files.push((name, entry.path()));
            }
            if files.len() + open.len() > most {
                return Err(ReadError::new(top, ReadCause::TooMany { most }));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The folders in a folder, without links; few of them, and none where it cannot be looked at.
pub fn folders_in(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(limits::ENTRIES).flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).collect()
}

/// The ordinary files of a folder, without those of folders below it, sorted; at most `most`.
///
/// # Errors
/// The folder cannot be looked at, or holds more.
pub fn files_in(folder: impl AsRef<Path>, most: usize) -> Result<Vec<PathBuf>, ReadError> {
    let folder = folder.as_ref();
    let complain = |error: std::io::Error| ReadError::new(folder, error.into());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(complain)? {
        let entry = entry.map_err(complain)?;
        if entry.file_type().map_err(complain)?.is_file() {
            files.push(entry.path());
        }
        if files.len() > most {
            return Err(ReadError::new(folder, ReadCause::TooMany { most }));
        }
    }
    files.sort();
    Ok(files)
}
