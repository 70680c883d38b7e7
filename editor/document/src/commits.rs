//! Versions of a scenario in the git repository around it: which commits changed it, and what it
//! was then.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use salient_files::{limits, path_of, text_of};
use salient_schema::project::Project;
use salient_schema::{Diagnostic, ReadError, Source, open_project};

/// Where git refuses without a word.
const NOTHING_SAID: &str = "it ended with an error";

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// What git knows it by, in full.
    pub id: String,
    /// The day, `2026-03-21`.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
}

/// Why there is nothing from git.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is no git on this machine, or it cannot be started.
    #[error("git cannot be run ({0}); install git, or compare with a file")]
    NoGit(#[source] io::Error),
    /// The file lies in no repository, or git refuses for another reason.
    #[error("git says of {}: {says}", .path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What git says.
        says: String,
    },
    /// What was committed is no scenario that can be read.
    #[error("{}", .0.first().map_or_else(|| "it was no scenario then".to_owned(), ToString::to_string))]
    Unreadable(Vec<Diagnostic>),
}

/// The commits that changed any of the files of a project, the last one first, at most `most`. The
/// first file is the scenario.
///
/// # Errors
/// It lies in no repository, or git cannot be asked.
pub fn commits_of(files: &[PathBuf], most: usize) -> Result<Vec<Commit>, GitError> {
    let Some(path) = files.first() else { return Ok(Vec::new()) };
    let whole = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
    let files: Vec<PathBuf> = files.iter().map(whole).collect();
    let most = format!("--max-count={most}");
    let asked = ["log", &most, "--format=%H%x1f%as%x1f%s", "--"].map(OsStr::new);
    let args: Vec<&OsStr> = asked.into_iter().chain(files.iter().map(AsRef::as_ref)).collect();
    let log = git(&folder_of(path), path, &args)?;
    let commit = |line: &str| {
        let mut parts = line.splitn(3, '\u{1f}');
        let mut part = || parts.next().map(str::to_owned);
        Some(Commit { id: part()?, date: part()?, subject: part()? })
    };
    Ok(String::from_utf8_lossy(&log).lines().filter_map(commit).collect())
}

/// The last commit that a commit and the present branch have in common.
///
/// # Errors
/// They have none, or git cannot be asked.
pub fn common(path: &Path, commit: &str) -> Result<String, GitError> {
    is_id(path, commit)?;
    let found = git(&folder_of(path), path, &["merge-base", "HEAD", commit].map(OsStr::new));
    let found = found.map_err(|error| match error {
        // As git does where there is none.
        GitError::Refused { path, says } if says == NOTHING_SAID => {
            let says = format!("{commit} and the present branch have nothing in common");
            GitError::Refused { path, says }
        }
        error => error,
    })?;
    Ok(String::from_utf8_lossy(&found).trim().to_owned())
}

/// A scenario as it was in a commit, with all that it referred to then.
///
/// # Errors
/// It was not there, was none, or git cannot be asked.
pub fn at_commit(path: &Path, commit: &str) -> Result<Project, GitError> {
    is_id(path, commit)?;
    let tree = Tree { folder: folder_of(path), commit: commit.to_owned() };
    let name = path.file_name().unwrap_or(path.as_os_str());
    let (project, found) = open_project(&tree, &text_of(Path::new(name)));
    project.ok_or_else(|| {
        GitError::Unreadable(found.into_iter().filter(Diagnostic::is_error).collect())
    })
}

/// Lets the id of a commit pass: anything else git might take for an option, or for a way to name
/// other things.
fn is_id(path: &Path, commit: &str) -> Result<(), GitError> {
    if !commit.is_empty() && commit.chars().all(|letter| letter.is_ascii_hexdigit()) {
        return Ok(());
    }
    let says = format!("{commit} is no commit's id");
    Err(GitError::Refused { path: path.to_owned(), says })
}

/// What a commit has, seen from a folder of the work tree.
struct Tree {
    folder: PathBuf,
    commit: String,
}

impl Source for Tree {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let refused = |reason: String| ReadError { path: path.to_owned(), reason };
        let thing = format!("{}:./{path}", self.commit);
        let asked = |args: &[&str]| {
            let args = args.iter().map(OsStr::new).collect::<Vec<_>>();
            git(&self.folder, &path_of(path), &args).map_err(|error| refused(error.to_string()))
        };
        let size = asked(&["cat-file", "-s", &thing])?;
        let size: u64 = String::from_utf8_lossy(&size).trim().parse().unwrap_or(u64::MAX);
        if size > limits::FILE_BYTES {
            return Err(refused(format!("larger than {} MB", limits::FILE_BYTES >> 20)));
        }
        asked(&["cat-file", "blob", &thing])
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// What git answers. Nothing that a repository sets up is run.
fn git(folder: &Path, about: &Path, args: &[&OsStr]) -> Result<Vec<u8>, GitError> {
    let done = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"])
        .args(args)
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_EXTERNAL_DIFF")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .output()
        .map_err(GitError::NoGit)?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    let says = String::from_utf8_lossy(&done.stderr);
    let says = says.lines().next().unwrap_or(NOTHING_SAID).to_owned();
    Err(GitError::Refused { path: about.to_owned(), says })
}
