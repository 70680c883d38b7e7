//! Commands on many files: each result has its own name, and a bad file keeps no other from being
//! worked on.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::bail;
use salient_exchange::LossReport;
use salient_schema::{Diagnostic, FileKind};
use serde::Serialize;

use super::report::{count_in_words, render_diagnostics};
use super::validate::{kind_at, sources_of};
use super::{Console, Exit, Format, files, print_json};
use salient_output::plural;

/// The files that a command works on.
pub struct Batch {
    /// The files, in the order in which they were named.
    pub files: Vec<PathBuf>,
    /// Whether their results belong into a folder: more than one path was named, or a folder.
    pub is_many: bool,
    /// What was found wrong while looking.
    pub exit: Exit,
}

/// Finds the files of these kinds: paths as they are named, folders with all below them. Of
/// several paths, files of Salient's other kinds are passed over, so that `folder/*.json` will do.
///
/// # Errors
/// There is none among them, or nothing can be printed.
pub fn inputs(
    paths: &[PathBuf],
    kinds: &[FileKind],
    console: &mut Console<'_>,
) -> anyhow::Result<Batch> {
    let is_many = paths.len() != 1 || paths.iter().any(|path| path.is_dir());
    let mut batch = Batch { files: Vec::new(), is_many, exit: Exit::Clean };
    if !is_many {
        batch.files = paths.to_vec();
        return Ok(batch);
    }
    let mut passed_over = 0;
    for path in paths {
        let (found, unreadable) = if path.is_dir() {
            files::json_files(std::slice::from_ref(path))
        } else {
            (vec![files::shown(path)], Vec::new())
        };
        for (path, error) in unreadable {
            writeln!(console.err, "{path}: cannot be read: {error}")?;
            batch.exit = Exit::Unreadable;
        }
        for file in found {
            let file = salient_files::path_of(&file);
            match kind_at(&file) {
                Some(kind) if kinds.contains(&kind) => batch.files.push(file),
                // Opening it says what is wrong with it. In a folder it is nobody's affair.
                None if !path.is_dir() => batch.files.push(file),
                _ => passed_over += 1,
            }
        }
    }
    let wanted: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let wanted = wanted.join(" nor ");
    if batch.files.is_empty() && batch.exit == Exit::Clean {
        bail!("of {} none is a {}", plural(passed_over, "file"), wanted.replace(" nor ", " or a "));
    }
    if passed_over > 0 {
        let count = plural(passed_over, "file");
        writeln!(console.err, "passed over {count} that are neither {wanted}")?;
    }
    Ok(batch)
}

/// A name for the result of each file, without an ending: the file's own, and where several share
/// it the folder's before it, `picardy-1918-map`.
pub fn names(files: &[PathBuf]) -> Vec<String> {
    let stem = |path: &Path| {
        let stem = portable(Path::new(path.file_stem().unwrap_or_default()));
        stem.strip_suffix(".bundle").map_or(stem.clone(), str::to_owned)
    };
    let with_folder = |path: &PathBuf| {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let folder = whole.parent().and_then(Path::file_name).unwrap_or_default();
        format!("{}-{}", portable(Path::new(folder)), stem(path))
    };
    let mut names: Vec<String> = files.iter().map(|path| stem(path)).collect();
    for at in shared(&names) {
        names[at] = with_folder(&files[at]);
    }
    // Files of one name in folders of one name, or one file twice.
    let mut taken: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut first = BTreeSet::new();
    for at in shared(&names) {
        if !first.insert(names[at].to_lowercase()) {
            let numbered = (2..).map(|number| format!("{}-{number}", names[at]));
            let free = numbered.into_iter().find(|name| taken.insert(name.to_lowercase()));
            // There is always another number.
            names[at] = free.unwrap_or_default();
        }
    }
    names
}

/// A relative path as a name for a result, with `/`: without what is a letter on some systems and
/// leads elsewhere on others.
pub fn portable(path: &Path) -> String {
    let plain = |part: &OsStr| part.to_string_lossy().replace(['\\', ':'], "_");
    let parts = path.iter().map(|part| salient_files::portable(&plain(part)));
    parts.collect::<Vec<_>>().join("/")
}

/// The places of names that stand there more than once. Some file systems know no large letters.
fn shared(names: &[String]) -> Vec<usize> {
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        places.entry(name.to_lowercase()).or_default().push(at);
    }
    let mut all: Vec<usize> = places.into_values().filter(|at| at.len() > 1).flatten().collect();
    all.sort_unstable();
    all
}

/// What a command tells of one of its files.
#[derive(Debug, Serialize)]
pub struct Told {
    /// The file.
    file: String,
    /// Where its result lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(flatten)]
    losses: Option<LossReport>,
    /// Why there is no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Works on files one after another. `work` says what was lost, or how it ended without a result,
/// of which it has told.
///
/// Text names each file over what is told of it; for programs there is one array.
///
/// # Errors
/// Nothing can be printed.
pub fn each(
    files: &[(PathBuf, PathBuf)],
    format: Format,
    console: &mut Console<'_>,
    mut work: impl FnMut(&Path, &Path, &mut Console<'_>) -> anyhow::Result<Result<LossReport, Exit>>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    let mut all = Vec::new();
    for (file, output) in files {
        let mut told = Told { file: files::shown(file), output: None, losses: None, error: None };
        match work(file, output, console) {
            Ok(Ok(losses)) => {
                told.output = Some(files::shown(output));
                if format == Format::Text {
                    writeln!(console.out, "{} → {}", told.file, files::shown(output))?;
                    for line in losses.to_string().lines() {
                        writeln!(console.out, "  {line}")?;
                    }
                }
                exit = exit.max(show_problems(&losses, format, console)?);
                told.losses = Some(losses);
            }
            Ok(Err(ended)) => {
                told.error = Some("is not sound enough; the standard error tells why".to_owned());
                exit = exit.max(ended);
            }
            Err(error) => exit = exit.max(complain(&mut told, &error, console)?),
        }
        all.push(told);
    }
    if format == Format::Json {
        print_json(console.out, &all)?;
    }
    Ok(exit)
}

/// Tells what is wrong with the documents that an import wrote, and how it ends: with problems where
/// they have errors. For programs the loss report has it.
pub fn show_problems(
    losses: &LossReport,
    format: Format,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let problems = &losses.problems;
    if format == Format::Text && !problems.is_empty() {
        let text = render_diagnostics(problems, &sources_of(problems), console.colour);
        console.out.print_painted(&text)?;
        let count = count_in_words(problems);
        writeln!(console.out, "what was written, as validate sees it: {count}")?;
    }
    let has_errors = problems.iter().any(Diagnostic::is_error);
    Ok(if has_errors { Exit::Problems } else { Exit::Clean })
}

fn complain(
    told: &mut Told,
    error: &anyhow::Error,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let text = format!("{error:#}");
    told.error = Some(text.clone());
    writeln!(console.err, "{}", about(&told.file, &text))?;
    Ok(super::exit_of(error))
}

/// A complaint that names its file, once.
pub fn about(file: &str, complaint: &str) -> String {
    if complaint.contains(file) { complaint.to_owned() } else { format!("{file}: {complaint}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(files: &[&str]) -> Vec<String> {
        names(&files.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn every_result_has_its_own_name() {
        assert_eq!(named(&["a/x.json", "b/y.json"]), ["x", "y"]);
        assert_eq!(named(&["a/map.json", "b/map.json", "b/y.json"]), ["a-map", "b-map", "y"]);
        assert_eq!(named(&["a/c:x.json", "a/..\\x.json"]), ["c_x", ".._x"]);
        assert_eq!(named(&["a/x.bundle.json", "a/X.json"]), ["a-x", "a-X-2"]);
        assert_eq!(
            named(&["1/a/x.json", "2/a/x.json", "3/a/x.json", "a-x-2.json"]),
            ["a-x", "a-x-3", "a-x-4", "a-x-2"]
        );
    }
}
