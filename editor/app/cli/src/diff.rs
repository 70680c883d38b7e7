//! `salient diff`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use salient_document::{Comparison, compare_files};
use salient_files::Results;
use serde::Serialize;

use super::report::render_diagnostics;
use super::validate::{exit_for, source_of};
use super::versions::{Version, names_of};
use super::{Console, Exit, Format, batch, cut_off, files, print_json};
use salient_output::{PictureKind, plural, write_whole};

mod git;
mod picture;

/// Tell what changed between two files, thing by thing.
///
/// Maps, rulesets, orders of battle, scenarios and bundles are compared by their hexes, hexsides,
/// counters, arrivals and chart cells, whatever the order and layout of the text. Two folders are
/// compared file by file, by the files' paths in them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient diff before.json after.json
  salient diff before.json after.json --format json
  salient diff before.json after.json --picture changes.png
  salient diff old-scenarios scenarios --picture changes

`salient merge --help` tells how git uses this for its own diffs.

Exit status: 0 the same, 1 different, 2 a file cannot be read or is none of Salient's; the other
files of two folders are compared all the same. With --git, 0 whenever something could be shown, as
git wants it.")]
pub struct Args {
    /// Two files or two folders: before and after. With --git, what git hands over.
    #[arg(required = true, num_args = 1.., value_name = "PATH", allow_hyphen_values = false)]
    paths: Vec<PathBuf>,

    /// text for people, json for programs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Draw both side by side with the changed hexes marked, or the changed counters; the name
    /// ends in .png or .svg. Of two folders, the folder for the pictures of what differs, in place
    /// of those of an earlier comparison. A ruleset has no picture.
    #[arg(long, value_name = "PATH", conflicts_with = "git")]
    picture: Option<PathBuf>,

    /// Where references to other files lead on from; for files that lie elsewhere for a moment.
    #[arg(long, value_name = "PATH")]
    path: Option<PathBuf>,

    /// Be git's external diff (see `git help gitattributes`).
    #[arg(long, conflicts_with_all = ["format", "path"])]
    git: bool,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if args.git {
        return git::run(&args.paths, console);
    }
    let [before, after] = args.paths.as_slice() else {
        bail!("a comparison needs two paths, before and after");
    };
    if before.is_dir() && after.is_dir() {
        return folders(before, after, args, console);
    }
    let wish = args.picture.as_deref().map(PictureKind::of).transpose()?.map(Picture::Wanted);
    let Pair { told, exit, picture } = pair(before, after, wish, args, console)?;
    if let Some((path, bytes)) = args.picture.as_ref().zip(picture) {
        write_whole(path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    print(&told, args.format, console)?;
    Ok(exit)
}

/// What is told of one pair of files.
#[derive(Serialize)]
struct Told {
    before: String,
    after: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Serialize)]
#[serde(untagged)]
enum What {
    Compared(Comparison),
    Only { only: &'static str },
    Fault { error: String },
}

/// The wish for a picture of a pair.
#[derive(Clone, Copy)]
enum Picture {
    /// That there is none is an error.
    Wanted(PictureKind),
    /// There may be nothing to draw.
    WherePossible(PictureKind),
}

/// What comes of a pair.
struct Pair {
    told: Told,
    exit: Exit,
    /// The picture that was wished for, as a file's bytes.
    picture: Option<Vec<u8>>,
}

fn pair(
    before: &Path,
    after: &Path,
    wish: Option<Picture>,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Pair> {
    let home = args.path.as_deref();
    let old = Version::read(before, home)?;
    let new = Version::read(after, home)?;
    let pair = compared(&old, &new, wish, console);
    let read = [old, new].into_iter().flat_map(Version::into_files);
    cut_off::tell(read.collect::<BTreeSet<_>>(), console)?;
    pair
}

/// Compares two versions.
fn compared(
    old: &Version,
    new: &Version,
    wish: Option<Picture>,
    console: &mut Console<'_>,
) -> anyhow::Result<Pair> {
    let told = |what| Told { before: old.name.clone(), after: new.name.clone(), what };
    let fault = |error: &str, exit| {
        let told = told(What::Fault { error: error.to_owned() });
        Pair { told, exit, picture: None }
    };
    let mut exit = Exit::Clean;
    let mut read = |version: &Version| -> anyhow::Result<_> {
        let (document, found) = version.document();
        if document.is_none() {
            exit = exit.max(faults(version, &found, console)?);
        }
        Ok(document)
    };
    let (Some(was), Some(is)) = (read(old)?, read(new)?) else {
        return Ok(fault("cannot be read as data", exit));
    };
    let names = names_of(&[(new, &is), (old, &was)]);
    let comparison = match compare_files(&was, &is, &names) {
        Ok(comparison) => comparison,
        Err(error) => {
            writeln!(console.err, "{}, {}: {error}", old.name, new.name)?;
            return Ok(fault(&error.to_string(), Exit::Unreadable));
        }
    };
    let versions = [(old, &was), (new, &is)];
    let picture = match wish {
        Some(Picture::Wanted(kind)) => Some(picture::draw(versions, &comparison, kind)?),
        Some(Picture::WherePossible(kind)) if picture::is_possible([&was, &is], &comparison) => {
            Some(picture::draw(versions, &comparison, kind)?)
        }
        _ => None,
    };
    let exit = if comparison.changes.is_empty() { Exit::Clean } else { Exit::Problems };
    Ok(Pair { told: told(What::Compared(comparison)), exit, picture })
}

/// Tells what keeps a file from being compared or merged.
pub(super) fn faults(
    version: &Version,
    found: &[salient_schema::Diagnostic],
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let text = source_of(&version.bytes);
    let sources = std::collections::BTreeMap::from([(version.name.clone(), text)]);
    let errors: Vec<_> = found.iter().filter(|found| found.is_error()).cloned().collect();
    write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
    Ok(exit_for(&errors).max(Exit::Unreadable))
}

/// Compares what two folders hold, by the paths in them.
fn folders(
    before: &Path,
    after: &Path,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    let mut inside = |folder: &Path| -> anyhow::Result<BTreeSet<PathBuf>> {
        let (names, unreadable) = files::json_files(&[folder.to_owned()]);
        for (path, error) in unreadable {
            writeln!(console.err, "{path}: cannot be read: {error}")?;
            exit = Exit::Unreadable;
        }
        let top = salient_files::path_of(&files::shown(folder));
        let inside = |name: &String| {
            salient_files::path_of(name).strip_prefix(&top).ok().map(Path::to_owned)
        };
        Ok(names.iter().filter_map(inside).collect())
    };
    let (old, new) = (inside(before)?, inside(after)?);
    let pictures = args.picture.as_ref().map(|folder| Results::over(folder, "differences"));
    let mut pictures = pictures.transpose()?;
    let mut all = Vec::new();
    for name in old.union(&new) {
        let paths = [before.join(name), after.join(name)];
        let told = |what| {
            let [before, after] = paths.each_ref().map(|path| files::shown(path));
            Told { before, after, what }
        };
        let only = match (old.contains(name), new.contains(name)) {
            (true, false) => Some("before"),
            (false, true) => Some("after"),
            _ => None,
        };
        if let Some(only) = only {
            all.push(told(What::Only { only }));
            exit = exit.max(Exit::Problems);
            continue;
        }
        // Whatever lies beside the data and has not changed is nobody's affair.
        let [old, new] = paths.each_ref().map(salient_files::read);
        if let (Ok(old), Ok(new)) = (old, new)
            && old == new
        {
            continue;
        }
        let wish = pictures.is_some().then_some(Picture::WherePossible(PictureKind::Png));
        let drawn = batch::portable(&name.with_extension("png"));
        match pair(&paths[0], &paths[1], wish, args, console) {
            Ok(Pair { told, exit: status, picture }) => {
                if let Some((pictures, bytes)) = pictures.as_mut().zip(picture) {
                    pictures.add(&drawn, &bytes)?;
                }
                all.push(told);
                exit = exit.max(status);
            }
            Err(error) => {
                writeln!(console.err, "{error:#}")?;
                all.push(told(What::Fault { error: format!("{error:#}") }));
                if let Some(pictures) = &mut pictures {
                    pictures.keep(&drawn);
                }
                exit = Exit::Unreadable;
            }
        }
    }
    pictures.map(Results::commit).transpose()?;
    match args.format {
        Format::Json => {
            print_json(console.out, &all)?;
        }
        Format::Text => {
            for told in &all {
                print(told, Format::Text, console)?;
            }
            let compared = old.union(&new).count();
            writeln!(console.out, "{}, {} different", plural(compared, "file"), all.len())?;
        }
    }
    Ok(exit)
}

fn print(told: &Told, format: Format, console: &mut Console<'_>) -> anyhow::Result<()> {
    if format == Format::Json {
        print_json(console.out, told)?;
        return Ok(());
    }
    let Told { before, after, what } = told;
    match what {
        What::Compared(comparison) if comparison.changes.is_empty() => {
            writeln!(console.out, "{before} and {after} say the same")?;
        }
        What::Compared(comparison) => {
            writeln!(console.out, "{before} → {after} ({})", comparison.kind)?;
            changes(comparison, console)?;
        }
        What::Only { only: "before" } => writeln!(console.out, "{before}: removed")?,
        What::Only { .. } => writeln!(console.out, "{after}: added")?,
        // It has been complained of.
        What::Fault { .. } => {}
    }
    Ok(())
}

/// The changes, a line each.
fn changes(comparison: &Comparison, console: &mut Console<'_>) -> anyhow::Result<()> {
    for change in &comparison.changes {
        writeln!(console.out, "  {}", change.text)?;
    }
    writeln!(console.out, "  {}", plural(comparison.changes.len(), "change"))?;
    Ok(())
}
