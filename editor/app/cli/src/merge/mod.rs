//! `salient merge`

mod report;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use salient_document::{Conflict, merge_files};
use salient_files::{Expected, Fingerprint, is_one_place, write_if};
use salient_schema::{Diagnostic, read_text};
use serde::Serialize;

use super::cut_off;
use super::diff::faults;
use super::files::shown;
use super::report::render_diagnostics;
use super::versions::Version;
use super::{Console, Exit, Format, print_json};
use salient_output::plural;

/// Merge two versions of a file that began as one, by unit, hex and hexside.
///
/// What only one of the two changed is taken from it. Where both changed the same thing otherwise,
/// what OURS says stays in the file, and the conflict is listed with both versions. The merged
/// file is in canonical form and is checked: a problem that neither version has counts as a
/// conflict too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient merge base.json ours.json theirs.json -o merged.json
  salient merge --resolve map.json.conflicts               lists what is to be settled
  salient merge --resolve map.json.conflicts --take 1,3    theirs of these, ours of the others

In a git repository, these two lines make git compare and merge by things, not by lines:
  git config diff.salient.command 'salient diff --git --' && \
git config merge.salient.driver 'salient merge --git -- %O %A %B %P'
  echo '*.json diff=salient merge=salient' >> .gitattributes

Exit status: 0 merged, 1 merged with conflicts (ours stays in each), 2 a file cannot be read or
written or is none of Salient's; nothing is written then. With --resolve: 0 settled, 1 something is
left to be settled, or to be looked at.")]
pub struct Args {
    /// What both began with; an empty file where there was none.
    #[arg(value_name = "BASE", required_unless_present = "resolve")]
    base: Option<PathBuf>,

    /// The version that stays where both changed the same.
    #[arg(value_name = "OURS", required_unless_present = "resolve")]
    ours: Option<PathBuf>,

    /// The other version.
    #[arg(value_name = "THEIRS", required_unless_present = "resolve")]
    theirs: Option<PathBuf>,

    /// The file's own path, for messages, where the versions lie under other names.
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,

    /// The file to write; without it the merged file goes to the standard output, and conflicts
    /// to the standard error.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The list of conflicts: text for people, json for programs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Be git's merge driver (see `git help gitattributes`): write to OURS, and merge line by line
    /// what is none of Salient's files. Conflicts are left in a report beside the file.
    #[arg(long, conflicts_with = "output")]
    git: bool,

    /// Settle the conflicts of a merge by the report that git's merge driver left beside the file.
    #[arg(long, value_name = "REPORT", conflicts_with_all = ["base", "output", "git", "format"])]
    resolve: Option<PathBuf>,

    /// The conflicts in which theirs counts, by their numbers; all or none.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', requires = "resolve")]
    take: Vec<String>,
}

/// The three versions.
struct Three<'a> {
    base: &'a Path,
    ours: &'a Path,
    theirs: &'a Path,
}

/// What a program is told of a merge.
#[derive(Serialize)]
struct Report<'a> {
    file: String,
    conflicts: &'a [Conflict],
    problems: &'a [Diagnostic],
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if let Some(report) = &args.resolve {
        return report::resolve(report, &args.take, console);
    }
    let (Some(base), Some(ours), Some(theirs)) = (&args.base, &args.ours, &args.theirs) else {
        anyhow::bail!("give three versions: what both began with, ours and theirs");
    };
    merge(args, &Three { base, ours, theirs }, console)
}

fn merge(args: &Args, files: &Three<'_>, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let home = args.path.as_deref();
    let read = |path: &Path| Version::read(path, home);
    // What is to be written over must be the same at the end.
    let output = if args.git { Some(files.ours) } else { args.output.as_deref() };
    cut_off::end(output, console)?;
    if let (Some(path), true) = (&args.path, args.git) {
        report::end_settlement(path, console)?;
    }
    cut_off::tell([files.base, files.ours, files.theirs], console)?;
    // Only ours is merged in place; over the other two nothing is written.
    let is_at = |file: &Path| output.is_some_and(|path| is_one_place(file, path));
    let was = match !is_at(files.ours) && (is_at(files.base) || is_at(files.theirs)) {
        true => Expected::Anything,
        false => Expected::Was(output.and_then(Fingerprint::of_file)),
    };
    let [base, ours, theirs] = [read(files.base)?, read(files.ours)?, read(files.theirs)?];
    if args.git && [&base, &ours, &theirs].into_iter().any(|version| !is_ours(version)) {
        return line_by_line(files);
    }
    let mut unreadable = Exit::Clean;
    let mut document = |version: &Version| -> anyhow::Result<_> {
        let (document, found) = version.document();
        if document.is_none() {
            unreadable = unreadable.max(faults(version, &found, console)?);
        }
        Ok(document.map(|document| (document, found)))
    };
    let began = if base.bytes.trim_ascii().is_empty() { None } else { Some(document(&base)?) };
    let (mine, others) = (document(&ours)?, document(&theirs)?);
    let (Some((mine, my_faults)), Some((others, their_faults)), false) =
        (mine, others, matches!(began, Some(None)))
    else {
        return Ok(unreadable.max(Exit::Unreadable));
    };
    let began = began.flatten().map(|(document, _)| document);

    let merged = merge_files(began.as_ref(), &mine, &others, &[])?;
    let text = salient_schema::write(&merged.file)?;
    let file = shown(args.path.as_deref().or(output).unwrap_or(files.ours));
    let problems = new_problems(&file, &text, &[my_faults, their_faults]);
    // The report first: what theirs says is kept before it is said that it is merged.
    let left = match (&args.path, args.git, merged.conflicts.as_slice()) {
        (Some(path), true, conflicts @ [_, ..]) => {
            Some(report::leave(path, began.as_ref(), &others, conflicts)?)
        }
        _ => None,
    };
    let written = match output {
        Some(path) => write_if(path, text.as_bytes(), &was).map_err(anyhow::Error::from),
        None => console.out.write_all(text.as_bytes()).map_err(anyhow::Error::from),
    };
    if let (Err(_), Some(left)) = (&written, &left) {
        left.take_back();
    }
    written?;
    // Where the file itself goes to the output, what is said of it must not.
    let listing = if output.is_some() { &mut *console.out } else { &mut *console.err };
    let exit = if merged.conflicts.is_empty() && problems.is_empty() {
        Exit::Clean
    } else {
        Exit::Problems
    };
    match args.format {
        Format::Json => {
            let report = Report { file, conflicts: &merged.conflicts, problems: &problems };
            print_json(&mut *listing, &report)?;
        }
        Format::Text if exit != Exit::Clean => {
            if !merged.conflicts.is_empty() {
                let count = plural(merged.conflicts.len(), "conflict");
                writeln!(listing, "{file}: {count}; ours stays in the file")?;
            }
            for Conflict { what, ours, theirs, .. } in &merged.conflicts {
                writeln!(listing, "  {what}\n    ours:   {ours}\n    theirs: {theirs}")?;
            }
            if let Some(left) = &left {
                let left = shown(&left.place);
                writeln!(listing, "settle them with: salient merge --resolve {left}")?;
            }
            tell_problems(&file, text, &problems, listing)?;
        }
        Format::Text => {}
    }
    let earlier = args.path.as_deref().filter(|_| args.git && left.is_none()).and_then(report::of);
    if let Some(earlier) = earlier {
        let earlier = shown(&earlier);
        writeln!(
            console.err,
            "{earlier}: what an earlier merge left is still to be settled: \
             salient merge --resolve {earlier}"
        )?;
    }
    Ok(exit)
}

/// Whether a version can be read as data, or is not there at all.
fn is_ours(version: &Version) -> bool {
    version.bytes.trim_ascii().is_empty() || version.document().0.is_some()
}

/// What is no data of ours is merged as git itself would.
fn line_by_line(files: &Three<'_>) -> anyhow::Result<Exit> {
    let status = Command::new("git")
        .args(["merge-file", "-q", "-L", "ours", "-L", "base", "-L", "theirs", "--"])
        .args([files.ours, files.base, files.theirs])
        .stdin(Stdio::null())
        .status()
        .context("git cannot be run")?;
    Ok(match status.code() {
        Some(0) => Exit::Clean,
        // The number of conflicts.
        Some(1..=127) => Exit::Problems,
        _ => Exit::Unreadable,
    })
}

/// Tells what neither version has, with its lines of the merged file.
fn tell_problems(
    file: &str,
    text: String,
    problems: &[Diagnostic],
    listing: &mut dyn std::io::Write,
) -> anyhow::Result<()> {
    if problems.is_empty() {
        return Ok(());
    }
    let count = plural(problems.len(), "problem");
    writeln!(listing, "{file}: {count} that neither version has\n")?;
    let sources = std::collections::BTreeMap::from([(file.to_owned(), text)]);
    write!(listing, "{}", render_diagnostics(problems, &sources, false))?;
    Ok(())
}

/// What is wrong with the merged file that was wrong with neither version: a counter that one
/// moved and the other took out.
fn new_problems(file: &str, text: &str, known: &[Vec<Diagnostic>]) -> Vec<Diagnostic> {
    let same = |one: &Diagnostic, other: &Diagnostic| {
        one.code == other.code && one.message == other.message
    };
    let (_, found) = read_text(file, text);
    found
        .into_iter()
        .filter(|one| one.is_error() && !known.iter().flatten().any(|other| same(one, other)))
        .collect()
}
